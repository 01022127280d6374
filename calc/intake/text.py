"""Bytes from a file, and text from bytes: nothing too large, no binary, UTF-8 only."""

from __future__ import annotations

import codecs
import os
import stat
from pathlib import Path

from calc.errors import InputError, Problem

MAX_BYTES = 5_000_000
_OTHER_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


def read_bytes(path: str | os.PathLike[str], most: int = MAX_BYTES) -> bytes:
    """The content of a file of at most `most` bytes; raises InputError where it cannot be read."""
    source = str(path)
    if not source:
        raise InputError("'' is not the name of a file; write one")
    try:
        with Path(path).open("rb") as file:
            size = os.fstat(file.fileno())
            if stat.S_ISREG(size.st_mode):
                check_size(size.st_size, source, most)
            data = file.read(most + 1)
    except FileNotFoundError:
        raise InputError("there is no such file", source=source) from None
    except IsADirectoryError:
        raise InputError("this is a directory; name a file in it", source=source) from None
    except PermissionError:
        raise InputError("no permission to read this file", source=source) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"this file cannot be read: {why}", source=source) from None
    check_size(len(data), source, most)
    return data


def check_size(size: int, source: str, most: int = MAX_BYTES) -> None:
    """Raise InputError where there are more than `most` bytes."""
    if size > most:
        raise InputError(
            f"this is larger than {most // 1_000_000} MB, more than such a file needs; is it the right one?",
            source=source,
        )


def decode(data: bytes, source: str) -> str:
    """The text of UTF-8 bytes, with or without a byte order mark; raises InputError for all else."""
    for mark, name in _OTHER_MARKS.items():
        if data.startswith(mark):
            raise InputError(f"this is {name} text; save it as UTF-8", source=source)
    if (zero := data.find(b"\0")) >= 0:
        raise InputError(
            f"this is not text: byte {zero} is zero; name a YAML, JSON, TOML, CSV or XLSX file", source=source
        )
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        offset = error.start + (len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0)
        what = f"byte {offset} (0x{data[offset]:02x}) is not UTF-8; save it as UTF-8"
        raise InputError([Problem(what, line=data.count(b"\n", 0, offset) + 1)], source=source) from None
    if not text.strip():
        raise InputError("this is empty; `perdollar new` writes a scenario to start from", source=source)
    return text
