"""Card files of three kinds, read and kept."""

import json
import sqlite3

import pytest
from card_samples import CDB, YAML_YUGI, YGOPRODECK, real_cards, write_cdb, write_yaml_yugi, write_ygoprodeck
from hypothesis import given
from hypothesis import strategies as st

from cli.main import main
from ingest.build import Order, build
from ingest.card_library import CardLibrary, combine
from ingest.cards import READERS, read_card_file
from kb.cards.record import Card, from_json, name_key, to_json
from kb.cards.store import FILE, open_cards
from kb.errors import BadInput, UnknownName


def yaml_yugi():
    return read_card_file(json.dumps(YAML_YUGI).encode(), "cards.json").cards


def ygoprodeck():
    return read_card_file(json.dumps(YGOPRODECK).encode(), "deck.json")


def cdb(tmp_path, rows=CDB):
    return read_card_file(write_cdb(tmp_path / "cards.cdb", rows).read_bytes(), "cards.cdb")


def by_name(cards):
    return {name: card for card in cards for name in card.names.values()}


def test_yaml_yugi_gives_names_texts_and_stats_in_each_language():
    moth = by_name(yaml_yugi())["Lantern Moth"]
    assert (moth.id, moth.konami, moth.passcodes) == ("90001", 90001, (80000001,))
    assert moth.names == {"en": "Lantern Moth", "ja": "灯モス", "zh": "灯笼夜蛾", "zh-TW": "燈籠飛蛾"}
    assert moth.stats == {"attribute": "WIND", "level": "3", "atk": "300", "def": "?"}
    assert set(moth.texts) == {"en", "zh"} and moth.kind().line == "insect / effect"


def test_an_unofficial_translation_is_remembered():
    assert by_name(yaml_yugi())["Cobalt Verdict of Frost"].unofficial == ("text.en",)


def test_a_story_is_told_from_an_effect():
    cards = by_name(yaml_yugi())
    assert cards["Pendulous Heron"].is_lore() and cards["Pendulous Heron"].pendulum
    assert not cards["Lantern Moth"].is_lore() and not cards["Glint"].is_lore()
    bare = Card(id="1", type="monster", type_line="Rock")
    assert bare.is_lore() and not Card(id="1", type="monster", type_line="Rock / Tuner").is_lore()


def test_ygoprodeck_parts_the_pendulum_effect_and_knows_other_pictures():
    cards = by_name(ygoprodeck().cards)
    ferry = cards["Twin-Tide Ferry"]
    assert ferry.texts["en"].startswith("You can send") and ferry.pendulum["en"].startswith("Your Aqua")
    assert ferry.type_line == "Aqua / Pendulum / Effect" and ferry.stats["scale"] == "7"
    assert cards["Lantern Moth"].passcodes == (80000001, 80000009)
    assert (cards["Ember Reel"].type, cards["Ember Reel"].property) == ("trap", "continuous")


def test_a_row_without_a_name_is_reported_and_tokens_are_passed_over():
    taken = ygoprodeck()
    assert len(taken.cards) == 3
    [finding] = taken.findings
    assert finding.code == "K030" and "row 5" in finding.message and "deck.json" in finding.message


def test_a_database_gives_cards_by_their_bits(tmp_path):
    taken = cdb(tmp_path)
    cards = by_name(taken.cards)
    assert not taken.findings and len(taken.cards) == 5
    ferry, veto, sentinel = cards["黄昏摆渡龙"], cards["无声的否决"], cards["链环哨兵"]
    assert ferry.type_line == "Dragon / Pendulum / Effect" and ferry.passcodes == (80000021, 80000022)
    assert ferry.stats == {"attribute": "DARK", "level": "7", "atk": "2100", "def": "1500", "scale": "4"}
    assert ferry.pendulum["zh"].startswith("①：1回合") and ferry.texts["zh"].startswith("①：自己·对方")
    assert (veto.type, veto.property) == ("trap", "counter")
    assert sentinel.stats == {"attribute": "LIGHT", "link": "2", "atk": "1500"} and sentinel.type_line.endswith("Link / Effect")


