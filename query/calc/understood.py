"""A battle as one line in words that can be edited and asked again."""

from __future__ import annotations

from kb.model import Lang
from query.read.procedure.model import Battle, Boost, Role


def understood(battle: Battle, lang: Lang) -> str:
    """Who attacks what with how much, what changes it, and the Life Points."""
    parts = [_attack(battle, lang), *_boosts(battle, lang), *_effects(battle, lang), *_life(battle, lang)]
    return ", ".join(parts) if lang == "en" else "，".join(parts)


def _attack(battle: Battle, lang: Lang) -> str:
    mine = battle.attacker != "opp"
    number = " and ".join(map(str, battle.attacks)) if lang == "en" else "、".join(map(str, battle.attacks))
    if lang == "zh":
        who, whom = ("我", "对方") if mine else ("对方", "我")
        own = f"{who}的攻击力{number}{'、有贯穿' if battle.piercing else ''}{_lasting(battle, 'attacker', lang)}的怪兽"
        return f"{own}直接攻击" if battle.target == "direct" else f"{own}攻击{whom}的{_aim(battle, lang)}"
    who, whom = ("My", "opponent's") if mine else ("Opponent's", "my")
    own = f"{who} {number} ATK {'piercing ' if battle.piercing else ''}monster{_lasting(battle, 'attacker', lang)}"
    return f"{own} attacks directly" if battle.target == "direct" else f"{own} attacks {whom} {_aim(battle, lang)}"


def _aim(battle: Battle, lang: Lang) -> str:
    lasting = _lasting(battle, "target", lang)
    if battle.unknown:
        named = {"attack": ("Attack Position", "攻击表示"), "defense": ("Defense Position", "守备表示")}[battle.target]
        face = ("face-down ", "里侧") if battle.face_down else ("", "")
        return {"en": f"{face[0]}{named[0]} monster{lasting}", "zh": f"{face[1]}{named[1]}怪兽{lasting}"}[lang]
    down = {"en": "face-down ", "zh": "里侧"}[lang] if battle.face_down and battle.target == "defense" else ""
    if lang == "zh":
        which = {"attack": "攻击力{}{}的攻击表示怪兽", "defense": "守备力{}{}的{}守备表示怪兽"}.get(
            battle.target, "{}攻{}守{}的怪兽"
        )
        if not battle.target:
            return which.format(battle.value, battle.other, lasting)
        return which.format(battle.value, lasting, down)
    if not battle.target:
        return f"{battle.value} ATK / {battle.other} DEF monster{lasting}"
    name = "ATK Attack Position" if battle.target == "attack" else f"DEF {down}Defense Position"
    return f"{battle.value} {name} monster{lasting}"


def _lasting(battle: Battle, role: Role, lang: Lang) -> str:
    if role not in battle.lasting:
        return ""
    return {"en": " that cannot be destroyed by battle", "zh": "、不会被战斗破坏"}[lang]


def _boosts(battle: Battle, lang: Lang) -> list[str]:
    last = {"en": " until the end of the Damage Step", "zh": "直到伤害步骤结束"}[lang] if battle.brief else ""
    return [_boost(boost, battle, lang) + last for boost in battle.boosts]


def _boost(boost: Boost, battle: Battle, lang: Lang) -> str:
    mine = (battle.attacker != "opp") == (boost.role == "attacker")
    of = {"en": boost.of.upper(), "zh": "攻击力" if boost.of == "atk" else "守备力"}[lang]
    whose = {"en": "my monster" if mine else "his monster", "zh": "我的怪兽" if mine else "对方的怪兽"}[lang]
    if boost.by in ("half", "double"):
        en = f"{whose}s {of} is {'halved' if boost.by == 'half' else 'doubled'}".replace("monsters", "monster's")
        return {"en": en, "zh": f"{whose}{of}{'减半' if boost.by == 'half' else '翻倍'}"}[lang]
    if boost.by == "set":
        return {"en": f"{whose}'s {of} becomes {boost.amount}", "zh": f"{whose}{of}变成{boost.amount}"}[lang]
    gains, up = ("gains", "上升") if boost.amount >= 0 else ("loses", "下降")
    return {"en": f"{whose} {gains} {abs(boost.amount)} {of}", "zh": f"{whose}{of}{up}{abs(boost.amount)}"}[lang]


def _effects(battle: Battle, lang: Lang) -> list[str]:
    told = []
    if battle.double:
        told.append({"en": "the battle damage is doubled", "zh": "战斗伤害变成2倍"}[lang])
    if battle.half:
        told.append({"en": "the battle damage is halved", "zh": "战斗伤害减半"}[lang])
    if battle.prevented:
        whose = {"own": ("I take", "我受到的"), "opp": ("he takes", "对方受到的")}.get(battle.prevented, ("", ""))
        told.append(
            {"en": f"the battle damage {whose[0]} becomes 0".replace("  ", " "), "zh": f"{whose[1]}战斗伤害变成0"}[lang]
        )
    if battle.reflected:
        told.append({"en": "the other player takes the battle damage instead", "zh": "战斗伤害由对方代替承受"}[lang])
    if battle.shared:
        told.append({"en": "both players take it", "zh": "双方都受到这个战斗伤害"}[lang])
    for to, amount, _ in battle.burn:
        told.append({"en": f"and then inflicts {amount} effect damage to {'me' if to == 'own' else 'him'}",
                     "zh": f"然后给{'我' if to == 'own' else '对方'}{amount}点效果伤害"}[lang])  # fmt: skip
    for role in battle.replaced:
        mine = (battle.attacker != "opp") == (role == "attacker")
        en = f"{'I' if mine else 'he'} destroy{'' if mine else 's'} another card instead"
        told.append({"en": en, "zh": f"{'我' if mine else '对方'}破坏另一张卡代替它被破坏"}[lang])
    return told


def _life(battle: Battle, lang: Lang) -> list[str]:
    names = {"own": ("I am at", "我基本分"), "opp": ("opponent is at", "对方基本分")}
    return [{"en": f"{names[s][0]} {v} LP", "zh": f"{names[s][1]}{v}"}[lang] for s, v in battle.life if s]
