"""A small law of lamps: four invented documents, a Damage Step, and whatever rules a test writes about activating in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PARTS = {
    "start": ("Start of the Damage Step", "伤害步骤开始时"),
    "before-calculation": ("Before damage calculation", "伤害计算前"),
    "calculation": ("During damage calculation", "伤害计算时"),
    "after-calculation": ("After damage calculation", "伤害计算后"),
    "end": ("End of the Damage Step", "伤害步骤结束时"),
}
DOCUMENTS: tuple[dict[str, Any], ...] = (
    {"id": "old-book", "authority": "official", "issued": "2001"},
    {"id": "handbook", "authority": "compendium", "issued": "2010", "supersedes": ["old-book"]},
    {"id": "lamp-wiki", "authority": "wiki", "issued": "2012"},
    {"id": "new-wiki", "authority": "wiki", "issued": "2015-03"},
    {"id": "guild-ruling", "authority": "official-ruling"},
)


def write_lamp_law(folder: Path, *rules: dict[str, Any]) -> Path:
    """A sources folder with these rules; each is what `lamp` gives."""
    (folder / "rules").mkdir(parents=True, exist_ok=True)
    step = '[[timing]]\nid = "damage-step"\nlevel = "step"\nlabels = { en = "Damage Step", zh = "伤害步骤" }\n'
    parts = [
        f'[[timing]]\nid = "damage-step.{name}"\nlevel = "timing"\npart_of = "damage-step"\n'
        f'labels = {{ en = "{en}", zh = "{zh}" }}\n'
        for name, (en, zh) in PARTS.items()
    ]
    (folder / "timings.toml").write_text("\n".join((step, *parts)), "utf-8")
    (folder / "words.toml").write_text("", "utf-8")
    terms = {"turn": ("Turn", "回合"), "damage-step": ("Damage Step", "伤害步骤"), "activate": ("Activate", "发动")}
    concepts = [
        f'[[concept]]\nid = "{name}"\ncategory = "timing"\nlabels = {{ en = "{en}", zh = "{zh}" }}\n'
        for name, (en, zh) in terms.items()
    ]
    (folder / "glossary.toml").write_text("\n".join(concepts), "utf-8")
    documents = [_table("source", {"file": f"{d['id']}.txt", "title": d["id"], "lang": "en", **d}) for d in DOCUMENTS]
    (folder / "registry.toml").write_text("\n".join(documents), "utf-8")
    (folder / "rules" / "lamps.toml").write_text("\n".join(_table("rule", r) for r in rules), "utf-8")
    return folder


def lamp(name: str, then: str, *cites: str, when: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A rule about activating in the Damage Step, resting on these documents."""
    return {
        "id": f"lamps.{name}",
        "kind": "permission" if then == "permitted" else "prohibition",
        "en": f"Lamp rule {name} says {then}.",
        "zh": f"灯规{name}：{then}。",
        "timing": ["damage-step"],
        "when": {"act": "activate", "timing": "damage-step", **(when or {})},
        "then": then,
        "cites": [{"source": c, "section": "Lamps", "lines": [1, 2]} for c in cites],
    } | more


def _table(name: str, values: dict[str, Any]) -> str:
    return f"[[{name}]]\n" + "".join(f"{key} = {_toml(value)}\n" for key, value in values.items())


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + " }"
    return f"[{', '.join(map(_toml, value))}]" if isinstance(value, list) else json.dumps(value, ensure_ascii=False)
