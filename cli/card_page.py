"""The page of a card as text for a terminal."""

from __future__ import annotations

from cli.card_show import number_rules, short, show_effects, show_entry, show_rules
from kb.law.law import Law
from query.card.labels import WORDS, kind_words
from query.card.page import CardPage, OfficialAnswer
from query.model import Citation

MOST = 8
"""Passages and Q&As that are printed."""


def show_page(page: CardPage, law: Law) -> None:
    """Prints names, stats, text, judgement, and who mentions the card."""
    words = WORDS[page.lang]
    _show_head(page)
    if page.check is not None:
        numbers = number_rules([page.check])
        show_effects(page.check, numbers, law)
        show_rules(numbers, page.lang, law)
    for title, entries in ((words["stops"], page.stops), (words["rulings"], page.rules)):
        if entries:
            print(f"{title}:")
        for entry in entries[:MOST]:
            show_entry(entry, "·", places=1)
        _more(len(entries), words)
    if not page.documents:
        print(words["no documents"])
    _show_passages(page, words)
    _show_answers(page, words)


def _show_head(page: CardPage) -> None:
    card, lang = page.card, page.lang
    names = [card.name(lang), *(n for k, n in card.names.items() if n != card.name(lang))]
    print(" · ".join(dict.fromkeys(names)))
    stats = ", ".join(f"{k.upper() if len(k) == 3 else k} {v}" for k, v in card.stats.items())
    numbers = ", ".join(str(c) for c in card.passcodes)
    print(
        "  ".join(
            x for x in (kind_words(card.kind(), lang), stats, numbers, f"Konami {card.konami}" if card.konami else "") if x
        )
    )
    for text in (card.pendulum.get(lang), card.texts.get(lang) or next(iter(card.texts.values()), "")):
        for line in (text or "").splitlines():
            print(f"  {line}")
    if f"text.{lang}" in card.unofficial:
        print(f"  ! {WORDS[lang]['unofficial']}")


def _show_passages(page: CardPage, words: dict[str, str]) -> None:
    if page.passages:
        print(f"{words['passages']}:")
    for citation in page.passages[:MOST]:
        print(f"  · {_place(citation)} “{short(citation.quote, 160)}”")
        if citation.note:
            print(f"    ! {citation.note}")
    _more(len(page.passages), words)


def _show_answers(page: CardPage, words: dict[str, str]) -> None:
    if page.answers:
        print(f"{words['qas']}:")
    for answer in page.answers[:MOST]:
        _show_answer(answer)
    _more(len(page.answers), words)


def _show_answer(answer: OfficialAnswer) -> None:
    first = (*answer.question, *answer.answer)[0]
    print(f"  · {answer.date or '?'}  Q&A {answer.id}  {_place(first)}" + (f"  ! {answer.status}" if answer.status else ""))
    for mark, citations in (("Q", answer.question), ("A", answer.answer)):
        for citation in citations[:2]:
            print(f"    {mark} “{short(citation.quote, 200)}”")


def _place(citation: Citation) -> str:
    lines = citation.lines
    at = f":{lines[0]}" + (f"-{lines[1]}" if lines[1] != lines[0] else "") if lines else ""
    return f"{citation.source} {citation.file}{at} ({', '.join(b for b in (citation.authority, citation.edition) if b)})"


def _more(count: int, words: dict[str, str]) -> None:
    if count > MOST:
        print("  " + words["more"].format(count - MOST))
