"""What a finding says and advises, in Chinese: its line as the check words it, what it names carried over."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from kb.model import Rule

FINDINGS = Path(__file__).with_name("findings.toml")
_PLACE = re.compile(r"\{(\w+)\}")
_PART = re.compile(r" \(Places (\d+) to (\d+) of (\d+)\.\)$")
_QUOTED_TWICE = re.compile('「"([^"「」]*)"」')
_TIMES = re.compile(r"(?:(\d+) times|once|twice)")


def finding_in_chinese(text: str, rules: Sequence[Rule] = ()) -> str:
    """The line in Chinese, entries of the digest in their Chinese words; empty where no translation is known.

    >>> finding_in_chinese("The list goes from 2 to 4.")
    '列表从 2 直接到 4。'
    """
    part = _PART.search(text)
    said = _with_entries(text[: part.start()] if part else text, rules)
    for pieces, pattern, template in _lines():
        if all(piece in said for piece in pieces) and (found := pattern.fullmatch(said)):
            told = _QUOTED_TWICE.sub(
                r"「\1」", template.format(**{n: _counted(value) for n, value in found.groupdict().items()})
            )
            return f"{told}（第 {part[1]} 至 {part[2]} 处，共 {part[3]} 处。）" if part else told
    return ""


def _with_entries(text: str, rules: Sequence[Rule]) -> str:
    """The text with what it quotes of the digest in Chinese, longer entries first: one may be part of another."""
    quoted = [(r.en.rstrip("."), r.zh.rstrip("。")) for r in rules]
    quoted += [(r.prevails.rstrip("."), r.prevails_zh.rstrip("。")) for r in rules if r.prevails and r.prevails_zh]
    for en, zh in sorted((q for q in quoted if q[0] in text), key=lambda q: -len(q[0])):
        text = text.replace(en, zh)
    return text


def _counted(value: str) -> str:
    found = _TIMES.fullmatch(value)
    return f"{found[1] or {'once': '1', 'twice': '2'}[value]} 次" if found else value


@cache
def _lines() -> tuple[tuple[tuple[str, ...], re.Pattern[str], str], ...]:
    """Literal pieces, pattern and Chinese of every line."""
    rows = tomllib.loads(FINDINGS.read_text("utf-8"))
    return tuple((*_pattern(en), zh) for en, zh in rows.items())


def _pattern(template: str) -> tuple[tuple[str, ...], re.Pattern[str]]:
    pieces = _PLACE.split(template)
    parts = [f"(?P<{piece}>.*?)" if n % 2 else re.escape(piece) for n, piece in enumerate(pieces)]
    return tuple(p for p in pieces[::2] if p), re.compile("".join(parts), re.S)
