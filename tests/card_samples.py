"""Invented cards with invented texts, in the three file formats."""

import json
import os
import sqlite3
from pathlib import Path

import pytest

DATA = Path(os.environ.get("RULINGS_DATA_DIR", Path(__file__).parents[2] / "shared" / "data"))

YAML_YUGI = [
    {
        "konami_id": 90001,
        "password": 80000001,
        "name": {"en": "Lantern Moth", "ja": "<ruby>灯<rt>ランタン</rt></ruby>モス", "zh-CN": "灯笼夜蛾", "zh-TW": "燈籠飛蛾"},
        "text": {
            "en": "During damage calculation, if your Insect monster battles (Quick Effect): You can discard this card; "
            "that monster gains 700 ATK. Once per turn: You can target 1 Trap in your GY; return it to the Deck.",
            "zh-CN": "①：自己的昆虫族怪兽战斗的伤害计算时，舍弃手牌的此卡可以发动。该怪兽攻击力上升700。"
            "②：1回合1次，以自己墓地的1张陷阱卡为对象可以发动。将该卡放回牌组。",
        },
        "card_type": "Monster",
        "monster_type_line": "Insect / Effect",
        "attribute": "WIND",
        "level": 3,
        "atk": 300,
        "def": "?",
    },
    {
        "konami_id": 90002,
        "password": 80000002,
        "name": {"en": "Lantern Moth Swarm", "zh-CN": "灯笼夜蛾群"},
        "text": {"en": "Draw 1 card, then discard 1 card.", "zh-CN": "①：自己抽1张卡，之后舍弃1张手牌。"},
        "card_type": "Spell",
        "property": "Normal",
    },
    {
        "konami_id": 90003,
        "password": 80000003,
        "name": {"en": "Cobalt Verdict of Frost", "zh-CN": "霜之苍蓝裁决"},
        "text": {
            "en": "When a Spell Card is activated: Negate the activation, and if you do, banish it.",
            "zh-CN": "①：魔法卡发动时可以发动。将该发动无效并除外。",
        },
        "card_type": "Trap",
        "property": "Counter",
        "is_translation_unofficial": {"text": {"en": True}},
    },
    {
        "konami_id": 90004,
        "password": 80000004,
        "name": {"en": "Pendulous Heron"},
        "text": {"en": "It waits at the lake since the first winter."},
        "pendulum_effect": {"en": "Once per turn: You can gain 100 LP."},
        "card_type": "Monster",
        "monster_type_line": "Winged Beast / Pendulum / Normal",
        "pendulum_scale": 4,
        "level": 2,
        "atk": 1,
        "def": 2,
    },
    {
        "konami_id": 90005,
        "name": {"en": "Glint", "zh-CN": "微光"},
        "text": {
            "en": "Target 1 face-up monster on the field; it gains 400 ATK until the end of this turn.",
            "zh-CN": "①：以1只表侧表示的昆虫族怪兽为对象可以发动。直至回合结束时，其攻击力上升400。",
        },
        "card_type": "Spell",
        "property": "Quick-Play",
    },
]

YGOPRODECK = {
    "data": [
        {
            "id": 80000001,
            "name": "Lantern Moth",
            "type": "Effect Monster",
            "typeline": ["Insect", "Effect"],
            "race": "Insect",
            "desc": "Other words that come too late.",
            "card_images": [{"id": 80000001}, {"id": 80000009}],
            "misc_info": [{"konami_id": 90001}],
        },
        {
            "id": 80000011,
            "name": "Twin-Tide Ferry",
            "type": "Pendulum Effect Monster",
            "race": "Aqua",
            "level": 6,
            "scale": 7,
            "atk": 1800,
            "def": 900,
            "attribute": "WATER",
            "desc": "[ Pendulum Effect ]\nYour Aqua monsters gain 200 ATK.\n----------\n[ Monster Effect ]\n"
            "You can send 1 card from your hand to the GY; draw 1 card.",
        },
        {
            "id": 80000012,
            "name": "Ember Reel",
            "type": "Trap Card",
            "race": "Continuous",
            "desc": "Fire monsters cannot attack.",
        },
        {"id": 80000013, "name": "Reel Token", "type": "Token", "race": "Rock", "desc": "A Token."},
        {"id": 80000014, "type": "Spell Card", "desc": "Nameless."},
    ]
}

# id, alias, type, atk, def, level, race, attribute, name, desc
CDB = [
    (80000001, 0, 0x21, 300, -2, 3, 0x800, 0x8, "提灯蛾", "①：这张卡被送去墓地的场合才能发动。自己抽1张。"),
    (80000002, 0, 0x2, 0, 0, 0, 0, 0, "夜蛾成群", "①：自己抽1张，那之后选1张手卡丢弃。"),
    (80000021, 0, 0x1000021, 2100, 1500, 0x04040007, 0x2000, 0x20, "黄昏摆渡龙",
     "←4 【灵摆】 4→\r\n①：1回合1次，自己主要阶段才能发动。自己回复300基本分。\r\n"
     "【怪兽效果】\r\n①：自己·对方的战斗阶段才能发动。这张卡的攻击力上升500。"),
    (80000022, 80000021, 0x1000021, 2100, 1500, 0x04040007, 0x2000, 0x20, "黄昏摆渡龙", "另一张图。"),
    (80000023, 0, 0x4000021, 1500, 0x28, 2, 0x1000000, 0x10, "链环哨兵",
     "怪兽2只\r\n①：这张卡连接召唤的场合才能发动。自己抽1张。"),
    (80000024, 0, 0x100004, 0, 0, 0, 0, 0, "无声的否决", "①：怪兽的效果发动时才能发动。那个发动无效并破坏。"),
    (80000025, 0, 0x4011, 0, 0, 1, 0x1, 0x1, "哨兵衍生物", "衍生物。"),
]  # fmt: skip


def write_yaml_yugi(path: Path) -> Path:
    path.write_text(json.dumps(YAML_YUGI, ensure_ascii=False), "utf-8")
    return path


def write_ygoprodeck(path: Path) -> Path:
    path.write_text(json.dumps(YGOPRODECK), "utf-8")
    return path


def write_cdb(path: Path, rows: list[tuple[object, ...]] = CDB) -> Path:
    with sqlite3.connect(path) as db:
        db.execute(
            "CREATE TABLE datas (id INTEGER PRIMARY KEY, ot INTEGER, alias INTEGER, setcode INTEGER, type INTEGER, atk INTEGER,"
            " def INTEGER, level INTEGER, race INTEGER, attribute INTEGER, category INTEGER)"
        )
        db.execute("CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT, desc TEXT)")
        for code, alias, kind, atk, defence, level, race, attribute, name, desc in rows:
            db.execute(
                "INSERT INTO datas VALUES (?,3,?,0,?,?,?,?,?,?,0)", (code, alias, kind, atk, defence, level, race, attribute)
            )
            db.execute("INSERT INTO texts VALUES (?,?,?)", (code, name, desc))
    db.close()
    return path


def real_cards() -> Path:
    """The community's file. Skips the test if it is not there, fails it in CI."""
    path = DATA / "cards.json"
    if not path.is_file():
        message = f"{path} is missing: set RULINGS_DATA_DIR to the folder that holds it"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return path
