"""What scenario files a command line names: patterns to files, and standard input to bytes."""

from __future__ import annotations

import glob
import itertools
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from calc.errors import InputError

STDIN, STDIN_NAME = "-", "standard input"


def expand(files: list[str], problems: list[InputError]) -> list[str]:
    """Files as they are, patterns as what they match, each file once by whatever name.

    A pattern without a match is added to `problems`.
    """
    found: dict[str, str] = {}
    for file in files:
        if file == STDIN or not glob.has_magic(file) or status(file) is not None:
            named = [file]
        elif not (named := sorted(_matches(file))):
            problems.append(InputError("no file matches this pattern; check the folder", source=file))
        for name in named:
            found.setdefault(STDIN if name == STDIN else os.path.realpath(name), name)
    return list(found.values())


def read_stdin() -> bytes:
    """All of standard input, or a byte more than any scenario may have; raises InputError without one."""
    from calc.intake.text import MAX_BYTES

    if sys.stdin is None:
        raise InputError("this is closed; name a file, or pipe a scenario in", source=STDIN_NAME)
    try:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"this cannot be read: {error.strerror}", source=STDIN_NAME) from None


def status(file: str | Path | int) -> os.stat_result | None:
    """What kind of file a name or an open file is; None where there is none, or no look at it is allowed."""
    try:
        return os.fstat(file) if isinstance(file, int) else Path(file).stat()
    except (OSError, ValueError):
        return None


def is_folder(file: str | Path) -> bool:
    """Whether this names a folder."""
    found = status(file)
    return found is not None and stat.S_ISDIR(found.st_mode)


def _matches(pattern: str) -> Iterator[str]:
    """Files that a pattern matches. `**` follows no link to a folder: links may lead in a circle."""
    parts = Path(pattern).parts
    if "**" not in parts:
        yield from itertools.filterfalse(is_folder, _glob(pattern))
        return
    at = parts.index("**")
    rest = parts[at + 1 :] or ("*",)
    for top in _glob(str(Path(*parts[:at]))) if at else [os.curdir]:
        for folder, below, _ in os.walk(top):
            below[:] = [name for name in below if not name.startswith(".")]
            yield from _matches(str(Path(glob.escape(folder), *rest)))


def _glob(pattern: str) -> list[str]:
    return glob.glob(pattern)  # noqa: PTH207 (Path.glob takes no absolute pattern)
