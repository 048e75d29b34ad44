"""Mutated input into readers, card texts, questions and SPARQL: `python -m benchmarks.fuzz --seconds 120 --corpus DIR`.

Each target is given seeds, mutations of seeds and of what was new: an input counts as new where it reaches a line of the
target's packages that none before did; those are kept in the corpus and are seeds of the next run. Whatever is raised but a
RulingsError, or takes longer than SLOW, is a failure: it is printed and kept, and the exit status is 1.

SPARQL is made by a grammar and changed term by term (`benchmarks.sparql_forms`), so that most of it is a query. The layers of
the trained readers change nothing unless `--layers` is given: what they read is odd then, and several times as much is tried.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType

from pyoxigraph import Literal, NamedNode, Quad

from benchmarks.sparql_forms import Forms, prologue
from ingest.readers import read_document
from ingest.registry import Registry, identify
from kb.digest.load import load_rules, sources_dir
from kb.errors import RulingsError
from kb.graph.names import BASE
from kb.index.layers import Floats, Layers
from kb.law.law import Law
from kb.law.laws import Laws
from kb.store.oxigraph import EmbeddedStore
from kb.store.sparql import sparql as ask
from query.card.check import check_pasted
from query.engine import Engine
from query.read.question import read_question

SLOW = 4.0
"""Seconds of the processor for one input; the longest questions take three on a machine that other work shares."""
HUNG = 60
"""Seconds after which an input is given up."""
FEW = EmbeddedStore.of(
    Quad(NamedNode(f"{BASE}{s}"), NamedNode(f"{BASE}{p}"), o, NamedNode(f"{BASE}g"))
    for s, p, o in (
        ("x", "p", Literal("a")), ("x", "p", Literal("灯", language="zh")), ("x", "q", NamedNode(f"{BASE}y")),
        ("y", "q", NamedNode(f"{BASE}x")), ("y", "p", Literal(1)), ("y", "p", Literal(1.5)),
    )
)  # fmt: skip
ROOT = Path(__file__).resolve().parent.parent
NAMES = (".md", ".txt", ".html", ".rst", ".json", ".wiki")
LONGEST = 4000
BITS = (
    "\x00", "\x1b[2J", "\udcff", "\u202e", "{" * 40, "[" * 40, "| a " * 40, "<table><td colspan=9999999>", "`a ", "**", "可以",
    "1" * 400, "灯", "Damage Step", "伤害步骤", "ATK", "Chain Link 2", "如果", "once per turn", "SERVICE", "FILTER", "\n- ",
    "\n# ", "[1]: x", "(?", "\\u0041",
)  # fmt: skip
"""Pieces that readers look for, or stumble over."""


def mutated(text: str, others: list[str], chance: random.Random, longest: int = LONGEST) -> str:
    """The text with a few stretches cut, doubled, swapped, flipped, or taken from elsewhere."""
    for _ in range(chance.randint(1, 6)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.randint(0, 40))
        piece = chance.choice((
            "", text[start:end] * chance.randint(2, 6), chance.choice(BITS),
            chr(chance.choice((chance.randrange(128), chance.randrange(0x3000, 0x9FFF), chance.randrange(0x10FFFF)))),
            _part(chance.choice(others), chance),
        ))  # fmt: skip
        text = (text[:start] + piece + text[end:])[:longest]
    return text


def _part(text: str, chance: random.Random) -> str:
    start = chance.randrange(len(text) + 1)
    return text[start : start + chance.randint(1, 80)]


def reader(text: str) -> None:
    """A document of any kind, told by its name."""
    name = NAMES[len(text) % len(NAMES)]
    data = text.encode("utf-8", "surrogatepass")
    found = identify(Path(f"a{name}"), data, Registry((), {}), None, name=f"a{name}")
    read_document(found.source, data)


@cache
def _laws() -> tuple[Law, ...]:
    return Laws.open(Path("/nowhere")).each()


def card(text: str) -> None:
    """A pasted card text, judged in both languages."""
    check_pasted(text, laws=_laws(), lang="en")
    check_pasted(text, laws=_laws(), lang="zh")


def sparql(text: str) -> None:
    """A query of a small store in this process, as far as it is let through."""
    for _ in zip(range(100), ask(FEW, text).values, strict=False):
        pass


Change = Callable[[str, list[str]], str]
"""Makes an input of a known one and others."""


@dataclass(frozen=True, slots=True)
class Target:
    """What is fuzzed."""

    function: Callable[[str], object]
    seeds: list[str]
    packages: tuple[str, ...]
    """Whose lines are watched."""
    change: Change


def targets(chance: random.Random, usual: int, sources: Path | None) -> dict[str, Callable[[], Target]]:
    """What there is, by name; `usual` is the longest input but for one of fifty, `sources` what questions are asked of."""

    def change(text: str, others: list[str]) -> str:
        return mutated(text, others, chance, LONGEST if chance.random() < 0.02 else usual)

    return {
        "readers": lambda: Target(reader, _golden(), ("ingest",), change),
        "card texts": lambda: Target(card, _texts(), ("kb/cardtext", "query/card"), change),
        "readings": lambda: Target(read_question, _asks(), ("query/read", "kb/lang"), change),
        "questions": lambda: Target(_engine(sources).ask, _asks(), ("query", "kb/lang", "kb/digest"), change),
        "SPARQL": lambda: Target(sparql, [Forms(chance).query() for _ in range(50)], ("kb/store",), _queries(chance, change)),
    }


def _asks() -> list[str]:
    return [text for rule in load_rules(sources_dir()) for said in rule.asks[:1] for text in (said.en, said.zh) if text][::200]


def _golden() -> list[str]:
    found = sorted((ROOT / "tests" / "golden").rglob("*"))
    return [p.read_text("utf-8", "replace")[:LONGEST] for p in found if p.is_file()]


def _texts() -> list[str]:
    return ["If this card is Summoned: You can target 1 monster; destroy it.", "①：以1只怪兽为对象才能发动。那只怪兽破坏。"]


def _engine(sources: Path | None) -> Engine:
    engine = Engine.open(Path("/nowhere"), sources=sources, encoder="none")
    engine.ask("Who goes first?")
    return engine


def _queries(chance: random.Random, change: Change) -> Change:
    """Queries that mostly are some: half anew, half changed by terms and groups; one of fifty changed anyhow."""
    forms = Forms(chance)

    def made(text: str, others: list[str]) -> str:
        if chance.random() < 0.02:
            return change(text, others)
        return prologue(forms.query() if chance.random() < 0.5 else forms.changed(text, others), chance)[:LONGEST]

    return made


class Hung(Exception):
    """An input takes so long that it may never end."""


def _hung(number: int, frame: FrameType | None) -> None:
    raise Hung(f"not done after {HUNG} seconds")


class Lines:
    """Which lines of some packages were ever reached."""

    def __init__(self, packages: tuple[str, ...]) -> None:
        self._start = tuple(str(ROOT / p) for p in packages)
        self._seen: set[tuple[str, int]] = set()
        self.new = False

    def watch(self, function: Callable[[str], object], text: str) -> None:
        """Calls the function; `new` says whether it reached a line for the first time."""
        self.new = False
        monitoring = sys.gettrace()
        sys.settrace(self._enter)
        try:
            function(text)
        finally:
            sys.settrace(monitoring)

    def _enter(self, frame: FrameType, event: str, arg: object) -> object:
        code = frame.f_code
        if not code.co_filename.startswith(self._start):
            return None
        return self._line

    def _line(self, frame: FrameType, event: str, arg: object) -> object:
        at = (frame.f_code.co_filename, frame.f_lineno)
        if at not in self._seen:
            self._seen.add(at)
            self.new = True
        return self._line

    def __len__(self) -> int:
        return len(self._seen)


def fuzz(name: str, target: Target, seconds: float, corpus: Path, chance: random.Random, *, traced: int) -> Iterator[str]:
    """Fuzzes one target; the lines to print, failures first."""
    function, seeds = target.function, target.seeds
    folder = corpus / name.replace(" ", "-")
    folder.mkdir(parents=True, exist_ok=True)
    known = seeds + [p.read_text("utf-8", "surrogatepass") for p in sorted(folder.glob("*.txt"))]
    lines, tried, refused, failed, slowest, grown = Lines(target.packages), 0, 0, 0, 0.0, 0
    began_all, end = time.process_time(), time.monotonic() + seconds
    while time.monotonic() < end:
        text = known[tried] if tried < len(known) else target.change(chance.choice(known), known)
        watched = tried < len(known) or tried % traced == 0
        tried += 1
        began = time.process_time()
        wrong = ""
        signal.alarm(HUNG)
        try:
            lines.watch(function, text) if watched else function(text)
        except RulingsError:
            refused += 1
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        signal.alarm(0)
        took = time.process_time() - began
        slowest = max(slowest, took if not watched else 0.0)
        if wrong or (took > SLOW and not watched):
            failed += 1
            kept = _keep(folder / "failed", text)
            yield f"FAILED {name}: {wrong[:200] or f'{took:.1f} s'} ({kept})"
        elif watched and lines.new and tried > len(known):
            known.append(text)
            _keep(folder, text)
            grown += 1
    each = tried / max(time.process_time() - began_all, 1e-9)
    yield f"| {name} | {tried:,} | {refused / tried:.0%} | {each:,.0f} | {grown} | {len(lines):,} | {slowest:.2f} | {failed} |"


def _keep(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    data = text.encode("utf-8", "surrogatepass")
    path = folder / f"{hashlib.sha256(data).hexdigest()[:16]}.txt"
    path.write_bytes(data)
    return path


HEAD = "| target | inputs | refused in a line | a second | kept as new | lines reached | slowest, s | failed |"


def main() -> int:
    """Print failures and a table; 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="for each target")
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--only", default="")
    parser.add_argument("--traced", type=int, default=20, help="every so many inputs one is watched for new lines")
    parser.add_argument("--usual", type=int, default=LONGEST, help="longest input but for one of fifty")
    parser.add_argument("--layers", action="store_true", help="run the trained readers in full")
    parser.add_argument("--sources", type=Path, help="ask questions of this digest: of a small one, twice as many")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    if not given.layers:
        Layers.__call__ = _unread  # type: ignore[method-assign]  # the networks stand still while all else is tried
    signal.signal(signal.SIGALRM, _hung)
    chance, table = random.Random(given.seed), list[str]()
    for name, make in targets(chance, given.usual, given.sources).items():
        if given.only in ("", name):
            for line in fuzz(name, make(), given.seconds, given.corpus, chance, traced=given.traced):
                print(line, flush=True) if line.startswith("FAILED") else table.append(line)
    print(f"{HEAD}\n| --- |{' ---: |' * 7}\n" + "\n".join(table))
    return 1 if any(not line.endswith("| 0 |") for line in table) else 0


def _unread(layers: Layers, x: Floats) -> Floats:
    return x


if __name__ == "__main__":
    sys.exit(main())
