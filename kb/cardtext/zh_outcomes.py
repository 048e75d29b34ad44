"""What a Chinese effect does at resolution, how it is chosen, and how often it may be used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.cardtext.parts import Found
from kb.lang.later import later

_DENIED = later(
    r"(?:追加|不可|不能(?!通常召唤的)|仅可|只能|只可|未|要以|无法|不会|不得|不需要|代替|作为代替|要将|要把|每次|将要|不被|不是|不进行)[^,。;]*$|被[^,。;]{0,14}$"
)
_NOUN = later(r"(?:之外|而(?!来)|的|而来|是|成功|至[^,。]{0,12}时|了|无效|之际|时|过|有关|次数|以外)")
_SPECIAL = later(r"特殊召唤")
_OTHER_SUMMON = later(r"(融合|仪式|同步|同调|超量|连接|灵摆)召唤")
_NORMAL = later(
    r"(?<!为)(通常|上级)召唤(?!此卡|这张卡)|"
    r"(?<!特殊)(?<!融合)(?<!仪式)(?<!同步)(?<!同调)(?<!超量)(?<!连接)(?<!灵摆)(?<!反转)(?<!通常)(?<!上级)召唤(?=[,。;]|$|来|"
    r"\d+只)"
)
_DESTROY = later(r"(?<!被)(?<!战斗)(?<!所)破坏")
_ADD = later(r"(?:加入|加到|加进)(?:[^,。;]{0,14}?)手[牌卡]")
_DRAW = later(r"(?:抽|抽出|抽取)(?:\d|卡|牌|到|相同|与|和|那|合计|该|其|同|最多|直到|依|直至|对[手方]|自己|破坏|出|放|这)")
_NEGATE_ACTIVATION = later(r"发动(?:以及效果|和效果|及效果|和那个效果|及该效果)?(?:变为|变成|改为|作)?无效")
_NEGATE_EFFECT = later(
    r"效果(?:(?!不会|不受|不被|不可|不能)[^,。;]){0,16}?(?:变为|变成|作)?无效|(?<!不会被)(?<!不能)(?<!不可)无效化"
)
_CHANGE = later(
    r"(?<!合计)(?:攻击力|守备力|攻守)(?:(?!以上|以下|表示|等级|阶级|伤害(?!计算|步骤)|lp|基本分|不满|未满|怪兽的效果|攻击力高|最高|最低|(?:上升|下降)的效果)[^。;●\n]){0,60}?"
    r"(?:上升|下降|变为|变成|变|改成|改为|成为|交换|互换|减半|翻倍|加倍|提升|降低|增加|减少|归0)(?!(?:·下降)?的效果|(?:表侧|里侧)?(?:攻击|守备)?表示)"
    r"|变[成为][^。;,●\n]{0,10}相同的?(?:攻击力|守备力)|(?:获得|得到)[^。;,●\n]{0,16}(?:相同|同)的?(?:原本)?攻击力"
    r"|(?:上升|下降|交换|互换|增加|减少|降低)[^。;,●\n]{0,16}(?:攻击力|守备力)"
)
_SUMMON_KINDS = {
    "融合": "fusion",
    "仪式": "ritual",
    "同步": "synchro",
    "同调": "synchro",
    "超量": "xyz",
    "连接": "link",
    "灵摆": "pendulum",
    "通常": "normal",
    "上级": "tribute",
}


def hits(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Matches that say that it happens."""
    for match in pattern.finditer(text):
        start = (
            max(
                text.rfind(",", 0, match.start()),
                text.rfind("。", 0, match.start()),
                text.rfind(";", 0, match.start()),
                text.rfind("●", 0, match.start()),
            )
            + 1
        )
        if not _DENIED.search(text, start, match.start()):
            yield match


