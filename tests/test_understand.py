"""Questions read: polar or not, intent, and which way 'yes' points."""

from __future__ import annotations

import pytest

from query.read.intent import is_polar, read_intent
from query.read.question import read_question
from query.read.territory import territory_named

MISREAD = pytest.mark.xfail(reason="the reader of sides takes it for the opposite", strict=False)
CASES = [
    ("Can I flip a Counter Trap in the dstep?", "en", True, "permission", 1),
    ("too late to chain now?", "en", True, "permission", -1),
    ("Can't I just set it and use it?", "en", True, "permission", 1),
    ("Can't I flip a Counter Trap in the dstep?", "en", True, "permission", 1),
    ("It is my turn. Doesn't that let me chain a Counter Trap?", "en", True, "fact", 1),
    ("I can't flip a Counter Trap now, can I?", "en", True, "permission", -1),
    ("Is my token safe from being flipped?", "en", True, "fact", -1),
    ("What happens to the equip card?", "en", False, "consequence", 1),
    ("How do I link summon, step by step?", "en", False, "procedure", 1),
    ("What is the difference between cost and effect?", "en", False, "difference", 1),
    ("How many cards do I draw?", "en", False, "number", 1),
    ("Define public knowledge.", "en", False, "definition", 1),
    ("Do the rulebooks agree on the first draw?", "en", True, "agreement", 1),
    ("伤害步骤能发反击陷阱吗？", "zh", True, "permission", 1),
    ("是不是不能连锁？", "zh", True, "permission", -1),
    ("这时候还能不能发？", "zh", True, "permission", 1),
    ("对手会不会输？", "zh", True, "fact", 1),
    ("里侧除外是什么意思？", "zh", False, "definition", 1),
    ("起手几张牌？", "zh", False, "number", 1),
    ("战破的怪会怎么样？", "zh", False, "consequence", 1),
    ("送墓和破坏有什么区别？", "zh", False, "difference", 1),
    ("同步召唤怎么做？", "zh", False, "procedure", 1),
    ("It shot already, so I can't turn it around, right?", "en", True, "permission", -1),
    ("Lamps aren't ships on the map, right?", "en", True, "fact", -1),
    ("the far half is off limits for me, isnt it", "en", True, "fact", -1),
    ("When the storm ends, may I turn about?", "en", True, "permission", 1),
    ("Must lamps be lit?", "en", True, "fact", 1),
    ("Can I hang it on a hook, which is a tool?", "en", True, "permission", 1),
    ("Can I hang one of them, which one?", "en", False, "consequence", 1),
    ("ｃａｎ ａ ｌａｍｐ ｂｅ ｌｉｔ？", "en", True, "permission", 1),
    ("Starting LP?", "en", False, "number", 1),
    ("這時候還能連鎖嗎", "zh", True, "permission", 1),
    ("Am I wrong that lamps may be lit at dusk?", "en", True, "permission", -1),
    pytest.param("does a Keeper stop the summon of a lamp?", "en", True, "fact", 1, marks=MISREAD),
    ("does a Keeper stop me from lighting a lamp?", "en", True, "fact", -1),
    ("Can I still light one out of my hand?", "en", True, "permission", 1),
    ("这几盏灯的那几个影子是不是各算各的？", "zh", True, "fact", 1),
    ("我说灯算船，说错了吗", "zh", True, "fact", -1),
    ("灯不算船，对吧", "zh", True, "fact", -1),
    ("还记得是哪几张素材吗", "zh", True, "fact", 1),
    ("只有亮着的灯才能传递吗", "zh", True, "permission", 1),
    pytest.param("我的怪不能被破坏，这样会被送墓吗？", "zh", True, "fact", 1, marks=MISREAD),
    ("When does it trigger under version 2.5 of the rules?", "en", False, "consequence", 1),
    ("Does Storm of Paper! flip my set card?", "en", True, "fact", 1),
    ("whats the actual difference, linked vs co-linked?", "en", False, "difference", 1),
    ("只用三枚棋子就能排成一列？", "zh", True, "permission", 1),
    ("一场下几局？", "zh", False, "number", 1),
    ("它算怪兽还是魔法？", "zh", False, "consequence", 1),
    ("这时候是不是谁都不能发动？", "zh", True, "permission", -1),
    ("回来以后还知道它是哪张卡吗？", "zh", True, "fact", 1),
    ("翻不了还会送走吗？", "zh", True, "fact", 1),
    ("对翻不了的棋子也能用吗？", "zh", True, "permission", 1),
    ("Would it be wrong to say the lamp still counts as a ship?", "en", True, "fact", -1),
    ("灯还能照样点亮吗（我知道它没油）", "zh", True, "permission", 1),
    ("may i light the lamp at noon (no oil in it)", "en", True, "permission", 1),
    ("The bell is silent: am I freed from paying its keeper?", "en", True, "fact", -1),
    ("end of the day or the hour before dawn?", "en", False, "consequence", 1),
    ("Order of the lamps?", "en", False, "consequence", 1),
    ("Can I light it now, or must I wait for dusk?", "en", True, "permission", 1),
    ("现在能点灯吗？还是非得等到天黑？", "zh", True, "permission", 1),
    ("灯我点过一次，手里还有几盏，再点一次可以不？", "zh", True, "permission", 1),
    ("开门之前，要不要告知守门人灯有几盏？", "zh", True, "fact", 1),
]


