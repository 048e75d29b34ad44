"""The structure checks: each on an invented document with the fault and on one without it, then on the real documents."""

from __future__ import annotations

import importlib.util
import json
import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from ingest.readers import markdown, wiki_dump, zh_notes
from kb.audit.corpus import Audited, Corpus
from kb.audit.run import all_checks, audit
from kb.bundled import load_glossary, load_timings
from kb.graph.read import ReadDocument
from kb.model import Concept, Document, Finding, Source, Timing
from test_readers_real import IDS, real

READERS = {"en": markdown, "zh": zh_notes, "wiki": wiki_dump}
SHARED = Path(os.environ.get("RULINGS_EXAM_DIR", Path(__file__).parents[2] / "shared" / "exam"))
CONCEPTS = (
    Concept(id="ember", category="place", labels={"en": "Outer Ember Zone", "zh": "余烬区域"}),
    Concept(id="hex", category="place", labels={"en": "Hex Court", "zh": "咒庭"}),
    Concept(id="pawn", category="card", labels={"en": "Pawn", "zh": "棋子"}, aliases={"zh": ("小卒",)}),
    Concept(id="swift", category="effect", labels={"en": "Swift Effect", "zh": "迅捷效果"}),
    Concept(id="glow", category="timing", labels={"en": "Glow", "zh": "微光时刻"}),
)
TIMINGS = (
    Timing(id="dawn", level="phase", labels={"en": "Dawn Phase", "zh": "黎明阶段"}),
    Timing(id="noon", level="phase", labels={"en": "Noon Phase", "zh": "正午阶段"}),
    Timing(id="dusk", level="phase", labels={"en": "Dusk Phase", "zh": "黄昏阶段"}),
)


@dataclass(frozen=True)
class Case:
    """A check's code; documents with the fault, the lines it must name in the first; the same without the fault."""

    code: str
    faulty: Sequence[str]
    lines: Sequence[int]
    sound: Sequence[str]
    lang: str = "en"


def corpus(texts: Sequence[str], lang: str = "en") -> Corpus:
    return Corpus(
        documents=tuple(_audited(t, lang, n) for n, t in enumerate(texts)), concepts=CONCEPTS, timings=TIMINGS
    )


def _audited(text: str, lang: str, number: int) -> Audited:
    name = f"doc{number}"
    kind = "en" if lang == "wiki" else lang
    format_ = {"en": "markdown", "zh": "zh-notes", "wiki": "wiki-dump"}[lang]
    source = Source(id=name, file=f"{name}.txt", title=name, lang=kind, format=format_)  # type: ignore[arg-type]
    return _wrap(READERS[lang].read(source, text.encode()))


def _wrap(document: Document) -> Audited:
    return Audited(read=ReadDocument(document=document, mentions=(), statements=()))


def found(code: str, texts: Sequence[str], lang: str = "en") -> list[Finding]:
    return list(all_checks()[code](corpus(texts, lang)))


REFS = '<ol>\n<li id="court-1"><a href="https://a.example/1">First scroll</a></li>\n{}</ol>\n'
NOTE = '<sup><a href="#court-{}">[{}]</a></sup>'
LONG = "The warden of the court counts every pawn aloud before the lantern is lit, and the guest repeats the number."
OTHER = "A pawn that stands beyond the gate is counted by nobody until its owner calls it back into the yard again."
WIKI = "Link: https://wiki.example/Court\n\n Court \n Contents \n\n{}\n Order \n The court opens at noon. [1] \n{} References \n\n{}"
ENTRY = ' ↑   "Court Notes [A-C]" . Guild. Brass Owl. {} http://web.archive.org/web/20090220023927/http://a.example/x?first={}&last={} . \n\n'

