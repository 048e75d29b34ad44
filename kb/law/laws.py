"""Where the law comes from: a folder of sources and a home with decisions, opened once and asked for a territory and a date."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from kb.digest.documents import known_documents
from kb.digest.load import load_rules, load_timings, sources_dir
from kb.digest.read import Signature, held, signature
from kb.home import home_dir
from kb.law.law import Law
from kb.law.ranking import Ranking, read_ranking
from kb.law.rules import check_when
from kb.model import Territory
from kb.reviews.files import read_reviews, review_folders, reviews_signature
from kb.reviews.model import Review
from kb.reviews.settled import Settled, settle

TERRITORIES: tuple[Territory, ...] = ("OCG", "TCG")
REGISTRY = "registry.toml"
Mark = tuple[Signature, Signature, Signature]
"""Of the digest, of the decisions, of the documents a user added."""
Present = Callable[[Collection[str]], Mapping[str, str]]
"""Hashes of the passages that are built now, of those with the ids asked for."""
_HELD: ContextVar[tuple[Laws, Mark] | None] = ContextVar("held", default=None)


class Laws:
    """The laws of one folder and one home, each made once; as soon as the digest or a decision changes they are made anew.

    Safe to share between threads.
    """

    def __init__(self, sources: Path, home: Path, *, supposed: Review | None = None) -> None:
        """`supposed`: a subject as it would be if a decision were made, which counts in place of what is kept on it."""
        self.every = 0.0
        """Seconds between two looks at the files: 0 to look each time."""
        self._looked = -math.inf
        self._supposed = supposed
        self.sources = sources
        self.home = home
        self._reviews = review_folders(sources, home)
        self._settled: tuple[Mark, Settled] | None = None
        self._laws: tuple[Mark, dict[tuple[str, str], Law]] | None = None
        self._present: Present = _nothing
        self._mark: Mark = ((), (), ())
        """The last one that was seen: answers that are remembered under it hold this one, not each its own."""

    @classmethod
    def open(cls, home: Path | None = None, *, sources: Path | None = None) -> Laws:
        """Those of a folder and a home, the default ones where none is named. Raises BadSources if there is no such folder."""
        return cls(sources_dir(sources), home_dir(home))

    def supposing(self, review: Review) -> Laws:
        """The same laws as they would be with a decision that nobody has kept yet."""
        laws = Laws(self.sources, self.home, supposed=review)
        laws._present = self._present
        return laws

    def beside(self, present: Present) -> None:
        """Holds decisions against the passages that are built now: one whose passage was reworded since does not count."""
        self._present = present
        if self._settled and self._settled[1]:
            self._settled = self._laws = None

    @contextmanager
    def held(self, mark: Mark) -> Iterator[None]:
        """Within it, this thread takes that mark for the present one: a question is answered by one state of the files."""
        before = _HELD.set((self, mark))
        try:
            with held(self.sources, mark[0]):
                yield
        finally:
            _HELD.reset(before)

    def mark(self) -> Mark:
        """Another one as soon as a file of the digest, a decision or the user's registry changes."""
        taken = _HELD.get()
        if taken is not None and taken[0] is self:
            return taken[1]
        if (now := time.monotonic()) - self._looked < self.every:
            return self._mark
        registry = self.home / REGISTRY
        stat = registry.stat() if registry.is_file() else None
        added = ((REGISTRY, stat.st_mtime_ns, stat.st_size),) if stat else ()
        found = signature(self.sources), reviews_signature(self._reviews), added
        known = self._mark
        if known != found:
            self._mark = known = found
        self._looked = now
        return known

    def settled(self, *, mark: Mark | None = None) -> Settled:
        """What editors decided. Raises BadReview if a file of decisions is wrong, BadSources if the digest is."""
        return self._settle(mark or self.mark())

    def of(self, territory: Territory = "OCG", as_of: str = "", *, mark: Mark | None = None) -> Law:
        """The law of a territory on a date (ISO date, month or year; empty for today); `both` holds what holds in either.

        `mark`: what `mark()` gave a moment ago, where several are asked for at once. Raises BadSources with every problem of
        the folder, BadReview if a file of decisions is wrong.
        """
        mark = mark or self.mark()
        made = self._laws
        if made is None or made[0] != mark:
            made = self._laws = (mark, {})
        key = (territory, as_of)
        if key not in made[1]:
            made[1][key] = self._make(mark, territory, as_of)
        return made[1][key]

    def each(self, territory: Territory = "both", as_of: str = "", *, mark: Mark | None = None) -> tuple[Law, ...]:
        """The law of each territory asked about: of both one after the other, else of the one. Raises as `of` does."""
        mark = mark or self.mark()
        return tuple(self.of(t, as_of, mark=mark) for t in (TERRITORIES if territory == "both" else (territory,)))

    def ranking(self) -> Ranking:
        """Whose word counts more: as the user's registry says, else the sources'. Raises BadData for what is no order."""
        return read_ranking(self.sources / REGISTRY, self.home / REGISTRY)

    def _settle(self, mark: Mark) -> Settled:
        known = self._settled
        if known is None or known[0] != mark:
            rules = {r.id: r for r in load_rules(self.sources, check_when=check_when)}
            reviews = read_reviews(self._reviews) if mark[1] else {}
            if self._supposed:
                reviews = {**reviews, self._supposed.id: self._supposed}
            present = self._present({p.passage for review in reviews.values() for p in review.places})
            known = self._settled = (mark, settle(reviews.values(), rules, present))
        return known[1]

    def _make(self, mark: Mark, territory: Territory, as_of: str) -> Law:
        settled = self._settle(mark)
        return Law(
            sources=self.sources,
            territory=territory,
            as_of=as_of,
            rules=settled.rules,
            corrected=frozenset(settled.corrected).intersection(settled.rules),
            timings=load_timings(self.sources),
            documents=known_documents(self.sources / REGISTRY, self.home / REGISTRY),
            ranking=self.ranking(),
        )


def _nothing(_ids: Collection[str]) -> Mapping[str, str]:
    return {}
