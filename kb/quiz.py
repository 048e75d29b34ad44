"""Questions with a key, as a document holds them: a test that the knowledge base can take."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.model import Document, Lang, Passage

_LETTER = re.compile(r"[（(]?([A-Ha-h])[.．、)）:：]\s*|\[[ xX✓✔]\]\s*")
_KEY = re.compile(
    r"\W*(?:the )?(?:correct |right |正确|参考|标准)?(?:answers?|key|solution|答案)(?: is|是|为)?\s*[:：]?\s*(\w+)", re.I
)
_NUMBER = re.compile(r"\W*(?:Q|Question|第|问题?|题)?\s?\d{1,3}\s?题?\s?[.．、:：)）]\s*", re.I)
_TRUE = frozenset(("true", "yes", "正确", "对", "是", "可以", "能"))
_FALSE = frozenset(("false", "no", "错误", "错", "否", "不可以", "不能"))
_FRAME = re.compile(r"[（(]\s*(?:t\s*/\s*f)?\s*[)）]|\btrue or false\b\s*[:?]?|判断(?:正误)?[:：]", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiz:
    """A question, what may be chosen, and what is right."""

    question: str
    lang: Lang
    options: Mapping[str, str]
    """By letter; none for a question of true or false."""
    key: str
    """Letters of the right options, or "yes" or "no"; empty if the document gives none."""
    line: int


def quizzes_of(document: Document) -> Iterator[Quiz]:
    """The quizzes of a document, in its order."""
    under: dict[str, list[Passage]] = {}
    for passage in document.passages:
        if passage.parent and passage.kind in ("option", "answer"):
            under.setdefault(passage.parent, []).append(passage)
    for passage in document.passages:
        found = _quiz(passage, under.get(passage.id, [])) if passage.kind == "question" else None
        if found:
            yield found


def _quiz(stem: Passage, below: list[Passage]) -> Quiz | None:
    options: dict[str, str] = {}
    key = ""
    for passage in below:
        letter, mark = "ABCDEFGH"[min(len(options), 7)], _LETTER.match(passage.text)
        if mark and (mark[1] is None or mark[1].upper() == letter):
            options[letter] = passage.text[mark.end() :]
            key += letter if passage.kind == "answer" else ""
    said = [m[1].lower() for p in below if p.kind == "answer" and (m := _KEY.match(p.text))]
    if len(options) < 2:
        key = next(("yes" if word in _TRUE else "no" for word in said if word in _TRUE | _FALSE), "")
        if not key:
            return None
    question = _FRAME.sub(" ", _NUMBER.sub("", stem.text, count=1))
    options = options if len(options) > 1 else {}
    return Quiz(question=" ".join(question.split()), lang=stem.lang, options=options, key=key, line=stem.lines.first)
