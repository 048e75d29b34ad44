"""Tools for an assistant, over the Model Context Protocol: it looks rulings up, cites them, and says what is not settled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from kb.errors import RulingsError
from kb.release import release
from serve import replies
from serve.keeper import Keeper

INSTRUCTIONS = """Yu-Gi-Oh! rulings with their evidence, in English and Chinese. Look a ruling up before you state one; do not \
answer from memory.
Cite what you state: document, section and lines of each citation that you use, its quote as it is written.
`standing` says how far an answer may be relied on, and how to say it. Where it is "not settled", say that it is not settled. \
Where `disagreements` is not empty, name both sides. Where `missing` is not empty, ask for that fact.
At an event the head judge decides."""

STANDING = {
    "computed": "settled: worked out from card text or by the rules of the calculation; say it as the answer",
    "stated": "settled: a source states it; say it as the answer, with its citation",
    "inferred": "not settled: these are the closest rules, right about two times in three; say 'probably', at a confidence"
    " below 0.5 'perhaps', and show the rule",
    "none": "not settled: the sources don't say; say exactly that, and offer no ruling of your own",
}
Lang = Literal["", "en", "zh"]
Territory = Literal["OCG", "TCG", "both"]
Row = dict[str, Any]


def standing(row: Row) -> str:
    """How far an answer may be relied on, for who passes it on."""
    told = STANDING["none" if row["abstained"] else row["ground"]]
    return told + ("; the sources disagree: name both sides" if row["disagreements"] else "")


class Tools:
    """What the assistant may call; every tool reads, none changes anything."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    def _reply(self, make: Callable[..., Row], *values: Any, **named: Any) -> Row:
        """The reply; what the asker can mend is told as the tool's error."""
        try:
            return make(self._keeper.current(), *values, **named)
        except RulingsError as error:
            raise ToolError(" ".join(str(error).split())) from error

    def ask(
        self,
        question: Annotated[str, Field(description="The question as a player puts it, in English or Chinese.")],
        territory: Territory = "both",
    ) -> Row:
        """Answer a rulings question: verdict, what it stands on, the exact passages, what is missing, who disagrees."""
        row = self._reply(replies.ask, question, territory)
        return {"standing": standing(row), **row}

    def check_card(
        self,
        card: Annotated[str, Field(description="Name, nickname, password or Konami id.")],
        at: Annotated[str, Field(description="One timing of the Damage Step, by name; empty for all of them.")] = "",
        lang: Lang = "",
        territory: Territory = "both",
    ) -> Row:
        """Say for each effect of a card at which timings of the Damage Step it may be activated, and by which rule."""
        return self._reply(replies.check, card=card, at=at, lang=lang, territory=territory)

    def check_text(
        self,
        text: Annotated[str, Field(description="One card's text, as it is printed.")],
        kind: Annotated[str, Field(description='What card it stands on: "Quick-Play Spell", "Counter Trap", …')] = "",
        lang: Lang = "",
        territory: Territory = "both",
    ) -> Row:
        """The same for a pasted card text."""
        return self._reply(replies.check, text=text, kind=kind, lang=lang, territory=territory)

    def card(self, name: str, lang: Lang = "") -> Row:
        """Show a card: its texts, its effects judged, the entries, passages and official Q&As that name it."""
        return self._reply(replies.card, name, lang)

    def concept(self, name: str) -> Row:
        """Show a term of the rules: names in each language, neighbours, rules, where documents speak of it."""
        return self._reply(replies.concept, name)

    def timing(self, name: str) -> Row:
        """Show a part of the turn: what comes before and after, what happens, what may and may not be done."""
        return self._reply(replies.timing, name)

    def search(self, words: str, most: Annotated[int, Field(ge=1, le=replies.MOST_HITS)] = 8) -> Row:
        """Find entries and passages by words, without a verdict: to read further, or when `ask` does not fit."""
        return self._reply(replies.search, words, most)

    def passage(self, id: Annotated[str, Field(description="The `id` of a citation.")], lang: Lang = "") -> Row:
        """Read one passage or entry whole, with where it stands and what supersedes it."""
        return self._reply(replies.passage, id, lang)

    def neighbours(
        self,
        kind: Literal["concept", "timing", "rule", "source"],
        id: str,
        steps: Annotated[int, Field(ge=1, le=replies.MOST_STEPS)] = 1,
    ) -> Row:
        """Show what stands around a term, timing, rule or document: what overrides what, what is part of what."""
        return self._reply(replies.graph, kind, id, steps)

    def sources(self) -> Row:
        """List the documents it knows, their authority, and which of them are built here."""
        return self._reply(replies.sources)


def make_server(keeper: Keeper) -> MCPServer:
    """The server with its tools."""
    server: MCPServer = MCPServer(
        "duel-rulings", title="Duel Rulings", instructions=INSTRUCTIONS, version=release(), log_level="ERROR"
    )
    tools = Tools(keeper)
    reading = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    for tool in (
        tools.ask,
        tools.check_card,
        tools.check_text,
        tools.card,
        tools.concept,
        tools.timing,
        tools.search,
        tools.passage,
        tools.neighbours,
        tools.sources,
    ):
        server.add_tool(tool, annotations=reading)
    return server


def run(home: Path, *, sources: Path | None = None, encoder: str | None = None) -> None:
    """Serves on standard input and output until the other end closes. Raises SnapshotError, BadSources or BadReview."""
    make_server(Keeper(home, sources=sources, encoder=encoder)).run()
