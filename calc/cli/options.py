"""Options that several commands share."""

from __future__ import annotations

import datetime
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from calc.errors import InputError


class Format(StrEnum):
    """How the answer is written."""

    text = "text"
    json = "json"
    jsonl = "jsonl"
    csv = "csv"
    markdown = "markdown"


Baseline = Annotated[str | None, typer.Option(metavar="ID", help="Option that the others are compared with.")]
Confidence = Annotated[str | None, typer.Option(metavar="NUMBER", help="Confidence of the intervals: 0.95.")]
Margin = Annotated[
    str | None, typer.Option(metavar="NUMBER", help="Relative difference that counts as equal: 0.02.")
]
Require = Annotated[
    list[str] | None,
    typer.Option(metavar="EXPR", help='What must hold, such as "trn2 ratio >= 1.2". Repeatable.'),
]
Point = Annotated[
    bool, typer.Option("--point", help="Judge --require by the point, not by the interval's bad end.")
]
ShowInvalid = Annotated[
    bool, typer.Option("--show-invalid", help="Show numbers that are withheld as not representative.")
]
Today = Annotated[
    datetime.datetime | None,
    typer.Option(
        formats=["%Y-%m-%d"], metavar="DATE", help="Day on which the age of prices is judged; default: today."
    ),
]
OutputFormat = Annotated[Format, typer.Option("--format", help="How the answer is written.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file, replacing it.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]


def day(today: datetime.datetime | None) -> datetime.date:
    """The day given, else today: the only place where the command line reads the clock."""
    return datetime.date.today() if today is None else today.date()


def decimal(option: str, text: str | None) -> Decimal | None:
    """The number given with an option; raises InputError that names the option."""
    if text is None:
        return None
    from calc.intake.numbers import read_decimal

    try:
        return read_decimal(text)
    except InputError as error:
        raise InputError(error.problems, source=option) from None
