"""Plain data to Scenario, and what pydantic finds wrong in the user's words, all of it together."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from calc.errors import MOST_PROBLEMS, UNSAFE, InputError, Problem, in_order, safe
from calc.intake.numbers import advice
from calc.load.document import Path
from calc.model.base import read_number, show
from calc.model.scenario import Scenario

_LONGEST_KEY = 60
_UNSHOWABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_RAW = (bytes, bytearray, memoryview)
_PLAIN_WORDS = {
    "model_type": "{shown} stands where keys with values are expected",
    "model_attributes_type": "{shown} stands where keys with values are expected",
    "dict_type": "{shown} stands where keys with values are expected",
    "tuple_type": "{shown} stands where a list is expected",
    "list_type": "{shown} stands where a list is expected",
    "bool_type": "{shown} is not a truth value; write true or false",
    "bool_parsing": "{shown} is not a truth value; write true or false",
    "string_type": "{shown} is not text; write a word or a sentence",
    "string_unicode": "this text holds half a character (a lone surrogate); write it again",
    "invalid_key": "{shown} is not a key; write a word",
}


class Unreadable(str):
    """A cell of a table that could not be read: what is wrong with it has been said."""

    __slots__ = ()


def validate_scenario(
    data: Mapping[str, Any],
    *,
    source: str = "",
    lines: Mapping[Path, int] | None = None,
    before: Iterable[Problem] = (),
) -> Scenario:
    """The scenario that `data` says; raises InputError with every problem, each with its line if known.

    `before` are problems that were found on the way to `data`.
    """
    if not isinstance(data, Mapping):
        raise InputError(
            f"{show(data)} is not a scenario; write keys with values, such as unit and options", source=source
        )
    lines = lines or {}
    found = [*before, *_unshowable(data, lines)]
    unsaid = 0
    try:
        scenario = Scenario.model_validate(dict(data))
        if not found:
            return scenario
    except ValidationError as error:
        details = [
            detail
            for detail in error.errors(include_url=False)
            if not isinstance(detail["input"], (Unreadable, *_RAW))
            and not (detail["type"] == "extra_forbidden" and _unfit_key(detail["loc"]))
        ]
        unsaid = len(details[MOST_PROBLEMS:])
        found += [_problem(detail, data, lines) for detail in details[:MOST_PROBLEMS]]
        found += _shadowed(details[:MOST_PROBLEMS], data, lines)
        found = _with_baseline(found, data, lines)
    raise InputError(in_order(found, unsaid), source=source)


def where(path: Path) -> str:
    """A key path as text that is safe to show: ``options.gpu.throughput, item 2`` (counted from 1)."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f", item {part + 1}"
        else:
            joint = ", " if ", item " in text else "." if text else ""
            text += joint + safe(str(part)[:_LONGEST_KEY])
    return text


