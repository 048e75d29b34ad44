"""What a question found, as editors decided: rejected statements go, corrected ones are replaced, and of a settled conflict
one side speaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kb.index.entry import DIGEST, Entry
from kb.index.store import Index, find_entry
from kb.model import Lang
from kb.reviews.model import text_hash
from kb.reviews.settled import Settled, settled_note
from query.find.search import Hit
from query.model import Answer


def apply(settled: Settled, hits: Sequence[Hit], index: Index) -> tuple[Hit, ...]:
    """The hits as decided, best first: what lost is replaced by what prevails over it, unless that was found too."""
    if not settled:
        return tuple(hits)
    found = {h.entry.id for h in hits}
    kept: list[Hit] = []
    for hit in hits:
        for one in _standing(settled, hit):
            name = one.entry.id
            if name in settled.losing and _same(settled, one.entry):
                new = [w for w in settled.losing[name] if w not in found]
                found |= set(new)
                kept += [_instead(one, e) for w in new if (e := find_entry(index, w))]
                if one.entry.kind != DIGEST:
                    continue
            kept.append(_corrected(settled, one))
    return tuple(kept)


def _instead(hit: Hit, entry: Entry) -> Hit:
    """The hit with another entry in its place, of which the search said nothing."""
    return replace(hit, entry=entry, ask=None, also=(), near_asks=(), told_asks=(), near_text=None)


def _standing(settled: Settled, hit: Hit) -> list[Hit]:
    """The hit less what was rejected; of those that say the same, the first that is left leads."""
    left = [e for e in (hit.entry, *hit.also) if e.id not in settled.dropped or not _same(settled, e)]
    return [replace(hit, entry=left[0], also=tuple(left[1:]))] if left else []


def _same(settled: Settled, entry: Entry) -> bool:
    """Whether the text is still the one that was decided on; of the digest, only such decisions are here."""
    known = settled.hashes.get(entry.id)
    return entry.kind == DIGEST or not known or known == text_hash(entry.text(entry.lang))


def _corrected(settled: Settled, hit: Hit) -> Hit:
    made = settled.corrected.get(hit.entry.id)
    if made is None or not _same(settled, hit.entry):
        return hit
    texts = dict.fromkeys(hit.entry.texts, made.corrected)
    return replace(hit, entry=replace(hit.entry, texts=texts, asks=()), ask=None)


def with_notes(settled: Settled, answer: Answer, lang: Lang) -> Answer:
    """The answer with a note for each decision on what it rests on, and each citation concerned."""
    if not settled or answer.abstained:
        return answer
    by = {**settled.winning, **settled.corrected}
    leading = [c for c in answer.citations[:3] if c.id in by]
    behind = dict.fromkeys([answer.trace.fired, *(c.id for c in leading)])
    notes = dict.fromkeys(settled_note(by[name], lang) for name in behind if name in by)
    cited = tuple(
        replace(c, note=f"{c.note} {settled_note(by[c.id], lang)}".strip()) if c.id in by else c for c in answer.citations
    )
    return replace(answer, notes=(*notes, *answer.notes), citations=cited)
