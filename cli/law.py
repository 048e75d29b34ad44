"""The law that a command asks: of the folder, home, territory and date its options name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, cast

from kb.errors import BadInput

if TYPE_CHECKING:
    from kb.law.law import Law
    from kb.model import Territory

_DATE = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?")


def laws_of(home: Path | None, sources: Path | None, territory: str = "both", as_of: str = "") -> tuple[Law, ...]:
    """The law of each territory asked about, OCG before TCG.

    Raises BadInput for another territory or what is no date, BadSources or BadReview where our data is wrong.
    """
    from kb.law.laws import Laws

    if territory not in ("OCG", "TCG", "both"):
        raise BadInput(f"--territory {territory[:40]}: unknown. Give OCG, TCG or both.")
    if as_of and not _DATE.fullmatch(as_of):
        raise BadInput(f"--as-of {as_of[:40]}: no date. Give a year, a month or a day, for example 2019-07-13.")
    return Laws.open(home, sources=sources).each(cast("Territory", territory), as_of)
