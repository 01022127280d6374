"""Plain text set in columns and paragraphs, by the cells that a terminal gives each character."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from calc.report.rows import Column, Row

WIDTH = 100
GAP = "  "
SHORTEST = 12
"""Width below which a cut text says too little."""


def width(text: str) -> int:
    """Terminal cells that a text takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def wrap(text: str, first: str = "", rest: str = "", limit: int = WIDTH) -> list[str]:
    """Break a text into lines of at most `limit` cells, the first and the others indented by themselves."""
    lines, line, empty = [], first, True
    for word in (piece for long in text.split() for piece in _pieces(long, limit - width(rest))):
        if not empty and width(line) + 1 + width(word) > limit:
            lines.append(line)
            line, empty = rest, True
        line += word if empty else f" {word}"
        empty = False
    return [*lines, line]


def _pieces(word: str, limit: int) -> list[str]:
    """A word, cut where it is longer than a line."""
    pieces = [""]
    for char in word:
        if width(pieces[-1]) + width(char) > limit:
            pieces.append("")
        pieces[-1] += char
    return pieces


def shorten(text: str, limit: int) -> str:
    """The text, or its beginning and an ellipsis where it takes more than `limit` cells."""
    if width(text) <= limit:
        return text
    kept = ""
    for char in text:
        if width(kept) + width(char) > limit - 1:
            break
        kept += char
    return kept.rstrip() + "…"


def table(
    columns: Sequence[Column],
    rows: Sequence[Row],
    paint: Callable[[Column, Row, str], str],
    limit: int = WIDTH,
) -> list[str]:
    """Set a table of at most `limit` cells: texts are cut and columns that can be spared are left out.

    `paint` gets every padded cell, to colour it.
    """
    columns = list(columns)
    cells = {column.key: [column.cell(row) for row in rows] for column in columns}
    widths = _fit(columns, cells, limit)
    heads = {column.key: _heading(column.title, widths[column.key]) for column in columns}
    height = max(len(head) for head in heads.values())
    lines = []
    for at in range(height):
        head = {key: ([""] * (height - len(words)) + words)[at] for key, words in heads.items()}
        lines.append(GAP.join(_pad(column, head[column.key], widths) for column in columns).rstrip())
    for at, row in enumerate(rows):
        painted = (paint(column, row, _pad(column, cells[column.key][at], widths)) for column in columns)
        lines.append(GAP.join(painted).rstrip())
    return lines


def _fit(columns: list[Column], cells: dict[str, list[str]], limit: int) -> dict[str, int]:
    """Widths that fit; takes columns out of `columns` where nothing else helps."""
    widths = {
        column.key: max([*map(width, cells[column.key]), max(map(width, column.title.split()))])
        for column in columns
    }

    def excess() -> int:
        return sum(widths[column.key] for column in columns) + len(GAP) * (len(columns) - 1) - limit

    while excess() > 0:
        widest = max(
            (column for column in columns if not column.numeric), key=lambda column: widths[column.key]
        )
        spare = max(columns, key=lambda column: column.dispensable)
        if widths[widest.key] > SHORTEST:
            widths[widest.key] = max(SHORTEST, widths[widest.key] - excess())
        elif spare.dispensable:
            columns.remove(spare)
        else:
            longest = max(columns, key=lambda column: widths[column.key])
            widths[longest.key] -= 1
    return {column.key: widths[column.key] for column in columns}


def _heading(title: str, limit: int) -> list[str]:
    return [shorten(line, limit) for line in wrap(title, limit=limit)]


def _pad(column: Column, text: str, widths: dict[str, int]) -> str:
    text = shorten(text, widths[column.key])
    space = " " * (widths[column.key] - width(text))
    return space + text if column.numeric else text + space
