"""What users write, made harmless where it is shown: terminals, Markdown and spreadsheets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from calc.model.comparison import Comparison

# C0 and C1 controls drive a terminal; the bidirectional ones reorder what stands around them.
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Halves of characters: bytes of a file's name that are no text.
_SURROGATES = re.compile("[\ud800-\udfff]")
_SPACES = re.compile(r"\s+")
_MARKUP = re.compile(r"[\\`*\[\]|~]|(?<!\w)_|_(?!\w)")
_BLOCK = re.compile(r"^(\d*)(#{1,6}(?=\s|$)|[-+.)](?=\s|$)|[-=]+$)")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_FORMULA = ("=", "+", "-", "@")


def plain(text: str) -> str:
    """One line of text without control characters and without what cannot be encoded."""
    return _SPACES.sub(" ", _CONTROLS.sub("", _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text))).strip()


def plain_lines(text: str) -> str:
    """Lines without control characters, between them at most one that is empty."""
    lines = "\n".join(map(plain, text.splitlines()))
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n")


def cleaned(comparison: Comparison) -> Comparison:
    """The same comparison with every text in it made `plain`; notes keep their lines."""
    return Comparison.model_validate(_walk(comparison.model_dump()))


def _walk(value: Any, key: Any = None) -> Any:
    if isinstance(value, str):
        return plain_lines(value) if key == "notes" else plain(value)
    if isinstance(value, Mapping):
        return {key: _walk(item, key) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return tuple(_walk(item) for item in value)
    return value


def markdown(text: str) -> str:
    """Text that Markdown and HTML show as it stands."""
    escaped = _MARKUP.sub(lambda match: "\\" + match.group(), _ENTITY.sub("&amp;", text))
    return escaped.replace("<", "&lt;").replace(">", "&gt;")


def markdown_item(text: str) -> str:
    """Lines of text as one item of a Markdown list: no line starts a heading, a list or a rule of its own."""
    lines = (_BLOCK.sub(r"\1\\\2", markdown(line)) for line in text.split("\n"))
    return "\\\n  ".join(lines).replace("\\\n  \\\n", "\n\n")


def csv_text(text: str) -> str:
    """Text that a spreadsheet does not take for a formula: an apostrophe goes before `=`, `+`, `-`, `@`."""
    return "'" + text if text.lstrip().startswith(_FORMULA) or text.startswith(("\t", "\r")) else text
