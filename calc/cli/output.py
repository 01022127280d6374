"""Where the answer goes: the terminal, a pipe or a file; and the exit code that goes with it."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import TextIO

from calc.cli.inputs import STDIN, STDIN_NAME, is_folder, status
from calc.cli.options import Format
from calc.errors import InputError
from calc.model.comparison import Comparison

REQUIREMENT_NOT_MET, NO_VALID_COMPARISON = 1, 3
STDOUT, STDOUT_NAME = "-", "standard output"
Named = Sequence[tuple[str, Comparison]]
"""Comparisons, each with the file that it is from."""


class Closed(io.TextIOBase):
    """Stands in for a standard output that was closed before the start; writing to it is an error."""

    def write(self, _text: str) -> int:
        """Raise the error that the closed file would."""
        raise OSError(errno.EBADF, "it is closed")


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
    if form is Format.csv and any(comparison.price_history for _, comparison in comparisons):
        note("csv has no place for prices through time; use text, markdown or json")
    if output is None:
        emit(render(comparisons, form, color=_color()))
    else:
        save(output, render(comparisons, form))
        for name, comparison in comparisons:
            for each in comparison.requirements:
                if not each.met:
                    note(f"{name}: NOT met: {each.expression}: {each.reason}")


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
        discard(sys.stdout)
    except OSError as error:
        raise unwritten(error) from None


def unwritten(error: OSError) -> InputError:
    """What to say where standard output cannot be written; what is left in it is thrown away."""
    discard(sys.stdout)
    return InputError(f"cannot be written: {_reason(error)}", source=STDOUT_NAME)


def note(message: object) -> None:
    """Tell the user something beside the answer, on standard error; where that is lost, so is the message.

    Names of files come from anywhere, so control characters are taken out.
    """
    from calc.report.safe import plain

    if sys.stderr is None:
        return
    try:
        sys.stderr.write("".join(f"{plain(line)}\n" for line in str(message).split("\n")))
        sys.stderr.flush()
    except OSError:
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Let the rest go nowhere: the interpreter flushes once more when it ends, which must not fail."""
    with contextlib.suppress(OSError):  # a stream without a file holds nothing back
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def save(path: Path, text: str, *, force: bool = True) -> None:
    """Write a file whole or not at all. Raises InputError where it cannot, or may not replace one.

    A link is written through, a file that exists keeps its mode, and a device gets the text as it is.
    """
    check(path, force=force)
    data = text.encode("utf-8", "replace")  # names of files may hold bytes that are no text
    try:
        if is_special(path):
            path.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data)
    except (OSError, ValueError) as error:
        raise InputError(
            f"cannot be written: {_reason(error)}; name another file", source=str(path)
        ) from None


def written_as(path: Path, suffixes: Collection[str]) -> str | None:
    """The format that the suffix of a scenario file states; None where it states none.

    Raises InputError where scenarios are read from such files but not written to them.
    """
    from calc.load.scenario import SUFFIXES

    suffix = path.suffix.lower()
    if suffix in SUFFIXES and suffix not in suffixes:
        listed = ", ".join(sorted(suffixes))
        raise InputError(f"a {suffix} file is read but not written; write one of {listed}", source=str(path))
    return SUFFIXES.get(suffix)


def check(path: Path, *, force: bool) -> None:
    """Raise InputError where this file may not be written: it exists and is not to be replaced."""
    if not path.name or is_folder(path):
        raise InputError("this is a folder; name a file", source=str(path))
    if not force and not is_special(path) and os.path.lexists(path):
        raise InputError("this file exists; add --force to replace it, or name another", source=str(path))


def spare(output: Path | None, option: str, kept: Iterable[str | Path]) -> None:
    """Raise InputError where the output would replace one of these files, by whatever name."""
    if output is None or is_special(output):
        return
    for file in kept:
        if _same(output, 0 if file == STDIN else file):
            what = STDIN_NAME if file == STDIN else file
            raise InputError(f"this would replace {what}; name another file", source=f"{option} {output}")


def is_special(path: Path) -> bool:
    """Whether this is a device or a pipe, which can be written to but not replaced."""
    found = status(path)
    return found is not None and not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode))


def _same(one: Path, another: Path | str | int) -> bool:
    """Whether two names, or one and an open file, are of the same file, be it there or not."""
    here, there = status(one), status(another)
    if here is not None and there is not None:
        return os.path.samestat(here, there)
    return not isinstance(another, int) and os.path.realpath(one) == os.path.realpath(another)


def _replace(path: Path, data: bytes) -> None:
    """Write beside the file, under a name of its own, and move it there once it is whole."""
    part = path.with_name(f".perdollar-{os.urandom(8).hex()}.part")
    with contextlib.ExitStack() as undo:
        with part.open("xb") as file:
            undo.callback(part.unlink, missing_ok=True)
            with contextlib.suppress(FileNotFoundError):
                part.chmod(stat.S_IMODE(path.stat().st_mode))
            file.write(data)
        part.replace(path)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _color() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
