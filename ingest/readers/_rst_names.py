"""Substitutions of a reStructuredText document: names between bars and what stands for them."""

from __future__ import annotations

import re

_DEFINED = re.compile(
    r"^[ \t]*\.\.[ \t]+\|(?P<name>[^|\n]+)\|[ \t]+(?P<kind>replace|image|unicode)::[ \t]*(?P<body>[^\n]*(?:\n[ \t]+\S[^\n]*)*)",
    re.M,
)
_USED = re.compile(r"\|(?=[^\s|])([^|\n]{1,80}?)(?<=\S)\|_{0,2}")
_ALT = re.compile(r":alt:[ \t]*([^\n]+)")
_CODE = re.compile(r"(?:0x|U\+|\\?[xu])([0-9a-f]{2,6})\b", re.I)
_LONGEST, _ROUNDS, _MOST = 2_000, 4, 50_000


class Substitutions:
    """What every name of a document stands for; where it is defined twice, the later."""

    def __init__(self, text: str) -> None:
        self._known = {_key(m["name"]): _shown(m["kind"], m["body"]) for m in _DEFINED.finditer(text)}

    def expand(self, raw: str) -> str:
        """A slice with its names replaced, names inside replacements too; a definition itself stays as it is.

        >>> Substitutions(".. |oil| replace:: lamp oil\\n").expand("Some |oil|, some |water|.")
        'Some lamp oil, some |water|.'
        """
        if not self._known or "|" not in raw or _DEFINED.match(raw):
            return raw
        for _ in range(_ROUNDS):
            done = _USED.sub(lambda m: self._known.get(_key(m[1]), m[0]), raw)
            if done == raw or len(done) > _MOST:
                break
            raw = done
        return raw


def _key(name: str) -> str:
    return " ".join(name.lower().split())


def _shown(kind: str, body: str) -> str:
    if kind == "image":
        alt = _ALT.search(body)
        return alt[1].strip() if alt else ""
    words = " ".join(body.split())[:_LONGEST]
    if kind == "unicode":
        return _CODE.sub(lambda m: chr(int(m[1], 16)) if int(m[1], 16) < 0x110000 else "", words).replace(" ", "")
    return words
