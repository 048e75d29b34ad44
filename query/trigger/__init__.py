"""Whether a card's own effect triggers on what happens to it, by its text: destroyed, sent to the Graveyard, Summoned.

`cues` holds the words (`sources/cues/trigger.toml`), `event` reads what a question says has happened, `needs` what a card's
text asks for, `answer` makes the answer.
"""
