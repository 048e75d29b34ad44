"""The `rulings` command. Every mistake a user can make ends in one line on standard error and exit status 2."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import typer
import typer.main

from cli.failed import fail
from cli.terminal import bare, plain_output
from kb.errors import RulingsError

app = typer.Typer(
    name="rulings",
    help="Yu-Gi-Oh! rulings with their evidence, English and Chinese, offline.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@cache
def command() -> Any:
    """The command with all its parts, put together once."""
    from cli import app as page
    from cli import ask, audit, browse, calc, cards, doctor, documents, exam, serve

    for part in (ask, documents, browse, cards, calc, audit, doctor, exam, page, serve):
        part.register(app)
    return typer.main.get_command(app)


def main(argv: list[str] | None = None) -> int:
    """Exit status: 0 done, 1 something was found (as a linter), 2 bad input, 130 interrupted."""
    with plain_output():
        code = _run(argv)
    if argv is None:
        sys.exit(code)
    return code


def _run(argv: list[str] | None) -> int:
    try:
        result = command()(args=argv, standalone_mode=False)
    except RulingsError as error:
        code = fail(str(error))
    except typer.Abort:
        code = 130
    except BrokenPipeError:
        bare(sys.stderr).close()
        code = 0
    except OSError as error:
        code = fail(f"{error.filename or 'input/output'}: {error.strerror or error}. Check the path and its permissions.")
    except KeyboardInterrupt:
        code = 130
    except Exception as error:
        told = getattr(error, "format_message", None)
        if told is None:
            raise
        code = fail(f"{told()} See `rulings --help`.")
    else:
        code = result if isinstance(result, int) else 0
    return code