def test_one_card_of_several_files_is_one_card_and_the_first_file_prevails(tmp_path):
    cards = combine([yaml_yugi(), cdb(tmp_path).cards, ygoprodeck().cards])
    moth = by_name(cards)["Lantern Moth"]
    assert moth.texts["zh"].startswith("①：自己的昆虫族") and moth.texts["en"].startswith("During damage")
    assert ("zh", "提灯蛾") in moth.other_names and moth.passcodes == (80000001, 80000009)
    assert moth.files == ("cards.json", "cards.cdb", "deck.json")
    assert len(cards) == 5 + 3 + 2


def test_a_later_file_adds_the_language_that_is_missing(tmp_path):
    [moth] = [c for c in combine([ygoprodeck().cards, cdb(tmp_path).cards]) if c.konami == 90001]
    assert moth.texts["en"] and moth.texts["zh"] and moth.names == {"en": "Lantern Moth", "zh": "提灯蛾"}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"[]", "no reader"),
        (b'{"data": []}', "no reader"),
        (b"null", "no reader"),
        (b'{"card": 1', "neither JSON"),
        (b"\xff\xfe\x00", "neither UTF-8"),
        (b"SQLite format 3\0 and nothing", "cannot be read"),
        (b'[{"card_type": "Spell", "name": {}}]', "no card"),
        (b"[" * 100_000, "JSON"),
    ],
)
def test_what_is_no_card_file_is_one_line_that_names_it(data, says):
    with pytest.raises(BadInput, match=says) as error:
        read_card_file(data, "odd.json")
    assert str(error.value).startswith("odd.json: ") and "\n" not in str(error.value)


def test_a_database_of_something_else_is_named(tmp_path):
    with sqlite3.connect(tmp_path / "x.cdb") as db:
        db.execute("CREATE TABLE other (id INTEGER)")
    db.close()
    with pytest.raises(BadInput, match="without the tables datas and texts"):
        read_card_file((tmp_path / "x.cdb").read_bytes(), "x.cdb")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("made", "rows", "why"),
    [
        ("desc TEXT AS (hex(zeroblob(500000)))", [(n, "x") for n in range(300)], "worked out, not stored"),
        ("desc TEXT AS (hex(zeroblob(500000))) STORED", [(1, "x")], "worked out, not stored"),
        ("desc TEXT", [(1, "x" * (2 << 20))], "too big"),
    ],
)
def test_a_database_that_makes_more_than_it_holds_is_refused(tmp_path, made, rows, why):
    path = tmp_path / "forged.cdb"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE datas (id INTEGER, alias, type, atk, def, level, race, attribute)")
        db.execute(f"CREATE TABLE texts (id INTEGER, name TEXT, {made})")
        db.executemany("INSERT INTO datas (id, type) VALUES (?, 1)", [row[:1] for row in rows])
        db.executemany("INSERT INTO texts (id, name) VALUES (?, ?)", rows)
    with pytest.raises(BadInput, match=why) as error:
        read_card_file(path.read_bytes(), path.name)
    assert "\n" not in str(error.value)


def test_rows_of_one_number_are_not_multiplied(tmp_path):
    path = tmp_path / "forged.cdb"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE datas (id INTEGER, alias, type, atk, def, level, race, attribute)")
        db.execute("CREATE TABLE texts (id INTEGER, name TEXT, desc TEXT)")
        db.executemany("INSERT INTO datas (id, type) VALUES (7, 1)", [()] * 3000)
        db.executemany("INSERT INTO texts VALUES (7, 'Glint', 'You can draw.')", [()] * 3000)
    assert len(read_card_file(path.read_bytes(), path.name).cards) <= 3000


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from([*YAML_YUGI[0], *YGOPRODECK["data"][0], "pendulum_effect", "name_en", "level"]), json_values
        ),
        max_size=3,
    ),
    st.booleans(),
)
def test_no_json_makes_a_reader_stumble(rows, wrapped):
    data = [YAML_YUGI[0], *rows] if not wrapped else {"data": [YGOPRODECK["data"][0], *rows]}
    taken = read_card_file(json.dumps(data).encode(), "cards.json")
    assert all(from_json(to_json(c)) == c for c in taken.cards) and taken.cards


def test_no_database_row_makes_the_reader_stumble(tmp_path):
    strange = (80000030, "x", None, "?", None, 1 << 40, -1, -1, None, None)
    nameless = (80000031, 0, 0x21, None, None, None, None, None, "有名", None)
    taken = cdb(tmp_path, [*CDB, strange, nameless])
    assert len(taken.findings) == 1 and "有名" in by_name(taken.cards)


