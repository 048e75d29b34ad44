"""The law as tests ask it: of our own digest, without anybody's decisions."""

from __future__ import annotations

from pathlib import Path

from kb.digest.load import sources_dir
from kb.law.law import Law
from kb.law.laws import Laws
from kb.model import Territory

NOBODY = Path(__file__).parent / "no-such-home"
LAWS = Laws(sources_dir(), NOBODY)


def law(territory: Territory = "OCG") -> Law:
    """The digest's law in a territory."""
    return LAWS.of(territory)
