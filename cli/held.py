"""Statements of a user's own documents held against the rules: what answers the audit's questions is the digest alone,
whatever else is built, and what it replied is kept in the home."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from kb.audit.corpus import Reply

if TYPE_CHECKING:
    from kb.audit.kept import Made
    from kb.store.snapshot import Snapshot
    from query.engine import Engine


def against_rules(
    made: Made, snapshot: Snapshot, home: Path, folder: Path, tell: Callable[[str, int, int], None]
) -> tuple[Made, int]:
    """The audit with what the statements of a user's own documents say against the digest (M326), kept with the home, and to
    how many of its questions nothing had been replied before."""
    from kb.audit.kept import keep_held
    from kb.audit.meaning.held import about_the_rules, asked, denied, told_in
    from kb.audit.replies import Replies

    replies = Replies(home, folder)
    told = told_in(made.corpus)
    new = sum(replies.get(asked(one.text)) is None for one in told)
    try:
        with _digest_alone(folder) as digest:
            ask = replies.asking(digest)
            for number, one in enumerate(told):
                tell("Holding statements against the rules", number, len(told))
                ask(asked(one.text))
            same = about_the_rules(told, ask)
            for one in told:
                if one.audited.source.id in same:
                    denied(one.text, ask)
    finally:
        replies.keep()  # what was replied before somebody broke it off need not be asked again
    return keep_held(snapshot, home, folder, made, replies), new


@contextmanager
def _digest_alone(sources: Path) -> Iterator[Callable[[str], Reply]]:
    """What asks the digest; it is opened with the first question."""
    opened: list[Engine] = []
    with TemporaryDirectory() as empty:

        def ask(question: str) -> Reply:
            if not opened:
                from query.engine import Engine

                opened.append(Engine.open(Path(empty), sources=sources))
            answer = opened[0].ask(question)
            entry = next((c.id for c in answer.citations if c.kind == "digest"), "")
            return Reply(verdict=answer.verdict, confidence=answer.confidence, entry=entry)

        yield ask
        for engine in opened:
            engine.close()
