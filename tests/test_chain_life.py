"""Life Points along a Chain: whose they are, and what is left alone because something in the question is not understood."""

from __future__ import annotations

import pytest
from law_samples import law

from kb.model import Lang
from query.calc.asked import computed_answer, procedure_of
from query.read.procedure.model import Life


@pytest.mark.parametrize(
    ("question", "lang", "own", "opp"),
    [
        ("CL1: I take 850. CL2: he takes 550. I'm at 1450 and he's at 1150. what are we at", "en", 600, 600),
        ("cl1 is 450 burn on him, cl2 is 350 burn on me. im on 1450 hes on 2150, lp?", "en", 1100, 1700),
        (
            "Chain Link 1: opponent gets burned for 650. Chain Link 2: he heals 250. We're both on 1900. lp?",
            "en",
            1900,
            1500,
        ),
        ("C1对面受550伤害，C2我受350伤害，我1450对面2150，各几血", "zh", 1100, 1600),
        ("C1让我受850伤害，C2让对面扣550血，我1450对面1150，双方几血", "zh", 600, 600),
        ("C1我的陷阱给对面650伤害，C2对面速攻烧我450，我1900对面1700，双方几血", "zh", 1450, 1050),
    ],
)
def test_each_player_has_his_own_life_points(question: str, lang: Lang, own: int, opp: int) -> None:
    done = computed_answer(question, lang, law())
    assert done is not None
    told = {"en": f"In the end: you {own}, your opponent {opp}.", "zh": f"最后：你{own}，对方{opp}。"}[lang]
    assert done.text.endswith(told)


@pytest.mark.parametrize(
    ("question", "lang"),
    [
        ("CL1 my 650 burn, CL2 he reflects the damage. he's on 2100, what's he on after?", "en"),
        ("cl1 i burn him 250 for each card in his hand, cl2 he discards 2. hes on 3100, lp after?", "en"),
        ("I burn 750 with a trap, he negates it by paying half his LP. he was on 3100. lp?", "en"),
        ("I inflict 650, he chains something that destroys another card of mine. he's at 1900. still takes it? his LP?", "en"),
        ("我烧对面650，对面连锁的陷阱说这个效果不会被无效而且反射伤害。对面2100，最后几血", "zh"),
    ],
)
def test_what_else_changes_it_leaves_it_alone(question: str, lang: Lang) -> None:
    asked = procedure_of(question, lang)
    assert asked is None or not isinstance(asked.given, Life)


@pytest.mark.parametrize(
    ("question", "lang", "verdict"),
    [
        ("My trap was Set this turn. Can I chain the trap to his quick effect?", "en", "no"),
        ("He is on 2100, my normal spell does 750 to him and he destroys it in response. Does it still do 750?", "en", "yes"),
        ("我2300血，付900发动速攻魔法，对面把发动无效了，900退吗", "zh", "no"),
    ],
)
def test_what_is_asked_of_a_chain_is_answered_as_asked(question: str, lang: Lang, verdict: str) -> None:
    done = computed_answer(question, lang, law())
    assert done is not None
    assert done.verdict == verdict
