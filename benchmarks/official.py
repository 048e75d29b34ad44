"""Official Q&As put as questions to a home that holds them, each with itself left out: right and answered, by ground.

Only those in English with one question that is answered by a plain yes or no. `--against`: about two cards alone.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kb.digest.load import sources_dir
from kb.model import Lang
from kb.official.store import OfficialQa, OfficialStore
from query.against.cues import Cues, load_cues
from query.against.rulings import polarity
from query.engine import Engine

_POLAR = re.compile(r"(?:^|[,.;] )(?:can|could|does|do|is|are|will|would|may|must)\b[^?]*\?$", re.I)
_CAN = re.compile(r"\b(?:can|could|may)\b[^?,]*\?$", re.I)
_OPEN = re.compile(r"\b(?:what|how|which|where|who|when can|or)\b", re.I)
_EVEN = re.compile(r"\beven (?:if|while|though|when)\b[^,]*,", re.I)
_RELATION = re.compile(
    r"\b(?:chain(?:ed|ing)?|respon(?:d|ds|se)|negat\w*|target(?:ed|s|ing)?|destroy(?:s|ed)?|prevent\w*|stops?|affect\w*)\b",
    re.I,
)
LONGEST = 220


@dataclass(frozen=True)
class Put:
    """A Q&A as a question, and what it answers."""

    number: str
    question: str
    want: str
    cards: tuple[int, ...]
    answer: str


class Without(OfficialStore):
    """A store of which one Q&A is out of sight."""

    hidden = ""

    def qas(self, cards: Iterable[int], lang: Lang) -> list[OfficialQa]:
        """The others."""
        return [q for q in super().qas(cards, lang) if q.number != self.hidden]


def polar(store: OfficialStore, cues: Cues) -> Iterator[Put]:
    """The Q&As in force that can be read so."""
    for number in sorted(store.numbers(), key=int):
        qa = store.qa(number, "en")
        if qa is None or qa.lang != "en" or qa.outdated or "<<" in qa.title or qa.title.count("?") != 1:
            continue
        title = qa.title.strip()
        if not _POLAR.search(title) or _OPEN.search(title.rpartition(", ")[2]):
            continue
        told = _EVEN.sub("", " ".join(p.text for p in qa.answer).strip())
        bare = re.match(r"(?:yes|no)\b", told, re.I)
        verdict = polarity(told, cues) if bare or _CAN.search(title) else None
        if verdict:
            yield Put(number, title, verdict, tuple(sorted(set(qa.cards))), told)


def against(put: Put, names: Mapping[int, str]) -> bool:
    """Whether it names two cards and asks of one whether it may answer, negate, target, destroy or prevent the other."""
    low, asking = put.question.lower(), re.split(r"(?<=[.,]) ", put.question)[-1]
    named = [c for c in put.cards if names.get(c, "\0").lower() in low]
    return len(put.cards) == len(named) == 2 and len(put.question) <= LONGEST and bool(_RELATION.search(asking))


def leave_out(engine: Engine, number: str) -> None:
    """Hides a Q&A from an engine's official word and from its search."""
    assert engine.official
    store = engine.official.store
    store.__class__ = Without
    store.hidden = number  # type: ignore[attr-defined]  # an attribute of Without
    engine._answers.clear()


def hide_from_search(engine: Engine, hidden: list[str]) -> None:
    """Leaves the passages of the Q&A named in `hidden` out of whatever the engine finds."""
    plain = engine._found

    def found(question: Any, most: int) -> Any:
        all_of_them = plain(question, most)
        ends = tuple(f":{n}" for n in hidden)
        hits = [h for h in all_of_them.hits if not _of(h.entry.id, ends)]
        return replace(all_of_them, hits=tuple(hits))

    engine._found = found  # type: ignore[method-assign]  # stands in for the search while measuring


def _of(entry: str, ends: tuple[str, ...]) -> bool:
    return entry.partition("/")[0].endswith(ends)


def main() -> None:
    """Prints coverage and precision by ground; with `--errors` what is answered wrong, with `--open` what is left open."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--against", action="store_true")
    parser.add_argument("--sample", type=int, default=0, help="so many, drawn by --seed")
    parser.add_argument("--rest", action="store_true", help="those that the sample leaves")
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--open", action="store_true")
    parser.add_argument("--count", action="store_true", help="only say how many there are")
    given = parser.parse_args()
    engine = Engine.open(given.home)
    cues = load_cues(sources_dir(None))
    if engine.official is None or cues is None:
        parser.error(f"{given.home}: no Q&As are built there. Run `rulings build` with them first.")
    if engine.cards is None:
        parser.error(f"{given.home}: no cards are built there. Run `rulings build --cards FILE` first.")
    names = {card.konami: card.names.get("en", "\0") for card in engine.cards.store.all() if card.konami}
    rows = [p for p in polar(engine.official.store, cues) if not given.against or against(p, names)]
    if given.sample:
        drawn = {p.number for p in random.Random(given.seed).sample(rows, min(given.sample, len(rows)))}
        rows = [p for p in rows if (p.number in drawn) != given.rest]
    print(len(rows), dict(Counter(p.want for p in rows)))
    if given.count:
        return
    hidden: list[str] = [""]
    hide_from_search(engine, hidden)
    tally: Counter[tuple[str, bool]] = Counter()
    for put in rows:
        hidden[0] = put.number
        leave_out(engine, put.number)
        answer = engine.ask(put.question)
        right = answer.verdict == put.want
        tally[answer.ground, right] += 1
        sure = answer.ground in ("computed", "stated")
        if (given.errors and sure and not right) or (given.open and not sure):
            print(f"{put.number} {answer.ground}: {put.question}\n    wants {put.want}: {put.answer[:200]}"
                  f"\n    got {answer.verdict}: {answer.text[:200]}")  # fmt: skip
    sure = [(g, r) for (g, r), n in tally.items() for _ in range(n) if g in ("computed", "stated")]
    for ground in ("computed", "stated", "inferred", "none"):
        print(f"{ground}: {tally[ground, True]} of {tally[ground, True] + tally[ground, False]}")
    print(f"computed or stated: {sum(r for _, r in sure)} of {len(sure)} right, coverage {len(sure) / max(1, len(rows)):.3f}")


if __name__ == "__main__":
    main()
