"""What a user's own documents answer: invented collections beside the whole digest, 30 questions each with verdicts.

    python -m benchmarks.own_questions [--wrong] [--unseen | --untouched]

Three were mended on; `--unseen` asks those, each by itself, whose writers knew neither code nor digest, `--untouched` those of
them from which nothing was learned since they were put first. Prints for each collection how often the right passage is among
the first five, how often the verdict is right, and how many verdicts are wrong at a confidence of 0.7 or more; with `--wrong`
those that are not right.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ingest.build import Order, build
from query.engine import Engine

COLLECTIONS = Path(__file__).parents[1] / "tests" / "collections"
NAMES = ("site", "rulings", "rulebooks")
LEARNED_FROM = (
    *("harbour", "tide", "estuary", "quay", "kiln", "mesa", "lotus"),
    *("cairn", "bamboo", "sluice", "gannet", "qinghe", "thistle", "yunzhu"),
    *("heron", "songtao", "alder", "wren", "meihe"),
    *("birch", "lanxi", "dune", "finch", "yushan", "reedmere", "moling", "cindergate"),
    *("tidemark", "yanwei", "ferry", "songyan", "rivers", "greywater", "tingyu"),
    *("saltmarsh", "baiyun", "ironwood", "hupan", "thornbury", "yulin", "basalt", "xiling"),
    *("larkspur", "gulou", "copperfield", "nanxun"),
)
"""Those from which the encoder of passages has learned."""
UNTOUCHED = (
    *("qixia", "hearth", "meridian", "luohe", "foxglove", "harvest"),
    *("wutong", "pinnace", "gloamwater", "quillmoor", "lushan", "sorrelgate"),
    *("yunqi", "brackenfell", "marlstone", "tianshui"),
)
UNSEEN = (*LEARNED_FROM, *UNTOUCHED)
SURE = 0.7
_MARKS = str.maketrans(dict.fromkeys("*`|"))


@dataclass(frozen=True, slots=True)
class Put:
    """A question put, and what came of it."""

    question: str
    verdict: str
    words: str
    said: str
    confidence: float
    found: bool
    cited: str

    @property
    def right(self) -> bool:
        """Whether the verdict is as written."""
        return self.said == self.verdict

    @property
    def surely_wrong(self) -> bool:
        """Whether another verdict than the written one was said with confidence."""
        return not self.right and self.said in ("yes", "no", "depends") and self.confidence >= SURE


def documents_of(name: str) -> list[Path]:
    """The documents of a collection, without the lists of its questions and faults, which are tables too."""
    folder = COLLECTIONS / name
    docs = folder / "docs"
    return [docs] if docs.is_dir() else sorted(path for path in folder.iterdir() if path.suffix != ".tsv")


def verdicts_of(name: str) -> list[tuple[str, str, str]]:
    """Of every question of a collection the verdict, the question and the words that answer it. Raises OSError, ValueError."""
    found = []
    for line in (COLLECTIONS / name / "verdicts.tsv").read_text("utf-8").splitlines():
        _, verdict, question, words = line.split("\t")
        found.append((verdict, question, words))
    return found


def put(engine: Engine, name: str) -> list[Put]:
    """Every question of a collection's `verdicts.tsv`, put to the engine."""
    asked = []
    for verdict, question, words in verdicts_of(name):
        answer = engine.ask(question)
        five = engine.find(engine.understand(question), 5).hits
        found = any(bare(words) in bare(f"{hit.entry.text(hit.entry.lang)} {hit.entry.answered}") for hit in five[:5])
        cited = answer.citations[0].quote if answer.citations else ""
        asked.append(Put(question, verdict, words, answer.verdict, answer.confidence, found, cited))
    return asked


def bare(text: str) -> str:
    """A text without its blanks and without marks of emphasis and of tables."""
    return "".join(text.translate(_MARKS).split())


def main() -> None:
    """Builds, asks and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--unseen", action="store_true")
    parser.add_argument("--untouched", action="store_true")
    parser.add_argument("--home", type=Path, help="a home that has them built already")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        every: dict[str, list[Put]] = {}
        apart = UNTOUCHED if given.untouched else UNSEEN if given.unseen else ()
        for names in ((name,) for name in apart) if apart else (NAMES,):
            home = given.home or Path(folder) / names[0]
            if not given.home or not (home / "current").exists():
                build(home, Order(paths=[path for name in names for path in documents_of(name)]))
            engine = Engine.open(home)
            every |= {name: put(engine, name) for name in names}
    print(
        f"| collection | questions | passage among five | verdict right | wrong at {SURE} and above |"
        "\n| --- | --- | --- | --- | --- |"
    )
    for name, asked in (*every.items(), ("together", [one for some in every.values() for one in some])):
        total = len(asked)
        counts = (sum(p.found for p in asked), sum(p.right for p in asked), sum(p.surely_wrong for p in asked))
        print(f"| {name} | {total} | " + " | ".join(f"{count / total:.2f}" for count in counts) + " |")
    for name, asked in every.items() if given.wrong else ():
        for one in asked:
            if not one.right or not one.found:
                where = "" if one.found else " (passage not found)"
                print(
                    f"{name}: {one.question} {one.verdict}, said {one.said} {one.confidence:.2f}{where}\n    {one.cited[:160]}"
                )


if __name__ == "__main__":
    main()
