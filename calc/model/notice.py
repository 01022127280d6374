"""A doubt about a number, with a code; its text lives in calc.notices."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from calc.model.base import Model

Level = Literal["block", "invalid", "warning", "info"]
LEVELS: tuple[Level, ...] = ("block", "invalid", "warning", "info")


class Notice(Model):
    """One doubt: what it is, how much it weighs, whom it concerns and the values that its text names."""

    code: str
    """Code, such as single_run; `perdollar explain CODE` tells more."""
    level: Level
    """What it does to the result."""
    option: str | None = None
    """Id of the option it is about; none for the comparison as a whole."""
    values: dict[str, Any] = Field(default_factory=dict)
    """What the text is filled from: plain numbers, texts and lists."""
    withholds: Literal["nothing", "comparison", "all"] = "nothing"
    """Of an invalid notice: whether it spoils the option's own cost too, or only the comparison."""
