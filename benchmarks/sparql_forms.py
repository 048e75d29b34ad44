"""Random SPARQL queries that mostly parse: made by a grammar, and changed term by term and group by group."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from kb.graph.names import BASE, PREFIXES

T = TypeVar("T")
VARIABLES = ("?s", "?p", "?o", "?g", "?灯", "$x", "?_1")
NAMES = (f"<{BASE}x>", "<http://e/a%20b>", "dr:text", "<urn:x:灯>", "<http://e/SERVICE>", "a")
TEXTS = (
    '"a"', "'灯'@zh", '"a"@en-GB-x-y', '"""a"b\n"""', "'''a'b'''", '"\\u0041\\U0001F600\\t"', '"1"^^xsd:integer',
    '"x"^^xsd:date',
    '"2020-02-30T25:61:00"^^xsd:dateTime', '"P1Y"^^xsd:duration', '"NaN"^^xsd:double', '""', '"(?<a>"', '"(a+)+$"', '"\\\\1"',
    '"SERVICE <http://e/>"',
)  # fmt: skip
NUMBERS = ("0", "-1", "+1", "1.0", ".5", "1e308", "-1e-400", "9" * 19, "9" * 60, "1e+999", "true", "false")
UNARY = (
    "STR", "LANG", "DATATYPE", "BOUND", "IRI", "ABS", "CEIL", "FLOOR", "ROUND", "STRLEN", "UCASE", "LCASE", "ENCODE_FOR_URI",
    "YEAR",
    "MONTH", "DAY", "HOURS", "MINUTES", "SECONDS", "TIMEZONE", "TZ", "MD5", "SHA1", "SHA256", "SHA384", "SHA512", "ISIRI",
    "ISBLANK",
    "ISLITERAL", "ISNUMERIC", "xsd:integer", "xsd:dateTime", "xsd:decimal", "xsd:boolean", "dr:nothing", "<http://e/f>",
    "SUBJECT",
)  # fmt: skip
BINARY = (
    "LANGMATCHES", "CONTAINS", "STRSTARTS", "STRENDS", "STRBEFORE", "STRAFTER", "SAMETERM", "STRDT", "STRLANG", "REGEX",
    "SUBSTR",
    "COALESCE", "CONCAT",
)  # fmt: skip
OPERATORS = ("=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "||", "&&", "IN", "NOT IN")
AGGREGATES = ("COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE", "GROUP_CONCAT")
PATHS = ("a", "^a", "a*", "a+", "a?", "(a|^dr:x)", "!a", "!(a|^a)", "(a/a)*", "((a*)*)+", "a/a/a", "^(a|a)?", "(^a/a)|a*")
TOKEN = re.compile(
    r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|<[^<>\s]*>|[?$]?[\w:.%-]+|\s+|\W", re.S
)
DEEPEST = 3


class Forms:
    """Makes queries. One chance makes the same ones again."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def query(self, depth: int = 0) -> str:
        """A whole query."""
        body, form = self.group(depth), self._one(("SELECT", "SELECT", "SELECT", "ASK", "CONSTRUCT", "DESCRIBE"))
        if form == "ASK":
            return f"ASK {body}"
        if form == "CONSTRUCT":
            return f"CONSTRUCT {{ {self._triples(0)} }} WHERE {body} {self._after()}"
        if form == "DESCRIBE":
            return f"DESCRIBE {self._one((*VARIABLES, *NAMES[:4], '*'))} {body}"
        return self._select(body)

    def _select(self, body: str) -> str:
        kind = self._one(("", "DISTINCT ", "REDUCED "))
        if self._chance.random() < 0.3:
            key, made = self._one(VARIABLES), self._one(AGGREGATES)
            of = f"{self._one(('', 'DISTINCT '))}{self.expression(1)}"
            having = f" HAVING ({self.expression(1)})" if self._chance.random() < 0.3 else ""
            return f"SELECT {kind}{key} ({made}({of}) AS ?n) WHERE {body} GROUP BY {key}{having} {self._after()}"
        shown = self._one(("*", " ".join(self._some(VARIABLES)), f"({self.expression(1)} AS ?made)"))
        return f"SELECT {kind}{shown} WHERE {body} {self._after()}"

    def _after(self) -> str:
        parts = (f"ORDER BY {self._one(('', 'DESC'))}({self.expression(1)})", f"LIMIT {self._chance.randrange(9)}", "OFFSET 1")
        return " ".join(part for part in parts if self._chance.random() < 0.25)

    def group(self, depth: int) -> str:
        """A group in its braces."""
        inner = [self._part(depth) for _ in range(self._chance.randint(1, 3))]
        return f"{{ {' '.join(inner)} }}"

    def _part(self, depth: int) -> str:
        """Patterns that say nothing new below a certain depth; above it whatever a group may hold."""
        if depth >= DEEPEST:
            return self._triples(depth)
        deeper: tuple[Callable[[], str], ...] = (
            lambda: self._triples(depth),
            lambda: self._triples(depth),
            lambda: f"FILTER({self.expression(depth)})",
            lambda: f"BIND({self.expression(depth)} AS ?b{self._chance.randrange(99)})",
            lambda: f"OPTIONAL {self.group(depth + 1)}",
            lambda: f"{self.group(depth + 1)} UNION {self.group(depth + 1)}",
            lambda: f"MINUS {self.group(depth + 1)}",
            lambda: f"GRAPH {self._one((*VARIABLES, *NAMES[:3]))} {self.group(depth + 1)}",
            lambda: f"FILTER {self._one(('', 'NOT '))}EXISTS {self.group(depth + 1)}",
            lambda: f"{{ {self._select(self.group(depth + 1))} }}",
            lambda: f"VALUES {self._one(VARIABLES)} {{ {' '.join(self._some((*NAMES[:4], *TEXTS, 'UNDEF')))} }}",
            lambda: f"VALUES (?s ?o) {{ ({self._one(TEXTS)} UNDEF) (UNDEF {self._one(NUMBERS)}) }}",
        )
        return self._one(deeper)()

    def _triples(self, depth: int) -> str:
        told = f"{self._subject(depth)} {self._verb()} {self._object(depth)}"
        if self._chance.random() < 0.2:
            told += f" ; {self._verb()} {self._object(depth)} , {self._object(depth)}"
        return f"{told} ."

    def _subject(self, depth: int) -> str:
        return self._one((*VARIABLES, *VARIABLES, *NAMES[:4], "_:b", "[]", f"( {self._one(VARIABLES)} )", "<< ?s ?p ?o >>"))

    def _verb(self) -> str:
        return self._one((*VARIABLES, *NAMES, *PATHS))

    def _object(self, depth: int) -> str:
        return self._one((*VARIABLES, *VARIABLES, *NAMES[:4], *TEXTS, *NUMBERS, "[ a ?o ]"))

    def expression(self, depth: int) -> str:
        """A value, or what is made of values."""
        kind = self._chance.randrange(9 if depth < DEEPEST else 3)
        if kind < 3:
            return self._one((VARIABLES, TEXTS, NUMBERS, NAMES[:4])[self._chance.randrange(4)])
        if kind == 3:
            return f"{self._one(UNARY)}({self.expression(depth + 1)})"
        if kind == 4:
            return f"{self._one(BINARY)}({self.expression(depth + 1)}, {self.expression(depth + 1)})"
        if kind == 5:
            return f"IF({', '.join(self.expression(depth + 1) for _ in range(3))})"
        if kind == 6:
            return f"{self._one(('!', '-', '+'))}({self.expression(depth + 1)})"
        if kind == 7:
            return f"REPLACE({self.expression(depth + 1)}, {self._one(TEXTS)}, {self._one(TEXTS)})"
        operator = self._one(OPERATORS)
        right = self.expression(depth + 1)
        return f"({self.expression(depth + 1)} {operator} {f'({right})' if 'IN' in operator else right})"

    def changed(self, query: str, others: Sequence[str]) -> str:
        """The query with a term put for another, or a group for another query's, or with a group once more around or in it."""
        tokens = TOKEN.findall(query)
        for _ in range(self._chance.randint(1, 3)):
            if tokens:
                self._change(tokens, others)
        return "".join(tokens)

    def _change(self, tokens: list[str], others: Sequence[str]) -> None:
        at = self._chance.randrange(len(tokens))
        token = tokens[at]
        if token == "{":
            other = self._group_of(self._one(others)) if self._chance.random() < 0.5 else self.group(1)
            wrapped = self._chance.random() < 0.3
            tokens[at : _closing(tokens, at)] = ["{", other, "}"] if wrapped else [other]
        elif token[:1] in "?$":
            tokens[at] = self._one(VARIABLES)
        elif token[:1] == "<" and len(token) > 1:
            tokens[at] = self._one(NAMES[:5])
        elif token[:1] in "\"'":
            tokens[at] = self._one((*TEXTS, *NUMBERS))
        elif token[:1].isdigit():
            tokens[at] = self._one(NUMBERS)
        elif token.upper() in UNARY:
            tokens[at] = self._one(UNARY)
        elif token == "}":
            tokens.insert(at, f" {self._part(1)} ")
        elif self._chance.random() < 0.05:
            tokens[at] = self._one((*OPERATORS, "{", "}", "(", ")", ".", ";", "a", "SERVICE", "\udcff", "\x00"))

    def _group_of(self, query: str) -> str:
        tokens = TOKEN.findall(query)
        starts = [n for n, token in enumerate(tokens) if token == "{"]
        if not starts:
            return self.group(1)
        at = self._one(starts)
        return "".join(tokens[at : _closing(tokens, at)])

    def _some(self, choices: Sequence[str]) -> list[str]:
        return self._chance.sample(choices, self._chance.randint(1, 3))

    def _one(self, choices: Sequence[T]) -> T:
        return choices[int(self._chance.random() * len(choices))]


def _closing(tokens: Sequence[str], at: int) -> int:
    """The place after the brace that closes the one at a place; the end where none does."""
    depth = 0
    for number in range(at, len(tokens)):
        depth += (tokens[number] == "{") - (tokens[number] == "}")
        if not depth:
            return number + 1
    return len(tokens)


def prologue(query: str, chance: random.Random) -> str:
    """The query with declarations before it that it needs no more than another."""
    declared = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in PREFIXES.items() if chance.random() < 0.02)
    return f"{declared}{'BASE <http://e/> ' if chance.random() < 0.1 else ''}{query}"
