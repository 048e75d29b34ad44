"""Whatever is pasted: nothing raises, and every span is a span of the text."""

from __future__ import annotations

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st
from law_samples import law

from kb.cardtext import kind_of, read
from kb.cardtext.mask import blot, mask
from kb.model import CardText, Lang, Span
from query.card.batch import check_lines
from query.card.effects import check_text

WORDS = (
    "If this card is destroyed by battle", "You can", "When", "(Quick Effect)", ": ", "; ", ". ", "\n", "●", "FLIP: ",
    '"Sedge"', "(", ")",
    "Once per turn", "Damage Step", "gain 300 ATK", "negate", "the activation", "target 1 card", "[ Pendulum Effect ]", "1: ",
    "①：", "②:", "。", "，", "此卡", "这张卡", "可以发动", "才能发动", "的场合",
    "时", "以1张卡为对象", "伤害计算时", "攻击力上升", "【怪兽效果】",
    "战斗破坏", "此卡名的①②效果1回合仅可各使用1次", "获得以下效果", "<b>",
    "**", "İ", "ﬁ", "\u0301", "\ud7ff", "　", "１", "\x00",
)  # fmt: skip
CARDS = tuple(
    kind_of(*fields)
    for fields in (
        ("Monster", None, "Beast / Effect"),
        ("Monster", None, "Beast / Link / Effect"),
        ("Spell", "Normal"),
        ("Spell", "Field"),
        ("Trap", "Normal"),
        ("Trap", "Continuous"),
        ("Trap", "Counter"),
    )
)
texts = st.one_of(st.text(max_size=120), st.lists(st.sampled_from(WORDS), max_size=25).map("".join))
langs = st.sampled_from(("en", "zh"))


def spans(card: CardText) -> list[Span]:
    found = [r.span for r in card.remarks]
    for e in card.effects:
        found += [s for s in (e.span, e.condition, e.cost, e.targeting, e.resolution) if s]
        found += [s for _, s in e.profile.shown]
    return found


@settings(max_examples=250, deadline=None)
@given(texts, langs, st.sampled_from(CARDS), st.sampled_from(("", "card", "effect")), st.booleans())
@example("", "en", CARDS[0], "", False)
@example("●", "zh", CARDS[5], "effect", True)
@example("①：①：①：", "zh", CARDS[0], "", False)
def test_any_text_is_read_and_judged(text: str, lang: Lang, kind: object, of: str, pendulum: bool) -> None:
    card = read(text, lang=lang, kind=kind, of=of, pendulum=pendulum)  # type: ignore[arg-type]
    assert card.text == text
    assert all(0 <= s.start <= s.end <= len(text) for s in spans(card))
    assert all(text[e.span.start : e.span.end] == e.text for e in card.effects)
    for checked in check_text(card, kind, law=law()):  # type: ignore[arg-type]
        assert {j.verdict for j in checked.judgements} <= {"yes", "no", "depends", "unknown"}
        assert all(j.because for j in checked.judgements if j.verdict != "unknown")


@settings(max_examples=150, deadline=None)
@given(texts)
def test_masking_keeps_every_offset(text: str) -> None:
    masked = mask(text)
    assert len(masked) == len(text)
    assert len(blot(masked)) == len(text)


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=10)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)),
    max_leaves=6,
)
rows = st.fixed_dictionaries(
    {},
    optional={
        "id": json_values,
        "text": st.one_of(texts, json_values),
        "lang": st.one_of(langs, json_values),
        "card_type": st.one_of(st.sampled_from(("Monster", "Spell", "Trap")), json_values),
        "property": json_values,
        "monster_type_line": json_values,
        "of": st.one_of(st.sampled_from(("card", "effect")), json_values),
        "effect_no": st.one_of(st.integers(0, 3), json_values),
        "pendulum": json_values,
    },
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(rows.map(json.dumps), json_values.map(json.dumps), st.text(max_size=30)), max_size=4))
def test_any_batch_is_answered_line_for_line(lines: list[str]) -> None:
    asked = [line for line in lines if line.strip()]
    answers = list(check_lines(lines, law=law()))
    assert len(answers) == len(asked)
    for answer in answers:
        assert set(answer) == {"id", "error"} or "damage_step" in answer
        json.dumps(answer)
