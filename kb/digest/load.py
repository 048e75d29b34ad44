"""Our own data: the glossary, the timings, the word lists and the digest, from the folder of TOML files an editor touches."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

from kb.digest.check import BadSources, check_tables
from kb.digest.questions import Asks, Rows, question_rows, question_texts
from kb.digest.read import Signature, read_tables, read_texts, remembered_mark, signature, tables_hash
from kb.digest.turning import FILE as TURNING
from kb.digest.turning import read_turning, turning_text
from kb.lang.letters import needed
from kb.lang.lexicon import WordLists, from_rows, names, to_rows
from kb.lang.link import Linker
from kb.model import Cite, Concept, Finding, Lines, Predicate, Rule, State, Territory, Timing
from kb.text import normalise_all

CheckWhen = Callable[[Rule], list[Finding]]
_Row = Mapping[str, Any]
EVERYDAY = "cues/everyday.toml"
Everyday = Mapping[str, Sequence[tuple[re.Pattern[str], str]]]
"""By language patterns, with the terms that they stand for."""
QUESTIONS, LETTERS, NAMES, KEYS = "questions", "letters", "names", "keys"
"""Tables beside those of the files: more questions, and what is made of the others and takes long."""
_VOCABULARY = ("glossary.toml", "timings.toml", "words.toml")


BUNDLED = Path(__file__).resolve().parent.parent.parent / "sources"
"""The folder beside the package, which tests hold sound."""


def sources_dir(folder: Path | None = None) -> Path:
    """The folder with our data: the argument, else `RULINGS_SOURCES`, else `sources` beside the package.

    Raises BadSources if that is no folder.
    """
    chosen = folder or Path(os.environ.get("RULINGS_SOURCES") or BUNDLED)
    if not chosen.is_dir():
        raise BadSources.single("R001", str(chosen), "no such folder", "Name the folder that holds glossary.toml and rules/.")
    return chosen.resolve()


def load_glossary(folder: Path | None = None) -> tuple[Concept, ...]:
    """Every concept, in the order of the file. Raises BadSources with all problems of the folder."""
    return _concepts(*_tables(folder))


def load_timings(folder: Path | None = None) -> tuple[Timing, ...]:
    """Every timing in the order of the turn, `order` counted from 0. Raises BadSources with all problems of the folder."""
    return _timings(*_tables(folder))


def load_rules(folder: Path | None = None, *, check_when: CheckWhen | None = None) -> tuple[Rule, ...]:
    """Every digest entry, file by file in the order of their names. Raises BadSources with all problems of the folder.

    `when` is passed through as the table that stands in the file; `check_when` looks at it and gives what is wrong.
    """
    rules = _rules(*_tables(folder))
    found = [f for r in rules if r.when is not None for f in check_when(r)] if check_when else []
    if found:
        raise BadSources(tuple(found))
    return rules


def load_predicates(folder: Path | None = None) -> tuple[Predicate, ...]:
    """The closed vocabulary of what propositions are about; empty if the folder has no `predicates.toml`."""
    path, digest = _tables(folder)
    rows = _read(path, digest).get("predicates.toml", {}).get("predicate", ())
    return tuple(
        Predicate(id=r["id"], sides=(r["sides"][0], r["sides"][1]), labels={"en": r["en"], "zh": r["zh"]}) for r in rows
    )


def load_facts(folder: Path | None = None) -> Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]]:
    """The words that give a fact, by facet, value and language; empty if the folder has no `cues/facts.toml`."""
    path, digest = _tables(folder)
    facts: dict[str, Any] = _read(path, digest).get("cues/facts.toml", {})
    return facts


def facts_mark(folder: Path) -> str:
    """Stands for the words that give facts in a sources folder."""
    return _facts_mark(*_tables(folder))


@lru_cache(maxsize=4)
def _facts_mark(folder: Path, digest: str) -> str:
    told = _read(folder, digest).get("cues/facts.toml", {})
    return hashlib.sha256(json.dumps(told, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


def load_unactivated(folder: Path | None = None) -> Mapping[str, Sequence[str]]:
    """The entries that tell why nothing of a card is activated, for a text that tells a story ("lore"), effects that only apply
    ("lasting"), no effect ("none"); empty if the folder has no `cues/unactivated.toml`."""
    path, digest = _tables(folder)
    entries: dict[str, list[str]] = _read(path, digest).get("cues/unactivated.toml", {}).get("entries", {})
    return entries


def load_everyday(folder: Path | None = None) -> Everyday:
    """By language what people call things who do not know the game's terms, with the term that is meant, in the order in which
    it is tried; nothing if the folder has no `cues/everyday.toml`.

    Raises BadSources if that is misshapen or a pattern in it is none.
    """
    return _everyday(*_tables(folder))


@lru_cache(maxsize=4)
def _everyday(folder: Path, digest: str) -> Everyday:
    try:
        return {
            lang: tuple((re.compile(_filled(one, table.get("parts", {})), re.I), str(term)) for one, term in table["terms"])
            for lang, table in _read(folder, digest).get(EVERYDAY, {}).items()
        }
    except re.error as error:
        message = f"{error.pattern!r} is no pattern ({error})"
        raise BadSources.single("R026", EVERYDAY, message, "Mend it.") from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        message = f"it is not as it is read ({error})"
        hint = "By language it has `terms`, a list of pairs [pattern, term], and may have `parts`, patterns by name."
        raise BadSources.single("R026", EVERYDAY, message, hint) from error


def _filled(pattern: str, parts: Mapping[str, str]) -> str:
    """A pattern with its parts, which may have earlier ones in them, in their place."""
    for name, part in reversed(list(parts.items())):
        pattern = pattern.replace(f"{{{name}}}", part)
    return pattern


def load_overruled(folder: Path | None = None) -> Sequence[Mapping[str, str]]:
    """The facts of a question under which an entry decides, whatever an effect's text says; none without such a file."""
    path, digest = _tables(folder)
    rows: list[dict[str, str]] = _read(path, digest).get("cues/unactivated.toml", {}).get("overruled", [])
    return rows


