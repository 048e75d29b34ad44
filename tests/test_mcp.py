"""The tools of an assistant, called by a real client over standard input and output of a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest
from card_samples import write_yaml_yugi
from few import few_of
from mcp import StdioServerParameters
from mcp.client.client import Client

from cli.main import main
from ingest.build import Order, build
from query.answer.contract import answer_json
from query.engine import Engine
from serve.mcp import STANDING, standing

ROOT = Path(__file__).resolve().parent.parent
TOOLS = {
    "ask",
    "check_card",
    "check_text",
    "card",
    "concept",
    "timing",
    "search",
    "passage",
    "neighbours",
    "sources",
}
Called = list[tuple[bool, Any]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sources folder of two topics, and a home with invented cards."""
    folder = tmp_path_factory.mktemp("mcp")
    few_of(folder / "sources")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULINGS_SOURCES", str(folder / "sources"))
        build(folder / "home", Order(cards=[write_yaml_yugi(folder / "cards.json")], encoder="none"))
    return folder


def server(folder: Path) -> StdioServerParameters:
    where = ["--home", str(folder / "home"), "--sources", str(folder / "sources"), "--encoder", "none"]
    command = ["-c", "from cli.main import main; main()", "mcp", *where]
    return StdioServerParameters(command=sys.executable, args=command, env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=ROOT)


