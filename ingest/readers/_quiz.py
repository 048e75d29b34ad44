"""Quizzes: questions with options to choose from and a key. Options state nothing; the right one, by the key, is an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ingest.readers._draft import Piece

_MARK = r"[（(]?([A-Ha-h])[.．、)）:：]"
_OPTION = re.compile(rf"[\W]{{0,4}}?{_MARK}\s{{0,4}}(?=\S)")
_INSIDE = re.compile(rf"(?:\A|\n|(?<=[ \t\u3000]{{2}})|(?<=\t))[ \t]{{0,12}}[-*+]?[ \t]{{0,4}}{_MARK}[ \t]{{0,4}}(?=\S)")
_BOX = re.compile(r"\s{0,8}(?:[-*+]\s{1,4})?\[([ xX✓✔])\]\s+(?=\S)")
_ASKS = re.compile(r"[?？]|_{2,}|[（(]\s{0,9}[)）]|…{2,}\s*\Z|下列|以下|哪|which\b|choose\b|select\b", re.I)
_ASKED = re.compile(r"[?？]|_{2,}|[（(]\s{0,9}[)）]|…{2,}\s*\Z")
"""What no rule with cases has before them."""
_NUMBER = re.compile(r"\W{0,4}(?:Q|Question|No\.?|第|问题?|题)?\s{0,2}(\d{1,3})(?!\d)", re.I)
_KEYED = re.compile(
    r"\W{0,6}(?:the )?(?:correct |right )?(?:answers?|key|solution)(?: is| are)?[ \t]{0,3}[:：]?\W{0,4}"
    r"(?P<en>[A-H](?:[ ,/&]{0,3}(?:and )?[A-H])*|true|false|yes|no)\b"
    r"|\W{0,6}(?:正确|参考|标准)?答案[ \t]{0,3}(?:是|为)?[ \t]{0,3}[:：]?\W{0,4}"
    r"(?P<zh>[A-H](?:[ ,，、/和]{0,3}[A-H])*(?![a-z])|正确|错误|对|错|是|否|可以|不可以|不能|能)",
    re.I,
)
_WHY = re.compile(r"\W{0,6}(?:explanations?|reasons?|reasoning|why|because|解析|解释|理由|说明)\s{0,3}[:：]", re.I)
_TRUE_FALSE = re.compile(r"true or false|\(\s?t\s?/\s?f\s?\)|判断", re.I)
_KEY_TITLE = re.compile(r"\W{0,6}(?:answer\s?keys?|answers?|keys?|solutions?|(?:参考|标准|正确)?答案(?:表)?)\W{0,6}\Z", re.I)
_PAIR = re.compile(r"(?<![\w-])(\d{1,3})\s{0,2}[.．、:：)）\-—]?\s{0,2}([A-H]{1,5})(?![A-Za-z])")
_RANGE = re.compile(r"(?<!\w)(\d{1,3})\s{0,2}[-~—–]\s{0,2}(\d{1,3})\s{0,2}[.:：、]?\s{0,2}([A-H]{1,40})(?![A-Za-z])")
_TEXT = ("paragraph", "bullet", "question", "note", "example", "answer")
_SAYS_MORE = 12
"""Characters after a key's letters from which they explain."""


@dataclass(slots=True)
class _Quiz:
    stem: Piece
    options: dict[str, Piece] = field(default_factory=dict)
    key: str = ""

    @property
    def settled(self) -> bool:
        return bool(self.key)


def find_quizzes(pieces: Sequence[Piece], text: str, shown: Callable[[str], str]) -> list[Piece]:
    """The pieces with quizzes told apart: stems are questions, options hang under them, keys decide which are answers.

    A list with letters is a quiz if what stands before it asks, or a key follows; with small letters, only if it asks with a
    question mark or a blank. An option that the key names becomes an
    answer; every other one is an option, which is neither searched nor read for statements.
    """
    found = [part for piece in pieces for part in _parts(piece, text)]
    quizzes = list(_quizzes(found, text, shown))
    for piece, letters in _keys_at_the_end(found, text, shown):
        for number, key in letters.items():
            for quiz in quizzes:
                if not quiz.key and _number(quiz.stem, text, shown) == number:
                    quiz.key = key
        if any(_number(q.stem, text, shown) in letters for q in quizzes):
            piece.kind = "boilerplate"
    for quiz in quizzes:
        _settle(quiz)
    return found


