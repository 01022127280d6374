"""The JSON Schema of a scenario, for editors."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from calc.model.scenario import Scenario

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_LATER = "Not supported yet."


def schema() -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of a scenario; numbers are numbers, also where they are defaults."""
    found = Scenario.model_json_schema(by_alias=True, mode="validation")
    properties = {
        "$schema": {"type": "string", "description": "Where this schema lies, for the editor."},
        **found.pop("properties"),
    }
    described = {"title": "perdollar scenario", "properties": properties}
    tidy: dict[str, Any] = _tidy({**found, **described})
    return {"$schema": _DIALECT, **tidy}


def _tidy(node: Any) -> Any:
    """Defaults as the user would write them: numbers without quotes, no nulls, no empty conditions."""
    if isinstance(node, list):
        return [_tidy(item) for item in node]
    if not isinstance(node, dict):
        return node
    tidy = {key: _tidy(value) for key, value in node.items()}
    default = node.get("default")
    if isinstance(default, dict) or ("default" in node and default is None):
        del tidy["default"]
    elif isinstance(default, str) and _holds_number(node):
        number = Decimal(default)
        tidy["default"] = int(number) if number == number.to_integral_value() else float(number)
    if isinstance(node.get("description"), str):
        tidy["description"] = " ".join(node["description"].split())
    if node.get("not") == {}:
        tidy["description"] = " ".join(dict.fromkeys((_LATER, tidy.get("description", _LATER))))
    return tidy


def _holds_number(node: dict[str, Any]) -> bool:
    return node.get("type") == "number"
