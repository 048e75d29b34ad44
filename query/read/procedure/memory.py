"""One monster and what is remembered of it: what was done with it, what happened to it then, what is asked of it now."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Literal

from kb.lang.later import later
from kb.lang.numerals import counted
from query.read.procedure.memory_asks import Asked, Span, overlaps, read_asks
from query.read.procedure.memory_value import value_of
from query.read.procedure.model import Counters, Memory, Procedure, Recall
from query.read.procedure.numbers import Number, life_of, numbers_of
from query.read.procedure.words import Words

_FACTS = (
    *(
        "plain",
        "name-once",
        "quoted-once",
        "once",
        "gemini-again",
        "never-proper",
        "position-changed",
        "by-itself",
        "per-counter",
    ),
    *(
        "grade",
        "was-pendulum",
        "was-flipped",
        "from-to",
        "counters",
        "from-itself",
        "from-other",
        "materials",
        "equip",
        "attack-pos",
        "not-direct",
        "burn",
    ),
)
_HAPPENS = (
    *(
        "came-now",
        "control-back",
        "control",
        "hand",
        "deck",
        "revive",
        "banish",
        "down",
        "up",
        "back",
        "negated",
        "grave",
        "again",
    ),
    *("def-pos", "end-phase", "next-turn", "earlier-turn", "proper", "used", "attacked", "direct", "total", "effect"),
    *("this-turn", "gemini", "xyz", "extra-kind", "origin"),
)
_EVENTS = frozenset(_HAPPENS[1:13])
_TAGS = ("count", "result", "life", "up", "down", "set", "atk", "def")
_WORD = later(r"[a-z][a-z-]*|[\u4e00-\u9fff]+")
_DONE = ("attacked", "used", "proper", "position-changed", "gemini-again", "came-now", "was-pendulum")
"""What may be said not to have been done."""
_LEAVING = ("banish", "down", "hand", "deck", "grave")
_BY_FACT = {"attack": "attacked", "use": "used", "counters": "counters", "left": "counters", "gemini": "gemini-again"}
"""What is told of that is asked about."""
_SOON = later(r"temp|flick|blink|暂时|短暂|临时")
"""Words of a banishment that say that it is only for a time."""
_MOVES = frozenset({"hand", "deck", "grave"})


@dataclass(slots=True)
class Scene:
    """The text with every stretch that is understood."""

    words: Words
    asked: Asked
    spans: list[Span] = field(default_factory=list)
    found: dict[str, list[re.Match[str]]] = field(default_factory=dict)

    def has(self, *names: str) -> bool:
        """Whether one of these was told."""
        return any(name in self.found for name in names)


def read_memory(words: Words) -> Procedure | None:
    """The story of one monster that was flipped, left or changed control; None if the text tells none, or something in it is
    not understood.
    """
    words = _without_asides(words)
    found = _read(words) if not words.has("memory.targeted-boost") else None
    return None if found is None or _only_negated(found) or _gained(found) else found


def _without_asides(words: Words) -> Words:
    """The text without brackets that say what is not meant: "once per turn (not by name)"."""
    text = words.text
    for match in words.cues.all("memory.apart", text):
        text = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
    return words if text == words.text else replace(words, text=text, _stand={})


def _gained(found: Procedure) -> bool:
    """Whether the ATK asked about is changed by what a Gemini gained, which is gone with its second Summon."""
    given = found.given
    return isinstance(given, Memory) and {"gemini", "again"} <= given.known and any(a.about == "atk" for a in given.asks)


def read_negated(words: Words) -> Procedure | None:
    """The story of one monster whose effects are negated."""
    found = _read(words)
    return found if found is not None and _only_negated(found) else None


def _only_negated(found: Procedure) -> bool:
    return isinstance(found.given, Memory) and found.given.happened == ("negated",)


def _read(words: Words) -> Procedure | None:
    if not any(words.has(f"mem.{name}") for name in _EVENTS) or words.has("mem.beside") or words.has("stat.unknown"):
        return None
    asked = read_asks(words)
    if asked is None:
        return None
    scene = _scene(words, asked)
    if any(words.cues.has("mem.denied", words.text[: m.start()]) for name in _DONE for m in scene.found.get(name, ())):
        return None
    if _done_late(scene):
        return None
    numbers = _numbers(scene)
    if numbers is None or not _understood(scene):
        return None
    happened = _happened(scene)
    if not happened or ("down" in happened and words.has("memory.never-down")):
        return None
    stats = value_of(words, numbers, happened, scene.found)
    life = [n for n in numbers if n.tag == "life"]
    if stats is None or len(life) > 1 or any(side not in ("opp", "") for n in life for side, _ in life_of(words, n)):
        return None
    burn = scene.found.get("burn", []) if _burns(scene) else []
    given = Memory(
        happened=happened,
        asks=_named(scene),
        known=_known(scene),
        limit=_limit(scene),
        counters=_counters(scene),
        materials=_amount(scene.found["materials"][0]) if scene.has("materials") else None,
        life=life[0].value if life else None,
        burn=_amount(burn[0]) if burn else 0,
        stats=stats,
    )
    if not all(_told_of(recall.about, given) for recall in given.asks):
        return None
    yes_no = any(recall.yes_no for recall in asked.recalls)
    return Procedure(topic="memory", lang=words.lang, given=given, yes_no=yes_no)


def _told_of(about: str, given: Memory) -> bool:
    """Whether what is asked about was told of at all."""
    this_turn = bool(given.known & {"attacked", "came-now", "position-changed"})
    origin = bool(given.known & {"extra-kind", "proper", "never-proper"}) and "grave" in given.happened
    told = {
        "attack": "attacked" in given.known,
        "use": "used" in given.known or bool(given.limit),
        "position": this_turn,
        "flip": this_turn,
        "counters": bool(given.counters),
        "materials": given.materials is not None,
        "equip": "equip" in given.known,
        "gemini": {"gemini", "again"} <= given.known,
        "atk": bool(given.stats) and not given.stats[0].hidden,
        "pendulum": "was-pendulum" in given.known,
        "flipped": "was-flipped" in given.known,
        "claim": bool(given.stats) and not given.stats[0].hidden,
        "boost": bool(given.stats) and bool(given.stats[0].changes) and given.happened[-1] != "down",
        "life": given.life is not None,
        "damage": bool(given.stats) and "attacked" in given.known,
        "revive": origin,
    }
    return told.get(about, True)


def _done_late(scene: Scene) -> bool:
    """Whether what is asked about was done once more after all that happened ("…, then I put 2 counters on it")."""
    happened = [m.start() for name in _LEAVING for m in scene.found.get(name, ())]
    words, asked = scene.words, [(a, b) for a, b, _ in scene.words.asked()]
    abouts = {recall.about for recall in scene.asked.recalls}
    for match in (m for about, name in _BY_FACT.items() if about in abouts for m in scene.found.get(name, ())):
        start, end = next(((a, b) for a, b in words.clauses() if a <= match.start() < b), (0, 0))
        clause = words.text[start:end]
        if not happened or match.start() < max(happened) or overlaps(match.span(), asked):
            continue
        if words.cues.has("mem.early", clause) or words.cues.has("mem.if", clause):
            continue
        if words.cues.has("mem.then", words.text[start : match.end()]) or " and i " in clause:
            return True
    return False


def _named(scene: Scene) -> tuple[Recall, ...]:
    """What is asked, "how many are left" of what there were."""
    of = "materials" if scene.has("materials") and not scene.has("counters") else "counters"
    return tuple(replace(r, about=of) if r.about == "left" else r for r in scene.asked.recalls)


def _scene(words: Words, asked: Asked) -> Scene:
    scene = Scene(words, asked, [*asked.spans])
    for name in (*_FACTS, *_HAPPENS):
        if name == "gemini-again" and not words.has("mem.gemini"):
            continue
        for match in words.cues.all(f"mem.{name}", words.text):
            if match.group().strip() and not overlaps(match.span(), scene.spans):
                scene.found.setdefault(name, []).append(match)
                scene.spans.append(match.span())
    return scene


def _numbers(scene: Scene) -> list[Number] | None:
    """The numbers that belong to no fact, each with what it is; None where one is not understood."""
    words = scene.words
    owners = ("counters", "materials", "per-counter", "once", "quoted-once", "name-once", "from-to", "grade", "gemini-again")
    own = [m for name in (*owners, *(("burn",) if _burns(scene) else ())) for m in scene.found.get(name, ())]
    boosts = [m for s in scene.asked.spans for m in re.finditer(r"\d+", words.text[slice(*s)])]
    numbers = numbers_of(words, _TAGS)
    rest = [n for n in numbers if not overlaps((n.start, n.end), [m.span() for m in own])]
    for number in rest:
        if not number.tag and words.text[: number.start].endswith(("+", "-")):
            number.tag = "up" if words.text[: number.start].endswith("+") else "down"
        start = words.cues.has("mem.life-start", words.text[number.start :]) and _of_player(words, number)
        if not number.tag and (start or words.cues.has("mem.life-before", words.text[: number.start])):
            number.tag = "life"
        if number.tag == "life" and not _of_player(words, number):
            number.tag = ""
    if any(n.tag in ("count", "def") for n in rest):
        return None
    amounts = {n.value for n in rest if n.tag in ("up", "down")}
    named = {int(m.group()) for m in boosts} - {r.amount for r in scene.asked.recalls if r.about == "claim"}
    rest = [n for n in rest if not (overlaps((n.start, n.end), scene.asked.spans) and n.value not in amounts)]
    return rest if named <= amounts | {n.value for n in rest if not overlaps((n.start, n.end), scene.asked.spans)} else None


def _of_player(words: Words, number: Number) -> bool:
    """Whether the clause of a number speaks of a player or of Life Points."""
    start, end = next(((a, b) for a, b in words.clauses() if a <= number.start < b), (0, 0))
    return words.cues.has("mem.life-owner", words.text[start:end])


def _burns(scene: Scene) -> bool:
    """Whether the damage told is that of an effect, and not of an attack."""
    return scene.has("burn") and not scene.has("attacked")


def _understood(scene: Scene) -> bool:
    """Whether nothing is left of the text but words that change nothing."""
    words = scene.words
    rest = list(words.text)
    for start, end in scene.spans:
        rest[start:end] = " " * (end - start)
    left = words.cues.patterns["mem.filler"].sub(" ", "".join(rest))
    return not _WORD.search(left)


def _happened(scene: Scene) -> tuple[str, ...] | None:
    """What happened, in order; None where something cannot follow what was before it."""
    told = sorted((m.start(), name) for name in _EVENTS for m in scene.found.get(name, ()))
    if len(told) > 1 and (told[0][1], told[1][1]) == ("back", "banish"):
        told[:2] = told[1::-1]
    out: list[str] = []
    for _, name in told:
        if out and out[-1] == name:
            continue
        if name in ("revive", "again") and not set(out) & (_MOVES | {"banish"}):
            continue
        if name == "up" and "down" not in out:
            continue
        if name == "back" and out and out[-1] in ("down", "up", "revive", "again"):
            continue
        if name == "back" and not ("banish" in out or "control" in out):
            return None
        if name == "back":
            name = "back" if "banish" in out else "control-back"
        out.append(name)
    temporary = any(_SOON.search(m.group()) for m in scene.found.get("banish", ()))
    if "banish" in out and "back" not in out and (temporary or _back_late(scene)):
        out.append("back")
    return tuple(out)


def _known(scene: Scene) -> frozenset[str]:
    names = (
        "attacked",
        "used",
        "came-now",
        "position-changed",
        "gemini",
        "proper",
        "never-proper",
        "xyz",
        "extra-kind",
        "equip",
        "was-pendulum",
        "was-flipped",
    )
    known = {name for name in (*names, "direct", "not-direct", "end-phase", "next-turn", "earlier-turn") if scene.has(name)}
    down = min((m.start() for m in scene.found.get("down", ())), default=0)
    flips = [m for m in scene.found.get("up", ()) if m.start() < down and scene.words.cues.has("memory.flip-summon", m.group())]
    known |= {"was-flipped"} if flips else set()
    known |= {"itself"} if scene.has("by-itself") else set()
    known -= set() if _back_late(scene) else {"end-phase"}
    known |= {name for name, cue in (("soon", "mem.soon"), ("by-other", "memory.by-other")) if scene.words.has(cue)}
    known |= {"direct"} if scene.words.has("mem.direct") else set()
    known |= {"def-pos"} if scene.has("def-pos") else set()
    known |= {"gemini", "again"} if scene.has("gemini-again") else set()
    known |= {"only-by"} if scene.words.has("mem.only-by") else set()
    return frozenset(known)


def _back_late(scene: Scene) -> bool:
    """Whether it is the banishment that lasts to the End Phase, and not something else."""
    away = [m.start() for name in ("banish", "back") for m in scene.found.get(name, ())]
    late = [m.start() for m in scene.found.get("end-phase", ())]
    return any(a <= x < b and a <= y < b for a, b in scene.words.clauses() for x in away for y in late)


def _limit(scene: Scene) -> Literal["plain", "name", "once", ""]:
    if scene.has("name-once"):
        return "name"
    exact = scene.words.has("mem.card-once") and scene.words.has("memory.by-other")
    if scene.has("plain", "quoted-once") or exact:
        return "plain"
    return "once" if scene.has("once") else ""


def _counters(scene: Scene) -> tuple[Counters, ...]:
    """Each number of counters, with whose they are as its clause or the words next to it say."""
    text = scene.words.text
    found = []
    for match in sorted(scene.found.get("counters", ()), key=lambda m: m.start()):
        start = max((m.end() for m in re.finditer(r"[,，。;；和跟]|\band\b", text[: match.start()])), default=0)
        stop = next(
            (m.start() for m in re.finditer(r"[,，。;；?？和跟]|\band\b", text[match.end() :])), len(text) - match.end()
        )
        clause = text[start : match.end() + stop]
        itself, other = scene.words.cues.has("mem.from-itself", clause), scene.words.cues.has("mem.from-other", clause)
        by: Literal["itself", "other", ""] = "itself" if itself and not other else "other" if other and not itself else ""
        found.append(Counters(count=_amount(match), by=by))
    return tuple(found)


def _amount(match: re.Match[str]) -> int:
    said = next(g for g in match.groups() if g)
    return counted(said)
