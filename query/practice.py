"""Questions that an engine answers before anybody asks it: what is made when it is first needed is there then."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from itertools import cycle

from kb.errors import RulingsError
from kb.loading import loaded
from query.engine import Engine

MOST = 100
"""Questions that are practised. By then nine of ten patterns that questions need are compiled."""
_REST = 0.005
"""Seconds between two, for those who ask meanwhile."""


def practise(engine: Engine, most: int = MOST) -> int:
    """Asks one question of so many of the digest's entries, in both languages by turns; how many were asked.

    What is amiss is told when somebody asks for it.
    """
    asked = 0
    with suppress(RulingsError):
        rules = [*engine.laws.of("both").rules.values()]
        for rule, lang in zip(rules[:: max(1, len(rules) // most)][:most], cycle(("en", "zh")), strict=False):
            texts = [text for ask in rule.asks if (text := ask.en if lang == "en" else ask.zh)]
            if texts:
                engine.ask(texts[-1])
                asked += 1
                time.sleep(_REST)
    loaded()
    return asked


def practise_aside(engine: Engine) -> threading.Thread:
    """Does so on a thread of its own, which ends with the program."""
    thread = threading.Thread(target=practise, args=(engine,), name="practice", daemon=True)
    thread.start()
    return thread
