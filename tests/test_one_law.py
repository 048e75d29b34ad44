"""One law: a rule flipped in a copy of the digest, and an editor's decision, change ask, check, calc and the page alike."""

from __future__ import annotations

import ast
import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from card_samples import write_yaml_yugi
from law_samples import law
from page import html
from streamlit.testing.v1 import AppTest

from cli.main import main
from ingest.build import Order, build
from kb.law.laws import Laws
from kb.model import Rule
from kb.reviews import Ledger, Review, Seen, text_hash
from kb.reviews.model import subject_id
from query.engine import Engine

ROOT = Path(__file__).resolve().parent.parent
RULE = "damage-step-activation.changes-atk-def"
"""The entry by which the invented Quick-Play Spell may be activated before damage calculation."""
GLINT = ["card.type=spell", "card.sort=quick-play", "effect.kind=activation", "effect.atk_def=directly", "speed=2"]
TEXT = ["text.names_step=false", "text.phase=none", "text.excludes=none", "text.includes=none"]
CASE = ["act=activate", "timing=damage-step.start", *GLINT, "effect.mandatory=false", "effect.event=none", *TEXT]
CASE += ["effect.negates=none", "effect.with_card=none", "effect.summons=none", "text.names_timing=false", "card.name=Glint"]

Verdicts = dict[str, str]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("one-law")
    cards = write_yaml_yugi(folder / "cards.json")
    assert build(folder / "kb", Order(cards=[cards], encoder="none")).cards == 5
    return folder / "kb"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The digest in a folder of its own."""
    shutil.copytree(ROOT / "sources", tmp_path / "sources")
    return tmp_path / "sources"


@pytest.fixture
def home(built: Path, tmp_path: Path) -> Path:
    """A home of its own, so that a decision there concerns one test."""
    shutil.copytree(built, tmp_path / "home")
    return tmp_path / "home"


@pytest.fixture
def said(
    copied: Path, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], Verdicts]]:
    """What each way of asking says of one activation; the engine and the page stay open from one call to the next."""
    monkeypatch.setenv("RULINGS_HOME", str(home))
    engine = Engine.open(home, sources=copied, encoder="none")

    def ask() -> Verdicts:
        where = ["--json", "--home", str(home), "--sources", str(copied), "--territory", "OCG"]
        return {
            "ask": engine.ask("Can I activate Glint in the Damage Step?", territory="OCG").verdict,
            "check": _run(capsys, ["check", "Glint", *where])["damage_step"],
            "calc": _run(capsys, ["calc", "case", *CASE, *where])["verdict"],
            "page": _page(monkeypatch, copied),
        }

    yield ask
    engine.close()


def _run(capsys: pytest.CaptureFixture[str], words: list[str]) -> dict[str, str]:
    assert main(words) == 0
    return dict(json.loads(capsys.readouterr().out))


def _page(monkeypatch: pytest.MonkeyPatch, sources: Path) -> str:
    """The verdict that the Card page shows at the start of the Damage Step; the page has no other way to name a folder."""

    def run() -> None:
        from ui.pages.card import page

        page()

    with monkeypatch.context() as only_here:
        only_here.setenv("RULINGS_SOURCES", str(sources))
        only_here.setitem(sys.modules, "__main__", sys.modules["__main__"])  # the page's script takes its place
        test = AppTest.from_function(run, default_timeout=120)
        test.query_params["name"], test.query_params["in"], test.query_params["lang"] = "Glint", "OCG", "en"
        test.run()
    assert not test.exception, [e.value for e in test.exception]
    cell = html(test).split('class="dr-cell"')[1]
    found = re.search(r"\b(Yes|No|Depends)\b", cell, re.I)
    assert found, cell[:400]
    return found[0].lower()


def everywhere(verdict: str) -> Verdicts:
    return dict.fromkeys(("ask", "check", "calc", "page"), verdict)


def _rewrite(folder: Path, old: str, new: str) -> None:
    path = folder / "rules" / "damage-step-activation.toml"
    head, mark, rest = path.read_text("utf-8").partition(f'id = "{RULE}"')
    assert mark
    path.write_text(head + mark + rest.replace(old, new, 1), "utf-8")


def test_a_rule_flipped_in_a_copied_digest_changes_every_answer(said: Callable[[], Verdicts], copied: Path) -> None:
    assert said() == everywhere("yes")
    _rewrite(copied, 'then = "permitted"', 'then = "forbidden"')
    assert said() == everywhere("no")
    _rewrite(copied, 'then = "forbidden"', 'then = "permitted"')
    assert said() == everywhere("yes")


def subject(rule: Rule) -> Review:
    place = Seen(source="digest", file=rule.file, passage=rule.id, hash=text_hash(f"{rule.en}\n{rule.zh}"))
    return Review(id=subject_id("entry", rule.id), about="entry", entries=(rule.id,), places=(place,))


@pytest.mark.parametrize("to_sources", [True, False], ids=["of the editors", "of one's own"])
def test_an_entry_that_was_rejected_counts_nowhere(
    said: Callable[[], Verdicts], copied: Path, home: Path, to_sources: bool
) -> None:
    ledger = Ledger(sources=copied, home=home, to_sources=to_sources)
    review = subject(law().rule(RULE))
    ledger.decide(review, "reject", by="Ana", reason="misread")
    assert said() == everywhere("no")
    ledger.undo(review.id, by="Ana")
    assert said() == everywhere("yes")


def test_an_entry_whose_wording_was_corrected_leaves_it_open_everywhere(
    said: Callable[[], Verdicts], copied: Path, home: Path
) -> None:
    ledger = Ledger(sources=copied, home=home)
    ledger.decide(subject(law().rule(RULE)), "correct", by="Ana", corrected="Only lamps may do so.")
    assert said() == everywhere("depends")


def test_the_losing_side_of_a_settled_conflict_counts_nowhere(copied: Path, home: Path) -> None:
    laws = Laws(copied, home)
    rules = laws.of("OCG").rules
    one, other = rules[RULE], rules["damage-step-activation.closed"]
    review = Review(id="0123456789ab", entries=(one.id, other.id), places=(Seen(source="compendium"), Seen(source="x")))
    before = laws.of("OCG")
    Ledger(sources=copied, home=home).decide(review, "prevails", by="Ana", reason="r", prevails=other.id)
    after = laws.of("OCG")
    assert one.id in {f.rule.id for f in before.formal}
    assert one.id not in {f.rule.id for f in after.formal}


def test_a_law_is_made_once_and_anew_when_something_changes(copied: Path, home: Path) -> None:
    laws = Laws(copied, home)
    first = laws.of("OCG")
    assert laws.of("OCG") is first
    assert laws.of("TCG") is not first
    _rewrite(copied, 'then = "permitted"', 'then = "forbidden"')
    assert laws.of("OCG").rule(RULE).then == "forbidden"
    assert first.rule(RULE).then == "permitted"


def _modules(*folders: str) -> list[Path]:
    return sorted(p for folder in folders for p in (ROOT / folder).rglob("*.py"))


def test_the_law_knows_no_question() -> None:
    known = {"kb.law", "kb.digest", "kb.reviews", "kb.model", "kb.errors", "kb.home", "kb.network", "kb.toml"}
    for path in _modules("kb/law"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("kb", "query", "ingest", "cli", "ui")):
                assert any(f"{node.module}.".startswith(f"{k}.") for k in known), f"{path.name} imports {node.module}"


def test_nothing_above_the_law_chooses_the_digest_behind_its_back() -> None:
    """No variable is set for the sources, and none of the digest is loaded without naming its folder."""
    loaders = {"load_rules", "load_timings", "load_glossary", "load_word_lists", "bundled_linker"}
    found = []
    for path in (*_modules("query", "cli", "ui"), ROOT / "app.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            if name in loaders and not (node.args or node.keywords):  # type: ignore[attr-defined]
                found.append(f"{path.relative_to(ROOT)}:{node.lineno} {name}()")  # type: ignore[attr-defined]
            if isinstance(node, ast.Constant) and node.value == "RULINGS_SOURCES":
                assert path.name in ("review.py", "bench.py"), f"{path}: {node.value}"
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "os.environ":
                assert ast.unparse(node.slice) in ("VARIABLE", "EDITORS", "BASE_URL"), (
                    f"{path.relative_to(ROOT)} sets {ast.unparse(node.slice)}"
                )
    assert found == []
