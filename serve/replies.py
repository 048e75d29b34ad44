"""What is asked, whoever asks, and the JSON object that answers it: the contracts that `rulings … --json` prints.

Each raises BadInput for what cannot be used as given, UnknownName or AmbiguousName for a name, SnapshotError, BadSources or
BadReview where what is built or edited is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, cast

from kb.cards.record import name_key
from kb.errors import BadInput, UnknownName
from kb.index.store import find_entry
from kb.lang.detect import detect
from kb.law.law import Law
from kb.model import Lang, Territory
from kb.network import neighbourhood
from kb.quiz import Quiz
from kb.release import release
from query.answer.cite import citation_of
from query.answer.contract import answer_json, citation_json
from query.browse.pages import concept_page, timing_page
from query.card.batch import check_row
from query.card.check import check_card, check_pasted
from query.card.contract import checks_json, page_json
from query.card.page import page_of
from query.card.pasted import named_kind
from query.card.search import NOT_BUILT, CardSearch
from query.engine import checked
from query.exam import take
from query.find.search import Hit
from query.rule.decisions import apply
from serve.opened import Opened

Row = dict[str, Any]
MOST_HITS, MOST_EDGES, MOST_STEPS = 50, 500, 3
LONGEST = 2000
"""Code points of a question that is asked from elsewhere."""
_DATE = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?")


def ask(opened: Opened, question: str, territory: str = "both", *, explain: bool = False) -> Row:
    """The answer to a question."""
    if len(question) > LONGEST:
        raise BadInput(f"The question has {len(question)} characters; {LONGEST} are read at most. Ask it in fewer words.")
    where = territory_of(territory)
    return answer_json(opened.engine.ask(question, territory=where), explain=explain)


def exam(opened: Opened, question: str, options: Mapping[str, str]) -> Row:
    """Which option the sources speak for, of a question with options or of true or false; None if they don't say."""
    texts = [question, *options.values()]
    if sum(map(len, texts)) > LONGEST or len(options) == 1 or not all(text.strip() for text in texts):
        raise BadInput(f"options: give none, or two or more that are not empty; question and options in {LONGEST} characters.")
    lang: Lang = "zh" if detect(question) == "zh" else "en"
    quiz = Quiz(question=checked(question), lang=lang, options=options, key="", line=0)
    (taken,) = take(opened.engine, [quiz])
    return {"chosen": taken.chosen or None, **answer_json(taken.answer)}


def check_line(opened: Opened, row: Row, territory: str = "OCG", as_of: str = "") -> Row:
    """The answer to one line of the batch of `rulings check --jsonl`."""
    return check_row(row, law=_laws(opened, territory, as_of)[0], desk=opened.desk)


def check(opened: Opened, *, card: str = "", text: str = "", lang: str = "", kind: str = "", at: str = "", **when: str) -> Row:
    """Whether each effect of a card, or of a pasted text, may be activated in the Damage Step. `when`: territory, as_of."""
    if bool(card.strip()) == bool(text.strip()):
        raise BadInput("Give a card's name as `card`, or a card text as `text`.")
    laws = _laws(opened, when.get("territory", "both"), when.get("as_of", ""))
    chosen = _lang(lang)
    if text.strip():
        told = named_kind(kind) if kind else None
        if kind and told is None:
            raise BadInput(f"kind {kind[:60]!r}: unknown. Give for example Quick-Play Spell, Counter Trap or Dragon / Effect.")
        return checks_json(check_pasted(text, laws=laws, lang=chosen, kind=told, at=at), laws[0])
    found = _cards(opened).find(card)
    done = check_card(found.card, laws=laws, lang=chosen or _lang_of(card), at=at, official=opened.desk.official)
    return {"how": found.how, **checks_json([done], laws[0])}


def card(opened: Opened, name: str, lang: str = "") -> Row:
    """The page of a card."""
    chosen = _lang(lang) or _lang_of(name)
    laws = opened.laws.each()
    if opened.snapshot is None or opened.desk.cards is None:
        entries = [r.id for r in laws[0].rules.values() if name_key(name) in map(name_key, r.cards)]
        raise BadInput(NOT_BUILT + (f" The digest's entries on it: {', '.join(entries)}." if entries else ""))
    search = opened.desk.cards
    found = search.find(name)
    called = search.nicknames.of(found.card.names.get("en", ""))
    official, index = opened.desk.official, opened.engine.index
    page = page_of(found, opened.snapshot, laws=laws, lang=chosen, also=called, official=official, index=index)
    return page_json(page, laws[0])


def concept(opened: Opened, name: str) -> Row:
    """A term: names, neighbours, entries, passages."""
    return asdict(concept_page(name, home=opened.laws.home, sources=opened.sources, snapshot=opened.snapshot))


def timing(opened: Opened, name: str) -> Row:
    """A part of the turn: what comes before, within and after, and what holds in it."""
    return asdict(timing_page(name, home=opened.laws.home, sources=opened.sources, snapshot=opened.snapshot))


