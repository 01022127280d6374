"""Options that several commands share."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from calc.errors import InputError, Problem


class Format(StrEnum):
    """How the answer is written."""

    text = "text"
    json = "json"
    jsonl = "jsonl"
    csv = "csv"
    markdown = "markdown"


def read_day(text: str) -> datetime.date:
    """The day that an option states; raises BadParameter with what to write."""
    from calc.model.base import Date

    try:
        return cast("datetime.date", _checked(Date, text))
    except InputError as error:
        raise typer.BadParameter(str(error)) from None


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
    datetime.date | None,
    typer.Option(
        parser=read_day, metavar="DATE", help="Day on which the age of prices is judged; default: today."
    ),
]
OutputFormat = Annotated[Format, typer.Option("--format", help="How the answer is written.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file, replacing it.")
]
Prices = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE", help="Your own table of prices; its rows go before the catalogue's. Repeatable."
    ),
]
PriceHistory = Annotated[
    bool, typer.Option("--price-history", help="Also compare at the prices of each day on which one changed.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]


def day(today: datetime.date | None) -> datetime.date:
    """The day given, else today: the only place where the command line reads the clock."""
    return datetime.date.today() if today is None else today


def confidence(text: str | None) -> Decimal | None:
    """What --confidence says; raises InputError that names the option."""
    from calc.model.base import Confidence as Rule

    return _decimal("--confidence", text, Rule)


def margin(text: str | None) -> Decimal | None:
    """What --margin says; raises InputError that names the option."""
    from calc.model.base import Share

    return _decimal("--margin", text, Share)


def blamed(error: InputError, *, baseline: str | None, require: Sequence[str] | None) -> InputError:
    """The same error, where what is wrong with an option of the command line stands under its name."""
    given = {"baseline": [baseline] if baseline is not None else [], "require": require or []}
    problems = [
        replace(problem, where=f"--{problem.where}")
        if any(problem.what.startswith(repr(text)) for text in given.get(problem.where, ()))
        else problem
        for problem in error.problems
    ]
    return InputError(problems, source=error.source)


def once(errors: Sequence[InputError]) -> list[InputError]:
    """The same errors, where a mistake in an option that several files met is said once."""
    met: dict[Problem, list[str]] = {}
    others = []
    for error in errors:
        mistakes = [problem for problem in error.problems if problem.where.startswith("--")]
        for problem in mistakes:
            met.setdefault(problem, []).append(error.source)
        if rest := [problem for problem in error.problems if problem not in mistakes]:
            others.append(InputError(rest, source=error.source))
    for problem, files in met.items():
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        others.append(InputError([problem], source=f"{files[0]}{more}"))
    return others


def _decimal(option: str, text: str | None, rule: Any) -> Decimal | None:
    if text is None:
        return None
    from calc.intake.numbers import read_decimal

    try:
        return cast("Decimal", _checked(rule, read_decimal(text)))
    except InputError as error:
        raise InputError(error.problems, source=option) from None


def _checked(rule: Any, value: object) -> Any:
    """The value by a rule of the model; raises InputError."""
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(rule).validate_python(value)
    except ValidationError as error:
        raise InputError([Problem(each["msg"]) for each in error.errors()]) from None
