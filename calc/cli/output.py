"""Where the answer goes: the terminal, a pipe or a file; and the exit code that goes with it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from calc.cli.options import Format
from calc.errors import InputError
from calc.model.comparison import Comparison

REQUIREMENT_NOT_MET, NO_VALID_COMPARISON = 1, 3
Named = Sequence[tuple[str, Comparison]]
"""Comparisons, each with the file that it is from."""


def render(comparisons: Named, form: Format, *, color: bool = False) -> str:
    """The answers in one of the formats."""
    match form:
        case Format.text:
            from calc.report import text

            return text.render_all(comparisons, color=color)
        case Format.markdown:
            from calc.report import markdown

            return markdown.render_all(comparisons)
        case Format.csv:
            from calc.report import csv

            return csv.render(comparisons)
        case Format.json:
            from calc.report import json

            return "".join(json.to_json(comparison) + "\n" for _, comparison in comparisons)
        case Format.jsonl:
            from calc.report import json

            return "".join(json.to_jsonl(comparison) + "\n" for _, comparison in comparisons)


def show(comparisons: Named, form: Format, output: Path | None) -> None:
    """Write the answers to a file, or to standard output, in colour on a terminal that allows it."""
    if output is None:
        emit(render(comparisons, form, color=_color()))
    else:
        save(output, render(comparisons, form))


def exit_code(comparisons: Named) -> int:
    """3 where a scenario has no valid comparison, else 1 where a requirement is not met, else 0."""
    if not all(comparison.valid for _, comparison in comparisons):
        return NO_VALID_COMPARISON
    met = all(each.met for _, comparison in comparisons for each in comparison.requirements)
    return 0 if met else REQUIREMENT_NOT_MET


def emit(text: str) -> None:
    """Write to standard output; a reader who has gone (`| head`) is no error."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes once more when it ends; that must have somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def save(path: Path, text: str, *, force: bool = True) -> None:
    """Write a file whole or not at all. Raises InputError where it cannot, or may not replace one."""
    if path.exists() and not force:
        raise InputError("this file exists; add --force to replace it, or name another", source=str(path))
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8", newline="")
            return
        part = path.with_name(path.name + ".part")
        part.write_text(text, encoding="utf-8", newline="")
        part.replace(path)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"cannot be written: {reason}; name another file", source=str(path)) from None


def _color() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