def search(opened: Opened, text: str, most: int = 10) -> Row:
    """Entries and passages that a text finds, best first, without a verdict."""
    if not 1 <= most <= MOST_HITS:
        raise BadInput(f"k {most}: give a number from 1 to {MOST_HITS}.")
    engine = opened.engine
    engine.notice()
    question = engine.understand(checked(text)[:LONGEST], ahead=False)
    found = engine.find(question, most)
    lang: Lang = "zh" if question.lang == "zh" else "en"
    return {
        "lang": lang,
        "terms": [{"id": u.id, "kind": u.kind, "label": u.label, "surface": u.surface} for u in question.understood],
        "searched": list(found.searched),
        "hits": [
            {
                "score": round(h.score, 3),
                "ranks": {name: place.rank for name, place in h.searches.items()},
                **citation_json(citation_of(h.entry, lang, engine.documents)),
            }
            for h in found.hits
        ],
    }


def passage(opened: Opened, identifier: str, lang: str = "en") -> Row:
    """A passage of a document, or an entry of the digest, by its id; as editors decided, so what lost gives what prevails."""
    chosen = _lang(lang) or "en"
    engine = opened.engine
    engine.notice()
    found = find_entry(engine.index, identifier)
    hits = [Hit(entry=found, score=0.0, searches={})] if found else []
    entry = next((h.entry for h in apply(opened.laws.settled(), hits, engine.index)), None)
    if entry is None:
        raise UnknownName(f"passage {identifier[:80]!r}: unknown. Take the id of a citation, as it is written there.")
    return {
        **citation_json(citation_of(entry, chosen, engine.documents)),
        "texts": dict(entry.texts),
        "parent": entry.parent,
        "about": sorted(entry.links, key=lambda i: (-entry.links[i], i)),
        "superseded_by": list(entry.superseded_by),
    }


def graph(opened: Opened, kind: str, identifier: str, steps: int = 1, most: int = 100) -> Row:
    """What stands around a concept, timing, rule or source: nodes with their labels, and edges, nearest first."""
    if not (1 <= steps <= MOST_STEPS and 1 <= most <= MOST_EDGES):
        raise BadInput(f"steps {steps}, limit {most}: give 1 to {MOST_STEPS} steps and 1 to {MOST_EDGES} edges.")
    view, node = opened.view(), f"{kind}:{identifier}"
    if node not in view:
        raise UnknownName(f"{node[:100]}: unknown. Give concept, timing, rule or source, and an id as other answers name it.")
    edges = neighbourhood(view, node, steps=steps)
    shown = edges[:most]
    names = dict.fromkeys([node, *(n for e in shown for n in (e.start, e.end))])
    return {
        "node": node,
        "nodes": [{"id": n, **view.nodes[n]} for n in names],
        "edges": [list(e) for e in shown],
        "left_out": len(edges) - len(shown),
    }


def sources(opened: Opened) -> Row:
    """The known documents, and which of them are built."""
    built = opened.snapshot.manifest.sources if opened.snapshot is not None else {}
    known = opened.law().documents.values()
    fields = ("id", "title", "lang", "edition", "issued", "authority", "territory")
    return {"sources": [{**{f: getattr(s, f) for f in fields}, "built": s.id in built} for s in known]}


def health(opened: Opened, trouble: str = "") -> Row:
    """What answers: the snapshot, what is in it, and anything that is wrong with it."""
    snapshot = opened.snapshot
    return {
        "status": "ok",
        "version": release(),
        "snapshot": opened.name,
        "documents": sorted(snapshot.manifest.sources) if snapshot is not None else [],
        "cards": len(opened.desk.cards.store) if opened.desk.cards is not None else 0,
        "entries": len(opened.engine.rules),
        "encoder": opened.engine.encoder.id if opened.engine.encoder is not None else None,
        "remarks": [r for r in (opened.engine.remark, trouble) if r],
    }


def territory_of(text: str) -> Territory:
    """OCG, TCG or both, as given. Raises BadInput for anything else."""
    if text not in ("OCG", "TCG", "both"):
        raise BadInput(f"territory {text[:40]!r}: unknown. Give OCG, TCG or both.")
    return cast("Territory", text)


def _laws(opened: Opened, territory: str, as_of: str) -> Sequence[Law]:
    if as_of and not _DATE.fullmatch(as_of):
        raise BadInput(f"as_of {as_of[:40]!r}: no date. Give a year, a month or a day, for example 2019-07-13.")
    return opened.laws.each(territory_of(territory), as_of)


def _cards(opened: Opened) -> CardSearch:
    if opened.desk.cards is None:
        raise BadInput(NOT_BUILT)
    return opened.desk.cards


def _lang(text: str) -> Lang | None:
    if text not in ("", "en", "zh"):
        raise BadInput(f"lang {text[:40]!r}: unknown. Give en or zh.")
    return cast("Lang", text) if text else None


def _lang_of(words: str) -> Lang:
    return "en" if detect(words) == "en" else "zh"
