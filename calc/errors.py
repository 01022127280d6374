"""What perdollar says when it cannot go on: one message, every problem in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class PerdollarError(Exception):
    """Base of every error that perdollar raises on purpose."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with an input, and what to write instead."""

    what: str
    """What is wrong, and what to write instead."""
    where: str = ""
    """Key path, such as ``options.gpu.price``; empty for the file as a whole."""
    line: int | None = None
    """Line in the file, counted from 1, where it is known."""


class InputError(PerdollarError):
    """An input that cannot be used; `problems` holds all that is wrong with it."""

    def __init__(self, problems: Sequence[Problem] | str, *, source: str = "") -> None:
        self.problems: tuple[Problem, ...] = (
            (Problem(problems),) if isinstance(problems, str) else tuple(problems)
        )
        self.source = source
        super().__init__(self._text())

    def _text(self) -> str:
        return "\n".join(self._line(problem) for problem in self.problems)

    def _line(self, problem: Problem) -> str:
        place = self.source
        if problem.line is not None:
            place += f":{problem.line}" if place else f"line {problem.line}"
        return ": ".join(part for part in (place, problem.where, problem.what) if part)
