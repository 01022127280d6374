"""The text of every notice: one file a code, filled in where the notice is shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from calc.errors import InputError
from calc.model.notice import Level, Notice

_TEXTS = Path(__file__).with_name("texts")
_WIDTH = 88


@dataclass(frozen=True, slots=True)
class NoticeText:
    """What is said about one code. `message` and `hint` name values of the notice in braces."""

    code: str
    """The code."""
    title: str
    """A few words."""
    level: Level
    """The level it usually has."""
    message: str
    """What is the matter, in one sentence."""
    why: str
    """Why it matters, and how large the effect was seen to be in public."""
    hint: str
    """What to do about it."""


@cache
def codes() -> tuple[str, ...]:
    """All codes, sorted."""
    return tuple(sorted(path.stem for path in _TEXTS.glob("*.yaml")))


@cache
def text(code: str) -> NoticeText:
    """The text of a code. Raises InputError, with the nearest codes, for one that does not exist."""
    if code not in codes():
        raise InputError(_no_such_code(code))
    from ruamel.yaml import YAML

    return NoticeText(code=code, **YAML(typ="safe").load(_TEXTS / f"{code}.yaml"))


def message(notice: Notice) -> str:
    """What is the matter, in one sentence that does not begin with the option's name."""
    return _fill(text(notice.code).message, notice)


def hint(notice: Notice) -> str:
    """What to do about it, in one sentence."""
    return _fill(text(notice.code).hint, notice)


def explain(code: str) -> str:
    """All that is known about a code, as plain text of at most 88 columns.

    Raises InputError, with the nearest codes, for one that does not exist.
    """
    from textwrap import fill

    about = text(code)

    def open_values(template: str) -> str:
        return _substitute(template, lambda name: f"<{name}>")

    paragraphs = (
        f"{about.code}: {about.title} (usual level: {about.level})",
        f"What it says: {open_values(about.message)}.",
        f"Why it matters: {about.why}",
        f"What to do: {open_values(about.hint)}",
    )
    return "\n\n".join(fill(paragraph, _WIDTH, break_on_hyphens=False) for paragraph in paragraphs) + "\n"


def _fill(template: str, notice: Notice) -> str:
    values = {"option": notice.option, **notice.values}
    return _substitute(template, lambda name: _shown(values.get(name)))


def _substitute(template: str, value: Callable[[str], str]) -> str:
    """Put values in place of plain names in braces, once: braces in a value stay text."""
    return re.sub(r"\{(\w+)\}", lambda found: value(found[1]), template)


def _shown(value: Any) -> str:
    """A value as one line of text: a float with up to three significant digits, None as unknown.

    A mapping holds two values under each name, the option's own and the other's.
    """
    if value is None:
        return "unknown"
    if isinstance(value, Mapping):
        pairs = (f"{name} {mine} against {theirs}" for name, (mine, theirs) in value.items())
        return ", ".join(_shown(pair) for pair in pairs)
    if isinstance(value, (list, tuple)):
        return ", ".join(_shown(item) for item in value)
    if isinstance(value, float):
        rounded = f"{value:.3g}"
        return f"{Decimal(rounded):f}" if 1e-6 <= abs(value) < 1e15 else rounded
    printable = (character if character.isprintable() else " " for character in str(value))
    return " ".join("".join(printable).split())


def _no_such_code(code: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(code.strip().lower(), codes(), n=3)
    known = f"did you mean {' or '.join(near)}?" if near else f"the codes are {', '.join(codes())}"
    return f"there is no notice {_shown(code)[:60]!r}; {known}"
