"""Plain text set in columns and paragraphs, by the cells that a terminal gives each character."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from calc.report.rows import Column, Row

WIDTH = 100
GAP = "  "
COMFORTABLE, SHORTEST = 16, 12
"""A text is cut to the first before a column is left out, and to the second where none is left to spare."""
MOST_LINES, FEW_LINES = 3, 2
"""Lines of a heading at the most, and how many are few enough not to widen its column for."""


def width(text: str) -> int:
    """Terminal cells that a text takes."""
    if text.isascii():
        return len(text)
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
    if width(word) <= limit:
        return [word]
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
    heads = {column.key: _heading(column, widths) for column in columns}
    height = max(map(len, heads.values()))
    lines = []
    for at in range(height):
        words = {key: ([""] * (height - len(head)) + head)[at] for key, head in heads.items()}
        lines.append(GAP.join(_pad(column, words[column.key], widths) for column in columns).rstrip())
    for at, row in enumerate(rows):
        painted = (paint(column, row, _pad(column, cells[column.key][at], widths)) for column in columns)
        lines.append(GAP.join(painted).rstrip())
    return lines


def _fit(columns: list[Column], cells: dict[str, list[str]], limit: int) -> dict[str, int]:
    """Widths that fit; takes columns out of `columns` where nothing else helps."""
    widths = {
        column.key: max([*map(width, cells[column.key]), _narrowest(column.title)]) for column in columns
    }

    def room() -> int:
        return limit - sum(widths[column.key] for column in columns) - len(GAP) * (len(columns) - 1)

    while room() < 0:
        text = max((column for column in columns if column.cuttable), key=lambda column: widths[column.key])
        spare = max(columns, key=lambda column: column.dispensable)
        shortest = COMFORTABLE if spare.dispensable else SHORTEST
        if widths[text.key] > shortest:
            widths[text.key] = max(shortest, widths[text.key] + room())
        elif spare.dispensable:
            columns.remove(spare)
        else:
            longest = max(columns, key=lambda column: widths[column.key])
            widths[longest.key] -= 1
    while room() > 0:
        tall = max(columns, key=lambda column: len(_heading(column, widths)))
        if len(_heading(tall, widths)) <= FEW_LINES:
            break
        widths[tall.key] += 1
    return widths


def _narrowest(title: str) -> int:
    """Least width at which a heading takes no more lines than it may."""
    least = max(map(width, title.split()))
    while len(wrap(title, limit=least)) > MOST_LINES:
        least += 1
    return least


def _heading(column: Column, widths: dict[str, int]) -> list[str]:
    limit = widths[column.key]
    return [shorten(line, limit) for line in wrap(column.title, limit=limit)]


def _pad(column: Column, text: str, widths: dict[str, int]) -> str:
    text = shorten(text, widths[column.key])
    space = " " * (widths[column.key] - width(text))
    return space + text if column.numeric else text + space