def load_procedures(folder: Path | None = None) -> Mapping[str, Any]:
    """The tables of `cues/procedures.toml` with those of every file in `cues/situations` behind them: cues, frames and limits;
    empty if the folder has no such files.

    Raises BadSources where two files name a cue alike.
    """
    path, digest = _tables(folder)
    return _procedures(_read(path, digest))


def load_letters(folder: Path | None = None) -> Mapping[str, Sequence[str]]:
    """By the name of a cue of `load_procedures`, letters of which a text with the cue has some; none where none are sure."""
    path, digest = _tables(folder)
    letters: Mapping[str, Sequence[str]] = _read(path, digest)[LETTERS]
    return letters


def _procedures(read: Mapping[str, Any]) -> dict[str, Any]:
    merged: dict[str, Any] = dict(read.get("cues/procedures.toml", {}))
    for file in sorted(f for f in read if f.startswith("cues/situations/")):
        for name, rows in read[file].items():
            known = merged.get(name, type(rows)())
            if isinstance(rows, dict) and (twice := set(rows) & set(known)):
                raise BadSources.single("R022", file, f"cue '{min(twice)}' stands in another file too", "Name it otherwise.")
            merged[name] = {**known, **rows} if isinstance(rows, dict) else [*known, *rows]
    return merged


def load_word_lists(folder: Path | None = None) -> WordLists:
    """The lists of `words.toml` that keep matching honest; empty ones if the folder has no such file."""
    path, digest = _tables(folder)
    return _word_lists(_read(path, digest))


def _word_lists(tables: Mapping[str, Any]) -> WordLists:
    table = tables.get("words.toml", {})
    return WordLists(
        ignored=tuple(t for texts in table.get("ignored", {}).values() for t in texts),
        ordinary=frozenset(t for texts in table.get("ordinary", {}).values() for t in texts),
        homophones=tuple(t for texts in table.get("homophones", {}).values() for t in texts),
    )


def load_name_keys(folder: Path | None = None) -> tuple[Sequence[str], Sequence[str]]:
    """Keys of every name of every concept and timing, slang left out, and those of their words (`kb.cards.parts.name_keys`)."""
    path, digest = _tables(folder)
    keys, words = _read(path, digest)[KEYS]
    return keys, words


def bundled_linker(folder: Path | None = None) -> Linker:
    """A linker over our glossary, timings and word lists; made once for each content of the folder."""
    return _linker(*_tables(folder))


@lru_cache(maxsize=4)
def _linker(folder: Path, digest: str) -> Linker:
    tables = _read(folder, digest)
    return Linker(from_rows(tables[NAMES]), _word_lists(tables))


def _tables(folder: Path | None) -> tuple[Path, str]:
    path = sources_dir(folder)
    return path, digest_mark(path)


def vocabulary_mark(folder: Path) -> str:
    """Changes with the terms of a sources folder that are linked in texts."""
    return hashlib.sha256(b"".join((folder / name).read_bytes() for name in _VOCABULARY)).hexdigest()


def digest_mark(folder: Path) -> str:
    """Stands for everything that a sources folder says: another one as soon as any of its files says something else."""
    return _mark(folder, signature(folder))


@lru_cache(maxsize=8)
def _mark(folder: Path, stamp: Signature) -> str:
    def read() -> str:
        return tables_hash({**read_texts(folder), **question_texts(folder), TURNING: turning_text(folder)})

    return remembered_mark(folder, stamp, read)


@lru_cache(maxsize=4)
def _read(folder: Path, digest: str) -> dict[str, Any]:
    def more(tables: Mapping[str, Any]) -> dict[str, Any]:
        return {QUESTIONS: question_rows(folder), LETTERS: _letters(tables), **_names(tables)}

    return read_tables(folder, digest, check_tables, more, _made_by())


