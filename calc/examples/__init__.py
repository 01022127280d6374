"""Packaged scenarios that `perdollar new` and the app start from."""

from __future__ import annotations

from pathlib import Path

from calc.errors import InputError

DEFAULT = "transcription"
"""The example that the app opens with."""

_FOLDER = Path(__file__).parent


def names() -> tuple[str, ...]:
    """Names of all examples, sorted."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.yaml")))


def path(name: str) -> Path:
    """The file of an example. Raises InputError, with the names there are, for one that is not."""
    if name not in names():
        raise InputError(f"there is no example {name!r}; choose one of {', '.join(names())}")
    return _FOLDER / f"{name}.yaml"


def text(name: str) -> str:
    """The YAML text of an example. Raises InputError for a name that is none."""
    return path(name).read_text(encoding="utf-8")