@pytest.mark.parametrize(("text", "lang", "polar", "intent", "sign"), CASES)
def test_question_is_read(text: str, lang: str, polar: bool, intent: str, sign: int) -> None:
    assert (is_polar(text, lang), read_intent(text, lang)) == (polar, intent)
    if polar:
        assert read_question(text, lang=lang).sign == sign


@pytest.mark.parametrize(
    ("text", "polar"),
    [
        ("at dusk can i light a lamp just cuz its dark", True),
        ("So a lamp can't be lit at dusk, no matter how dark it gets?", True),
        ("有没有哪种情况，一盏灯可以点两次？", True),
        ("哪种情况一盏灯可以点两次？", False),
        ("灯被收走了，还会亮着不", True),
        ("我一点灯，对面把它收走了，灯就白点了？", True),
        ("我问他手里几盏灯，我可以不等他答吧？", True),
        ("walk me thru lighting a lamp step by step", False),
        ("灯一共分哪几种，给我捋一下", False),
        ("So when i light it, does he get to choose which lamp goes out? Coming from chess", True),
        ("when i put a lamp out do i have to tell the other guy what it was", True),
        ("when is a lamp put out, at dawn or at dusk", False),
        ("when do lamps go out", False),
        ("is a lamp a tool or what? i mean am i allowed to sell one", True),
        ("灯怎么点?已经摆着的灯,能拿去接他的灯吗", True),
        ("昨天摆的灯，轮到自己也能点，还是说只许他的回合点", True),
    ],
)
def test_a_question_that_no_usual_word_marks_is_read(text: str, polar: bool) -> None:
    assert read_question(text).polar is polar


@pytest.mark.parametrize(
    ("text", "territory"),
    [
        ("打TCG的比赛能用吗？", "TCG"),
        ("按OCG算，还能连锁吗？", "OCG"),
        ("OCG和TCG一样吗？", "both"),
        ("Is this legal in the TCG?", "TCG"),
        ("OCG rules, not TCG. Is this legal?", "OCG"),
        ("不是TCG，按OCG算能发动吗？", "OCG"),
        ("Is the word tcgplayer a territory?", "both"),
    ],
)
def test_a_territory_is_seen_between_characters_that_leave_no_blank(text: str, territory: str) -> None:
    assert territory_named(text) == territory


@pytest.mark.parametrize(
    ("text", "polar"),
    [
        ("Both are destroyed together. Banished or graveyard?", False),
        ("He bounced my token, were does it go?", False),
        ("Who picks first in game 2? And if game 1 was a draw?", False),
        ("Can I chain to it? And if he has a Counter Trap?", True),
        ("LINK-3 means three stars or something like a Level?", True),
        ("我抢来一只怪，属性不对，然后呢？", False),
        ("我能连锁吗？那如果他有反击陷阱呢？", True),
    ],
)
def test_one_of_two_things_or_what_comes_of_it_is_no_yes_or_no(text: str, polar: bool) -> None:
    assert read_question(text).polar is polar
