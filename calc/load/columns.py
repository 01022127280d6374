"""The columns that a table may have, and how the cells under each are read."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from calc.intake.numbers import PLAIN, exact, read_decimal, read_runs
from calc.load.problems import keys_of, nearest
from calc.model.scenario import Option, Scenario

Kind = Literal["number", "runs", "text", "texts", "truth", "either"]
SHORT = {"price": "usd_per_hour", "throughput": "per_second"}
_TRUTH = {"yes": True, "true": True, "no": False, "false": False}


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the key that it holds, of an option or of the whole scenario."""

    name: str
    kind: Kind
    of_option: bool


def column(name: str) -> Column | str:
    """The column of this name, or what is wrong with the name."""
    if name == "id":
        return Column(name, "text", of_option=True)
    for model in (Option, Scenario):
        field = _field(model, name.split("."))
        if field is None:
            continue
        kind = _kind(field)
        if kind == "later":
            return f"the column {name!r} is not supported yet; remove it"
        if kind == "list":
            return f"the column {name!r} needs more than a cell; write the scenario as YAML"
        if kind == "mapping":
            first = next(leaf for leaf in all_columns() if leaf.startswith(name + "."))
            return f"the column {name!r} holds several values; give each its column, such as {first}"
        return Column(name, kind, of_option=model is Option)
    return f"unknown column {name!r}; {nearest(name, all_columns())}"


def all_columns() -> list[str]:
    """The names of the columns that a table may have, without the user's own conditions."""
    return ["id", *dict.fromkeys((*_leaves(Option), *_leaves(Scenario)))]


def read_cell(cell: Any, kind: Kind) -> Any:
    """The value of a cell; raises InputError where a number cannot be read."""
    if not isinstance(cell, str):
        return cell
    if kind == "number":
        return read_decimal(cell)
    if kind == "runs":
        runs = read_runs(cell)
        return list(runs) if len(runs) > 1 else runs[0]
    if kind == "texts":
        return [text.strip() for text in re.split(r"[;\n]|,\s", cell) if text.strip()]
    text = cell.strip()
    if kind == "truth":
        return _TRUTH.get(text.lower(), text)
    if kind == "either" and PLAIN.fullmatch(text):
        return exact(text)
    return text


def _field(model: type[BaseModel], parts: list[str]) -> Any:
    """The annotation of a dotted key, None where there is none."""
    first, rest = parts[0], parts[1:]
    known = {field.alias or name: field.annotation for name, field in model.model_fields.items()}
    if first not in known:
        return str | Decimal if model.model_config.get("extra") == "allow" and first and not rest else None
    annotation = known[first]
    if annotation is Any or not rest:
        return _short(model, first) or annotation
    if inner := _model(annotation):
        return _field(inner, rest)
    of_dict = next((part for part in _parts(annotation) if get_origin(part) is dict), None)
    return get_args(of_dict)[1] if of_dict and len(rest) == 1 and not _model(get_args(of_dict)[1]) else None


def _short(model: type[BaseModel], name: str) -> Any:
    """The annotation behind a short form: price is usd_per_hour, throughput is per_second."""
    if model is not Option or name not in SHORT:
        return None
    inner = _model(model.model_fields[name].annotation)
    return inner and inner.model_fields[SHORT[name]].annotation


def _parts(annotation: Any) -> Iterator[Any]:
    """What an annotation is made of: the members of unions, without what pydantic adds."""
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType):
        for member in get_args(annotation):
            yield from _parts(member)
    elif hasattr(annotation, "__metadata__"):
        yield from _parts(annotation.__origin__)
    else:
        yield annotation


def _model(annotation: Any) -> type[BaseModel] | None:
    for part in _parts(annotation):
        if isinstance(part, type) and issubclass(part, BaseModel):
            return part
    return None


def _kind(annotation: Any) -> Kind | Literal["later", "list", "mapping"]:
    parts = [part for part in _parts(annotation) if part is not types.NoneType]
    if annotation is Any:
        return "later"
    if _model(annotation) or get_origin(parts[0]) is dict:
        return "mapping"
    if get_origin(parts[0]) is tuple:
        item = get_args(parts[0])[0]
        if _model(item):
            return "list"
        return "runs" if Decimal in _parts(item) else "texts"
    if str in parts and Decimal in parts:
        return "either"
    if bool in parts:
        return "truth"
    return "number" if Decimal in parts or int in parts else "text"


def _leaves(model: type[BaseModel], prefix: str = "") -> Iterator[str]:
    for key in keys_of(model):
        field, name = model.model_fields[key], prefix + key
        if not prefix and key in SHORT:
            yield name
        if inner := _model(field.annotation):
            yield from _leaves(inner, name + ".")
        elif _kind(field.annotation) not in ("later", "list", "mapping"):
            yield name
