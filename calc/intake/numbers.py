"""Numbers and runs as people type them into a text field or a table cell; never guessed."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from pydantic_core import PydanticCustomError

from calc.errors import InputError
from calc.model.base import read_number, show

PLAIN = re.compile(r"[-+]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?")
_POINT_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2}((,[0-9]{3})+\.[0-9]+|(,[0-9]{3}){2,})")
_COMMA_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2}((\.[0-9]{3})+,[0-9]+|(\.[0-9]{3}){2,})")
_COMMA_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]*),[0-9]+")
_THREE_AFTER_COMMA = re.compile(r"[-+]?[1-9][0-9]{0,2},[0-9]{3}")
_THREE_AFTER_POINT = re.compile(r"[-+]?[1-9][0-9]{0,2}\.[0-9]{3}")
_GROUPED_BY_SPACE = re.compile(r"[0-9]{1,3}(?:[\u00a0\u2007\u2009\u202f][0-9]{3})+(?:[.,][0-9]+)?(?![0-9])")
_SPACED = re.compile(r"[-+]?[0-9]{1,3}(?: [0-9]{3})+(?:[.,][0-9]+)?")
_SEPARATOR = re.compile(r"(?:,(?=\s|$)|[;\s])+")
_SPACED_PAIR = re.compile(r"(?<![0-9.,])(?=([1-9][0-9]{0,2}) ([0-9]{3})(?![0-9]))")
REPLICATES_WITHIN = Decimal("1.5")
"""Neighbours that differ by less, such as `120 118`, are runs; `17 210` may be one number: ask."""


def exact(text: str) -> Decimal:
    """The number that `text`, a match of `PLAIN`, says, to the last digit; infinite if out of all range."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("Infinity")


def read_decimal(text: str) -> Decimal:
    """One number as typed: ``1234.5``, ``1,234.5``, ``1.234,5`` or ``4,5``.

    Raises InputError with what to write instead, also where the text has two readings (``1,234``).
    """
    text = text.strip()
    if _THREE_AFTER_COMMA.fullmatch(text):
        raise InputError(
            f"{text} can be read in two ways; write {text.replace(',', '')} or {text.replace(',', '.')}"
        )
    if PLAIN.fullmatch(text):
        plain = text
    elif _POINT_THOUSANDS.fullmatch(text):
        plain = text.replace(",", "")
    elif _COMMA_THOUSANDS.fullmatch(text) or _COMMA_DECIMAL.fullmatch(text):
        plain = text.replace(".", "").replace(",", ".")
    else:
        raise InputError(_what_is_wrong(text))
    try:
        return read_number(exact(plain))
    except PydanticCustomError as error:
        raise InputError(error.message()) from None


def advice(text: str) -> str:
    """What to write instead of a text that stands where a bare number belongs."""
    try:
        number = read_decimal(text)
    except InputError as error:
        return error.problems[0].what
    return f"{show(text.strip())} is not a number; write {number:f} without quotes"


def read_runs(text: str) -> tuple[Decimal, ...]:
    """One number per run, separated by a new line, space, semicolon, or comma with a space.

    Raises InputError with what to write instead.
    """
    _refuse_grouped_by_space(text)
    tokens = [part for token in _SEPARATOR.split(text) if token for part in _separated(token)]
    if not tokens:
        raise InputError("there is no number here; write one number per run, such as 4210 4188 4235")
    for token in tokens:
        _refuse_runs_without_space(token)
    numbers = tuple(read_decimal(token) for token in tokens)
    if any(_COMMA_THOUSANDS.fullmatch(token) or _COMMA_DECIMAL.fullmatch(token) for token in tokens):
        for token in tokens:
            if _THREE_AFTER_POINT.fullmatch(token):
                raise InputError(
                    f"{token} can be read in two ways beside numbers with a decimal comma; "
                    f"write {token.replace('.', '')} or {token.replace('.', ',')}0"
                )
    return numbers


def _separated(token: str) -> list[str]:
    """The numbers of `4015,4100,3988`, which is neither one number nor thousands; else the token alone."""
    parts = token.split(",")
    numbers = len(parts) > 2 and all(PLAIN.fullmatch(part) for part in parts)
    thousands = all(len(part.partition(".")[0]) == 3 for part in parts[1:])
    return parts if numbers and not thousands and _alike([read_decimal(part) for part in parts]) else [token]


def _alike(values: list[Decimal]) -> bool:
    """Whether these could be runs of the same thing."""
    return max(values) <= min(values) * REPLICATES_WITHIN


def _refuse_runs_without_space(token: str) -> None:
    """A comma without a space may be a decimal comma, or stand between two runs."""
    parts = token.split(",")
    if len(parts) == 1 or not all(PLAIN.fullmatch(part) for part in parts):
        return
    if _alike([read_decimal(part) for part in parts]):
        raise InputError(
            f"{token[:40]} can be read in two ways; write the runs as {'; '.join(parts[:3])}, "
            "or one number with a decimal point"
        )


def _refuse_grouped_by_space(text: str) -> None:
    """Thousands set off by a space look like two runs."""
    if match := _GROUPED_BY_SPACE.search(text):
        raise InputError(_without_spaces(match.group()))
    for match in _SPACED_PAIR.finditer(text):
        one, two = match.groups()
        if not _alike([Decimal(one), Decimal(two)]):
            raise InputError(
                f"'{one} {two}' can be read in two ways; write {one}{two}, or the runs as {one}; {int(two)}"
            )


def _without_spaces(text: str) -> str:
    number = re.sub(r"\s", "", text).replace(",", ".")
    return f"write {number} without the space in the number"


def _what_is_wrong(text: str) -> str:
    text = re.sub(r"\s", " ", text)
    if not text:
        return "there is no number here; write a plain number such as 1234.5"
    if _SPACED.fullmatch(text):
        return _without_spaces(text)
    number = re.sub(r"[^0-9.,]", "", text)
    if "%" in text:
        return f"{show(text)} is a percentage; write it as a fraction, such as 0.7 for 70%"
    if re.search(r"[$€£¥₹]|\b(USD|EUR|GBP)\b", text) and number.strip("0.,"):
        return f"{show(text)} holds a currency; write the number alone, such as {number[:40]}"
    return f"{show(text)} is not a number; write a plain number such as 1234.5"
