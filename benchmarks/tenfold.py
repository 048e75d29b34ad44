"""The documents of a folder so many times over, no copy like another: on them the audit of ten times the text is timed.

    python -m benchmarks.tenfold DOCUMENTS OUT --times 10
    rulings build OUT --encoder none --no-audit --home HOME && time rulings audit --home HOME > /dev/null

In every copy but the first, each third word of the prose is another one of the same document, of the same length, so that no
sentence of one copy stands in another; headings, lists, tables, links and footnotes stay.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from pathlib import Path

ONE_IN = 3
"""One word in so many is another."""
_WORD = re.compile(r"(?<![\w/#<&.-])[a-z]{3,}(?![\w/>;=.-]*[/>=])|[\u4e00-\u9fff]{2}")
_KEPT = re.compile(r"<[^>]*>|\]\([^)]*\)|https?://\S+")
"""What is no prose: tags and addresses."""


def varied(text: str, seed: int) -> str:
    """The text with one word in three replaced by another of its own of the same length, the same ones for the same seed."""
    chance = random.Random(seed)
    words: dict[int, list[str]] = defaultdict(list)
    for word in sorted(set(_WORD.findall(text))):
        words[len(word.encode())].append(word)

    def other(found: re.Match[str]) -> str:
        return chance.choice(words[len(found[0].encode())]) if chance.randrange(ONE_IN) == 0 else found[0]

    def line(of: str) -> str:
        if of.startswith(("#", "<a ")):
            return of
        kept = [*_KEPT.finditer(of)]
        ends = [0, *(m.end() for m in kept)]
        prose = [of[a:b] for a, b in zip(ends, [*(m.start() for m in kept), len(of)], strict=True)]
        return "".join(_WORD.sub(other, p) + (kept[n][0] if n < len(kept) else "") for n, p in enumerate(prose))

    return "".join(line(of) for of in text.splitlines(keepends=True))


def main() -> None:
    """Writes the copies and says how many characters there are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--times", type=int, default=10)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    written = 0
    for path in sorted(p for p in given.documents.iterdir() if p.is_file()):
        text = path.read_text("utf-8")
        for number in range(given.times):
            copy = varied(text, number) if number else text
            (given.out / f"{path.stem}_{number}{path.suffix}").write_text(copy, "utf-8")
            written += len(copy)
    print(f"{written:,} characters")


if __name__ == "__main__":
    main()
