"""Our own data: what is loaded, and that every mistake is reported with its code, place and key."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kb.digest.check import nearest
from kb.digest.load import bundled_linker, load_glossary, load_rules, load_timings, load_word_lists, sources_dir
from kb.digest.read import BadSources, describe
from kb.errors import BadData
from kb.model import Finding, Rule

BAD = Path(__file__).parent / "bad" / "sources"
EXPECTED = {
    "R001.rules.toml": ("rules/lanterns.toml", 9, ""),
    "R002.rules.toml": ("rules/lanterns.toml", 14, "test.bad.konzepts"),
    "R003.rules.toml": ("rules/lanterns.toml", 14, "test.bad.concepts"),
    "R004.rules.toml": ("rules/lanterns.toml", 9, "test.fine.id"),
    "R005.rules.toml": ("rules/lanterns.toml", 14, "test.bad.concepts"),
    "R006.rules.toml": ("rules/lanterns.toml", 14, "test.bad.timing"),
    "R007.rules.toml": ("rules/lanterns.toml", 14, "test.bad.overrides"),
    "R008.rules.toml": ("rules/lanterns.toml", 12, "test.bad.zh"),
    "R009.rules.toml": ("rules/lanterns.toml", 13, "test.bad.cites"),
    "R010.rules.toml": ("rules/lanterns.toml", 13, "test.bad.cites"),
    "R011.rules.toml": ("rules/lanterns.toml", 10, "test.bad.kind"),
    "R012.rules.toml": ("rules/lanterns.toml", 14, "test.bad.asks"),
    "R013.rules.toml": ("rules/lanterns.toml", 14, "test.bad.territory"),
    "R014.rules.toml": ("rules/lanterns.toml", 14, "test.bad.overrides"),
    "R015.rules.toml": ("rules/lanterns.toml", 13, "test.bad.cites"),
    "R016.glossary.toml": ("glossary.toml", 10, "lantern.broader"),
    "R017.glossary.toml": ("glossary.toml", 9, "lantern.labels.zh"),
    "R018.timings.toml": ("timings.toml", 3, "damage-step.level"),
    "R023-states.rules.toml": ("rules/lanterns.toml", 14, "test.bad.states"),
    "R023-zh.rules.toml": ("rules/lanterns.toml", 14, "test.bad.asks"),
    "R023.rules.toml": ("rules/lanterns.toml", 14, "test.bad.asks"),
    "R024-options.rules.toml": ("rules/lanterns.toml", 14, "test.bad.asks"),
    "R024.rules.toml": ("rules/lanterns.toml", 14, "test.bad.asks"),
    "R025.rules.toml": ("rules/lanterns.toml", 14, "test.bad.states"),
}
SMALL = {
    "glossary.toml": '[[concept]]\nid = "turn"\ncategory = "timing"\nlabels = { en = "Turn", zh = "回合" }\n\n'
    '[[concept]]\nid = "damage-step"\ncategory = "timing"\nlabels = { en = "Damage Step", zh = "伤害步骤" }\n',
    "timings.toml": '[[timing]]\nid = "damage-step"\nlevel = "step"\nlabels = { en = "Damage Step", zh = "伤害步骤" }\n\n'
    '[[timing]]\nid = "damage-step.end"\nlevel = "timing"\nlabels = { en = "End", zh = "终" }\npart_of = "damage-step"\n',
    "registry.toml": '[[source]]\nid = "compendium"\nfile = "x.txt"\ntitle = "X"\nlang = "en"\n',
    "predicates.toml": '[[predicate]]\nid = "permission"\nsides = ["allowed", "barred"]\nen = "may it"\nzh = "能不能"\n',
    "cues/facts.toml": '[turn]\nown = { en = ["my turn"], zh = ["我的回合"] }\n',
}
RULE = (
    '[[rule]]\nid = "test.{n}"\nkind = "permission"\nen = "Lantern {n} may burn."\nzh = "灯{n}可以亮。"\n'
    'cites = [{{ source = "compendium", section = "Lanterns", lines = [{n}, {n}], page = 3, further = "Q&A {n}" }}]\n'
    'when = {{ act = "burn" }}\nthen = "permitted"\n\n'
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = tmp_path / "sources"
    (made / "rules").mkdir(parents=True)
    (made / "cues").mkdir()
    for name, text in SMALL.items():
        (made / name).write_text(text, "utf-8")
    return made


@pytest.mark.parametrize("name", sorted(p.name for p in BAD.iterdir()))
def test_each_mistake_is_reported_with_code_place_and_key(folder: Path, name: str) -> None:
    code, kind = name[:4], name.split(".")[1]
    target = {"rules": "rules/lanterns.toml", "glossary": "glossary.toml", "timings": "timings.toml"}[kind]
    (folder / target).write_text((BAD / name).read_text("utf-8"), "utf-8")
    with pytest.raises(BadSources) as caught:
        load_rules(folder)
    found = [(f.code, f.source, f.lines.first if f.lines else 0, f.key) for f in caught.value.findings]
    assert (code, *EXPECTED[name]) in found
    assert {f.code for f in caught.value.findings} == {code}
    assert all(f.message and f.hint for f in caught.value.findings)


def test_there_is_a_malformed_file_for_each_code() -> None:
    assert sorted(p.name for p in BAD.iterdir()) == sorted(EXPECTED)
    assert {name[:4] for name in EXPECTED} == {f"R{n:03}" for n in (*range(1, 19), 23, 24, 25)}


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        (
            'asks = [{ en = "May I?", zh = "能吗？", verdict = "depends", fact = { en = "a", zh = "b" }, '
            'options = [{ en = "dry", verdict = "yes" }, { en = "wet", zh = "湿", verdict = "no" }] }]',
            "R003",
        ),
        ('states = [{ side = "allowed", givn = { turn = "own" } }]', "R002"),
        ('states = [{ given = { turn = "own" } }]', "R003"),
    ],
)
def test_options_and_statements_have_just_their_keys(folder: Path, rest: str, code: str) -> None:
    (folder / "rules" / "a.toml").write_text(RULE.format(n=1).rstrip() + f"\n{rest}\n", "utf-8")
    with pytest.raises(BadSources) as caught:
        load_rules(folder)
    assert [f.code for f in caught.value.findings] == [code]


def test_all_problems_are_listed_at_once(folder: Path) -> None:
    (folder / "rules" / "a.toml").write_text((BAD / "R005.rules.toml").read_text("utf-8"), "utf-8")
    (folder / "rules" / "b.toml").write_text((BAD / "R013.rules.toml").read_text("utf-8").replace("test.", "other."), "utf-8")
    with pytest.raises(BadData) as caught:
        load_glossary(folder)
    lines = str(caught.value).splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("R005 rules/a.toml:14 [test.bad.concepts]: unknown concept 'damage-stp'")
    assert "Did you mean 'damage-step'?" in lines[0]
    assert lines[1].startswith("R013 rules/b.toml:14 [other.bad.territory]")


def test_a_misspelt_table_is_not_lost_silently(folder: Path) -> None:
    (folder / "rules" / "a.toml").write_text(RULE.format(n=1).replace("[[rule]]", "[[rules]]"), "utf-8")
    with pytest.raises(BadSources, match=r"R002 .*unknown table 'rules'"):
        load_rules(folder)


def test_rules_are_loaded_whole_and_in_order(folder: Path) -> None:
    (folder / "rules" / "b-topic.toml").write_text(RULE.format(n=2) + RULE.format(n=3), "utf-8")
    (folder / "rules" / "a-topic.toml").write_text(RULE.format(n=1), "utf-8")
    rules = load_rules(folder)
    assert [(r.id, r.topic, r.file, r.line) for r in rules] == [
        ("test.1", "a-topic", "rules/a-topic.toml", 1),
        ("test.2", "b-topic", "rules/b-topic.toml", 1),
        ("test.3", "b-topic", "rules/b-topic.toml", 10),
    ]
    assert rules[0].cites[0].lines == (1, 1)
    assert (rules[0].cites[0].page, rules[0].cites[0].further) == (3, "Q&A 1")
    assert rules[0].when == {"act": "burn"}


def test_kept_tables_give_the_same_rules_and_notice_every_change(folder: Path) -> None:
    file = folder / "rules" / "a.toml"
    file.write_text(RULE.format(n=1), "utf-8")
    first = load_rules(folder)
    kept = list((folder.parent / "cache").rglob("sources-*.tables"))
    assert len(kept) == 1
    assert load_rules(folder) == first
    file.write_text(RULE.format(n=1).replace("may burn", "may go out"), "utf-8")
    assert load_rules(folder)[0].en == "Lantern 1 may go out."
    file.write_text(RULE.format(n=1).replace('kind = "permission"', 'kind = "wish"'), "utf-8")
    with pytest.raises(BadSources, match="R011"):
        load_rules(folder)


def test_a_damaged_or_unwritable_cache_does_no_harm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "rules" / "a.toml").write_text(RULE.format(n=7), "utf-8")
    load_rules(folder)
    for kept in (folder.parent / "cache").rglob("sources-*.tables"):
        kept.write_text("{", "utf-8")
    from kb.digest import load as bundled

    bundled._read.cache_clear()
    bundled._rules.cache_clear()
    assert load_rules(folder)[0].id == "test.7"
    blocked = folder.parent / "file"
    blocked.write_text("", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    (folder / "rules" / "a.toml").write_text(RULE.format(n=8), "utf-8")
    assert load_rules(folder)[0].id == "test.8"


def test_the_hook_looks_at_every_formal_rule(folder: Path) -> None:
    (folder / "rules" / "a.toml").write_text(RULE.format(n=1), "utf-8")

    def refuse(rule: Rule) -> list[Finding]:
        return [Finding(code="W001", severity="error", message="no such act", source=rule.file, key=rule.id)]

    assert load_rules(folder, check_when=lambda rule: [])
    with pytest.raises(BadSources, match=r"W001 rules/a.toml .test.1.: no such act"):
        load_rules(folder, check_when=refuse)


def test_a_folder_that_is_not_there_is_an_error_that_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSources, match=r"R001 .*nowhere"):
        sources_dir(tmp_path / "nowhere")
    monkeypatch.setenv("RULINGS_SOURCES", str(tmp_path))
    assert sources_dir() == tmp_path.resolve()


def test_a_file_in_another_encoding_is_named(folder: Path) -> None:
    (folder / "rules" / "a.toml").write_bytes("zh = '灯'".encode("gb18030"))
    with pytest.raises(BadSources, match=r"R001 rules/a.toml: cannot be read"):
        load_rules(folder)


def test_the_bundled_data_is_sound_and_complete() -> None:
    if os.environ.get("RULINGS_SOURCES"):
        pytest.skip("another sources folder is set")
    concepts, timings = load_glossary(), load_timings()
    assert len(concepts) >= 290
    assert all(c.labels.get("en") and c.labels.get("zh") for c in concepts)
    assert sum(bool(c.slang) for c in concepts) >= 150
    assert [t.order for t in timings] == list(range(len(timings)))
    assert all(t.part_of for t in timings if t.id != "turn")
    assert load_word_lists().ignored
    assert len(load_rules()) >= 80
    assert bundled_linker() is bundled_linker()


def test_following_next_walks_the_whole_turn() -> None:
    timings = {t.id: t for t in load_timings()}
    reached, queue = set[str](), ["draw-phase"]
    while queue:
        at = queue.pop()
        if at not in reached:
            reached.add(at)
            queue += timings[at].next
            queue += [
                t.id
                for t in timings.values()
                if t.part_of == at and t.order == min(x.order for x in timings.values() if x.part_of == at)
            ]
    assert reached == set(timings) - {"turn"}


def test_nearest_names_something_even_for_nonsense() -> None:
    assert nearest("damage-stp", ["draw-phase", "damage-step"]) == "Did you mean 'damage-step'?"
    assert nearest("x", []) == "Nothing of the kind is defined."


def test_a_finding_is_one_line() -> None:
    finding = Finding(code="R099", severity="error", message="no light", hint="Light it.", source="a.toml", key="k")
    assert describe(finding) == "R099 a.toml [k]: no light. Light it."
