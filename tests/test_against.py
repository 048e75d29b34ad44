"""Card against card: how a question is read, what invented texts answer and include, and the answer with its ground."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from law_samples import law

from ingest.cards import read_card_file
from ingest.readers import qa_json
from kb.cards.nicknames import Nicknames
from kb.cards.record import Card
from kb.cards.store import CardStore, write_cards
from kb.digest.load import load_rules, sources_dir
from kb.errors import BadData
from kb.model import Span
from kb.official.store import OfficialStore, write_official
from query.against.answer import answer_against
from query.against.asked import Asked, asks_of_effects, read_asked
from query.against.cues import load_cues
from query.against.held import any_of
from query.against.match import held
from query.against.rulings import polarity
from query.against.words import say
from query.answer.contract import answer_json
from query.card.links import CardMention
from query.card.search import CardSearch
from query.model import Answer, Question
from query.read.question import read_question

CUES = load_cues(sources_dir())
assert CUES is not None
ROWS = [
    (
        1,
        "Glass Warden",
        "玻璃守卫",
        "Monster",
        None,
        "Plant / Effect",
        (
            "When a Spell/Trap Card, or monster effect, is activated that includes any of these "
            "effects, while you control a Plant (Quick Effect): You can discard this card; "
            "negate that effect.\n● Add a card from the Deck to the hand.\n● Special Summon from "
            "the Deck."
        ),
        "①：包含以下任意效果的效果发动时，舍弃手牌的此卡可以发动。将该效果无效。\n●从牌组加入手牌的效果\n●从牌组特殊召唤的效果",
    ),
    (
        2,
        "Tin Call",
        "锡之呼唤",
        "Spell",
        "Normal",
        None,
        "Add 1 Plant monster from your Deck to your hand.",
        "①：从牌组将1只植物族怪兽加入手牌。",
    ),
    (
        3,
        "Tin Storm",
        "锡之风暴",
        "Spell",
        "Normal",
        None,
        "Destroy all monsters your opponent controls.",
        "①：对方场上的怪兽全部破坏。",
    ),
    (18, "Tin Harvest", "锡之收获", "Spell", "Normal", None, "Discard 1 card; draw 2 cards.", ""),
    (4, "Tin Return", "锡之归来", "Spell", "Normal", None, "Target 1 monster in your GY; Special Summon it.", ""),
    (
        5,
        "Lead Edict",
        "铅之敕令",
        "Trap",
        "Counter",
        None,
        (
            "When a monster(s) would be Special Summoned, OR your opponent activates a monster "
            "effect: Pay 700 LP; negate it, and if you do, negate the activation too."
        ),
        "",
    ),
    (6, "Wax Gust", "蜡之阵风", "Spell", "Quick-Play", None, "Target 1 Spell/Trap on the field; destroy that target.", ""),
    (
        7,
        "Ember Drake",
        "余烬龙",
        "Monster",
        None,
        "Dragon / Effect",
        (
            "When a Spell/Trap Card, or monster effect, is activated that would destroy cards "
            "you control (Quick Effect): You can banish this card from your hand; negate the "
            "activation."
        ),
        "",
    ),
    (
        8,
        "Dice Storm",
        "骰之风暴",
        "Spell",
        "Normal",
        None,
        "Roll a six-sided die; if it is 6, destroy all monsters on the field.",
        "",
    ),
    (
        9,
        "Fog Veil",
        "雾之面纱",
        "Monster",
        None,
        "Plant / Effect",
        (
            "(Quick Effect): You can discard this card, also target 1 face-up monster on the "
            "field; its effects are negated for now."
        ),
        "",
    ),
    (
        10,
        "Bog Toad",
        "沼蟾",
        "Monster",
        None,
        "Aqua / Effect",
        (
            "Once per turn: You can gain 100 LP. If this card is in your GY: You can add 1 Aqua "
            "monster from your Deck to your hand."
        ),
        "",
    ),
    (11, "Lone Tree", "孤树", "Monster", None, "Plant / Normal", "It stands on the hill.", ""),
    (12, "Ash Decree", "灰之法令", "Trap", "Continuous", None, "Negate all Spell effects on the field.", ""),
    (13, "Moss Keeper", "苔守", "Monster", None, "Plant / Effect", "Cannot be targeted by your opponent's card effects.", ""),
    (
        14,
        "Night Page",
        "夜页",
        "Spell",
        "Quick-Play",
        None,
        "Target 1 face-up monster on the field; change it to face-down.",
        "",
    ),
    (15, "Paper Only", "只有纸", "Spell", "Normal", None, "", "①：抽1张卡。"),
    (
        16,
        "Rook Judge",
        "车裁判",
        "Monster",
        None,
        "Rock / Effect",
        (
            "When your opponent activates a Spell Card, while you control a Rock monster (Quick "
            "Effect): You can negate the activation."
        ),
        "",
    ),
    (
        17,
        "Odd Judge",
        "怪裁判",
        "Monster",
        None,
        "Rock / Effect",
        ("When your opponent activates a card or effect that was Set this turn (Quick Effect): You can negate the activation."),
        "",
    ),
    (
        19,
        "Reed Call",
        "芦苇呼唤",
        "Spell",
        "Normal",
        None,
        'Special Summon 1 Level 4 or lower Plant or Aqua monster from your hand or Deck, except "Bog Toad".',
        "",
    ),
    (20, "Reed Net", "芦苇网", "Spell", "Normal", None, "Target 1 monster in your GY; return it to the hand.", ""),
    (
        21,
        "Twin Reed",
        "双芦苇",
        "Monster",
        None,
        "Plant / Fusion / Effect",
        "2 Plant monsters\nMust be Fusion Summoned. Cannot be banished by card effects.",
        "",
    ),
    (22, "Reed Seal", "芦苇封印", "Trap", "Normal", None, "Banish 1 monster your opponent controls.", ""),
    (
        23,
        "Slate Golem",
        "石板傀儡",
        "Monster",
        None,
        "Rock / Effect",
        'Unaffected by Trap effects. (This card is always treated as a "Reed" card.)',
        "",
    ),
    (24, "Reed Song", "芦苇之歌", "Spell", "Normal", None, 'Add 1 "Reed" card from your Deck to your hand.', ""),
    (
        28,
        "Ash Belle",
        "灰铃",
        "Monster",
        None,
        "Plant / Effect",
        (
            "When a monster effect is activated that includes any of these effects, while you control a Rock (Quick Effect): "
            "You can discard this card; negate that activation.\n● Special Summon a monster from the GY."
        ),
        "",
    ),
    (
        29,
        "Moss Riser",
        "苔升者",
        "Monster",
        None,
        "Plant / Effect",
        "You can Tribute 1 other Plant monster; Special Summon this card from your hand or GY.",
        "",
    ),
    (26, "Reed Ferry", "芦苇渡船", "Trap", "Normal", None, "Target 1 of your banished Rock monsters; add it to your hand.", ""),
    (
        27,
        "Moss Ewe",
        "苔母羊",
        "Monster",
        None,
        "Plant / Effect",
        "You can target 1 face-up Plant monster you control, except this card; gain 100 LP.",
        "",
    ),
    (25, "Moss Ram", "苔羊", "Monster", None, "Plant / Effect", "You can Tribute 1 Plant monster; draw 1 card.", ""),
]
LEVELS = {11: 3, 13: 5, 10: 2, 23: 4}


def _cards() -> dict[str, Card]:
    rows = [
        {"konami_id": n, "password": 1000 + n, "name": {"en": en, "zh-CN": zh}, "card_type": kind, "property": sort,
         "monster_type_line": line, "text": {k: t for k, t in (("en", text), ("zh-CN", zh_text)) if t}, "level": LEVELS.get(n)}
        for n, en, zh, kind, sort, line, text, zh_text in ROWS
    ]  # fmt: skip
    return {c.names["en"]: c for c in read_card_file(json.dumps(rows).encode(), "cards.json").cards}


CARDS = _cards()


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> CardSearch:
    path = tmp_path_factory.mktemp("cards") / "cards.sqlite"
    write_cards(path, CARDS.values())
    return CardSearch(CardStore(path), Nicknames())


def mentions(text: str) -> list[CardMention]:
    found = []
    for card in CARDS.values():
        for name in (card.names["en"], card.names["zh"]):
            if (at := text.find(name)) >= 0:
                found.append(CardMention(Span(at, at + len(name)), name, (card.id,), "exact"))
    return sorted(found, key=lambda m: m.span)


def asked(card: str, other: str, relation: str = "negate", number: int = 0, told: str = "") -> Asked:
    return Asked(relation, CARDS[card].id, CARDS[other].id, number, told)


def outcome(card: str, other: str, relation: str = "negate", number: int = 0, told: str = "") -> tuple[bool | None, set[str]]:
    found = held(CARDS[card], CARDS[other], asked(card, other, relation, number, told), CUES)
    return (any_of(h.outcome for h in found) if found else None), {h.why for h in found}


def ask(text: str, search: CardSearch, official: OfficialStore | None = None) -> Answer | None:
    lang = "en" if text.isascii() else "zh"
    question = Question(reading=read_question(text, lang=lang))
    return answer_against(question, mentions(text), search, law=law("OCG"), official=official)


def test_drawing_adds_a_card_from_the_deck_to_the_hand() -> None:
    assert outcome("Glass Warden", "Tin Harvest")[0] is True
    assert outcome("Glass Warden", "Tin Storm")[0] is False


@pytest.mark.parametrize(
    ("text", "relation", "card", "other"),
    [
        ("Can Glass Warden negate Tin Call?", "negate", "1", "2"),
        ("Can I negate Tin Call with Glass Warden?", "negate", "1", "2"),
        ("Can Tin Call be negated by Glass Warden's effect?", "negate", "1", "2"),
        ("Can the effect of Glass Warden negate the activation of my opponent's Tin Call?", "negate", "1", "2"),
        ("Does Ember Drake stop Tin Storm?", "stop", "7", "3"),
        ("Lead Edict against Tin Return?", "stop", "5", "4"),
        ("Can I chain Wax Gust to Tin Storm?", "answer", "6", "3"),
        ("When my opponent activates Tin Storm, can I chain Wax Gust?", "answer", "6", "3"),
        ("Can Night Page target Lone Tree?", "target", "14", "11"),
        ("玻璃守卫能无效锡之呼唤吗？", "negate", "1", "2"),
        ("锡之呼唤能被玻璃守卫无效吗？", "negate", "1", "2"),
        ("玻璃守卫能康锡之呼唤的效果吗", "negate", "1", "2"),
        ("可以对锡之风暴连锁蜡之阵风吗？", "answer", "6", "3"),
        ("对方发动锡之风暴时，我可以连锁蜡之阵风吗？", "answer", "6", "3"),
        ("余烬龙挡得住锡之风暴吗？", "stop", "7", "3"),
        ("My opponent activates Tin Storm. Can I negate it with Ember Drake?", "negate", "7", "3"),
        ("If Tin Call is activated, can Glass Warden be chained to it?", "answer", "1", "2"),
        (
            "When my opponent activates the effect of Bog Toad that adds an Aqua, can I chain Glass Warden from my hand?",
            "answer",
            "1",
            "10",
        ),
        ("Can Tin Storm destroy Lone Tree?", "destroy", "3", "11"),
        ("Is Lone Tree a legal target for Night Page?", "target", "14", "11"),
        ("Can Lead Edict negate the Special Summon of Bog Toad?", "summon", "5", "10"),
        ("When activating the effect of Bog Toad, can I discard Glass Warden?", "", "", ""),
        ("铅之敕令能无效沼蟾的特殊召唤吗？", "summon", "5", "10"),
        ("锡之风暴能破坏孤树吗？", "destroy", "3", "11"),
        ("夜页可以取孤树为对象吗？", "target", "14", "11"),
        ("Can Glass Warden negate Tin Call while Ash Decree is face-up?", "", "", ""),
        ("Can I negate my own Tin Call with Glass Warden?", "", "", ""),
        ("If Glass Warden is banished, can Tin Call be activated?", "", "", ""),
        ("Can Glass Warden negate it?", "", "", ""),
        ("Can I Special Summon Lone Tree from my Deck with Reed Call?", "summons", "19", "11"),
        ("Can Lone Tree in my hand be Special Summoned by the effect of Reed Call?", "summons", "19", "11"),
        ("Can Reed Song add Reed Call to my hand?", "adds", "24", "19"),
        ("Can I banish Lone Tree with Reed Seal?", "banishes", "22", "11"),
        ("Can I Tribute Lone Tree to activate Moss Ram?", "tributes", "25", "11"),
        ('Can I activate Reed Net by targeting a "Reed" monster in my GY such as Twin Reed?', "target", "20", "21"),
        ("芦苇呼唤能从卡组特殊召唤孤树吗？", "summons", "19", "11"),
        ("孤树能被芦苇呼唤特殊召唤吗？", "summons", "19", "11"),
        ("芦苇之歌可以检索芦苇呼唤吗", "adds", "24", "19"),
        ("芦苇封印能除外孤树吗？", "banishes", "22", "11"),
        ("夜页能把孤树变成里侧守备表示吗？", "turns", "14", "11"),
    ],
)
def test_a_bare_question_about_two_cards_is_read_and_any_other_is_not(text, relation, card, other):
    found = read_asked(text, mentions(text), CUES)
    assert (found.relation, found.card, found.other) == (relation, card, other) if relation else found is None


def test_the_effect_that_is_named_is_read() -> None:
    text = "Can Glass Warden negate the second effect of Bog Toad?"
    assert read_asked(text, mentions(text), CUES).number == 2


@pytest.mark.parametrize(
    ("card", "other", "relation", "verdict", "why"),
    [
        ("Glass Warden", "Tin Call", "negate", True, "negates"),
        ("Glass Warden", "Tin Storm", "negate", False, "not-answered"),
        ("Glass Warden", "Tin Return", "negate", False, "not-answered"),
        ("Ember Drake", "Tin Storm", "stop", True, "negates"),
        ("Ember Drake", "Wax Gust", "negate", True, "negates"),
        ("Ember Drake", "Dice Storm", "negate", None, "open"),
        ("Ember Drake", "Tin Call", "negate", False, "not-answered"),
        ("Ember Drake", "Lead Edict", "negate", False, "too-slow"),
        ("Lead Edict", "Tin Return", "stop", False, "not-answered"),
        ("Lead Edict", "Ember Drake", "negate", True, "negates"),
        ("Wax Gust", "Tin Storm", "negate", False, "negates-nothing"),
        ("Wax Gust", "Tin Storm", "stop", None, "open"),
        ("Wax Gust", "Tin Storm", "answer", True, "free"),
        ("Wax Gust", "Lead Edict", "answer", False, "too-slow"),
        ("Tin Storm", "Wax Gust", "answer", False, "too-slow"),
        ("Lead Edict", "Tin Storm", "answer", False, "not-answered"),
        ("Glass Warden", "Tin Call", "answer", True, "answers"),
        ("Fog Veil", "Tin Storm", "negate", False, "not-on-field"),
        ("Fog Veil", "Ember Drake", "negate", False, "not-on-field"),
        ("Ash Decree", "Tin Storm", "negate", None, "open"),
        ("Rook Judge", "Tin Storm", "negate", True, "negates"),
        ("Odd Judge", "Tin Storm", "negate", None, "open"),
        ("Night Page", "Lone Tree", "target", True, "targets"),
        ("Night Page", "Moss Keeper", "target", False, "wrong-kind"),
        ("Tin Storm", "Lone Tree", "destroy", True, "destroys"),
        ("Wax Gust", "Lone Tree", "destroy", False, "spared"),
        ("Night Page", "Lone Tree", "destroy", False, "destroys-nothing"),
        ("Lead Edict", "Bog Toad", "summon", None, "open"),
        ("Wax Gust", "Lone Tree", "target", False, "wrong-kind"),
        ("Tin Storm", "Lone Tree", "target", False, "targets-nothing"),
    ],
)
def test_the_two_texts_settle_it_or_leave_it_open(card, other, relation, verdict, why):
    assert outcome(card, other, relation) == (verdict, {why})


@pytest.mark.parametrize(
    ("card", "other", "relation", "where", "verdict", "why"),
    [
        ("Reed Call", "Lone Tree", "summons", "", True, "does-so"),
        ("Reed Call", "Lone Tree", "summons", "graveyard", False, "not-this"),
        ("Reed Call", "Moss Keeper", "summons", "", False, "not-this"),
        ("Reed Call", "Bog Toad", "summons", "", False, "not-this"),
        ("Reed Call", "Twin Reed", "summons", "", False, "not-this"),
        ("Tin Return", "Twin Reed", "summons", "", False, "not-this"),
        ("Tin Return", "Lone Tree", "summons", "graveyard", True, "does-so"),
        ("Reed Net", "Twin Reed", "returns", "graveyard", True, "does-so"),
        ("Reed Net", "Twin Reed", "target", "", True, "targets"),
        ("Reed Net", "Twin Reed", "summons", "", False, "does-no-such"),
        ("Reed Seal", "Lone Tree", "banishes", "", True, "does-so"),
        ("Reed Seal", "Twin Reed", "banishes", "", None, "open"),
        ("Reed Seal", "Slate Golem", "banishes", "", False, "not-this"),
        ("Reed Song", "Reed Call", "adds", "", True, "does-so"),
        ("Reed Song", "Slate Golem", "adds", "deck", True, "does-so"),
        ("Reed Song", "Bog Toad", "adds", "", False, "not-this"),
        ("Moss Ram", "Lone Tree", "tributes", "", True, "does-so"),
        ("Moss Ram", "Slate Golem", "tributes", "", False, "not-this"),
        ("Night Page", "Lone Tree", "turns", "", True, "does-so"),
        ("Reed Ferry", "Slate Golem", "target", "banished", True, "targets"),
        ("Reed Ferry", "Lone Tree", "target", "banished", False, "wrong-kind"),
        ("Moss Ewe", "Lone Tree", "target", "", True, "targets"),
    ],
)
def test_what_an_effect_can_do_to_a_card_is_told_by_what_it_names(card, other, relation, where, verdict, why):
    found = held(CARDS[card], CARDS[other], Asked(relation, CARDS[card].id, CARDS[other].id, where=where), CUES)
    assert [(h.outcome, h.why) for h in found] == [(verdict, why)]


def test_of_several_effects_each_is_judged_and_the_best_counts() -> None:
    found = held(CARDS["Glass Warden"], CARDS["Bog Toad"], asked("Glass Warden", "Bog Toad"), CUES)
    assert [h.outcome for h in found] == [False, True]
    assert outcome("Glass Warden", "Bog Toad", number=1)[0] is False
    assert [h.outcome for h in held(CARDS["Fog Veil"], CARDS["Bog Toad"], asked("Fog Veil", "Bog Toad"), CUES)] == [True, False]


def test_the_effect_of_where_the_card_is_said_to_be_is_meant() -> None:
    where = Asked("negate", CARDS["Glass Warden"].id, CARDS["Bog Toad"].id, where="graveyard")
    assert [h.outcome for h in held(CARDS["Glass Warden"], CARDS["Bog Toad"], where, CUES)] == [True]
    nowhere = Asked("negate", CARDS["Glass Warden"].id, CARDS["Bog Toad"].id, where="banished")
    assert len(held(CARDS["Glass Warden"], CARDS["Bog Toad"], nowhere, CUES)) == 2


def test_a_monster_that_brings_itself_back_does_so_from_where_it_is_activated() -> None:
    def of(where: str) -> list[bool | None]:
        asked = Asked("negate", CARDS["Ash Belle"].id, CARDS["Moss Riser"].id, where=where)
        return [h.outcome for h in held(CARDS["Ash Belle"], CARDS["Moss Riser"], asked, CUES)]

    assert (of(""), of("graveyard"), of("hand")) == ([None], [True], [False])


def test_an_effect_that_the_text_does_not_count_is_no_answer() -> None:
    def of(card: str, other: str, relation: str) -> list[bool | None]:
        return [
            h.outcome for h in held(CARDS[card], CARDS[other], Asked(relation, CARDS[card].id, CARDS[other].id, by=2), CUES)
        ]

    assert of("Reed Ferry", "Slate Golem", "target") == [True]
    assert of("Tin Storm", "Lone Tree", "destroy") == []


def test_a_card_without_an_english_text_is_left_open() -> None:
    assert outcome("Glass Warden", "Paper Only") == (None, set())


def test_the_answer_shows_both_clauses_and_names_its_ground(search: CardSearch) -> None:
    answer = ask("Can Glass Warden negate Tin Call?", search)
    assert (answer.verdict, answer.ground, answer.abstained) == ("yes", "computed", False)
    assert [c.source for c in answer.citations[:2]] == ["cards", "cards"] and answer.citations[2].kind == "digest"
    said = " ".join(s.text for s in answer.steps)
    assert "negate that effect" in said and "Add 1 Plant monster" in said
    json.dumps(answer_json(answer))


def test_the_answer_is_in_the_question_s_language_with_the_text_of_that_language(search: CardSearch) -> None:
    answer = ask("玻璃守卫能无效锡之风暴吗？", search)
    assert (answer.verdict, answer.ground) == ("no", "computed")
    assert answer.citations[0].lang == "zh" and "舍弃手牌" in answer.citations[0].quote
    assert "玻璃守卫" in answer.text and "锡之风暴" in answer.text


def test_what_the_texts_leave_open_is_said_to_be_open(search: CardSearch) -> None:
    answer = ask("Can Ember Drake negate Dice Storm?", search)
    assert (answer.verdict, answer.ground, answer.abstained) == ("unknown", "none", True)
    assert answer.text == say("open", "en").format(a="Ember Drake", b="Dice Storm")


def test_a_condition_of_its_own_is_told(search: CardSearch) -> None:
    assert any("while you control a rock monster" in n for n in ask("Can Rook Judge negate Tin Storm?", search).notes)


def official(tmp_path: Path, *rows: dict[str, object]) -> OfficialStore:
    data = "\n".join(json.dumps(r) for r in rows).encode()
    write_official(tmp_path / "official.sqlite", [qa_json.read(qa_json.source(data), data)])
    return OfficialStore(tmp_path / "official.sqlite")


def qa(number: int, question: str, answer: str, cards: tuple[int, ...] = (7, 8), **more: object) -> dict[str, object]:
    wording = {"title": question, "question": question, "answer": answer, "thisSrc": {"date": f"2020-01-{number:02}"}}
    return {"id": number, "cards": list(cards), "qaData": {"en": {**wording, **more}}}


SAME = "Can the effect of Ember Drake negate Dice Storm?"


def test_an_official_answer_to_the_same_question_is_the_answer_in_both_languages(search: CardSearch, tmp_path: Path) -> None:
    store = official(tmp_path, qa(3, SAME, "No, it cannot."), qa(4, "When does Dice Storm burn Ember Drake?", "Never."))
    for text in ("Can Ember Drake negate Dice Storm?", "余烬龙能无效骰之风暴吗？"):
        answer = ask(text, search, store)
        assert (answer.verdict, answer.ground) == ("no", "stated")
        assert answer.citations[0].quote == "No, it cannot." and answer.citations[0].authority == "official-ruling"
        assert any("4, 3" in n for n in answer.notes)


@pytest.mark.parametrize(
    "row",
    [
        qa(3, SAME, "No, it cannot.", translationStatus="outdated"),
        qa(3, SAME, "No, it cannot.", cards=(7, 8, 9)),
        qa(3, "Can Dice Storm negate Ember Drake?", "No, it cannot."),
        qa(3, "Can Ember Drake be chained to Dice Storm?", "No, it cannot."),
        qa(3, SAME, "If it is 6, it can."),
    ],
)
def test_an_official_answer_to_another_question_is_named_and_does_not_decide(row, search: CardSearch, tmp_path: Path) -> None:
    answer = ask("Can Ember Drake negate Dice Storm?", search, official(tmp_path, row))
    assert answer.ground == "none" and (len(row["cards"]) == 3 or any("3" in n for n in answer.notes))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Yes, if you like.", "yes"), ("No.", "no"), ("You cannot chain it.", "no"), ("It can be negated.", "yes"),
        ("If it is face-up, it can.", None), ("It is blue.", None), ("It can only be lit.", None),
    ],
)  # fmt: skip
def test_an_official_answer_is_yes_or_no_only_where_it_plainly_is(text: str, verdict: str | None) -> None:
    assert polarity(text, CUES) == verdict


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Can I target a Token with the effect of Glass Warden?", True),
        ("Can Glass Warden's effect be used twice?", True),
        ("玻璃守卫的效果能以衍生物为对象吗？", True),
        ("Can I Set Tin Storm and activate it this turn?", False),
        ("盖放的锡之风暴这回合能发动吗？", False),
        ("Can I target a Token with the effect of a monster?", False),
        ("Tin Storm resolves, " + "then my opponent draws, " * 8 + "may I?", True),
    ],
)
def test_what_turns_on_a_card_s_own_effect_is_told(text: str, expected: bool) -> None:
    assert asks_of_effects(text, mentions(text), CUES) is expected


def test_every_reason_rests_on_entries_that_exist() -> None:
    ids = {r.id for r in load_rules(sources_dir())}
    assert {i for found in CUES.rests.values() for i in found} <= ids
    assert all(say(f"why.{why}", lang) for why in CUES.rests for lang in ("en", "zh"))


@pytest.mark.parametrize(
    "table", ["=", "[names]", '[names]\nen = "("\nzh = ""\n[[ask]]\nrelation = "x"\nen = ["{A} {B}"]\nzh = []']
)
def test_a_wrong_table_is_named(table: str, tmp_path: Path) -> None:
    (tmp_path / "cues").mkdir()
    (tmp_path / "cues" / "against.toml").write_text(table, "utf-8")
    with pytest.raises(BadData, match=r"against\.toml"):
        load_cues(tmp_path)
    assert load_cues(tmp_path / "none") is None


@pytest.mark.parametrize(("relation", "card"), [("turns", "Night Page"), ("target", "Night Page")])
def test_what_cannot_be_targeted_is_spared_by_what_targets(relation: str, card: str) -> None:
    plain = replace(CARDS["Bog Toad"], texts={"en": "Once per turn: You can draw 1 card."})
    kept = replace(plain, texts={"en": "Neither player can target this card with card effects."})
    found = [held(CARDS[card], one, Asked(relation, CARDS[card].id, one.id), CUES)[0].outcome for one in (plain, kept)]
    assert found == [True, False]
