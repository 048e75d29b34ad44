"""English card texts cut into effects and remarks."""

from __future__ import annotations

from kb.cardtext.en_marks import (
    BEFOREHAND,
    BLOCK,
    CONTINUES,
    EACH,
    EQUIPS,
    FOLLOW,
    GRANT,
    HANDED_OUT,
    IMPERATIVE,
    INSTEAD,
    LASTING,
    LIMIT,
    OLD_OPTIONAL,
    OLD_TRIGGER,
    OWN,
    PROCEDURE,
    RESPONSE,
    RESTRICTION,
    ROLLED,
    SELF_FROM,
    SENTENCE,
    START,
)
from kb.cardtext.mask import blot
from kb.cardtext.parts import CardKind, Piece


def split(masked: str, kind: CardKind) -> list[Piece]:
    """The pieces of an English text, in order: effects, activation, continuous stretches, remarks."""
    pieces: list[Piece] = []
    for start, end, pendulum in _blocks(masked):
        block = _Block(masked, start, end, kind).pieces()
        for piece in block:
            piece.pendulum = pendulum
        pieces += block
    return pieces


def _blocks(masked: str) -> list[tuple[int, int, bool]]:
    heads = list(BLOCK.finditer(masked))
    if not heads:
        return [(0, len(masked), False)]
    stops = [h.start() for h in heads[1:]] + [len(masked)]
    first = [(0, heads[0].start(), False)] if masked[: heads[0].start()].strip() else []
    return first + [(h.end(), stop, h[1] == "pendulum") for h, stop in zip(heads, stops, strict=True)]


class _Block:
    """One reading of one block: sentences in, pieces out."""

    def __init__(self, masked: str, start: int, end: int, kind: CardKind) -> None:
        self.m = masked
        self.kind = kind
        self.top = blot(masked)
        self.sentences = _sentences(self.top, start, end)
        self.psct = any(_chain_mark(self.top[s:e]) for s, e in self.sentences)
        self.out: list[Piece] = []
        self.open: Piece | None = None
        self.each = False
        self.granting = False
        self.seen = False
        """Whether there is an activation among the pieces."""

    def pieces(self) -> list[Piece]:
        for number, (start, end) in enumerate(self.sentences):
            self._take(number, start, end)
        return self.out

    def _take(self, number: int, start: int, end: int) -> None:
        body = start
        if self.top.startswith("●", start):
            body = start + 1 + (len(self.top[start + 1 : end]) - len(self.top[start + 1 : end].lstrip()))
            if self.granting and HANDED_OUT.match(self.top, body, end):
                self.out.append(Piece("effect", start, end, body, handed=True))
                return
            if not self.each and (self.open is not None or self.granting):
                self._append(end, "granted" if self.granting else "effect", start)
                return
        elif self.granting or self.each:
            self.granting = self.each = False
        label = self._label(number, body, end)
        if label == "follow-up" and self.open is not None:
            self.open.end = end
            return
        sentence = self.top[body:end]
        if label == "limit" and EACH.search(sentence) and "preceding" not in sentence:
            self.each = True
        piece = Piece("continuous" if label == "follow-up" else label, start, end, body, old=not self.psct)
        if label in ("effect", "activation"):
            self.open = piece
            self.granting = False
        elif label == "continuous":
            self.granting = _grants(sentence)
            self.open = None
        elif label != "limit":
            self.open = None
        self.seen = self.seen or label == "activation"
        self.out.append(piece)

    def _append(self, end: int, label: str, start: int) -> None:
        if label == "granted" or self.open is None:
            self.out.append(Piece("continuous", start, end, old=not self.psct))
        else:
            self.open.end = end

    def _label(self, number: int, start: int, end: int) -> str:
        s = self.top[start:end]
        if number == 0 and self.kind.extra_deck and self._materials(s):
            return "materials"
        if self.kind.type in ("spell", "trap"):
            return self._card_label(s)
        if LIMIT.match(s):
            return "limit"
        if s.startswith("flip:"):
            return "effect"
        if self.open is not None and ROLLED.match(s):
            return "follow-up"
        chain = _chain_mark(s)
        if chain and not _grants(s):
            return "follow-up" if self.open is not None and _continues(s) else "effect"
        if RESTRICTION.match(s):
            return "restriction"
        if INSTEAD.match(s):
            return "continuous"
        if self.open is not None and RESPONSE.search(s):
            return "follow-up"
        if PROCEDURE.search(s) and not self._old_trigger(s):
            return "summoning"
        if not self.psct and (OLD_OPTIONAL.match(s) or self._old_trigger(s)):
            return "effect"
        if self.psct and LASTING.match(s) and "until" not in s:
            return "continuous"
        if self.open is not None and FOLLOW.match(s) and not _grants(s):
            return "follow-up"
        if not self.psct and number == 0 and IMPERATIVE.match(s) and not s.startswith(("all ", "negate", "change all")):
            return "effect"
        return "continuous"

    def _card_label(self, s: str) -> str:
        seen = self.seen
        chain = _chain_mark(s)
        if chain and (OWN.match(s) or SELF_FROM.search(s)):
            return "effect"
        if START.match(s):
            return "follow-up" if self.open is not None and self.open.label == "activation" else "activation"
        if LIMIT.match(s):
            return "limit"
        if self.kind.stays:
            if chain and not seen and self.kind.sort != "field" and (IMPERATIVE.match(s) or EQUIPS.search(s)):
                return "activation"
            if chain and not _grants(s):
                return "follow-up" if self.open is not None and _continues(s) else "effect"
            if RESTRICTION.match(s):
                return "restriction"
            if INSTEAD.match(s):
                return "continuous"
            if self.open is not None and RESPONSE.search(s):
                return "follow-up"
            if not self.psct and (OLD_OPTIONAL.match(s) or self._old_trigger(s)):
                return "effect"
            if self.open is not None and FOLLOW.match(s):
                return "follow-up"
            return "activation" if not seen and IMPERATIVE.match(s) and not s.startswith(("all ", "negate")) else "continuous"
        if not seen and (s.startswith("(") or BEFOREHAND.match(s)):
            return "restriction"
        if not self.psct and OWN.match(s) and seen:
            return "effect"
        if self.open is not None and self.open.label == "effect":
            return "follow-up"
        return "follow-up" if seen and self.open is not None else "activation"

    def _old_trigger(self, s: str) -> bool:
        return not self.psct and bool(OLD_TRIGGER.match(s))

    def _materials(self, s: str) -> bool:
        return not s.rstrip().endswith(".") and not _chain_mark(s)


def _continues(s: str) -> bool:
    return s.startswith(CONTINUES) and not s.startswith("if you do:")


def _grants(s: str) -> bool:
    """Whether a sentence hands out effects that are listed after it, and does nothing else."""
    return bool(GRANT.search(s)) and ": " not in s and "; " not in s


def _chain_mark(s: str) -> bool:
    return ": " in s or "; " in s or s.rstrip().endswith((";", ":"))


def _sentences(top: str, start: int, end: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = start
    for gap in SENTENCE.finditer(top, start, end):
        if gap.start() > at:
            found.append((at, gap.start()))
        at = gap.end()
    if top[at:end].strip():
        found.append((at, end))
    return [(s, e) for s, e in found if top[s:e].strip()]
