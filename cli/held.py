"""What answers the audit's questions: the digest alone, whatever else is built."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from kb.audit.corpus import Corpus, Reply
from kb.model import Finding


def against_rules(corpus: Corpus, sources: Path | None, tell: Callable[[str, int, int], None]) -> list[Finding]:
    """Statements of a user's own documents that the digest denies (M326)."""
    from dataclasses import replace

    from kb.audit.meaning.held import told_in
    from kb.audit.run import audit

    total = len(told_in(corpus))
    if not total:
        return []
    with _digest_alone(sources) as ask:
        done = 0

        def asked(question: str) -> Reply:
            nonlocal done
            tell("Holding statements against the rules", min(done, total), total)
            done += 1
            return ask(question)

        return audit(replace(corpus, ask=asked), codes=("M326",))


@contextmanager
def _digest_alone(sources: Path | None) -> Iterator[Callable[[str], Reply]]:
    from query.engine import Engine

    with TemporaryDirectory() as empty:
        engine = Engine.open(Path(empty), sources=sources)

        def ask(question: str) -> Reply:
            answer = engine.ask(question)
            entry = next((c.id for c in answer.citations if c.kind == "digest"), "")
            return Reply(verdict=answer.verdict, confidence=answer.confidence, entry=entry)

        yield ask
        engine.close()
