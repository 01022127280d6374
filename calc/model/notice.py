"""A doubt about a number, with a code; its text lives in calc.notices."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from calc.model.base import Model

Level = Literal["block", "invalid", "warning", "info"]
LEVELS: tuple[Level, ...] = ("block", "invalid", "warning", "info")
OF_THE_PAIR = frozenset({"arrival_limited", "workload_differs"})
"""Codes that, when invalid, spoil the comparison with the baseline and not the option's own cost."""


class Notice(Model):
    """One doubt: what it is, how much it weighs, whom it concerns and the values that its text names."""

    code: str
    """Code, such as single_run; `perdollar explain CODE` tells more."""
    level: Level
    """What it does to the result."""
    option: str | None = None
    """Id of the option it is about; none for the comparison as a whole."""
    values: dict[str, Any] = Field(default_factory=dict)
    """What the text is filled from: plain numbers, texts, lists and mappings of them."""

    @property
    def withholds_cost(self) -> bool:
        """Whether the option's own cost is withheld, and with it every comparison."""
        return self.withholds_comparison and self.code not in OF_THE_PAIR

    @property
    def withholds_comparison(self) -> bool:
        """Whether the option's comparison with the baseline is withheld."""
        return self.level in ("block", "invalid")
