from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pytest

from calc.answer import compare
from calc.model.comparison import Comparison

TODAY = datetime.date(2026, 12, 1)
Build = Callable[..., Comparison]


@pytest.fixture
def build() -> Build:
    """A comparison of options given as id=(price, runs) or as the whole option."""

    def build(
        unit: str = "audio_second",
        show_invalid: bool = False,
        scenario: dict[str, Any] | None = None,
        **options: Any,
    ) -> Comparison:
        stated = {
            id_: {"price": option[0], "throughput": option[1]} if isinstance(option, tuple) else option
            for id_, option in options.items()
        }
        return compare(
            {"unit": unit, **(scenario or {}), "options": stated}, today=TODAY, show_invalid=show_invalid
        )

    return build


@pytest.fixture
def hostile(build: Build) -> Comparison:
    """A comparison whose texts try to break every format that they are shown in.

    Loading refuses most of them; whoever builds a Comparison by hand can put them in.
    """
    made = build(gpu=(10, [100, 101, 102]), trn2=(9, [100, 103, 101]))
    price = made.options["trn2"].price
    assert price is not None
    attacks = {
        "label": "=cmd|' /C calc'!A0\x1b[31m",
        "notes": "line one\nline two\r\x9b2J| **bold** <script>alert(1)</script>",
        "price": price.model_copy(update={"source": "@SUM(A1)\u202e|`x`", "region": "+1", "purchase": "-2"}),
    }
    options = {**made.options, "trn2": made.options["trn2"].model_copy(update=attacks)}
    name = "\t=1+1 <img src=x> | a"
    return made.model_copy(update={"name": name, "options": options})
