"""What is wrong in our own TOML: every problem with its code, file, line and key."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from kb.digest.read import BadSources
from kb.model import Finding, Lines, Territory, Verdict

__all__ = ["BadSources", "check_tables"]

WIDEST_CITE = 6
KINDS = ("definition", "rule", "permission", "prohibition", "requirement", "exception", "procedure", "number")
LEVELS = ("turn", "phase", "step", "timing")
_TEXT, _TEXTS, _TABLE, _TABLES = "a string", "a list of strings", "a table", "a list of tables"
_RULE_KEYS = {
    "id": _TEXT, "kind": _TEXT, "en": _TEXT, "zh": _TEXT, "concepts": _TEXTS, "timing": _TEXTS, "cards": _TEXTS,
    "territory": _TEXT, "since": _TEXT, "until": _TEXT, "overrides": _TEXTS, "conflicts": _TEXTS,
    "prevails": _TEXT, "prevails_zh": _TEXT,
    "examples": _TABLES, "asks": _TABLES, "states": _TABLES, "when": _TABLE, "then": _TEXT, "value": _TABLE, "cites": _TABLES,
}  # fmt: skip
_CITE_KEYS = ("source", "section", "lines", "page", "further")
_ASK_KEYS = ("en", "zh", "verdict", "side", "side_zh", "fact", "options")
_ASK_NEEDS = ("en", "zh", "verdict")
_STATE_KEYS = ("side", "given")
_OPTION_KEYS = ("en", "zh", "verdict")
_VERDICTS = frozenset(get_args(Verdict))
_CONCEPT_KEYS = {
    "id": _TEXT, "category": _TEXT, "labels": _TABLE, "aliases": _TABLE, "slang": _TABLE, "broader": _TEXTS, "related": _TEXTS,
}  # fmt: skip
_TIMING_KEYS = {"id": _TEXT, "level": _TEXT, "labels": _TABLE, "aliases": _TABLE, "part_of": _TEXT, "next": _TEXTS}
_REQUIRED = {
    "rule": ("id", "kind", "en", "zh", "cites"),
    "concept": ("id", "category", "labels"),
    "timing": ("id", "level", "labels"),
}


@dataclass(frozen=True, slots=True)
class _Entry:
    """One table of one file, with the line it begins on and the text of its lines."""

    kind: str
    file: str
    row: Mapping[str, Any]
    line: int
    body: Sequence[str]

    @property
    def id(self) -> str:
        return str(self.row.get("id", f"entry at line {self.line}"))

    def bad(self, code: str, key: str, message: str, hint: str) -> Finding:
        """A finding at the line where the key stands, else where the entry begins."""
        place = re.compile(rf"\s*{re.escape(key.split('.')[0])}\s*[=.]")
        line = next((self.line + i for i, row in enumerate(self.body) if place.match(row)), self.line)
        where = Lines(line, line)
        return Finding(
            code=code, severity="error", message=message, hint=hint, source=self.file, lines=where, key=f"{self.id}.{key}"
        )


def check_tables(texts: Mapping[str, str], tables: Mapping[str, Any]) -> list[Finding]:
    """Every problem of a sources folder, in the order of its files; `texts` and `tables` by path inside the folder."""
    rules = [e for name in tables if name.startswith("rules/") for e in _entries("rule", name, texts, tables)]
    concepts = _entries("concept", "glossary.toml", texts, tables)
    timings = _entries("timing", "timings.toml", texts, tables)
    kinds = (("rule", rules), ("concept", concepts), ("timing", timings))
    ids = {kind: dict.fromkeys(_ids(entries)) for kind, entries in kinds}
    registry = tables.get("registry.toml", {})
    ids["source"] = dict.fromkeys(str(s["id"]) for s in registry.get("source", ()) if "id" in s)
    predicates = tables.get("predicates.toml", {}).get("predicate", ())
    ids["side"] = dict.fromkeys(side for p in predicates for side in p.get("sides", ()))
    cues = tables.get("cues/facts.toml", {})
    ids["fact"] = dict.fromkeys(f"{facet}.{value}" for facet, values in cues.items() for value in values)
    found = [f for name in tables for f in _stray_tables(name, texts, tables)]
    for entries, keys in ((concepts, _CONCEPT_KEYS), (timings, _TIMING_KEYS), (rules, _RULE_KEYS)):
        found += _duplicates(entries)
        for entry in entries:
            shape = [*_shape(entry, keys)]
            found += shape or _content(entry, ids)
    return [*found, *_cycles(rules)]


def _entries(kind: str, file: str, texts: Mapping[str, str], tables: Mapping[str, Any]) -> list[_Entry]:
    rows = tables.get(file, {}).get(kind, [])
    lines = texts.get(file, "").split("\n")
    header = re.compile(rf"\s*\[\[\s*{kind}\s*\]\]")
    starts = [i for i, line in enumerate(lines) if "[[" in line and header.match(line)]
    if not isinstance(rows, list) or len(starts) != len(rows):
        return [_Entry(kind, file, row, 1, lines) for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    ends = [*starts[1:], len(lines)] if starts else []
    return [_Entry(kind, file, row, a + 1, lines[a:b]) for row, a, b in zip(rows, starts, ends, strict=True)]


def _ids(entries: Iterable[_Entry]) -> list[str]:
    return [str(e.row["id"]) for e in entries if "id" in e.row]


def _stray_tables(file: str, texts: Mapping[str, str], tables: Mapping[str, Any]) -> Iterator[Finding]:
    """Top-level keys of a file of ours that are not its table: a misspelt [[rule]] would be lost silently."""
    wanted = {"glossary.toml": "concept", "timings.toml": "timing"}.get(file, "rule" if file.startswith("rules/") else "")
    for key in tables[file] if wanted else ():
        if key not in (wanted, "rule_lines"):
            line = next((n for n, row in enumerate(texts[file].split("\n"), 1) if key in row), 1)
            yield Finding(
                code="R002", severity="error", message=f"unknown table '{key}'", hint=f"Write [[{wanted}]].", source=file,
                lines=Lines(line, line), key=key,
            )  # fmt: skip


def _duplicates(entries: Sequence[_Entry]) -> Iterator[Finding]:
    counted = Counter(_ids(entries))
    first: dict[str, _Entry] = {}
    for entry in entries:
        if counted[entry.id] > 1 and first.setdefault(entry.id, entry) is not entry:
            other = first[entry.id]
            yield entry.bad("R004", "id", f"the id is taken by {other.file}:{other.line}", "Give one of them another id.")


def _shape(entry: _Entry, keys: Mapping[str, str]) -> Iterator[Finding]:
    """Unknown keys, missing keys, values of the wrong type: what makes a closer look pointless."""
    for key, value in entry.row.items():
        if key not in keys:
            yield entry.bad("R002", key, f"unknown key '{key}'", nearest(key, keys))
        elif not _is(value, keys[key]):
            yield entry.bad("R003", key, f"'{key}' must be {keys[key]}", "Mend its value.")
    for key in _REQUIRED[entry.kind]:
        if key not in entry.row:
            code = "R009" if key == "cites" else "R008" if key in ("en", "zh") else "R003"
            yield entry.bad(code, key, f"'{key}' is missing", "Add it.")


def _is(value: object, wanted: str) -> bool:
    if wanted == _TEXT:
        return isinstance(value, str)
    if wanted == _TABLE:
        return isinstance(value, dict)
    inside = str if wanted == _TEXTS else dict
    return isinstance(value, list) and all(isinstance(v, inside) for v in value)


def _content(entry: _Entry, ids: Mapping[str, Collection[str]]) -> list[Finding]:
    checks = {"rule": _rule, "concept": _concept, "timing": _timing}
    return [*checks[entry.kind](entry, ids)]


def _rule(entry: _Entry, ids: Mapping[str, Collection[str]]) -> Iterator[Finding]:
    row = entry.row
    for key in ("en", "zh"):
        if not row[key].strip():
            yield entry.bad("R008", key, f"'{key}' is empty", "Say the rule in both languages.")
    yield from _known(entry, "concepts", ids["concept"], "R005", "concept")
    yield from _known(entry, "timing", ids["timing"], "R006", "timing")
    yield from _known(entry, "overrides", ids["rule"], "R007", "rule")
    yield from _known(entry, "conflicts", ids["rule"], "R007", "rule")
    yield from _choice(entry, "kind", row["kind"], KINDS, "R011")
    yield from _choice(entry, "territory", row.get("territory", "both"), get_args(Territory), "R013")
    for ask in row.get("asks", ()):
        if not _is_sound(ask):
            yield from _part(entry, "asks", _texts(ask), _ASK_KEYS, _ASK_NEEDS)
            yield from _choice(entry, "asks", ask.get("verdict", "yes"), get_args(Verdict), "R012")
    yield from _propositions(entry, ids)
    if not row["cites"]:
        yield entry.bad("R009", "cites", "there is no citation", "Say where the rule is established.")
    for cite in row["cites"]:
        yield from _cite(entry, cite, ids["source"])


def _texts(ask: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a question that hold a text."""
    return {key: value for key, value in ask.items() if key not in ("fact", "options")}


