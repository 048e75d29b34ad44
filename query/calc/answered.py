"""What a computed question comes to, in the question's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.model import Lang, Territory, Verdict


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
    """Its name, for a program."""
    told: str
    """As it could follow "it depends on", in the question's language."""
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
    beside: tuple[str, ...] = ()
    """Entries that are told of and not followed, such as what an old edition says: they need not be in force."""
    exact: bool = False
    """Whether it rests on nothing but a number that the question tells and a table."""

    @property
    def rules(self) -> tuple[str, ...]:
        """Ids of the digest entries it follows, what decides before what goes before it."""
        return tuple(dict.fromkeys(i for step in self._by_weight() for i in step.rules))

    def _by_weight(self) -> list[Line]:
        late = [*self.steps][::-1]
        return [*(s for s in late if s.decides), *(s for s in late if not s.decides)]


def with_numbers(done: Computed, numbers: Computed) -> Computed:
    """What was worked out, with numbers that are asked for beside it."""
    gap = " " if done.lang == "en" else ""
    return replace(
        done,
        text=f"{done.text}{gap}{numbers.text}",
        steps=(*(replace(step, decides=False) for step in numbers.steps), *done.steps),
        assumed=(*done.assumed, *numbers.assumed),
    )


def by_territory(territories: Sequence[Territory], done: Sequence[Computed]) -> Computed:
    """One answer of those that the laws of several territories give."""
    first = done[0]
    gap = " " if first.lang == "en" else ""
    said = [f"{t}: {d.text}" if first.lang == "en" else f"{t}：{d.text}" for t, d in zip(territories, done, strict=True)]
    told = {"en": "the territory whose rules are played", "zh": "按哪个地区的规则"}[first.lang]
    question = {"en": "Which territory's rules are played?", "zh": "按哪个地区的规则进行决斗？"}[first.lang]
    options = tuple(Option(label=t, verdict=d.verdict) for t, d in zip(territories, done, strict=True))
    return replace(
        first,
        verdict=first.verdict if len({d.verdict for d in done}) == 1 else "depends",
        text=gap.join(said),
        steps=tuple(dict.fromkeys(step for d in done for step in d.steps)),
        missing=(Missing(fact="territory", told=told, question=question, options=options),),
    )