CASES = [
    Case("S101", ["# Yard\n\nText stands here.\n\n## Gate\n\n## Wall\n\nMore text.\n"], [5], ["# Yard\n\nText.\n\n## Gate\n\nText.\n"]),
    Case("S101", ["##庭院\n###大门\n\n###围墙\n- 围墙挡住棋子。\n"], [2], ["##庭院\n###大门\n- 大门开着。\n"], "zh"),
    Case("S102", ["# Yard\n\n## Gate\n\nThe gate is shut.\n"], [1], ["# Yard\n\nAll about it.\n\n## Gate\n\nThe gate is shut.\n"]),
    Case("S102", ["##庭院\n###大门\n- 大门开着。\n"], [1], ["##庭院\n- 庭院的规则。\n###大门\n- 大门开着。\n"], "zh"),
    Case("S103", ["# Yard\n\nText.\n\n### Gate\n\nText.\n"], [5], ["# Yard\n\nText.\n\n## Gate\n\nText.\n"]),
    Case(
        "S104",
        ["## ■ Yard\n\nText.\n\n### ■ Gate\n\nText.\n\n## ■ Wall\n\nText.\n"],
        [5],
        ["## ■ Yard\n\nText.\n\n## ■ Gate\n\nText.\n\n### Wall\n\nText.\n"],
    ),
    Case(
        "S104",
        ["##黎明阶段\n- 甲。\n##正午阶段\n- 乙。\n###黄昏阶段\n- 丙。\n"],
        [5],
        ["##黎明阶段\n- 甲。\n##正午阶段\n- 乙。\n##黄昏阶段\n- 丙。\n"],
        "zh",
    ),
    Case(
        "S105",
        ["## ■ Yard\n\nText.\n\n■ Gate\n\nText.\n\n## ■ Wall\n\nText.\n"],
        [5],
        ["## ■ Yard\n\nText.\n\n## ■ Gate\n\nText.\n"],
    ),
    Case("S105", ["**1**\n\n### Yard\n\nText.\n\n**2**\n\n## 3\n\nText.\n"], [1], ["**1**\n\nText.\n\n**2**\n\nText.\n\n**3**\n\nText.\n"]),
    Case(
        "S111",
        ["# Contents\n\n● THE YARD ..... 1\n● THE GATE ..... 2\n● THE WALL ..... 3\n● THE POND ..... 4\n\n# The yard\n\nText.\n"],
        [3, 4, 5, 6],
        ["- [The yard](#the-yard)\n- [The gate](#the-gate)\n\n# The yard\n\nText.\n\n# The gate\n\nText.\n"],
    ),
    Case(
        "S112",
        ["- [A](#a)\n- [B](#b)\n- [C](#c)\n- [D](#d)\n\n# A\n\nT.\n\n# B\n\nT.\n\n# C\n\nT.\n\n# Extra\n\nT.\n\n# D\n\nT.\n"],
        [18],
        ["- [A](#a)\n- [B](#b)\n- [C](#c)\n- [D](#d)\n\n# A\n\nT.\n\n# B\n\nT.\n\n# C\n\nT.\n\n# D\n\nT.\n"],
    ),
    Case("S113", ["# Yard\n\nThe gate is shut at noon (see page 12).\n"], [3], ["# Yard\n\nThe gate is shut at noon (see The gate).\n"]),
    Case("S121", ['# Yard\n\nA plan.\n\n<img src="./plan.png" />\n'], [5], ['# Yard\n\n<img src="https://a.example/plan.png" />\n']),
    Case("S122", ["# Yard\n\nThe pawns stand as shown in the diagram.\n"], [3], ["# Yard\n\nThe pawns stand in a row of five.\n"]),
    Case(
        "S131",
        [
            "# Yard\n\n<table>\n<tr><th>When</th><th>What can/cannot enter</th></tr>\n"
            "<tr><th>Noon</th><td>\n a pawn that is awake and counted\n</td></tr>\n</table>\n",
            "# Yard\n\n<table>\n<tr><th>When</th><th>What can/cannot enter</th></tr>\n"
            "<tr><th>Noon</th><td>\n✔️ a pawn that is awake and counted\n</td></tr>\n</table>\n",
        ],
        [6],
        ["# Yard\n\n<table>\n<tr><th>When</th><th>What can/cannot enter</th></tr>\n<tr><th>Noon</th><td>\n❌ a pawn\n</td></tr>\n</table>\n"],
    ),
    Case("S132", ["# Sum\n\n(20+5)/5 5 25 in the end\n", "# Sum\n\n(20+5)/5 → 5 ⇒ 25 in the end\n"], [3], ["# Sum\n\n4 → 5\n", "# Sum\n\n4 → 5\n"]),
    Case("S133", ['# Sum\n\nIn the sums "" signifies the value at noon.\n'], [3], ['# Sum\n\nIn the sums "+" signifies the value at noon.\n']),
    Case(
        "S141",
        [f"# Court\n\nA pawn kneels{NOTE.format(9, 9)}.\n\n*References*:\n" + REFS.format("")],
        [3],
        [f"# Court\n\nA pawn kneels{NOTE.format(1, 1)}.\n\n*References*:\n" + REFS.format("")],
    ),
    Case(
        "S142",
        [
            f"# Court\n\nA pawn kneels{NOTE.format(1, 1)}.\n\n*References*:\n"
            + REFS.format('<li id="court-2"><a href="https://a.example/2">Second scroll</a></li>\n')
        ],
        [8],
        [f"# Court\n\nA pawn kneels{NOTE.format(1, 1)}.\n\n*References*:\n" + REFS.format("")],
    ),
    Case("S143", ['# Court\n\n<a id="x"></a>Pawns kneel.\n\n<a id="x"></a>Guests stand.\n'], [3], ['# Court\n\n<a id="x"></a>Pawns kneel.\n']),
    Case(
        "S144",
        [
            f"# Court\n\nA pawn kneels{NOTE.format(1, 1)}.\n\n*References*:\n"
            + REFS.format('<li><a href="https://a.example/2">Second scroll</a></li>\n')
        ],
        [8],
        ['# Court\n\nA pawn kneels.\n\n*References*:\n<ol>\n<li><a href="https://a.example/2">Second scroll</a></li>\n</ol>\n'],
    ),
    Case(
        "S145",
        [f"# Court\n\nA pawn kneels{NOTE.format(1, 4)}.\n\n*References*:\n" + REFS.format("")],
        [3],
        [f"# Court\n\nA pawn kneels{NOTE.format(1, 1)}.\n\n*References*:\n" + REFS.format("")],
    ),
    Case(
        "S146",
        ['# Court\n\nText.\n\n*References*:\n<ol>\n' + '<li><a href="https://a.example/1">Same scroll</a></li>\n' * 2 + "</ol>\n"],
        [7],
        ["# Court\n\nText.\n\n*References*:\n" + REFS.format("")],
    ),
    Case("S147", [WIKI.format("", "", ENTRY.format("", "A", "C") * 2)], [14], ["# Court\n\nText.\n"], "wiki"),
    Case("S151", ['# Court\n\n<a href="ttp://a.example.com/b.pdf">The roll</a>\n'], [3], ['# Court\n\n<a href="http://a.example.com/b.pdf">The roll</a>\n']),
    Case("S151", ['# Court\n\n<a href="www.a.com/list/">The list</a>\n'], [3], ['# Court\n\n[Pawns](#court) and [roll](./roll.md)\n']),
    Case(
        "S152",
        [
            '# Court\n\nText.\n\n*References*:\n<ol>\n<li><a href="https://web.archive.org/web/20200101000000/http://a.example/one">Roll</a>,'
            ' archived from the <a href="http://a.example/two">original</a></li>\n</ol>\n'
        ],
        [7],
        [
            '# Court\n\nText.\n\n*References*:\n<ol>\n<li><a href="https://web.archive.org/web/20200101000000/http://a.example/one">Roll</a>,'
            ' archived from the <a href="http://a.example/one">original</a></li>\n</ol>\n'
        ],
    ),
    Case("S153", [WIKI.format("", "", ENTRY.format("", "S", "T") * 2)], [14], [WIKI.format("", "", ENTRY.format("", "A", "C") * 2)], "wiki"),
    Case(
        "S154",
        ['# Court\n\n<a href="https://a.example/card#77">"Brass Owl" ruling</a>\n\n<a href="https://a.example/card#77">"Tin Fox" ruling</a>\n'],
        [5],
        ['# Court\n\n<a href="https://a.example/card#77">"Brass Owl" ruling</a>\n\n<a href="https://a.example/card#78">"Tin Fox" ruling</a>\n'],
    ),
    Case(
        "S155",
        [
            '# Court\n\nText.\n\n*References*:\n<ol>\n<li>Guild Archive of Rolls: <a href="https://a.example/1">One</a></li>\n'
            '<li><a href="https://a.example/2">Two</a> Guild Archive of Rolls</li>\n</ol>\n'
        ],
        [8],
        ['# Court\n\nText.\n\n*References*:\n<ol>\n<li>Guild Archive of Rolls: <a href="https://a.example/1">One</a></li>\n</ol>\n'],
    ),
    Case("S156", [WIKI.format(" 1   Order \n 2   External links \n", " External links \n The Guild: Noon Rules \n The Guild: Dusk Rules \n", "")], [12], ["# Links\n\n[Guild](https://a.example)\n"], "wiki"),
    Case(
        "S157",
        [WIKI.format("", "", ENTRY.format("9 September 2009. Archived from the original on 28 May 2008 .", "A", "C") * 2)],
        [14],
        [WIKI.format("", "", ENTRY.format("Archived from the original on 20 February 2009 .", "A", "C") * 2)],
        "wiki",
    ),
    Case(
        "S158",
        ["# Court\n\n" + "".join(f'<a href="https://a.example/{n}">"Owl {n}" ruling</a>\n' for n in range(12)) + '<a href="https://a.example/x">"Fox", ruling</a>\n'],
        [15],
        ["# Court\n\n" + "".join(f'<a href="https://a.example/{n}">"Owl {n}" ruling</a>\n' for n in range(12))],
    ),
    Case("S161", ["##庭院\n- 甲。\n"], [1], ["## 庭院\n- 甲。\n"], "zh"),
    Case("S162", ["##庭院\n- 甲走。\n- 乙走。\n-『丙』走。\n"], [4], ["##庭院\n- 甲走。\n- 乙走。\n- 丙走。\n"], "zh"),
    Case("S163", ["# Yard\n\n$\\hspace{2em}$ Pawns kneel.\n"], [3], ["# Yard\n\n$x + y$ pawns kneel.\n"]),
    Case("S164", ["# Yard\n\n**4****Gate**\n\nText.\n"], [3], ["# Yard\n\n**4** **Gate**\n\nText.\n"]),
    Case("S165", ["# Yard\n\nDawn (Japanese: 夜 明 け asa) comes first.\n"], [3], ["# Yard\n\nDawn (Japanese: 夜明け asa) comes first.\n"]),
    Case("S166", [WIKI.format("", " Pawns kneel at noon. [1] . \n", ENTRY.format("", "A", "C") * 2)], [10], [WIKI.format("", " Pawns kneel. [1] \n", ENTRY.format("", "A", "C") * 2)], "wiki"),
    Case("S167", ["# Yard\n\nPawns (guests, etc)., kneel at noon.\n"], [3], ["# Yard\n\nPawns (guests, etc.), kneel at noon.\n"]),
    Case("S167", ["##庭院\n- 棋子跪下。但是。客人站着。\n"], [2], ["##庭院\n- 棋子跪下。但是，客人站着。\n"], "zh"),
    Case("S168", ["# Yard\n\n<table>\n<tr><td>\nPawns kneel\n<br><br>\n</td>\n<td>\n</td></tr>\n</table>\n"], [6, 7, 8, 9], ["# Yard\n\n<table>\n<tr><td>Pawns<br>kneel</td><td>x</td></tr>\n</table>\n"]),
    Case("S169", ["# Yard\n\n<ul>\n<li>Pawn</li>\n<ul>\n\nText.\n"], [3], ["# Yard\n\n<ul>\n<li>Pawn</li>\n</ul>\n\nText.\n"]),
    Case("S170", ["# Yard\n\nPawns (and guests kneel at noon.\n"], [3], ["# Yard\n\nPawns (and guests) kneel at noon.\n"]),
    Case("S170", ["##庭院\n- 记载了【跪下。】】的棋子。\n"], [2], ["##庭院\n- 记载了【跪下。】的棋子。\n"], "zh"),
    Case("S171", ["# Yard\n\n*Sources*:\n\nA.\n\n*Sources*:\n\nB.\n\n*Sources*:\n\nC.\n\n**Sources**:\n\nD.\n"], [15], ["# Yard\n\n*Sources*:\n\nA.\n\n*Sources*:\n\nB.\n"]),
    Case("S172", ["# Yard\n\nText.\n\n## [PAWN / WOOD]\n\nText.\n"], [5], ["# Yard\n\nText.\n\n## Pawn [wood]\n\nText.\n"]),
    Case("S173", ["# Yard\n\nThe yard is open at noon and shut at dusk.\n\n" + "Owl\nFox list\n" * 50], [5], ["# Yard\n\n" + "The yard is open at noon.\n\n" * 90]),
    Case("S174", ["# Yard\n\nText.\n\n## &lt;&lt; Gate\n\nText.\n"], [5], ["# Yard\n\nText.\n\n## Gate\n\nText.\n"]),
    Case("S175", ["# Yard\n\nText.\n\nBRASS OWL\n\nABC-EN012\n\nHoots once.\n\n©1999 GUILD\n"], [7], ["# Yard\n\nThe card ABC-EN012 hoots once.\n"]),
    Case("S176", ["# Yard\n\nText.\n\nDawn\n\nMorning\n\nNoon\n\nEvening\n\nDusk\n\nNight\n"], [5], ["# Yard\n\n- Dawn\n- Morning\n- Noon\n- Evening\n- Dusk\n- Night\n"]),
    Case("S177", ["# Yard\n\n" + "A pawn , a guest and a warden meet here .\n\n" * 12], [3], ["# Yard\n\n" + "A pawn, a guest and a warden meet here.\n\n" * 12]),
    Case("S181", ["# Yard\n\n" + "Pawns kneel.\n\n" * 9 + "The warden of the inner court shuts the\ngate at noon.\n"], [21, 22], ["# Yard\n\nPawns kneel.\n\nThe warden shuts the gate.\\\nThe guests leave.\n"]),
    Case("S182", ["# Yard\n\nThere are exceptions. 1. Pawns may kneel. 2. Guests may sit. 3. Owls may fly.\n"], [3], ["# Yard\n\nThere are exceptions:\n\n1. Pawns may kneel.\n2. Guests may sit.\n3. Owls may fly.\n"]),
    Case("S182", ["##庭院\n- 按顺序排列。 顺位1：棋子 顺位2：客人 顺位3：猫头鹰\n"], [2], ["##庭院\n- 按顺序排列。\n  - 顺位1：棋子\n  - 顺位2：客人\n"], "zh"),
    Case("S183", ["##庭院\n- 棋子跪下。\n客人站着。\n- 猫头鹰飞走。\n"], [3], ["##庭院\n- 棋子跪下。\n- 客人站着。\n"], "zh"),
    Case("S184", ["##庭院\n- 棋子在正午之前必须跪在大门旁边。棋子在正午之前必须跪在大门旁边。\n"], [2], ["##庭院\n- 棋子在正午之前跪下。客人在正午之前站着。\n"], "zh"),
    Case("S191", ["# Yard\n\nThe gate has two steps:\n\n1. It opens.\n\n2. It waits.\n\n3. It shuts.\n"], [3], ["# Yard\n\nThe gate has three steps:\n\n1. It opens.\n\n2. It waits.\n\n3. It shuts.\n"]),
    Case("S191", ["##大门\n- 大门依照其进行分为2段\n1. 打开\n- 打开大门。\n\n2. 等待\n- 等待。\n\n3. 关上\n- 关上大门。\n"], [2], ["##大门\n- 大门依照其进行分为2段\n1. 打开\n- 打开大门。\n\n2. 等待\n- 等待。\n"], "zh"),
    Case("S192", ["# Gate\n\nText.\n\n1 Dawn Step\n\nThe way of the gate\n\n2 Noon Step\n\n3 Dusk Step\n"], [7], ["# Gate\n\nThe way of the gate\n\n1 Dawn Step\n\n2 Noon Step\n\n3 Dusk Step\n"]),
    Case("S193", ["# Gate\n\nKnock upon the gate.\n\nState your name.\n\n3 Step inside the gate.\n"], [3, 5, 7], ["# Gate\n\n1 Knock upon the gate.\n\n2 State your name.\n\n3 Step inside.\n"]),
    Case("S194", ["# Gate\n\nI Dawn Step\n\n2 Noon Step\n"], [3], ["# Gate\n\n1 Dawn Step\n\n2 Noon Step\n"]),
    Case("S201", [f"# Yard\n\n## Gate\n\n{LONG}\n\n## Wall\n\n{OTHER}\n\n## Gate\n\n{LONG} So it goes on.\n"], [3, 5, 11, 13], [f"# Yard\n\n## Gate\n\n{LONG}\n\n## Wall\n\n{OTHER}\n"]),
    Case("S202", [f"# Yard\n\n## Lantern Rites\n\n{LONG}\n\n## Walled Pond\n\n{LONG}\n"], [9], [f"# Yard\n\n## Lantern Rites\n\n{LONG}\n\n## Gate\n\n{OTHER}\n"]),
    Case("S203", [f"# Yard\n\n## Gate\n\n{LONG}\n\n## Wall\n\nThe wall is high. counts every pawn aloud before the lantern is lit, and the guest repeats the number.\n"], [9], [f"# Yard\n\n## Gate\n\n{LONG}\n"]),
    Case("S204", ["# Yard\n\nThe wall is high today. and the guests are tired.\n"], [3], ["# Yard\n\nThe wall is high, e.g. and the guests are tired.\n"]),
    Case("S205", ["##大门\n- 猫头鹰不能飞过高高的围墙。\n###围墙\n- 猫头鹰不能飞过高高的围墙。\n"], [2, 4], ["##大门\n- 猫头鹰不能飞过围墙。\n###围墙\n- 棋子不能翻过围墙。\n"], "zh"),
    Case("S206", ["# Old Gate\n\nText one.\n\n# Yard\n\nSome.\n\n## Old Gate\n\nOther words.\n"], [1, 9], ["# Old Gate\n\nText.\n\n## Example\n\nA.\n\n# Yard\n\nB.\n\n## Example\n\nC.\n"]),
    Case("S207", [f"# Yard\n\n{LONG}\n", f"# Court\n\n{LONG}\n"], [3], [f"# Yard\n\n{LONG}\n", f"# Court\n\n{OTHER}\n"]),
    Case("S211", ["# Yard\n\nThe pawn was transfered to the warden.\n"], [3], ["# Yard\n\nThe pawn was transferred to the bulleted warden.\n"]),
    Case("S211", ["# Yard\n\n" + "The effects in the yard hold.\n\n" * 5 + "These effectsin a court differ.\n"], [13], ['# Yard\n\nThe pawn is named "Zorblax Quundle" here.\n']),
    Case("S212", ["# Yard\n\n" + "A face-down pawn sleeps.\n\n" * 5 + "A facedown guest wakes.\n"], [13], ["# Yard\n\n" + "A face-down pawn sleeps.\n\n" * 6]),
    Case("S213", ['# Yard\n\nTake "Fallen of Brass" first.\n\nThen "Fall of Brass" acts.\n\nAnd "Fallen of Brass" rests.\n'], [5], ['# Yard\n\nTake "Tin Fox 1" first.\n\nThen "Tin Fox 2" acts.\n']),
    Case("S214", ["# Yard\n\n" + "The Outer Ember Zone is shut.\n\n" * 10 + "The Outer Ember Court Zone is open.\n"], [23], ["# Yard\n\n" + "The Outer Ember Zone is shut.\n\n" * 11]),
    Case("S221", ["# Yard\n\nThe pawns that were be counted kneel.\n"], [3], ["# Yard\n\nThe pawns that would be counted kneel.\n"]),
    Case("S221", ["# Yard\n\nA Brass Owl are birds of the yard.\n"], [3], ["# Yard\n\nA pair of Brass Owls are birds of the yard.\n"]),
    Case("S222", ["# Yard\n\nA pawn with a Ember has to kneel.\n"], [3], ["# Yard\n\nAn owl with a unique mark has an hour.\n"]),
    Case("S223", ["# Yard\n\nThe warden counts every pawn before the\n\n## Gate\n\nText.\n"], [3], ["# Yard\n\nThe warden counts every pawn.\n\n## Gate\n\nText.\n"]),
    Case("S231", ["##庭院\n- 除了迅捷效果效果以外都可以。\n"], [2], ["##庭院\n- 除了迅捷效果以外都可以，一个个来。\n"], "zh"),
    Case("S232", ["##庭院\n" + "- 微光时刻的棋子。\n" * 20 + "- 微光日刻的客人。\n"], [22], ["##庭院\n" + "- 微光时刻的棋子。\n" * 21], "zh"),
    Case("S233", ["##庭院\n- 对面场上有pawn，保留那个棋子。\n"], [2], ["##庭院\n- 对面场上有棋子，保留那个棋子。\n"], "zh"),
    Case("S234", ["##庭院\n- 把棋子（小卒）放下。\n- 棋子跪下。\n"], [2], ["##庭院\n- 把棋子（一枚）放下。\n"], "zh"),
    Case("S235", ["##庭院\n" + "- 「棋子」跪下。\n" * 8 + "- “客人”站着。\n"], [10], ["##庭院\n" + "- 「棋子」跪下。\n" * 8], "zh"),
    Case("S236", ["##庭院\n" + "- 棋子•客人。\n" * 30 + "- 棋子·客人。\n"], [32], ["##庭院\n" + "- 棋子•客人。\n" * 30], "zh"),
    Case("S237", ["# Yard\n\nA pawn bears the sign 兵 on its back.\n"], [3], ["# Yard\n\nA pawn (Chinese: 兵) bears a sign.\n"]),
    Case(
        "S241",
        ["# Yard\n\nPawns are not counted towards the limit your own guild today.\n", "# Yard\n\nPawns are not counted towards the limit of your own guild today.\n"],
        [3],
        ["# Yard\n\nPawns are counted towards the limit of your own guild today.\n", "# Yard\n\nPawns are not counted towards the limit of your own guild today.\n"],
    ),
    Case(
        "S242",
        [
            "# Yard\n\nThese are plain Pawns. Guests without a lantern in the hand, who wait for the warden near the old gate.\n",
            "# Yard\n\nThese are plain Pawn Guests without a lantern in the hand, who wait for the warden near the old gate.\n",
        ],
        [3],
        [f"# Yard\n\n{LONG}\n", f"# Yard\n\n{LONG} They wait.\n"],
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[f"{c.code}-{c.lang}" for c in CASES])
def test_a_fault_is_found_where_it_stands_and_nowhere_else(case: Case) -> None:
    findings = found(case.code, case.faulty, case.lang)
    named = {n for f in findings for p in f.places if p.source == "doc0" for n in range(p.lines.first, p.lines.last + 1)}
    assert findings, f"{case.code} finds nothing"
    assert set(case.lines) <= named
    assert not found(case.code, case.sound, "en" if case.sound[0].startswith("# ") else case.lang)


def test_every_structure_check_has_a_case() -> None:
    assert {c.code for c in CASES} == {c for c, check in all_checks().items() if check.family == "structure"}


@pytest.mark.parametrize("case", CASES, ids=[f"{c.code}-{c.lang}" for c in CASES])
def test_findings_are_tight_and_said_in_one_line(case: Case) -> None:
    for finding in found(case.code, case.faulty, case.lang):
        assert 1 <= len(finding.places) <= 4
        assert all(p.lines.last - p.lines.first < 15 and p.quote for p in finding.places)
        assert finding.message and "\n" not in finding.message + finding.hint
        assert 0.5 <= finding.confidence <= 1.0


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_check_fails_on_a_nearly_empty_document(lang: str) -> None:
    assert all(list(c(corpus(["#\n\n#\n", "x\n"], lang))) is not None for c in all_checks().values() if c.family == "structure")


@cache
def _real() -> Corpus:
    documents = tuple(_wrap(real(name)) for name in IDS)
    return Corpus(documents=documents, concepts=tuple(load_glossary()), timings=tuple(load_timings()))


@cache
def _real_findings() -> list[Finding]:
    codes = [c for c, check in all_checks().items() if check.family == "structure"]
    return audit(_real(), codes=codes)


def test_recall_on_the_real_documents() -> None:
    gold = SHARED / "audit_dev.jsonl"
    if not gold.exists():
        problem = f"{gold} is missing: set RULINGS_EXAM_DIR"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(problem)
    spec = importlib.util.spec_from_file_location("audit_score", SHARED / "audit_score.py")
    assert spec and spec.loader
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    reported = [
        {"family": f.family, "places": [{"file": p.file, "lines": list(p.lines)} for p in f.places]} for f in _real_findings()
    ]
    hits: dict[str, list[bool]] = defaultdict(list)
    for line in gold.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if entry["class"] == "structural":
            hits[entry["auto_detectable"]].append(any(score.touched(entry, r) for r in reported))
    assert (len(hits["easy"]), len(hits["hard"])) == (64, 16)
    assert sum(hits["easy"]) / 64 >= 0.95
    assert sum(hits["hard"]) / 16 >= 0.7


def test_an_editor_is_not_flooded() -> None:
    findings = _real_findings()
    assert 150 <= len(findings) <= 300
    assert sum(f.severity == "error" for f in findings) < len(findings) / 3
