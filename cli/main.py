"""The `rulings` command. Every mistake a user can make ends in one line on standard error and exit status 2."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
import typer.main

from cli.failed import fail
from cli.terminal import bare, plain_output
from kb.errors import Outdated, RulingsError
from kb.frugal import give_back_memory

PARTS = {
    "ask": ("ask",),
    "documents": ("build", "remove", "sources"),
    "browse": ("concept", "timing", "sparql", "export"),
    "cards": ("check", "card"),
    "calc": ("calc",),
    "audit": ("audit", "review", "diff"),
    "doctor": ("doctor",),
    "exam": ("exam",),
    "app": ("app",),
    "serve": ("serve", "mcp"),
}
"""Modules of this package and the commands that each adds."""


@cache
def command(only: str = "") -> Any:
    """The command with all its parts, or with the part that has one command; put together once.

    A question then waits for no other command's imports and options: half of what typer takes.
    """
    app = typer.Typer(
        name="rulings",
        help="Yu-Gi-Oh! rulings with their evidence, English and Chinese, offline.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback(invoke_without_command=True)(_rulings)
    for part in (only,) if only else PARTS:
        import_module(f"cli.{part}").register(app)
    return typer.main.get_command(app)


def _rulings(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.", is_eager=True)] = False,
) -> None:
    """Yu-Gi-Oh! rulings with their evidence, English and Chinese, offline."""
    if version:
        from kb.release import release

        print(f"rulings {release()}")
        raise typer.Exit


def _called(argv: list[str]) -> Any:
    """What a command gives; a home that an older version built is built anew before."""
    called = command(_part_of(argv))
    try:
        return called(args=argv, standalone_mode=False)
    except Outdated as error:
        from cli.renewed import renewed

        renewed(argv, error)
        return called(args=argv, standalone_mode=False)


def _part_of(argv: list[str]) -> str:
    """The part that has the command; empty where none has, as for help."""
    return next((part for part, names in PARTS.items() if argv[:1] and argv[0] in names), "")


def _hint(given: list[str]) -> str:
    """Where an option of a command stands before the command: that it belongs behind it."""
    named = next((word for word in given if any(word in names for names in PARTS.values())), "")
    if not named or not given[0].startswith("-"):
        return ""
    return f"Options belong behind the command: `rulings {named} … {given[0].partition('=')[0]} …`. "


def main(argv: list[str] | None = None) -> int:
    """Exit status: 0 done, 1 something was found (as a linter), 2 bad input, 130 interrupted."""
    if argv is None:
        give_back_memory()
    with plain_output():
        code = _run(argv)
    if argv is None:
        if _part_of(sys.argv[1:]) == "ask":
            _leave(code)
        sys.exit(code)
    return code


def _leave(code: int) -> NoReturn:
    """Ends the program at once: an answer has written no file, and to free what it had loaded takes a third of a second."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _run(argv: list[str] | None) -> int:
    given = sys.argv[1:] if argv is None else argv
    try:
        result = _called(given)
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
        code = fail(f"{told()} {_hint(given)}See `rulings --help`.")
    else:
        code = result if isinstance(result, int) else 0
    return code