def line_of(path: Path, lines: Mapping[Path, int]) -> int | None:
    """The line of `path`, or of the nearest thing around it whose line is known."""
    for length in range(len(path), 0, -1):
        if (line := lines.get(path[:length])) is not None:
            return line
    return None


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint for a word that is not known: the nearest one, else the whole list if it is short."""
    known, word = list(known), word[:_LONGEST_KEY]
    close = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]}?"
    return "write one of " + ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")


def keys_of(model: type[BaseModel]) -> list[str]:
    """The keys that a mapping of this kind may hold, as the user writes them."""
    keys = (field.alias or name for name, field in model.model_fields.items())
    return [key for key in keys if key != "$schema"]


def _problem(detail: ErrorDetails, data: Any, lines: Mapping[Path, int]) -> Problem:
    loc, kind = detail["loc"], detail["type"]
    path = _written(loc, data)
    line = line_of(path, lines)
    if kind == "missing":
        path = (*path, loc[-1])
    return Problem(_what(detail, kind), where(path), line)


def _what(detail: ErrorDetails, kind: str) -> str:
    loc, value = detail["loc"], detail["input"]
    if kind == "perdollar":
        return _not_a_number(value, detail["msg"]) or detail["msg"]
    if kind == "missing":
        return f"this is missing; write {loc[-1]}: and its value"
    if kind == "extra_forbidden":
        known = keys_of(model_at(loc[:-1]))
        return f"unknown key {show(str(loc[-1])).removeprefix('the text ')}; {nearest(str(loc[-1]), known)}"
    if kind == "literal_error":
        allowed = re.findall(r"'([^']*)'", detail["ctx"]["expected"])
        listed = f"write one of {', '.join(allowed)}"
        close = difflib.get_close_matches(str(value), allowed, n=1)
        return f"{show(value)} is not known here; " + (f"did you mean {close[0]}? " if close else "") + listed
    if kind in _PLAIN_WORDS:
        return _PLAIN_WORDS[kind].format(shown=show(value))
    return f"{show(value)} will not do here: {detail['msg'][:1].lower()}{detail['msg'][1:]}"


def _not_a_number(value: Any, message: str) -> str:
    """What to write instead of a text where a number belongs; empty if `message` is about something else."""
    if not isinstance(value, str):
        return ""
    try:
        read_number(value)
    except PydanticCustomError as error:
        return advice(value) if error.message() == message else ""
    return ""


def _written(loc: Path, data: Any) -> Path:
    """`loc` without the parts that the user did not write, such as per_second in a short form."""
    path: Path = ()
    for part in loc:
        if isinstance(data, Mapping):
            written = part in data
        else:
            written = isinstance(data, (list, tuple)) and isinstance(part, int)
        if written:
            path, data = (*path, str(part) if isinstance(data, Mapping) else part), data[part]
    return path


def model_at(loc: Path) -> type[BaseModel]:
    """The noun whose keys stand at `loc` in a scenario."""
    model: type[BaseModel] = Scenario
    parts = iter(loc)
    for part in parts:
        field = model.model_fields.get(str(part))
        inner = field and _model_in(field.annotation)
        if not (field and inner):
            continue
        model = inner
        if get_origin(field.annotation) is dict and next(parts, None) is None:
            return BaseModel  # the ids that the user chose
    return model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for part in get_args(annotation):
        if found := _model_in(part):
            return found
    return None


def _shadowed(
    details: list[ErrorDetails], data: Mapping[str, Any], lines: Mapping[Path, int]
) -> list[Problem]:
    """Rules that pydantic does not come to where a key of the same mapping is wrong."""
    found = []
    for loc in dict.fromkeys(detail["loc"][:end] for detail in details for end in range(len(detail["loc"]))):
        rule, mapping = getattr(model_at(loc), "one_of", None), _value_at(loc, data)
        if rule is None or not isinstance(mapping, Mapping):
            continue
        given = [key for key, value in mapping.items() if value is not None]
        if fault := rule.fault(given):
            path = _written(loc, data)
            found.append(Problem(fault, where(path), line_of(path, lines)))
    return found


def _value_at(loc: Path, data: Any) -> Any:
    for part in loc:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _with_baseline(found: list[Problem], data: Mapping[str, Any], lines: Mapping[Path, int]) -> list[Problem]:
    """The problems, and that of an unknown baseline, which the model states only if all else holds."""
    baseline, options = data.get("baseline"), data.get("options")
    if not isinstance(baseline, str) or not isinstance(options, dict) or baseline.strip() in options:
        return found
    listed = ", ".join(safe(str(id_)) for id_ in options)
    what = f"the baseline {baseline.strip()!r} is not an option; write one of {listed}"
    unknown = Problem(what, "baseline", line_of(("baseline",), lines))
    return [*(problem for problem in found if problem.what != what), unknown]


def _unshowable(data: Mapping[str, Any], lines: Mapping[Path, int]) -> list[Problem]:
    """Problems for what no terminal and no file should be given, and no number may be taken from."""
    found: list[Problem] = []
    todo: list[tuple[Path, Any]] = [((), data)]
    seen: set[int] = set()
    while todo:
        path, value = todo.pop()
        if what := _unfit(value) or _unfit_key(path):
            found.append(Problem(what, where(path), line_of(path, lines)))
        if isinstance(value, (Mapping, list, tuple)) and id(value) not in seen:
            seen.add(id(value))  # aliases share values
            pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
            todo += [((*path, key), inner) for key, inner in pairs]
    return found


def _unfit(value: Any) -> str:
    if isinstance(value, str) and (match := _UNSHOWABLE.search(value)):
        return f"this text holds the character U+{ord(match.group()):04X}, which cannot be shown; remove it"
    if isinstance(value, _RAW):
        return "raw bytes stand here; write a number or text"
    return ""


def _unfit_key(path: Path) -> str:
    """What is wrong with the key at the end of a path; of the ids of options, their own rule says more."""
    if not path or not isinstance(path[-1], str) or (len(path) == 2 and path[0] == "options"):
        return ""
    if not path[-1].strip():
        return "a key here is empty; name it, or remove it with its value"
    if match := UNSAFE.search(path[-1]):
        return f"this key holds the character U+{ord(match.group()):04X}, which cannot be shown; remove it"
    return ""
