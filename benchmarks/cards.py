"""Card effects read and judged: `python -m benchmarks.cards`. Both parts of the exam, English and Chinese, the isolated effect
and the whole text, through the code of `rulings check --jsonl`; scored by the exam's own scorer (`RULINGS_EXAM_DIR`)."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kb.law.law import Law
from kb.law.laws import Laws
from query.card.batch import check_lines

EXAM = Path(os.environ.get("RULINGS_EXAM_DIR", Path(__file__).resolve().parents[2] / "shared" / "exam"))
PARTS = ("damage", "profile")
MODES = ("effect", "card")
LANGS = ("en", "zh")
WARM_UP = 50
"""Rows answered before the clock starts."""
SMALLEST = 30
"""Rows from which a slice is listed."""


def asked(part: str, lang: str, mode: str) -> list[str]:
    """The lines that the exam asks: one effect or one whole text each, without any label."""
    command = [sys.executable, str(EXAM / "make_check_input.py"), str(EXAM / f"{part}_dev.jsonl"), lang, mode]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def table(part: str, answers: dict[str, dict[str, Any]]) -> str:
    """What the exam's scorer prints on the rows answered."""
    spec = importlib.util.spec_from_file_location("score_cards", EXAM / "score_cards.py")
    assert spec and spec.loader
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    gold = map(json.loads, (EXAM / f"{part}_dev.jsonl").read_text("utf-8").splitlines())
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        scorer.run(part, [g for g in gold if g["id"] in answers], answers, None, None, SMALLEST)
    return out.getvalue()


def measure(part: str, lang: str, mode: str, law: Law) -> tuple[str, dict[str, dict[str, Any]]]:
    """A heading with the effects judged per second of processor time, and the answers by row."""
    lines = asked(part, lang, mode)
    list(check_lines(lines[:WARM_UP], law=law))
    began = time.process_time()
    answers = {a["id"]: a for a in check_lines(lines, law=law)}
    spent = time.process_time() - began
    effects = sum(len(a.get("effects", ())) for a in answers.values())
    return f"== {part} {lang} {mode}: {len(lines)} rows, {effects / spent:.0f} effects per second of CPU time", answers


def main(argv: Iterable[str] | None = None) -> None:
    """Prints every table; `--save FOLDER` keeps the answers, to be compared with those of another version."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("--save", type=Path)
    save = told.parse_args(argv).save
    if not EXAM.is_dir():
        sys.exit(f"{EXAM} is missing: set RULINGS_EXAM_DIR to the folder of the exam")
    law = Laws.open().of("OCG")
    for part in PARTS:
        for lang in LANGS:
            for mode in MODES:
                heading, answers = measure(part, lang, mode, law)
                print(f"{heading}\n{table(part, answers)}", flush=True)
                if save:
                    save.mkdir(parents=True, exist_ok=True)
                    rows = (json.dumps(a, ensure_ascii=False) for a in answers.values())
                    (save / f"{part}_{lang}_{mode}.jsonl").write_text("\n".join(rows) + "\n", "utf-8")


if __name__ == "__main__":
    main()
