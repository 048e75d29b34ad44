"""Questions out of the knowledge base: parse, look up, search, judge, compute, answer. Knows no file format.

Three lines ask:

>>> from query import Engine
>>> engine = Engine.open()
>>> engine.ask("Does an Equip Spell Card always target?").verdict
'yes'

`Engine.open` takes the home folder in which documents and cards were built; where nothing is built it answers from the bundled
digest. What an answer rests on comes with it:

>>> answer = engine.ask("装备魔法卡一定取对象吗？")
>>> answer.verdict, answer.ground, answer.abstained
('yes', 'stated', False)
>>> first = answer.citations[0]
>>> bool(first.quote), first.kind, first.cites[0].source, first.cites[0].lines.first > 0
(True, 'digest', 'compendium', True)

What no source states is said so, and what is no question is an error with one clear line:

>>> engine.ask("Who bakes the sweetest cake in the harbour?").verdict
'unknown'
>>> engine.ask("  ")
Traceback (most recent call last):
    ...
kb.errors.BadInput: The question is empty. Type a question in English or Chinese.
>>> engine.close()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from query.engine import Engine
    from query.model import Answer, Citation, Question

__all__ = ["Answer", "Citation", "Engine", "Question"]
_FROM = {"Engine": "query.engine", "Answer": "query.model", "Citation": "query.model", "Question": "query.model"}


def __getattr__(name: str) -> Any:
    """The public names, imported when they are first asked for: a part of this package costs no more than itself."""
    from importlib import import_module

    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_FROM[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
