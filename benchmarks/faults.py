"""Recall of the audit on collections written with faults on purpose: what of those noted beforehand is reported.

    python -m benchmarks.faults --out DIR        # the documents without their notes, to be built with `rulings build`
    python -m benchmarks.faults --found FILE     # FILE: what `rulings audit --format json` printed with them built

A fault is noted at the end of its line as ⟦family what⟧; it is found when a finding of that family has a place on the line.
"""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("faults")
_NOTE = re.compile(r" ?⟦(?P<family>\w+) (?P<what>[^⟧]+)⟧")


@dataclass(frozen=True, slots=True)
class Fault:
    """One that was put in."""

    source: str
    line: int
    family: str
    what: str


def faults_in(path: Path) -> tuple[str, list[Fault]]:
    """The document without its notes, and the faults noted."""
    lines, faults = [], []
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        faults += [Fault(path.stem, number, m["family"], m["what"]) for m in _NOTE.finditer(line)]
        lines.append(_NOTE.sub("", line))
    return "\n".join(lines), faults


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--found", type=Path)
    args = parser.parse_args()
    read = {path: faults_in(path) for path in sorted(FOLDER.glob("*.md"))}
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        for path, (text, _) in read.items():
            (args.out / path.name).write_text(text, "utf-8")
    if args.found:
        reported = json.loads(args.found.read_text("utf-8"))
        _score([f for _, faults in read.values() for f in faults], reported)


def _score(faults: list[Fault], reported: list[dict]) -> None:
    missed = [f for f in faults if not any(_touches(r, f) for r in reported)]
    for source in sorted({f.source for f in faults}):
        for family in ("structure", "evidence", "meaning"):
            mine = [f for f in faults if (f.source, f.family) == (source, family)]
            print(f"{source:10} {family:10} {sum(f not in missed for f in mine)}/{len(mine)}")
    for fault in missed:
        print(f"missed: {fault.source}:{fault.line} {fault.family} {fault.what}")


def _touches(finding: dict, fault: Fault) -> bool:
    return finding["family"] == fault.family and any(
        p["source"] == fault.source and p["lines"][0] <= fault.line <= p["lines"][1] for p in finding["places"]
    )


if __name__ == "__main__":
    main()
