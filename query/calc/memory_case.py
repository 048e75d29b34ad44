"""One monster after all that happened to it, and the answer to one thing asked of it."""

from __future__ import annotations

from dataclasses import dataclass

from kb.law.law import Law
from kb.model import Lang, Verdict
from query.calc.answered import Line, Missing
from query.read.procedure.model import Memory

LEFT = frozenset({"banish", "hand", "deck", "grave"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The answer to one thing asked."""

    verdict: Verdict = "n/a"
    text: str
    rules: tuple[str, ...]
    missing: tuple[Missing, ...] = ()
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """One monster, in a language, under a law."""

    lang: Lang
    given: Memory
    law: Law

    def happened(self, *what: str) -> bool:
        """Whether one of these happened to it."""
        return any(h in self.given.happened for h in what)

    def told(self, *facts: str) -> bool:
        """Whether one of these facts was told."""
        return any(fact in self.given.known for fact in facts)

    def say(self, en: str, zh: str) -> str:
        """The text in the language of the question."""
        return en if self.lang == "en" else zh

    def here(self) -> bool:
        """Whether it is face-up on the field of its player again, after all that happened."""
        order = [h for h in self.given.happened if h not in ("negated",)]
        last = order[-1] if order else ""
        return last in ("up", "back", "revive", "again", "control-back") or not order

    def only(self, *what: str) -> bool:
        """Whether nothing but these happened to it."""
        return all(h in what for h in self.given.happened)

    def kept(self, about: str) -> tuple[bool, tuple[str, ...]] | None:
        """Whether it is still remembered after all that happened, and by which rules; None where that is open."""
        changes = [c for c, h in (("flipped-face-down", ("down",)), ("banished-temporarily", tuple(LEFT))) if self.happened(*h)]
        if not changes:
            return None
        rules: list[str] = []
        for change in changes:
            decision = self.law.decide({"act": "remember", "about": about, "change": change})
            if decision.then not in ("remembered", "forgotten"):
                return None
            if decision.then == "forgotten":
                return False, tuple(decision.fired)
            rules += decision.fired
        return True, tuple(dict.fromkeys(rules))
