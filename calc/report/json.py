"""A Comparison as JSON: the published contract. Keys may be added, never renamed; unknown is null."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from calc import notices
from calc.model.comparison import Comparison
from calc.model.notice import Notice


def to_object(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain dicts, lists, texts and numbers, each notice with its text filled in."""
    found = {"notices", "options"}
    plain: dict[str, Any] = comparison.model_dump(exclude=found)
    plain["options"] = {
        id_: {
            **answer.model_dump(exclude={"notices"}),
            "notices": [_notice(notice) for notice in answer.notices],
        }
        for id_, answer in comparison.options.items()
    }
    plain["notices"] = [_notice(notice) for notice in comparison.notices]
    ordered = {key: plain[key] for key in type(comparison).model_fields}
    result: dict[str, Any] = _plain(ordered)
    return result


def to_json(comparison: Comparison, indent: int | None = 2) -> str:
    """The comparison as one JSON document."""
    return json.dumps(to_object(comparison), indent=indent, allow_nan=False)


def to_jsonl(comparison: Comparison) -> str:
    """The comparison as one line of JSON."""
    return to_json(comparison, indent=None)


def _notice(notice: Notice) -> dict[str, Any]:
    return {
        "code": notice.code,
        "level": notice.level,
        "option": notice.option,
        "message": notices.message(notice),
        "hint": notices.hint(notice),
        "values": notice.values,
    }


def _plain(value: Any) -> Any:
    """Only what JSON knows: a number that is none is null, a date is its ISO text."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, Decimal):
        value = float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, (str, int)) else str(value)