def _propositions(entry: _Entry, ids: Mapping[str, Collection[str]]) -> Iterator[Finding]:
    """What is wrong with the sides and facts of an entry's questions and statements."""
    sides, facts = ids.get("side", ()), ids.get("fact", ())
    for ask in entry.row.get("asks", ()):
        for key in ("side", "side_zh"):
            if ask.get(key) and sides and ask[key] not in sides:
                yield entry.bad("R023", "asks", f"unknown side '{ask[key]}'", nearest(ask[key], sides))
        options = ask.get("options", ())
        if options and not (ask.get("fact") and {o.get("verdict") for o in options} >= {"yes", "no"}):
            message = "options without a fact, or without a yes and a no"
            yield entry.bad("R024", "asks", message, "Name the fact; give a yes and a no.")
        for option in options:
            yield from _part(entry, "asks", option, _OPTION_KEYS, _OPTION_KEYS)
    for state in entry.row.get("states", ()):
        yield from _part(entry, "states", state, _STATE_KEYS, ("side",))
        if sides and state.get("side", next(iter(sides))) not in sides:
            yield entry.bad("R023", "states", f"unknown side '{state.get('side')}'", nearest(str(state.get("side")), sides))
        for given in (f"{facet}.{value}" for facet, value in state.get("given", {}).items()):
            if facts and given not in facts:
                yield entry.bad("R025", "states", f"unknown fact '{given}'", nearest(given, facts))


