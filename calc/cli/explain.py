"""`perdollar explain`: what a notice means, why it matters and what to do."""

from __future__ import annotations

from typing import Annotated

import typer

from calc.cli.output import emit


def explain(
    code: Annotated[str | None, typer.Argument(metavar="CODE", help="Code of a notice.")] = None,
    list_codes: Annotated[bool, typer.Option("--list", help="List the codes.")] = False,
) -> None:
    """Explain a notice.

    Example: perdollar explain single_run
    """
    from calc import notices

    if list_codes:
        known = [notices.text(each) for each in notices.codes()]
        longest = max(len(each.code) for each in known)
        emit("".join(f"{each.code:<{longest}}  {each.level:<7}  {each.title}\n" for each in known))
    elif code is None:
        raise typer.BadParameter("name a code, such as single_run, or write --list")
    else:
        emit(notices.explain(code))
