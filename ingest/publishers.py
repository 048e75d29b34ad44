"""Who stands behind a cited page: the game's publishers, or somebody else."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from kb.model import Tri

_OFFICIAL_HOSTS = ("yugioh-card.com", "konami.com", "konami.jp", "konami.net")
_FORMER_HOST = "upperdeck.com"
_PUBLISHER = re.compile(r"(?:^|[.\"”)\]]\s*)(?:Konami|UDE|Upper Deck(?: Entertainment)?|コナミ|科乐美)\s*(?=[.(,]|$)", re.I)
"""A publisher where a citation names who published: at its beginning or after a title, not in running words."""

_FORUM = re.compile(r"/(?:community|forums?|threads?)/", re.I)


def is_official(url: str, label: str = "") -> Tri:
    """Whether a reference leads to a publisher of the game; None where neither address nor label tells.

    The former publisher's rulings count as official; its forum tells nothing: players wrote there as well as staff. A copy
    on somebody else's site of what the publisher is said to have published counts as official too.

    >>> is_official("https://www.db.yugioh-card.com/yugiohdb/"), is_official("https://fans.example/rules"), is_official("")
    (True, False, None)
    """
    host = (urlsplit(url).hostname or "") if url.isascii() and "[" not in url else ""
    if _belongs(host, _OFFICIAL_HOSTS):
        return True
    if _belongs(host, (_FORMER_HOST,)):
        return None if _FORUM.search(url) else True
    if _PUBLISHER.search(label):
        return True
    return False if host else None


def _belongs(host: str, owners: tuple[str, ...]) -> bool:
    return any(host == owner or host.endswith("." + owner) for owner in owners)
