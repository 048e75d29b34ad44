"""What `rulings audit --view` and `--digest` print."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from kb.errors import BadInput

if TYPE_CHECKING:
    from kb.audit.corpus import Corpus

VIEWS = ("coverage", "single-source", "contributions", "official")


def show(view: str, *, digest: bool, format_: str, home: Path | None, sources: Path | None) -> int:
    """Prints a view, or the digest's audit; exit status 1 if a cite does not hold or a stating passage is not accounted for."""
    if view and view not in VIEWS:
        raise BadInput(f"--view {view}: unknown. Give one of {', '.join(VIEWS)}.")
    if view and digest:
        raise BadInput("--view and --digest exclude each other. Give one.")
    if format_ not in ("table", "json"):
        raise BadInput(f"--format {format_}: not for this. Give table or json.")
    if view == "official":
        return _official(home, sources, as_json=format_ == "json")
    from kb.audit.corpus import read_corpus
    from kb.home import home_dir
    from kb.store.snapshot import open_current

    snapshot = open_current(home_dir(home))
    if snapshot is None:
        raise BadInput("audit: no documents are built. Run `rulings build FILE` first.")
    with snapshot:
        corpus = read_corpus(snapshot, sources=sources)
    if digest:
        return _digest(corpus, sources, as_json=format_ == "json")
    {"coverage": _coverage, "single-source": _single, "contributions": _contributions}[view](corpus, format_ == "json")
    return 0


def _coverage(corpus: Corpus, as_json: bool) -> None:
    from kb.audit.report.views import coverage

    matrix = coverage(corpus)
    if as_json:
        rows = [{"concept": name, **dict(zip(matrix.sources, counts, strict=True))} for name, counts in matrix.rows]
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    wide = max((len(name) for name, _ in matrix.rows), default=0)
    print(" " * wide, *(s for s in matrix.sources))
    for name, counts in matrix.rows:
        print(name.ljust(wide), *(str(n or "·").rjust(len(s)) for s, n in zip(matrix.sources, counts, strict=True)))


def _single(corpus: Corpus, as_json: bool) -> None:
    from kb.audit.report.views import single_source

    found = single_source(corpus)
    if as_json:
        rows = [{"entry": s.rule.id, "source": s.source, "en": s.rule.en, "zh": s.rule.zh} for s in found]
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for single in found:
        print(f"{single.source}  {single.rule.id}: {single.rule.en}")
    print(f"{len(found)} of {len(corpus.rules)} entries rest on one unofficial source")


def _contributions(corpus: Corpus, as_json: bool) -> None:
    from kb.audit.report.views import contributions

    found = contributions(corpus)
    if as_json:
        print(json.dumps([asdict(c) for c in found], ensure_ascii=False, indent=1))
        return
    for c in found:
        print(f"{c.source}: {c.passages} passages, {c.stating} state something")
        print(f"    {c.cited} entries rest on it, {len(c.alone)} of them on it alone")
        print(f"    terms of its own: {', '.join(c.concepts_alone) or 'none'}")


def _digest(corpus: Corpus, sources: Path | None, *, as_json: bool) -> int:
    from kb.audit.report.digest import audit_digest, uncited_reasons
    from kb.digest.load import sources_dir
    from kb.digest.read import describe

    done = audit_digest(corpus, uncited_reasons(sources_dir(sources)))
    silent = [one for one in done.left if not one.reason]
    wrong = [f for f in done.broken if f.severity == "error"]
    if as_json:
        left = [
            {"source": o.source, "lines": list(o.passage.lines), "quote": o.passage.text, "reason": o.reason} for o in done.left
        ]
        broken = [{"code": f.code, "message": f.message, "hint": f.hint} for f in done.broken]
        print(json.dumps({"cites": done.cites, "broken": broken, "stating": done.stating, "uncited": left}, ensure_ascii=False))
        return 1 if wrong or silent else 0
    for finding in done.broken:
        print(describe(finding))
    for one in done.left:
        lines = one.passage.lines
        print(f"{one.source}:{lines.told} “{one.passage.text[:100]}” — {one.reason or 'no reason given'}")
    print(f"{done.cites} cites, {len(wrong)} do not hold, {len(done.broken) - len(wrong)} to look at")
    print(f"{done.stating} passages state something, {len(done.left)} are not cited, {len(silent)} of them without a reason")
    return 1 if wrong or silent else 0


def _official(home: Path | None, sources: Path | None, *, as_json: bool) -> int:
    """Where Konami says otherwise of an effect than its text was read."""
    from cli.law import laws_of
    from query.card.contract import difference_json
    from query.card.differing import differing
    from query.card.official import open_official_word
    from query.card.search import NOT_BUILT, open_card_search

    search, official = open_card_search(home, sources=sources), open_official_word(home, sources=sources)
    if search is None:
        raise BadInput(NOT_BUILT)
    if official is None:
        raise BadInput("audit --view official: no official FAQ is built. Run `rulings build FILE` with one first.")
    rows = [
        {"konami_id": d.card.konami, "name": d.card.name("en"), "no": d.number, "text": d.text, **difference_json(d.difference)}
        for d in differing(search, official, laws_of(home, sources, "OCG"))
    ]
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for r in rows:
        told = f"{r['field']} {r['official']} / {r['computed']}"
        print(f"{r['konami_id']} {r['name']} {r['no']}: {told}  “{r['quote']}” ({r['date']})")
    print(f"{len(rows)} differences")
    return 0