def _letters(tables: Mapping[str, Any]) -> dict[str, Sequence[str]]:
    """By the name of a cue, letters that a text with it has."""
    cues = _procedures(tables).get("cue", {})
    return {name: needed("|".join(f"(?:{row})" for row in rows)) for name, rows in cues.items()}


def _names(tables: Mapping[str, Any]) -> dict[str, Any]:
    """The names of concepts and timings made ready for the linker, and by their keys."""
    from kb.cards.parts import name_keys

    concepts, timings = _concepts_in(tables), _timings_in(tables)
    things: tuple[Concept | Timing, ...] = (*concepts, *timings)
    named = [name for t in things for name in (*t.labels.values(), *(n for names in t.aliases.values() for n in names))]
    known = names(concepts, timings, _word_lists(tables).ignored)
    return {NAMES: to_rows(known), KEYS: name_keys(normalise_all(named))}


@cache
def _made_by() -> str:
    """Another text as soon as the code is another that makes what is kept beside the tables of the files."""
    files = (file for folder in _MAKING for file in ([folder] if folder.is_file() else sorted(folder.glob("*.py"))))
    return repr([(file.name, stat.st_size, stat.st_mtime_ns) for file in files for stat in (file.stat(),)])


_MAKING = [Path(__file__).resolve().parent.parent / name for name in ("lang", "text.py", "cards/parts.py", "cards/record.py")]
"""The code that makes names ready, looks for letters and cuts names into words."""


@lru_cache(maxsize=4)
def _concepts(folder: Path, digest: str) -> tuple[Concept, ...]:
    return _concepts_in(_read(folder, digest))


def _concepts_in(tables: Mapping[str, Any]) -> tuple[Concept, ...]:
    return tuple(
        Concept(
            id=row["id"],
            category=row["category"],
            labels=row["labels"],
            aliases=_by_lang(row, "aliases"),
            slang=_by_lang(row, "slang"),
            broader=tuple(row.get("broader", ())),
            related=tuple(row.get("related", ())),
        )
        for row in tables.get("glossary.toml", {}).get("concept", ())
    )


@lru_cache(maxsize=4)
def _timings(folder: Path, digest: str) -> tuple[Timing, ...]:
    return _timings_in(_read(folder, digest))


def _timings_in(tables: Mapping[str, Any]) -> tuple[Timing, ...]:
    return tuple(
        Timing(
            id=row["id"],
            level=row["level"],
            labels=row["labels"],
            aliases=_by_lang(row, "aliases"),
            part_of=row.get("part_of"),
            next=tuple(row.get("next", ())),
            order=order,
        )
        for order, row in enumerate(tables.get("timings.toml", {}).get("timing", ()))
    )


@lru_cache(maxsize=4)
def _rules(folder: Path, digest: str) -> tuple[Rule, ...]:
    tables, turning = _read(folder, digest), read_turning(folder)
    more: Mapping[str, Rows] = tables.get(QUESTIONS, {})
    return tuple(
        _rule(row, file, line, Asks(row.get("asks", ()), more.get(row["id"], b""), turning.get(row["id"])))
        for file in sorted(f for f in tables if f.startswith("rules/"))
        for row, line in zip(tables[file].get("rule", ()), tables[file]["rule_lines"], strict=True)
    )


def _rule(row: _Row, file: str, line: int, asks: Asks) -> Rule:
    return Rule(
        id=row["id"],
        topic=file.rpartition("/")[2].removesuffix(".toml"),
        kind=row["kind"],
        en=row["en"],
        zh=row["zh"],
        cites=tuple(_cite(c) for c in row["cites"]),
        concepts=tuple(row.get("concepts", ())),
        timing=tuple(row.get("timing", ())),
        cards=tuple(row.get("cards", ())),
        territory=cast(Territory, row.get("territory", "both")),
        since=row.get("since", ""),
        until=row.get("until", ""),
        overrides=tuple(row.get("overrides", ())),
        conflicts=tuple(row.get("conflicts", ())),
        prevails=row.get("prevails", ""),
        prevails_zh=row.get("prevails_zh", ""),
        examples=tuple(row.get("examples", ())),
        asks=asks,
        states=tuple(State(side=s["side"], given=s.get("given", {})) for s in row.get("states", ())),
        when=row.get("when"),
        then=row.get("then", ""),
        value=row.get("value"),
        file=file,
        line=line,
    )


def _cite(row: _Row) -> Cite:
    first, last = row["lines"]
    return Cite(
        source=row["source"],
        section=row["section"],
        lines=Lines(first, last),
        page=row.get("page"),
        further=row.get("further", ""),
    )


def _by_lang(row: _Row, key: str) -> dict[str, tuple[str, ...]]:
    return {lang: tuple(texts) for lang, texts in row.get(key, {}).items()}
