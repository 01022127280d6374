"""Scenario to text: only what was set, in the short form where that says all, every digit kept."""

from __future__ import annotations

import datetime
import json
import re
from decimal import Decimal
from typing import Any, Literal

from calc.load.yaml import plain_scalar
from calc.model.price import Price
from calc.model.scenario import Option, Scenario

_SHORT = {"price": "usd_per_hour", "throughput": "per_second"}
_PLAIN = re.compile(r"[A-Za-z_0-9.$(/][\w $%&'()*+,./;<=>?@^|~:#-]*", re.ASCII)
_BLOCK = re.compile(r"[^\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]+")
_WIDTH = 100


def dump_scenario(
    scenario: Scenario,
    format: Literal["yaml", "json"] = "yaml",  # noqa: A002
) -> str:
    """The text of a scenario; loading it gives an equal scenario, and dumping that the same text.

    Keys that were not set are left out. Notes and the order of the options survive; comments do not.
    """
    data = _plain(scenario.model_dump(by_alias=True, exclude_unset=True, exclude_none=True))
    if format == "json":
        return _json(data, "") + "\n"
    options = data.pop("options")
    lines = _yaml_lines(data, "")
    lines.append("options:\n")
    for option, said in options.items():
        lines += [f"  {_text(option)}:\n", *_yaml_lines(said, "    ")]
    return "".join(lines)


def dated(scenario: Scenario, day: datetime.date) -> Scenario:
    """The scenario with this day in every price lookup that has none: it gives the same numbers later."""
    options = {id_: _dated(option, day) for id_, option in scenario.options.items()}
    return scenario.model_copy(update={"options": options})


def _dated(option: Option, day: datetime.date) -> Option:
    if option.parts is not None:
        parts = tuple(part.model_copy(update={"price": _on(part.price, day)}) for part in option.parts)
        return option.model_copy(update={"parts": parts})
    return option if option.price is None else option.model_copy(update={"price": _on(option.price, day)})


def _on(price: Price, day: datetime.date) -> Price:
    if price.catalogue is None or price.catalogue.date is not None:
        return price
    return price.model_copy(update={"catalogue": price.catalogue.model_copy(update={"date": day})})


def _plain(value: Any) -> Any:
    """Models' data as text, numbers, lists and dicts, in the short forms."""
    if isinstance(value, dict):
        return {key: _shorten(key, _plain(inner)) for key, inner in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


def _shorten(key: str, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    for form in ("per_second", "per_minute", "per_hour", "seconds_per_unit"):
        if isinstance(runs := value.get(form), list) and len(runs) == 1:
            value[form] = runs[0]
    form = _SHORT.get(key, "")
    return value[form] if list(value) == [form] else value


def _number(value: Decimal | int) -> str:
    return format(value, "f") if isinstance(value, Decimal) else str(value)


def _scalar(value: Any) -> str:
    """A number, truth value or text as JSON writes it, which is YAML too."""
    if isinstance(value, (Decimal, int)) and not isinstance(value, bool):
        return _number(value)
    return json.dumps(value, ensure_ascii=False)


def _json(value: Any, indent: str) -> str:
    if not value or not isinstance(value, (dict, list)):
        return _scalar(value)
    if isinstance(value, list) and not any(isinstance(item, (dict, list)) for item in value):
        return "[" + ", ".join(map(_scalar, value)) + "]"
    deeper = indent + "  "
    if isinstance(value, list):
        inner = [deeper + _json(item, deeper) for item in value]
    else:
        inner = [f"{deeper}{_scalar(key)}: {_json(item, deeper)}" for key, item in value.items()]
    start, end = "[]" if isinstance(value, list) else "{}"
    return start + "\n" + ",\n".join(inner) + "\n" + indent + end


def _yaml_lines(data: dict[str, Any], indent: str) -> list[str]:
    return [f"{indent}{_text(key)}:{_yaml_value(value, indent)}" for key, value in data.items()]


def _yaml_value(value: Any, indent: str) -> str:
    """What stands after a key's colon, to the end of its last line."""
    deeper = indent + "  "
    if isinstance(value, str) and "\n" in value and _BLOCK.fullmatch(value):
        lines = [deeper + line if line else "" for line in value.split("\n")]
        return " |-\n" + "\n".join(lines) + "\n"
    if not isinstance(value, (dict, list)):
        return f" {_text(value)}\n"
    flow = _flow(value)
    if flow is not None and len(flow) <= _WIDTH:
        return f" {flow}\n"
    if isinstance(value, dict):
        return "\n" + "".join(_yaml_lines(value, deeper))
    items = ("".join(_yaml_item(item, deeper)) for item in value)
    return "\n" + "".join(f"{deeper}- {item.lstrip()}" for item in items)


def _yaml_item(item: Any, indent: str) -> list[str]:
    if isinstance(item, dict):
        return _yaml_lines(item, indent + "  ")
    return [f"{_text(item)}\n"]


def _flow(value: Any) -> str | None:
    """One line in brackets or braces for a list or a mapping of plain values; None where that will not do."""
    if not value:
        return "[]" if isinstance(value, list) else "{}"
    inner = list(value.values()) if isinstance(value, dict) else value
    if any(isinstance(item, (dict, list)) or (isinstance(item, str) and "\n" in item) for item in inner):
        return None
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_flow_text(key)}: {_flow_text(item)}" for key, item in value.items()) + "}"
    return "[" + ", ".join(map(_flow_text, value)) + "]"


def _flow_text(value: Any) -> str:
    text = _text(value)
    return _quoted(value) if isinstance(value, str) and re.search(r"[][{},]", text) else text


def _text(value: Any) -> str:
    """A scalar in YAML: text without quotes where it stays that text."""
    if not isinstance(value, str):
        return _scalar(value)
    plain = (
        _PLAIN.fullmatch(value)
        and isinstance(plain_scalar(value), str)
        and not re.search(r": |:$| #|^---|^\.\.\.| $", value)
    )
    return value if plain else _quoted(value)


def _quoted(value: str) -> str:
    """A double-quoted scalar: as in JSON, and what cannot be printed by its number."""
    shown = json.dumps(value, ensure_ascii=False)
    return "".join(char if char.isprintable() else f"\\U{ord(char):08X}" for char in shown)