def _parts(piece: Piece, text: str) -> list[Piece]:
    """A piece cut before each of its options and before its key, where it holds options in their order."""
    if piece.kind not in _TEXT:
        return [piece]
    raw = text[piece.start : piece.end]
    cuts = _option_cuts(raw)
    if len(cuts) > 1 or _asks(raw.strip().split("\n")[0]):
        after = cuts[-1] if len(cuts) > 1 else 0
        keys = [m.end() for m in re.finditer(r"\n", raw) if m.end() > after and _opens_key(raw, m.end())]
        cuts = [*(cuts if len(cuts) > 1 else []), *keys]
    else:
        cuts = []
    if not cuts:
        return [piece]
    edges = [*([0] if raw[: cuts[0]].strip() else []), *cuts, len(raw)]
    made = [Piece(piece.start + a, piece.start + b, piece.kind, piece.parent) for a, b in pairwise(edges)]
    made[0].top = piece.top
    piece.start = made[0].start
    for one in made:
        one.heading, one.level, one.references, one.page = piece.heading, piece.level, list(piece.references), piece.page
    piece.end = made[0].end
    return [piece, *made[1:]]


def _option_cuts(raw: str) -> list[int]:
    """Where options begin in a text, as long as they come in their order."""
    cuts: list[int] = []
    for match in _INSIDE.finditer(raw):
        if match[1].upper() == "ABCDEFGH"[min(len(cuts), 7)]:
            cuts.append(match.start() + len(match.group()) - len(match.group().lstrip()))
    return cuts


def _opens_key(raw: str, at: int) -> bool:
    return bool(_KEYED.match(raw, at) or _WHY.match(raw, at))


def _asks(line: str) -> bool:
    return bool(_ASKS.search(line) or _TRUE_FALSE.search(line))


def _quizzes(pieces: Sequence[Piece], text: str, shown: Callable[[str], str]) -> Iterator[_Quiz]:
    at = 1
    while at < len(pieces):
        run = _run(pieces, at, text)
        stem = pieces[at - 1]
        if not run:
            at += 1
            if stem.kind in _TEXT and (quiz := _plain(pieces, at - 2, text, shown)):
                yield quiz
            continue
        quiz = _Quiz(stem, run)
        after = at + len(run)
        taken = _read_key(quiz, pieces, after, text, shown)
        checked = "".join(letter for letter, piece in run.items() if _checked(piece, text))
        quiz.key = quiz.key or checked
        words = shown(text[stem.start : stem.end])
        asks = _ASKS.search(words) or _number(stem, text, shown) if _is_lettered(run, text) else _ASKED.search(words)
        if stem.kind in _TEXT and (quiz.settled or asks):
            stem.kind = "question"
            yield quiz
        at = after + taken + 1


def _run(pieces: Sequence[Piece], at: int, text: str) -> dict[str, Piece]:
    """Options in their order from an index on: A, B and so on, or items with boxes; at least two."""
    found: dict[str, Piece] = {}
    boxed = bool(_BOX.match(text, pieces[at].start, pieces[at].end))
    for piece in pieces[at : at + 8]:
        letter = "ABCDEFGH"[len(found)]
        match = (_BOX if boxed else _OPTION).match(text, piece.start, piece.end)
        if piece.kind not in _TEXT or not match or (not boxed and match[1].upper() != letter):
            break
        found[letter] = piece
    return found if len(found) > 1 else {}


