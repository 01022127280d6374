"""What perdollar says when it cannot go on: one message, every problem in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

MOST_PROBLEMS = 50
# Controls drive a terminal, bidirectional marks reorder what stands around, surrogates cannot be written.
UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


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
        return ": ".join(safe(part) for part in (place, problem.where, problem.what) if part)


def safe(text: str) -> str:
    """Text on one line that a terminal only shows: what would drive it stands as an escape."""
    return UNSAFE.sub(lambda found: found.group().encode("unicode_escape").decode("ascii"), text)


def in_order(problems: Iterable[Problem], unsaid: int = 0) -> list[Problem]:
    """The problems to report: by line, those without one last, and at most so many, saying how many more.

    `unsaid` is the number of problems there are besides these.
    """
    found = sorted(dict.fromkeys(problems), key=lambda problem: (problem.line is None, problem.line or 0))
    unsaid += len(found[MOST_PROBLEMS:])
    more = [Problem(f"{unsaid} more problems like these follow")] if unsaid else []
    return found[:MOST_PROBLEMS] + more
