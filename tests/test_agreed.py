"""A computed answer held against what was found."""

from dataclasses import replace

from query.answer.agreed import held_against
from query.model import Answer, Citation, Disagreement, Trace
from query.read.question import read_question

ASKED = read_question("May the lamp be lit at dusk?")
DIGESTED = {"old-book"}


def cited(kind="digest"):
    return Citation(
        id="x", kind=kind, source="own", file="", lines=None, heading=(), quote="Dark.", lang="en", authority="other"
    )


def answer(verdict, ground, confidence, text="Found.", by="digest"):
    return Answer(
        question=ASKED,
        verdict=verdict,
        abstained=False,
        text=text,
        ground=ground,
        confidence=confidence,
        citations=(cited(by),),
    )


def computed(verdict="yes", confidence=0.79):
    return answer(verdict, "computed", confidence, "Computed.")


def test_two_ways_to_one_verdict_make_it_sure():
    held = held_against(computed(), answer("yes", "inferred", 0.5), DIGESTED)
    assert (held.text, held.verdict, held.ground) == ("Computed.", "yes", "computed")
    assert held.confidence > 0.9


def test_what_an_entry_surely_states_otherwise_wins():
    assert held_against(computed(), answer("no", "stated", 0.97), DIGESTED).text == "Found."
    assert held_against(computed(), answer("no", "stated", 0.95), DIGESTED).text == "Computed."


def test_what_is_left_open_gives_way_to_what_an_entry_surely_states():
    assert held_against(computed("depends"), answer("yes", "stated", 0.97), DIGESTED).text == "Found."
    assert held_against(computed("depends"), answer("yes", "stated", 0.95), DIGESTED).text == "Computed."
    assert held_against(computed("no"), answer("depends", "stated", 0.97), DIGESTED).text == "Computed."
    quoted = replace(computed("depends"), question=read_question('It reads "When it is dark: Light a lamp". May it be lit?'))
    assert held_against(quoted, answer("yes", "stated", 0.97), DIGESTED).text == "Found."


def test_another_entry_of_the_topic_that_was_followed_does_not_win():
    followed = replace(computed(), trace=Trace(fired="lamps.fast-enough"))
    for fired, text in (("lamps.too-slow", "Computed."), ("lamps.fast-enough", "Found."), ("boats.too-slow", "Found.")):
        found = replace(answer("no", "stated", 0.99), trace=Trace(fired=fired))
        assert held_against(followed, found, DIGESTED).text == text


def test_one_entry_read_both_ways_is_not_sure():
    followed = replace(computed(), trace=Trace(fired="lamps.fast-enough"))
    for fired, confidence in (("lamps.fast-enough", 0.79), ("boats.too-slow", 0.99)):
        found = replace(answer("no", "stated", 0.99), trace=Trace(fired=fired))
        assert held_against(followed, found, DIGESTED).confidence == confidence


def test_a_quoted_text_is_only_read_by_the_computation():
    quoting = replace(computed(), question=read_question('"If the lamp is lit: You can sail." May it sail?'))
    assert held_against(quoting, answer("no", "stated", 0.99), DIGESTED).text == "Computed."


def test_what_a_users_own_document_says_of_the_matter_is_told_with_a_doubt():
    held = held_against(computed(), answer("no", "stated", 0.95, by="passage"), DIGESTED)
    assert (held.text, held.ground) == ("Found.", "inferred")
    assert held.confidence < 0.7
    assert held_against(computed(), answer("yes", "stated", 0.95, by="passage"), DIGESTED).text == "Computed."
    known = answer("no", "stated", 0.95, by="passage")
    assert held_against(computed(), known, {"own"}).text == "Computed."


def test_what_only_seems_otherwise_leaves_it_unsure():
    held = held_against(computed(), answer("no", "inferred", 0.7), DIGESTED)
    assert (held.text, held.verdict) == ("Computed.", "yes")
    assert held.confidence < 0.8


def test_what_hangs_on_something_is_still_asked_for():
    assert held_against(computed("depends"), answer("no", "stated", 0.95), DIGESTED).verdict == "depends"


def test_numbers_are_only_read_by_the_computation():
    held = held_against(computed(confidence=0.95), answer("no", "stated", 0.95), DIGESTED)
    assert (held.text, held.verdict) == ("Computed.", "yes")
    assert held.confidence < 0.8


def test_what_is_no_yes_or_no_stays():
    assert held_against(computed("n/a"), answer("no", "stated", 0.95), DIGESTED).text == "Computed."


def test_a_refusal_of_the_search_does_not_outweigh_what_is_computed():
    held = held_against(computed(), answer("unknown", "none", 0.9), DIGESTED)
    assert (held.text, held.confidence) == ("Computed.", 0.79)


def test_a_users_own_document_is_heard():
    differ = Disagreement(position="Lit.", other="Dark.", citations=(cited("passage"),))
    found = replace(answer("yes", "inferred", 0.5), disagreements=(differ,))
    assert held_against(computed(), found, DIGESTED).text == "Found."
