"""The verdict as a large word with a colour, an icon and the answer's text: never the colour alone."""

from __future__ import annotations

from kb.model import Verdict
from query.answer.asked import MAY, how_asked
from query.model import Answer
from ui.html import escape, lang_tag, tag
from ui.words import say_in

ICONS: dict[Verdict, str] = {"yes": "✓", "no": "✕", "depends": "±", "n/a": "i", "unknown": "?"}
CLASSES: dict[Verdict, str] = {"yes": "yes", "no": "no", "depends": "depends", "n/a": "told", "unknown": "unknown"}


def verdict_word(verdict: Verdict, lang: str, asked: str = "") -> str:
    """The verdict's word in a language; a yes or no in the words of the question, `asked` as `how_asked` tells."""
    suited = f".{asked}" if asked and verdict in ("yes", "no") else ""
    return say_in(lang, f"verdict.{CLASSES[verdict]}{suited}")


def is_near(answer: Answer) -> bool:
    """Whether an answer is only what the nearest rules suggest: it is not said outright then."""
    return answer.ground == "inferred" and answer.verdict != "unknown"


def answer_word(answer: Answer) -> str:
    """What is said of an answer in the question's language: the verdict's word, or what the closest rules suggest."""
    lang = answer.question.lang
    word = verdict_word(answer.verdict, lang, how_asked(answer.question.text))
    if not is_near(answer):
        return word
    if answer.verdict not in ("yes", "no"):
        return say_in(lang, f"closest.{CLASSES[answer.verdict]}")
    return say_in(lang, "closest.perhaps" if answer.doubtful else "closest.likely", word=word.lower())


def ground_line(answer: Answer) -> str:
    """What an answer stands on and how sure it is, in the question's language."""
    return say_in(answer.question.lang, f"ground.{answer.ground}", sure=round(100 * answer.confidence))


def answer_html(answer: Answer, text: str, *, after: str = "", below: str = "") -> str:
    """The banner of an answer, its ground beside the word; what the closest rules suggest is neither large nor coloured."""
    shown = "closest" if is_near(answer) else CLASSES[answer.verdict]
    icon = "≈" if is_near(answer) else ICONS[answer.verdict]
    ground = tag("span", escape(ground_line(answer)), class_="dr-ground")
    return _banner(shown, icon, answer_word(answer), text, answer.question.lang, ground=ground, after=after, below=below)


def _banner(kind: str, icon: str, word: str, text: str, lang: str, *, ground: str, after: str, below: str) -> str:
    sign = tag("span", icon, class_="dr-icon", aria_hidden="true")
    head = tag("h2", sign + tag("span", escape(word), class_="dr-word"), class_="dr-verdict-head")
    head = tag("div", head + ground, class_="dr-verdict-top")
    body = tag("p", escape(text) + after, class_="dr-verdict-text") if text else ""
    return tag("section", head + body + below, class_=f"dr-verdict {kind}", lang=lang_tag(lang), aria_live="polite")


def verdict_mark(verdict: Verdict, *, lang: str = "en", asked: str = MAY) -> str:
    """The verdict small, for tables: icon and word, as HTML; `asked` as for `verdict_word`."""
    icon = tag("span", ICONS[verdict], class_="dr-icon", aria_hidden="true")
    word = escape(verdict_word(verdict, lang, asked))
    return tag("span", f"{icon} {word}", class_=f"dr-mark {CLASSES[verdict]}")
