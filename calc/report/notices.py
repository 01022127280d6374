"""Notices grouped for reading: the same doubt about several options is one entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calc import notices
from calc.model.comparison import Comparison
from calc.model.notice import LEVELS, Level, Notice


@dataclass(frozen=True, slots=True)
class Entry:
    """One doubt, and the options that it is about."""

    level: Level
    code: str
    options: tuple[str, ...]
    """Ids of the options; none for the comparison as a whole."""
    message: str
    hint: str | None
    """What to do about it; information needs none."""

    @property
    def subject(self) -> str:
        """The code, and whom it concerns: `single_run (gpu, trn2)`."""
        return f"{self.code} ({', '.join(self.options)})" if self.options else self.code


def entries(comparison: Comparison) -> tuple[Entry, ...]:
    """Every notice, the gravest first, each text once."""
    named: list[tuple[Notice, Sequence[str]]] = [(notice, ()) for notice in comparison.notices]
    for id_, answer in comparison.options.items():
        named += [(notice, (id_,)) for notice in answer.notices]
    merged: dict[tuple[Level, str, str], Entry] = {}
    for notice, options in named:
        message = _sentence(notices.message(notice))
        key = (notice.level, notice.code, message)
        others = merged[key].options if key in merged else ()
        hint = None if notice.level == "info" else _sentence(notices.hint(notice))
        merged[key] = Entry(notice.level, notice.code, (*others, *options), message, hint)
    return tuple(sorted(merged.values(), key=lambda entry: LEVELS.index(entry.level)))


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
