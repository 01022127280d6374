"""The command line: reads, calls, shows. It does no arithmetic."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from calc.cli import compare, explain, new, prices, quick, ui
from calc.cli.output import Closed, emit, note, unwritten
from calc.errors import PerdollarError
from calc.version import __version__

BAD_INPUT, INTERNAL_ERROR, INTERRUPTED = 2, 70, 130


class _Group(TyperGroup):
    """Says what is wrong with an option in its own words, without the name of the check that found it."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")
            raise


app = typer.Typer(
    name="perdollar",
    cls=_Group,
    help="Units of work per dollar, from your own measurements and prices.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)
app.command("quick")(quick.quick)
app.command("compare", help=compare.HELP)(compare.compare)
app.command("new")(new.new)
app.command("schema")(new.schema)
app.add_typer(prices.app, name="prices")
app.command("explain")(explain.explain)
app.command("ui")(ui.ui)


def _version(wanted: bool) -> None:
    if wanted:
        emit(f"perdollar {__version__}\n")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[  # the callback has done it all
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    pass


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. No traceback reaches the user."""
    if sys.stdout is None:
        sys.stdout = Closed()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets a question mark and not an error.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        typer.main.get_command(app)(args=arguments, prog_name="perdollar")
    except SystemExit as finished:
        return finished.code if isinstance(finished.code, int) else 0
    except PerdollarError as error:
        note(error)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None:  # the help, which typer writes
            note(unwritten(error))
            return BAD_INPUT
        if os.environ.get("PERDOLLAR_DEBUG") == "1":
            raise
        note(
            f"internal error: {type(error).__name__}: {' '.join(str(error).split())}; please report it with "
            "the command and the file that led here (PERDOLLAR_DEBUG=1 shows where it happened)"
        )
        return INTERNAL_ERROR
    return 0
