"""The index of the bundled digest, made without documents; what its making takes longest is shipped (`kb.index.ship`)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from kb.cache import Cache, code_version
from kb.digest.documents import known_documents
from kb.digest.load import bundled_linker, load_glossary, load_rules, load_timings, vocabulary_mark
from kb.index.build import SHIPPED_WORK, build_index
from kb.index.collect import rule_entries
from kb.index.encode import Encoder
from kb.index.store import Index
from kb.model import Rule

LINKING = ("kb.lang", "kb.text")
"""The code by which texts are linked."""


def digest_index(sources: Path, encoder: Encoder | None, cache_dir: Path) -> Index:
    """The index of a sources folder's digest alone; what is worked out is kept in the cache."""
    rules = load_rules(sources)
    known = known_documents(sources / "registry.toml").values()
    entries = rule_entries(rules, _links(rules, sources, cache_dir).__getitem__, known)
    return build_index(
        entries, encoder=encoder, concepts=load_glossary(sources), timings=load_timings(sources), cache_dir=cache_dir
    )


def _links(rules: Sequence[Rule], sources: Path, cache_dir: Path) -> dict[str, list[str]]:
    """Of every rule's text, what it names."""
    texts = [text for rule in rules for text in (rule.en, rule.zh)]
    cache = Cache.inside(cache_dir, "linked", version=code_version(*LINKING), shipped=SHIPPED_WORK)
    key = hashlib.sha256("\0".join((vocabulary_mark(sources), *texts)).encode("utf-8", "surrogatepass")).hexdigest()

    def link() -> bytes:
        linker = bundled_linker(sources)
        return json.dumps([[found.target for found in linker.link(text)] for text in texts], ensure_ascii=False).encode()

    return dict(zip(texts, json.loads(cache.get_or_make(key, link)), strict=True))