def _acts(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    for match in hits(pattern, text):
        if not _NOUN.match(text, match.end()):
            return match
    return None


_OUTCOMES = (
    ("special_summons", "召唤", (_SPECIAL, _OTHER_SUMMON)),
    ("destroys", "破坏", (_DESTROY,)),
    ("adds_to_hand", "手", (_ADD,)),
    ("draws", "抽", (_DRAW,)),
    ("negates_activation", "无效", (_NEGATE_ACTIVATION,)),
    ("negates_effect", "无效", (_NEGATE_EFFECT,)),
)
"""Attribute, a word without which no pattern can match, patterns."""


def outcomes(text: str, base: int, found: Found) -> dict[str, bool]:
    """special_summons, destroys, adds_to_hand, draws, negates_activation, negates_effect of a resolution."""
    out: dict[str, bool] = {}
    for name, word, patterns in _OUTCOMES:
        hit = next((h for p in patterns if (h := _acts(p, text))), None) if word in text else None
        out[name] = hit is not None
        if hit:
            found.show(name, base + hit.start(), base + hit.end())
    if out["negates_activation"]:
        out["negates_effect"] = False
    return out


_LEAVE = later(r"通常召唤(?:以)?外|追加")
"""What lets a player Normal Summon later performs no Summon."""


def summons(text: str) -> tuple[str, ...]:
    """Kinds of Summon a resolution performs."""
    if "召唤" not in text:
        return ()
    patterns = (_OTHER_SUMMON,) if _LEAVE.search(text) else (_OTHER_SUMMON, _NORMAL)
    kinds = [_SUMMON_KINDS.get(m[1], "normal") for p in patterns if (m := _acts(p, text))]
    if _acts(_SPECIAL, text):
        kinds.append("special")
    return tuple(dict.fromkeys(kinds))


_ANSWERED = later(r"(?:那个|该|该发动的)效果(?:变为|变成)?无效")
_AND_SUMMONED = later(r"(?:,在)?[^。,]{0,6}(?:表侧|里侧)?(?:守备表示|攻击表示)?(?:并|来)?特殊召唤")
_SUMMONED = later(
    r"(?:(?:此|该|那些?)衍生物|特殊召唤的[^,。]{0,14}|该怪兽|那只怪兽|其|那个|那些怪兽|" + r"此卡|这张卡)(?:的)?$"
)
_SUBJECT = later(r"(?:该怪兽|那只怪兽|那些怪兽|此卡|这张卡)的[^。,]*,$")
_CHOSEN = later(r"(?:挑选|选择|选)1个[^发]*适用|根据[^。]*(?:以下|适用)|依[^。]*以下")
_STEPS = later(r"●\d+[^:●]{0,6}:")
_ALL = later(r"依次|按顺序|全部适用")
_MAYBE = later(r"(?:可(?:以)?(?:使|将|把|让|从|挑选|选|适用)|进而可|的情况下,|的场合,)[^。]*$")


def atk_def(text: str, base: int, found: Found) -> str:
    """How a resolution changes ATK or DEF; empty if it does not. Words in docs/rules.md."""
    if "力" not in text and "攻守" not in text:
        return ""
    order = ("directly", "optionally", "dependent", "summoned")
    best = ""
    for hit in hits(_CHANGE, text):
        how = _how(text, hit)
        if not best or order.index(how) < order.index(best):
            best = how
            found.places.pop("changes_atk_def", None)
            found.show("changes_atk_def", base + hit.start(), base + hit.end())
    return best


def _how(text: str, hit: re.Match[str]) -> str:
    before = text[: hit.start()]
    summon = _acts(_SPECIAL, before)
    if _acts(_SPECIAL, before) is None and _AND_SUMMONED.match(text, hit.end()):
        return "summoned"
    after = text[hit.end() : hit.end() + 40].split("。")[0]
    if summon and re.search(r"装备(?:于|给)?(?:该怪兽|那只怪兽)|给(?:该怪兽|那只怪兽)装备", after):
        return "summoned"
    if summon and (_SUMMONED.search(before) or _SUBJECT.search(before) or "特殊召唤的" in before[-20:]):
        return "summoned"
    if _ANSWERED.search(before) or _NEGATE_ACTIVATION.search(before):
        return "dependent"
    sentence = before[max(before.rfind("。"), before.rfind("\n"), before.rfind("●")) + 1 :]
    if before.strip() and re.match(r"\s*(?:然后|那之后|之后|其后)", sentence):
        return "dependent"
    if (
        "●" in before
        and not _STEPS.search(before)
        and _CHOSEN.search(before[: before.index("●")])
        and not _ALL.search(before[: before.index("●")])
    ):
        return "optionally"
    if before.strip() and _MAYBE.search(sentence):
        return "optionally"
    return "directly"


TARGET = later(r"为对象|作为对象发动|为目标发动|(?:怪兽|卡)对象(?=(?:可以|才能)发动)")
_SELECT = later(r"(?<![挑被])(?<!双方)(?<!玩家)(?<!对方)(?<!对手)选择(?!从卡组|从手卡)[^,。]{0,40}?(?:怪兽|卡|张|只)")
_CHOICE = later(r"效果(?:中)?$|从以下")
_FIELD = later(r"场上|墓地|除外|区域")
_FROM_SEEN = later(r"从(?:自己|对方|自己或者?对方)的?墓地$")
_SOME = later(
    r"(?:场上|区域|(?<!送去)(?<!弃去)墓地|除外|对方|装备)[^,。;●]{0,36}?(?<![有每])[1-9][只张](?!以上|以下)"
    r"|[1-9][只张](?!以上|以下)(?:[表里]侧[^,。;●]{0,12}?怪兽|[^,。;●]{0,8}?(?:对方|场上|墓地)[^,。;●]{0,12}?(?:怪兽|卡))"
)
"""A number of cards in a place that all can see."""
_DONE_TO = later(r"破坏|除外|回到|表示形式|控制权|装备|放置|特殊召唤|加入|上升|下降|变成|确认|无效|转移|适用|回复|当作|交换|叠")
_UNSEEN = later(
    r"^给|(?<!持有者)(?<!持有者的)(?<!加入)(?<!加入自己)手卡|从[^,。;●]{0,10}?卡组|在(?:自己|对方)场上[^,。;●]{0,6}?把[1-9]只"
    r"|衍生物|随机|各自|双方(?!受到)|存在的?场合|才能|全部|那[1-9只张]|代替|最[低高]|选(?!择)|伤害|祭品|解放|通过|为对象|●"
)
"""Words that say that it is another place, that nothing is chosen, or that it is a cost."""
_CLAUSE = later(r"[^,。;]+")


def targets_in_head(head: str, *, old: bool) -> re.Match[str] | None:
    """Where the activation sentence names its target; older texts say 选择."""
    hit = next((h for h in TARGET.finditer(head) if not head.startswith("的", h.end())), None)
    if hit is None and ("发动" in head or old):
        hit = next((h for h in _SELECT.finditer(head) if not _CHOICE.search(head[: h.start()][-6:])), None)
    return hit


def targets_in_resolution(resolution: str, *, loose: bool) -> re.Match[str] | None:
    """Where listed effects, or a fan or older text (`loose`), name their target."""
    hit = None
    if "●" in resolution:
        hit = next((h for h in TARGET.finditer(resolution) if not resolution.startswith(("的", "作"), h.end())), None)
    if hit is None and loose:
        hit = next((h for h in _SELECT.finditer(resolution) if _is_seen(resolution, h)), None)
    return hit


def _is_seen(resolution: str, hit: re.Match[str]) -> bool:
    """Whether what is selected lies in a place that all can see."""
    if "从卡组" in hit[0]:
        return False
    return bool(_FIELD.search(hit[0]) or _FROM_SEEN.search(resolution, 0, hit.start()))


def targets_unsaid(resolution: str) -> re.Match[str] | None:
    """Where a text without numbered effects, which is older than the word for targeting, does something to a number of cards in
    a place that all can see: those are targeted, though no word says so."""
    for clause in _CLAUSE.finditer(resolution):
        if "那之后" in clause[0] or clause[0].startswith("之后") or "●" in clause[0]:
            return None
        hit = _SOME.search(resolution, clause.start(), clause.end())
        done = hit and _DONE_TO.search(resolution, hit.start(), clause.end())
        if done and not _UNSEEN.search(clause[0]):
            return hit
    return None
