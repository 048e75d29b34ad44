"""Where a user's built knowledge base lives."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from kb.errors import BadInput
from kb.plain import encodable

VARIABLE = "RULINGS_HOME"


def home_dir(chosen: Path | None = None) -> Path:
    """The folder of the built knowledge base: the argument, else `RULINGS_HOME`, else the platform's user data folder.

    It need not exist yet. Raises BadInput if something else stands there, or for a name that is not UTF-8.
    """
    home = chosen or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else _default())
    home = home.expanduser()
    if home.exists() and not home.is_dir():
        raise BadInput(f"{home}: not a folder. Give a folder with --home or {VARIABLE}.")
    if encodable(str(home.absolute())) != str(home.absolute()):
        raise BadInput(f"{home}: its name is not UTF-8. Give another folder with --home or {VARIABLE}.")
    return home.absolute()


def writable_home(chosen: Path | None = None) -> Path:
    """The same folder, made if it is missing, and proven to take a file.

    Raises BadInput, naming the folder and the reason, if it cannot be made or written to.
    """
    home = home_dir(chosen)
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            pass
    except OSError as error:
        what = f"{home}: cannot be written ({error.strerror or error})."
        raise BadInput(f"{what} Make it writable, or give another folder with --home or {VARIABLE}.") from error
    return home


def _default() -> Path:
    from platformdirs import user_data_path

    return user_data_path("duel-rulings", appauthor=False)
