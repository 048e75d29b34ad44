"""What a computed question comes to, in the question's language."""

from __future__ import annotations

from dataclasses import dataclass

from kb.model import Lang, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One step of the working and the digest entries it follows."""

    text: str
    rules: tuple[str, ...] = ()
    decides: bool = False
    """Whether the result hangs on this step, so that its entries are shown first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One value of a missing fact, and what the answer then is."""

    label: str
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A fact that would decide it."""

    fact: str
    question: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """A question answered by a procedure."""

    topic: str
    lang: Lang
    verdict: Verdict
    """Of what was literally asked; n/a where no yes or no was wanted."""
    text: str
    """The result in a sentence or two, its numbers first."""
    steps: tuple[Line, ...] = ()
    missing: tuple[Missing, ...] = ()
    assumed: tuple[str, ...] = ()
    """What was taken for granted, as sentences."""
    understood: str = ""
    """The question as read, as a line that can be typed again."""

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the digest entries it follows, what decides before what goes before it."""
        return tuple(dict.fromkeys(i for step in self._by_weight() for i in step.rules))

    def _by_weight(self) -> list[Line]:
        late = [*self.steps][::-1]
        return [*(s for s in late if s.decides), *(s for s in late if not s.decides)]
