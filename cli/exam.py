"""`rulings exam`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import Home, Json, Sources
from kb.errors import BadInput

if TYPE_CHECKING:
    from query.exam import Taken


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("exam")(exam)


def exam(
    file: Annotated[Path, typer.Argument(help="A quiz with its key: any document that `rulings build` reads.")],
    encoder: Annotated[str, typer.Option("--encoder", help="Encoder id, or none for graph and BM25 alone.")] = "",
    as_json: Json = False,
    home: Home = None,
    sources: Sources = None,
) -> int:
    """Put the questions of a quiz to the knowledge base and score its answers by the quiz's own key."""
    from ingest.files import read_bytes
    from ingest.readers import read_document
    from ingest.registry import Registry, identify
    from kb.quiz import quizzes_of
    from query.engine import Engine
    from query.exam import take

    data = read_bytes(file)
    document = read_document(identify(file, data, Registry()).source, data)
    quizzes = list(quizzes_of(document))
    if not quizzes:
        raise BadInput(f"{file}: no question with options or a key was found. Write A., B., C. before options, then Answer: B.")
    engine = Engine.open(home, sources=sources, encoder=encoder or None)
    taken = []
    for one in take(engine, quizzes):
        taken.append(one)
        print(json.dumps(_row(one), ensure_ascii=False) if as_json else _line(one), flush=True)
    if not as_json:
        print(_score(taken))
    return 0


def _row(one: Taken) -> dict[str, object]:
    quiz, answer = one.quiz, one.answer
    cited = [{"source": c.source, "file": c.file, "lines": c.lines} for c in answer.citations]
    return {
        "line": quiz.line, "question": quiz.question, "options": dict(quiz.options), "key": quiz.key, "chosen": one.chosen,
        "right": one.right, "verdict": answer.verdict, "confidence": round(answer.confidence, 3), "citations": cited,
    }  # fmt: skip


def _line(one: Taken) -> str:
    said = {True: "right", False: "WRONG", None: "  -  "}[one.right]
    return f"{said}  {one.chosen or 'not said':8} key {one.quiz.key or '-':4} line {one.quiz.line:<5} {one.quiz.question[:80]}"


def _score(taken: list[Taken]) -> str:
    right = sum(one.right is True for one in taken)
    wrong = sum(one.right is False for one in taken)
    silent = sum(not one.chosen for one in taken)
    keyless = sum(not one.quiz.key for one in taken)
    rest = f", {keyless} without a key" if keyless else ""
    return f"{len(taken)} questions: {right} right, {wrong} wrong, {silent} not said by the sources{rest}"