def test_every_reader_says_what_it_reads():
    assert [r.TITLE for r in READERS] == ["YAML Yugi cards.json", "YGOPRO .cdb database", "YGOPRODeck API JSON"]


def test_kept_files_stay_and_an_unchanged_store_is_linked(tmp_path):
    library = CardLibrary(tmp_path / "home")
    library.add([write_yaml_yugi(tmp_path / "cards.json")])
    library.add([write_cdb(tmp_path / "zh.cdb")])
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        assert library.put_in(tmp_path / name) == 8
    assert (tmp_path / "one" / FILE).samefile(tmp_path / "two" / FILE)
    assert [f.name for f in library.files()] == ["cards.json", "zh.cdb"]


def test_a_file_given_again_replaces_its_older_self_in_its_place(tmp_path):
    library = CardLibrary(tmp_path / "home")
    path = write_yaml_yugi(tmp_path / "cards.json")
    library.add([path, write_cdb(tmp_path / "zh.cdb")])
    path.write_text(json.dumps(YAML_YUGI[:1]), "utf-8")
    library.add([path])
    assert [f.name for f in library.files()] == ["cards.json", "zh.cdb"]
    assert library.put_in(tmp_path) == 5
    assert len([p for p in library.folder.iterdir() if len(p.name) == 64]) == 2


def test_a_bad_file_leaves_everything_as_it_was(tmp_path):
    library = CardLibrary(tmp_path / "home")
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(BadInput, match=r"bad\.json"):
        library.add([write_yaml_yugi(tmp_path / "cards.json"), tmp_path / "bad.json"])
    assert library.files() == () and library.put_in(tmp_path) == 0 and open_cards(tmp_path) is None


def test_a_forgotten_file_is_gone_and_an_unknown_one_is_named(tmp_path):
    library = CardLibrary(tmp_path / "home")
    library.add([write_yaml_yugi(tmp_path / "cards.json")])
    with pytest.raises(UnknownName, match=r"cards\.json"):
        library.remove("other.json")
    library.remove("cards.json")
    assert library.files() == () and not [p for p in library.folder.iterdir() if len(p.name) == 64]


def test_two_files_of_one_name_given_at_once_are_refused(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(BadInput, match="twice"):
        CardLibrary(tmp_path / "home").add([write_yaml_yugi(tmp_path / "c.json"), write_ygoprodeck(tmp_path / "a" / "c.json")])


def test_name_keys_see_through_spelling():
    assert name_key("Ａlpha・Bêta’s “X”") == name_key("alpha-betas x") == "alphabetasx"
    assert name_key("燈籠飛蛾") == name_key("灯笼飞蛾")


def test_the_community_file_is_read_whole():
    taken = read_card_file(real_cards().read_bytes(), "cards.json")
    assert len(taken.cards) > 14_000 and not taken.findings
    assert sum("zh" in c.texts for c in taken.cards) > 14_000
    assert sum(bool(c.pendulum) for c in taken.cards) > 300


def test_a_card_file_is_listed_and_taken_out_by_its_name(few_rules, tmp_path, capsys):
    home, ours, theirs = tmp_path / "kb", write_yaml_yugi(tmp_path / "cards.json"), write_ygoprodeck(tmp_path / "deck.json")
    both = build(home, Order(cards=[ours, theirs], encoder="none")).cards
    with pytest.raises(UnknownName, match=r"deck\.json\.old: no such document or card file"):
        build(home, Order(remove=["cards.json", "deck.json.old"], encoder="none"))
    assert [f.name for f in CardLibrary(home).files()] == ["cards.json", "deck.json"]
    assert build(home, Order(remove=["deck.json"], encoder="none")).cards == 5 < both
    assert main(["sources", "--home", str(home), "--json"]) == 0
    kept = [row for row in json.loads(capsys.readouterr().out) if row.get("kind") == "cards"]
    assert [(row["id"], row["built"]) for row in kept] == [("cards.json", True)]
    assert main(["remove", "cards.json", "--encoder", "none", "--home", str(home)]) == 0
    assert "0 documents, 0 cards left" in capsys.readouterr().out