def _is_sound(ask: Mapping[str, Any]) -> bool:
    """Whether a question has just its keys, with text: all but a few do, so this is asked before anything is told."""
    en, zh = ask.get("en"), ask.get("zh")
    told = isinstance(en, str) and isinstance(zh, str) and bool(en.strip() and zh.strip())
    return told and ask.keys() <= set(_ASK_KEYS) and ask.get("verdict") in _VERDICTS


def _cite(entry: _Entry, cite: Mapping[str, Any], sources: Collection[str]) -> Iterator[Finding]:
    yield from _part(entry, "cites", cite, _CITE_KEYS, ("source", "section"))
    if sources and cite.get("source", next(iter(sources))) not in sources:
        yield entry.bad("R015", "cites", f"unknown source '{cite['source']}'", nearest(str(cite["source"]), sources))
    match cite.get("lines"):
        case [int(first), int(last)] if 1 <= first <= last:
            if last - first >= WIDEST_CITE:
                message = f"the citation covers {last - first + 1} lines"
                yield entry.bad("R010", "cites", message, f"Name the {WIDEST_CITE} or fewer that say it.")
        case _:
            yield entry.bad("R009", "cites", "a citation lacks its lines", "Write lines = [first, last].")


def _concept(entry: _Entry, ids: Mapping[str, Collection[str]]) -> Iterator[Finding]:
    yield from _labels(entry)
    yield from _known(entry, "broader", ids["concept"], "R016", "concept")
    yield from _known(entry, "related", ids["concept"], "R016", "concept")


def _timing(entry: _Entry, ids: Mapping[str, Collection[str]]) -> Iterator[Finding]:
    yield from _labels(entry)
    yield from _known(entry, "next", ids["timing"], "R016", "timing")
    yield from _known(entry, "part_of", ids["timing"], "R016", "timing")
    yield from _choice(entry, "level", entry.row["level"], LEVELS, "R018")


def _labels(entry: _Entry) -> Iterator[Finding]:
    for lang in ("en", "zh"):
        if not str(entry.row["labels"].get(lang, "")).strip():
            yield entry.bad("R017", f"labels.{lang}", f"no label in '{lang}'", "Add the name that players use.")
    for key in ("aliases", "slang"):
        for lang, texts in entry.row.get(key, {}).items():
            if lang not in ("en", "zh", "ja") or not _is(texts, _TEXTS):
                yield entry.bad("R003", f"{key}.{lang}", f"'{key}' must be lists of strings by en, zh, ja", "Mend it.")


def _known(entry: _Entry, key: str, known: Collection[str], code: str, what: str) -> Iterator[Finding]:
    value = entry.row.get(key, [])
    for one in [value] if isinstance(value, str) else value:
        if one not in known:
            yield entry.bad(code, key, f"unknown {what} '{one}'", nearest(one, known))


def _choice(entry: _Entry, key: str, value: object, allowed: Sequence[str], code: str) -> Iterator[Finding]:
    if value not in allowed:
        yield entry.bad(code, key, f"unknown value '{value}'", f"Write one of: {', '.join(allowed)}.")


def _part(
    entry: _Entry, key: str, part: Mapping[str, Any], allowed: Sequence[str], required: Sequence[str]
) -> Iterator[Finding]:
    for name in part:
        if name not in allowed:
            yield entry.bad("R002", key, f"unknown key '{name}'", nearest(name, allowed))
    for name in required:
        if not str(part.get(name, "")).strip():
            yield entry.bad("R003", key, f"'{name}' is missing or empty", "Add it.")


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint that names the known word nearest to one that is not known."""
    from rapidfuzz.distance import OSA

    best = min(known, key=lambda k: (OSA.distance(word, k), k), default="")
    return f"Did you mean '{best}'?" if best else "Nothing of the kind is defined."


def _cycles(rules: Sequence[_Entry]) -> Iterator[Finding]:
    """One finding for each rule from which overrides lead back to itself."""
    beaten = {e.id: [o for o in e.row.get("overrides", ()) if isinstance(o, str)] for e in rules if "id" in e.row}
    for entry in rules:
        path, queue = set[str](), list(beaten.get(entry.id, ()))
        while queue:
            at = queue.pop()
            if at not in path:
                path.add(at)
                queue += beaten.get(at, ())
        if entry.id in path:
            others = ", ".join(sorted(path - {entry.id})) or "itself"
            yield entry.bad("R014", "overrides", f"overrides run in a circle through {others}", "Decide which one prevails.")
