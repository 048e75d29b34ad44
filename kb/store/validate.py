"""Whether a graph is sound: SHACL over what a build has changed, every breach with its place.

A node of a document that is as it was before was checked then; what others changed around it is asked by `kb.store.coherence`.
So a change costs what it touches, and `full` looks at everything again.
"""

from __future__ import annotations

from kb.graph.names import OWN_GRAPHS
from kb.store.build import Draft
from kb.store.shapes import SHAPES, shapes_hash
from kb.store.triples import lines_of, subject_of
from kb.store.unsound import Breach, UnsoundGraph


def validate(draft: Draft, *, full: bool = False) -> None:
    """Checks the graphs that a draft changes, or with `full` all of them. Raises UnsoundGraph with every breach.

    All are checked, too, if the shapes are others than those the previous snapshot was checked with.
    """
    everything = full or draft.previous is None or draft.previous.manifest.extra.get("shapes") != shapes_hash()
    found: list[Breach] = []
    for name in draft.graph_ids if everything else draft.changed_graphs:
        before = b"" if everything else draft.graph_before(name)
        found += check_graph(name, draft.graph_after(name), before=before)
    if found:
        raise UnsoundGraph(tuple(sorted(found)))


def check_graph(name: str, after: bytes, *, before: bytes = b"") -> list[Breach]:
    """The breaches of one named graph, given as N-Triples; nodes of a document that are as they were `before` are passed over.

    Our own graphs are small and refer to themselves: they are always checked whole.
    """
    lines = lines_of(after)
    if name not in OWN_GRAPHS and (known := lines_of(before)):
        touched = {subject_of(line) for line in lines ^ known}
        lines = {line for line in lines if subject_of(line) in touched}
    if not lines:
        return []
    from kb.store.shacl import breaches

    return breaches(name, lines, SHAPES)
