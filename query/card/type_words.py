"""Words for a monster's type line, Attribute and figures, as the card prints them in each language."""

from __future__ import annotations

from collections.abc import Mapping

ZH = {
    "zombie": "不死族",
    "beast-warrior": "兽战士族",
    "beast": "兽族",
    "creator god": "创造神族",
    "fairy": "天使族",
    "rock": "岩石族",
    "illusion": "幻想魔族",
    "divine-beast": "幻神兽族",
    "wyrm": "幻龙族",
    "psychic": "念动力族",
    "dinosaur": "恐龙族",
    "fiend": "恶魔族",
    "warrior": "战士族",
    "insect": "昆虫族",
    "machine": "机械族",
    "plant": "植物族",
    "aqua": "水族",
    "sea serpent": "海龙族",
    "pyro": "炎族",
    "reptile": "爬虫类族",
    "cyberse": "电子界族",
    "thunder": "雷族",
    "spellcaster": "魔法师族",
    "fish": "鱼族",
    "winged beast": "鸟兽族",
    "dragon": "龙族",
    "effect": "效果",
    "normal": "通常",
    "tuner": "调整",
    "xyz": "超量",
    "fusion": "融合",
    "synchro": "同调",
    "link": "连接",
    "pendulum": "灵摆",
    "flip": "反转",
    "ritual": "仪式",
    "gemini": "二重",
    "spirit": "灵魂",
    "union": "同盟",
    "toon": "卡通",
}
ATTRIBUTES = {"DARK": "暗", "EARTH": "地", "LIGHT": "光", "WATER": "水", "WIND": "风", "FIRE": "炎", "DIVINE": "神"}
FIGURES = {
    "en": {"level": "Level {}", "rank": "Rank {}", "link": "Link {}", "scale": "Scale {}", "atk": "ATK {}", "def": "DEF {}"},
    "zh": {"level": "等级 {}", "rank": "阶级 {}", "link": "连接 {}", "scale": "刻度 {}", "atk": "攻 {}", "def": "守 {}"},
}


def line_words(line: str, lang: str) -> str:
    """A type line in words; what no word is known for stays as it is.

    >>> line_words("Winged Beast / Tuner / Effect", "zh"), line_words("dragon / effect", "en")
    ('鸟兽族／调整／效果', 'Dragon / Effect')
    """
    parts = [part.strip() for part in line.split("/") if part.strip()]
    return "／".join(ZH.get(p.lower(), p) for p in parts) if lang == "zh" else " / ".join(p.title() for p in parts)


def stat_words(stats: Mapping[str, str], lang: str) -> list[str]:
    """What a monster's card prints beside its text: Attribute, Level, Rank, Link or Scale, ATK and DEF.

    >>> stat_words({"atk": "1500", "attribute": "DARK", "level": "4"}, "zh")
    ['暗', '等级 4', '攻 1500']
    """
    words = FIGURES["zh" if lang == "zh" else "en"]
    kind = stats.get("attribute", "")
    shown = [ATTRIBUTES.get(kind, kind) if lang == "zh" else kind] if kind else []
    return shown + [words[name].format(stats[name]) for name in words if stats.get(name)]
