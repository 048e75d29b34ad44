"""`rulings review`: the editors' queue, and deciding on what is in it."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import Home, Json, Sources
from kb.errors import BadInput, UnknownName

if TYPE_CHECKING:
    from kb.audit.corpus import Corpus
    from kb.reviews import Ledger, Review
    from kb.reviews.queue import Item
    from kb.store.snapshot import Snapshot


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("review")(review)


def review(
    id_: Annotated[str, typer.Argument(metavar="[ID]", help="Of a finding, a report, a passage or a digest entry.")] = "",
    list_: Annotated[bool, typer.Option("--list", help="Print the queue.")] = False,
    accept: Annotated[bool, typer.Option("--accept", help="It is so.")] = False,
    reject: Annotated[bool, typer.Option("--reject", help="It is no fault; a passage or entry: do not use it.")] = False,
    prevails: Annotated[str, typer.Option("--prevails", metavar="X", help="The source or entry whose position holds.")] = "",
    correct: Annotated[str, typer.Option("--correct", metavar="TEXT", help="What holds in place of the first place.")] = "",
    defer: Annotated[bool, typer.Option("--defer", help="Not now.")] = False,
    undo: Annotated[str, typer.Option("--undo", metavar="ID", help="Take the last decision back.")] = "",
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who decides.")] = "",
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why.")] = "",
    preview: Annotated[bool, typer.Option("--preview", help="Only show what the decision would change; keep nothing.")] = False,
    all_: Annotated[bool, typer.Option("--all", help="With what is decided.")] = False,
    json_: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Decide on what the audit found and users reported; without arguments, one by one."""
    from cli.review_impact import show_impact
    from kb.reviews.sides import side_named

    ledger = open_ledger(home, sources)
    if undo:
        known = ledger.undo(undo, by=by)
        now = known.current
        print(f"{undo}: taken back. " + (f"{_said(now)} holds again." if now else "It is open again."))
        return 0
    chosen = _chosen(accept=accept, reject=reject, prevails=prevails, correct=correct, defer=defer)
    if chosen and not id_:
        raise BadInput("On what? Give the ID that `rulings review --list` or `rulings audit` shows.")
    if id_ and not chosen:
        raise BadInput(f"{id_}: what is decided? Give one of --accept, --reject, --prevails X, --correct TEXT, --defer.")
    if preview and not chosen:
        raise BadInput("--preview shows what a decision would change. Give one with it.")
    if chosen and not preview and not by.strip():
        raise BadInput("Who decides? Give a name with --by.")
    bench = open_bench(home, sources, ledger)
    if chosen:
        subject = bench.subject(id_)
        prevails = side_named(subject, {r.id: r for r in bench.corpus.rules}, prevails) if prevails else ""
        if preview:
            by, reason = by.strip() or "preview", reason.strip() or "preview"
        supposed = ledger.proposed(subject, chosen, by=by, reason=reason, prevails=prevails, corrected=correct)
        show_impact(supposed, home, sources)
        if preview:
            return 0
        made = ledger.decide(subject, chosen, by=by, reason=reason, prevails=prevails, corrected=correct)
        print(f"{made.id}: {_said(made.current)}. {ledger.folder / made.id}.toml")
        return 0
    items = [i for i in bench.items if all_ or i.decided is None]
    if list_ or json_:
        return _print(items, json_)
    from cli.review_keys import go_through

    return go_through(items, ledger, by=by, rules={r.id: r for r in bench.corpus.rules}, home=home, sources=sources)


def _chosen(*, accept: bool, reject: bool, prevails: str, correct: str, defer: bool) -> Any:
    given = {"accept": accept, "reject": reject, "prevails": prevails, "correct": correct, "defer": defer}
    chosen = [name for name, value in given.items() if value]
    if len(chosen) > 1:
        raise BadInput(f"--{' and --'.join(chosen)} exclude each other. Give one.")
    return chosen[0] if chosen else ""


@dataclass(frozen=True, kw_only=True)
class Bench:
    """The queue with what it was made from."""

    corpus: Corpus
    items: Sequence[Item]
    reviews: dict[str, Review]
    snapshot: Snapshot
    """Held open: a document is read from it when more than its lines is asked for."""

    def subject(self, name: str) -> Review:
        """What goes by that id. Raises UnknownName with the nearest ones."""
        from kb.reviews.queue import statement_subject

        known = {i.id: i.subject for i in self.items} | self.reviews
        if name in known:
            return known[name]
        found = statement_subject(self.corpus, name, self.reviews)
        if found is None:
            from rapidfuzz.process import extractOne

            near = extractOne(name, [*known, *(r.id for r in self.corpus.rules)], score_cutoff=60)
            offer = f" Did you mean {near[0]}?" if near else ""
            raise UnknownName(
                f"{name}: no finding, report, passage or entry goes by this id.{offer} See `rulings review --list`."
            )
        return found


def open_ledger(home: Path | None, sources: Path | None) -> Ledger:
    """The decisions; new ones go into the sources folder if one was named, else into the home."""
    from kb.digest.load import sources_dir
    from kb.home import home_dir
    from kb.reviews import Ledger

    named = sources is not None or bool(os.environ.get("RULINGS_SOURCES"))
    return Ledger(sources=sources_dir(sources), home=home_dir(home), to_sources=named)


def open_bench(home: Path | None, sources: Path | None, ledger: Ledger) -> Bench:
    """An audit with the users' reports, each with what was decided. Raises BadInput if nothing is built."""
    from cli.audited import open_made
    from kb.home import home_dir
    from kb.reviews.queue import queue_of
    from kb.reviews.reports import read_reports
    from kb.store.snapshot import open_current

    folder = home_dir(home)
    snapshot = open_current(folder)
    if snapshot is None:
        raise BadInput("review: no documents are built. Run `rulings build FILE` first.")
    made = open_made(snapshot, home, sources)
    reviews = ledger.reviews()
    items = queue_of(made.corpus, made.findings, reviews, read_reports(folder))
    return Bench(corpus=made.corpus, items=items, reviews=reviews, snapshot=snapshot)


def _said(decision: Any) -> str:
    what = {"prevails": decision.prevails, "correct": decision.corrected}.get(decision.decision, "")
    return f"{decision.decision} {what}".strip() + f" by {decision.by} on {decision.date[:10]}"


def _print(items: Sequence[Item], json_: bool) -> int:
    if json_:
        print(json.dumps([item_json(i) for i in items], ensure_ascii=False, indent=1))
        return 0
    for item in items:
        f = item.finding
        state = " (text changed: open again)" if item.reopened else f" [{_said(item.decided)}]" if item.decided else ""
        print(f"{item.id} {f.code} {f.severity:7} {' '.join(f.message.split())[:160]}{state}")
    print(f"{len(items)} in the queue")
    return 0


def item_json(item: Item) -> dict[str, object]:
    """An item of the queue: the finding as `rulings audit` prints it, what may prevail and what was decided."""
    from dataclasses import asdict

    from cli.finding import finding_json
    from kb.reviews.ledger import sides

    decided = [asdict(d) for d in item.subject.decisions]
    more = {"id": item.id, "about": item.subject.about, "sides": sides(item.subject), "reopened": item.reopened}
    return finding_json(item.finding) | more | {"decisions": decided, "open": item.decided is None}
