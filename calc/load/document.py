"""JSON and TOML to plain data: exact numbers, no duplicate keys, no deep nesting."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NoReturn

from calc.errors import InputError, Problem
from calc.intake.numbers import exact

MAX_DEPTH = 50
MAX_VALUES = 100_000

_KEY = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_LONG_KEY = re.compile(rf"(?<![\w-])(?:{_KEY}[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}")
_LONG_NUMBER = re.compile(r"(?<=[=,\[\s])[-+]?[0-9][0-9A-Fa-fob_x]{1000}")

Path = tuple[str | int, ...]
"""Keys and list positions that lead to a value."""


@dataclass(frozen=True, slots=True)
class Document:
    """What a text says, and the lines on which it says it."""

    data: Any
    lines: dict[Path, int] = field(default_factory=dict)


def too_deep(source: str, line: int | None = None) -> InputError:
    """The error for nesting that no scenario needs."""
    return InputError(
        [Problem(f"this is nested more than {MAX_DEPTH} levels deep; a scenario is not", line=line)],
        source=source,
    )


def too_many(source: str, line: int | None = None) -> InputError:
    """The error for more values than any scenario holds."""
    what = f"this holds more than {MAX_VALUES} values; a scenario does not"
    return InputError([Problem(what, line=line)], source=source)


def check_depth(value: Any, source: str) -> None:
    """Raise InputError where `value` is nested too deep."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    raise too_deep(source)


def plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same with every mapping a dict, to the depth that is allowed; sequences and arrays stay."""
    seen: dict[int, Any] = {}

    def convert(value: Any, depth: int) -> Any:
        if not isinstance(value, (Mapping, list, tuple)):
            return value
        if depth > MAX_DEPTH:
            raise too_deep("")
        if id(value) not in seen:
            if isinstance(value, Mapping):
                seen[id(value)] = {key: convert(inner, depth + 1) for key, inner in value.items()}
            else:
                seen[id(value)] = [convert(inner, depth + 1) for inner in value]
        return seen[id(value)]

    return dict(convert(data, 0))


def parse_json(text: str, source: str) -> Document:
    """JSON, with every number a Decimal."""

    def refuse_constant(name: str) -> NoReturn:
        raise InputError(f"{name} is not a number in JSON; write a plain number", source=source)

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise InputError(f"the key {twice[:60]!r} is written twice; keep one", source=source)
        return found

    if text.count(",") > MAX_VALUES:  # each may take a hundred bytes of memory, so not even parsed
        raise too_many(source)
    try:
        data = json.loads(
            text,
            parse_float=exact,
            parse_int=exact,
            parse_constant=refuse_constant,
            object_pairs_hook=unique,
        )
    except json.JSONDecodeError as error:
        what = f"this is not JSON: {_lower(error.msg)}, at column {error.colno}"
        raise InputError([Problem(what, line=error.lineno)], source=source) from None
    except RecursionError:
        raise too_deep(source) from None
    check_depth(data, source)
    return Document(data)


def parse_toml(text: str, source: str) -> Document:
    """TOML, with every fraction a Decimal and every date its text."""
    import tomllib

    if text.count(",") + text.count("\n") > MAX_VALUES:
        raise too_many(source)
    if found := _LONG_KEY.search(text):  # tomllib takes memory with the square of a key's length
        raise too_deep(source, _line_at(text, found.start()))
    if found := _LONG_NUMBER.search(text):  # and a hundred bytes for each digit
        what = "a number here has too many digits; round it"
        raise InputError([Problem(what, line=_line_at(text, found.start()))], source=source)
    try:
        data = tomllib.loads(text, parse_float=_toml_number)
    except tomllib.TOMLDecodeError as error:
        raise InputError([_toml_problem(str(error), text)], source=source) from None
    except RecursionError:
        raise too_deep(source) from None
    check_depth(data, source)
    return Document(_dates_as_text(data))


def _toml_problem(message: str, text: str) -> Problem:
    what, _, place = message.rpartition(" (at ")
    if what == "Cannot overwrite a value":
        what = "a key is written twice; keep one"
    if found := re.fullmatch(r"line (\d+), column (\d+)\)", place):
        line, column = int(found[1]), f", at column {found[2]}"
    else:
        line, column = _line_at(text, len(text.rstrip())), ", at the end"
    return Problem(f"this is not TOML: {_lower(what)}{column}", line=line)


def _line_at(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _toml_number(text: str) -> Decimal:
    return exact(text.replace("_", ""))


def _dates_as_text(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _dates_as_text(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_dates_as_text(inner) for inner in value]
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else value


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]