def apart(run: Callable[[], Awaitable[Any]]) -> Any:
    """What it comes to, in a thread of its own: a browser of another test may keep this one's event loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(anyio.run, run).result()


def called(folder: Path, *calls: tuple[str, dict[str, Any]]) -> Called:
    """What each call gave: whether it failed, and the object, or the words of the error."""

    async def run() -> Called:
        found: Called = []
        async with Client(server(folder), read_timeout_seconds=60) as client:
            for name, arguments in calls:
                got = await client.call_tool(name, arguments)
                text = " ".join(getattr(part, "text", "") for part in got.content)
                found.append((bool(got.is_error), got.structured_content if not got.is_error else text))
        return found

    return apart(run)


def test_a_client_sees_tools_that_only_read(folder: Path) -> None:
    async def run() -> tuple[Any, str]:
        async with Client(server(folder), read_timeout_seconds=60) as client:
            return (await client.list_tools()).tools, client.instructions or ""

    tools, instructions = apart(run)
    assert {t.name for t in tools} == TOOLS
    assert all(t.description and t.annotations.read_only_hint for t in tools)
    assert "not settled" in instructions and "citation" in instructions


def test_every_tool_answers_a_client(folder: Path) -> None:
    asked = "Can a Spell Speed 1 effect be chained to another effect?"
    ((_, first),) = called(folder, ("ask", {"question": asked}))
    calls: list[tuple[str, dict[str, Any]]] = [
        ("ask", {"question": "连锁处理中可以发动卡片吗？", "territory": "OCG"}),
        ("check_card", {"card": "Glint", "at": "damage-step"}),
        ("check_text", {"text": "Target 1 face-up monster; it gains 300 ATK.", "kind": "Quick-Play Spell"}),
        ("card", {"name": "Glint"}),
        ("concept", {"name": "连锁"}),
        ("timing", {"name": "damage-step"}),
        ("search", {"words": "chain", "most": 3}),
        ("passage", {"id": first["citations"][0]["id"]}),
        ("neighbours", {"kind": "concept", "id": "chain"}),
        ("sources", {}),
    ]
    assert {name for name, _ in calls} == TOOLS
    found = dict(zip((n for n, _ in calls), called(folder, *calls), strict=True))
    assert not [name for name, (failed, _) in found.items() if failed]
    engine = Engine.open(folder / "home", sources=folder / "sources", encoder="none")
    expected = answer_json(engine.ask(asked))
    engine.close()
    assert (first["verdict"], first["citations"]) == (expected["verdict"], expected["citations"])
    assert first["citations"][0]["quote"] and first["standing"] == standing(expected)
    assert found["ask"][1]["lang"] == "zh"
    assert found["check_card"][1]["damage_step"] == found["check_text"][1]["damage_step"]
    assert len(found["search"][1]["hits"]) == 3
    assert found["passage"][1]["quote"] == first["citations"][0]["quote"]


def test_what_no_source_settles_is_called_so(folder: Path) -> None:
    ((failed, row),) = called(folder, ("ask", {"question": "Who bakes the sweetest cake in the harbour?"}))
    assert not failed and row["abstained"]
    assert row["standing"].startswith("not settled") and "sources don't say" in row["standing"]


@pytest.mark.parametrize("ground", ["computed", "stated", "inferred", "none"])
def test_only_what_is_computed_or_stated_counts_as_settled(ground: str) -> None:
    row = {"ground": ground, "abstained": False, "disagreements": []}
    assert standing(row).startswith("settled") is (ground in ("computed", "stated"))
    assert standing({**row, "abstained": True}) == STANDING["none"]
    assert "name both" in standing({**row, "disagreements": [{}]})


def test_what_cannot_be_used_is_told_and_the_server_goes_on(folder: Path) -> None:
    found = called(
        folder,
        ("card", {"name": "xyzzyxyzzy"}),
        ("ask", {"question": "   "}),
        ("passage", {"id": "nothing"}),
        ("ask", {"question": "why " * 2000}),
        ("nonsense", {}),
        ("search", {"words": "chain", "most": 0}),
        ("sources", {}),
    )
    assert [failed for failed, _ in found] == [True] * 6 + [False]
    assert "no such card" in found[0][1] and "empty" in found[1][1] and "Take the id" in found[2][1]
    assert all("Traceback" not in str(words) for _, words in found)


def test_a_damaged_home_is_told_before_anything_is_served(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "current").write_text("nonsense", "utf-8")
    assert main(["mcp", "--home", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1 and "rulings build" in told.err


@pytest.mark.slow
def test_lines_that_are_no_calls_do_not_end_the_server(folder: Path) -> None:
    told = server(folder)
    first = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
    hostile = [
        b"\xff\xfe\x00",
        b"[" * 60_000,
        b'{"jsonrpc": ' * 5_000,
        b"null",
        b'{"jsonrpc": "2.0", "id": 9, "method": "ping", "params": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
        b'{"jsonrpc": "2.0", "id": 10, "method": "tools/call", "params": {"name": "ask", "arguments": [1, 2]}}',
        b'{"jsonrpc": "2.0", "id": 11, "method": "tools/call", "params": {"name": "search", "arguments": {"words": {}}}}',
        b'{"jsonrpc": "2.0", "id": 1e999, "method": "ping"}',
        b'{"jsonrpc": "2.0", "id": 7, "method": "nowhere", "params": ' + b"9" * 5_000 + b"}",
        b'{"a": "' + b"b" * 2_000_000 + b'"}',
        b"\x1b[2J\x00\r",
        rb'{"jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": {"name": "ask", "arguments": {"question": "\ud800"}}}',
    ]
    calls = [
        {"id": 1, "method": "initialize", "params": first},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "ask", "arguments": {"question": "a \u202e\x00 b?"}}},
        {"id": 3, "method": "tools/call", "params": {"name": "passage", "arguments": {"id": "../../../etc/passwd"}}},
        {"id": 4, "method": "tools/call", "params": {"name": "sources", "arguments": {}}},
    ]
    with subprocess.Popen(
        [told.command, *told.args],
        cwd=ROOT,
        env=told.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdin and process.stdout
        answered: dict[int, Any] = {}
        for call in calls:
            lines = [*(hostile if call["method"] != "initialize" else ()), json.dumps({"jsonrpc": "2.0", **call}).encode()]
            process.stdin.write(b"\n".join(lines) + b"\n")
            process.stdin.flush()
            while "id" in call and call["id"] not in answered:
                line = process.stdout.readline()
                assert line, f"the server ended before it answered {call}"
                got = json.loads(line)
                answered[got.get("id")] = got
        process.stdin.close()
        assert process.wait(60) == 0
    assert "root:" not in str(answered) and answered[3]["result"]["isError"]
    assert answered[4]["result"]["structuredContent"]