def _is_lettered(run: Mapping[str, Piece], text: str) -> bool:
    """Whether the letters of options are capitals, or boxes: small ones count the cases of a rule as well."""
    marks = [_OPTION.match(text, piece.start, piece.end) for piece in run.values()]
    return not all(m is not None and m[1].islower() for m in marks)


def _checked(piece: Piece, text: str) -> bool:
    box = _BOX.match(text, piece.start, piece.end)
    return bool(box) and box is not None and box[1] != " "


def _plain(pieces: Sequence[Piece], at: int, text: str, shown: Callable[[str], str]) -> _Quiz | None:
    """A question without options whose key follows: true or false."""
    if at < 0 or at + 1 >= len(pieces) or pieces[at].kind not in _TEXT:
        return None
    stem, after = pieces[at], pieces[at + 1]
    key = _KEYED.match(shown(text[after.start : after.end])) if after.kind in _TEXT else None
    words = shown(text[stem.start : stem.end])
    asks = _TRUE_FALSE.search(words) or _ASKS.search(words) or (stem.kind != "question" and _number(stem, text, shown))
    if not key or not asks or re.fullmatch(r"[A-H]", _letters(key)):
        return None
    stem.kind, after.kind, after.parent = "question", "answer", stem
    quiz = _Quiz(stem, {}, _letters(key))
    _read_key(quiz, pieces, at + 2, text, shown)
    return quiz


def _letters(key: re.Match[str]) -> str:
    said = key["en"] or key["zh"]
    return re.sub(r"(?i)and|[^A-H]", "", said) if re.fullmatch(r"[A-Ha-h\s,/&，、和]+|.*\band\b.*", said) else said


def _read_key(quiz: _Quiz, pieces: Sequence[Piece], at: int, text: str, shown: Callable[[str], str]) -> int:
    """Reads the key and what explains it, if they stand at an index; how many pieces that took."""
    taken = 0
    for piece in pieces[at : at + 3]:
        words = shown(text[piece.start : piece.end])
        key = _KEYED.match(words)
        if piece.kind not in _TEXT or not (_WHY.match(words) if quiz.key else key):
            break
        if key and not quiz.key:
            quiz.key = _letters(key).upper()
            explains = len(words) - key.end() >= _SAYS_MORE
        else:
            explains = True
        piece.kind, piece.parent, piece.illustrates = ("answer" if explains else "boilerplate"), quiz.stem, None
        taken += 1
    return taken


def _keys_at_the_end(pieces: Sequence[Piece], text: str, shown: Callable[[str], str]) -> Iterator[tuple[Piece, dict[str, str]]]:
    """Pieces that give the keys of many questions: under a title that says so, or with three pairs and little else."""
    titled = False
    for piece in pieces:
        words = shown(text[piece.start : piece.end])
        if piece.kind == "heading" or _KEY_TITLE.match(words):
            titled = bool(_KEY_TITLE.match(words))
            continue
        opened = bool(_KEY_TITLE.match(text[piece.start : piece.end].strip().split("\n")[0]))
        letters = {m[1]: m[2] for m in _PAIR.finditer(words)}
        for m in _RANGE.finditer(words):
            if int(m[2]) - int(m[1]) + 1 == len(m[3]):
                letters |= {str(int(m[1]) + i): letter for i, letter in enumerate(m[3])}
        little = len(_RANGE.sub("", _PAIR.sub("", words)).strip(" ,;，；。|")) < 0.3 * len(words)
        if letters and (titled or opened or (len(letters) >= 3 and little)):
            yield piece, letters


def _number(stem: Piece, text: str, shown: Callable[[str], str]) -> str:
    match = _NUMBER.match(shown(text[stem.start : stem.end]))
    return match[1] if match else ""


def _settle(quiz: _Quiz) -> None:
    for letter, piece in quiz.options.items():
        piece.kind = "answer" if letter in quiz.key else "option"
        piece.parent, piece.illustrates, piece.mark = quiz.stem, None, None
