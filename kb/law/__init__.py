"""The law: the words of formal rules, their conditions, which of them prevails, and the one engine that decides.

`Laws` opens a folder of sources and a home; the `Law` of a territory and a date then decides every case, whoever asks: a
question, a card's text, a calculator, the page. Nothing here knows a question.
"""
