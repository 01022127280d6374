"""A Comparison as plain text of at most 100 columns, for terminals and pipes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from calc.model.comparison import Comparison
from calc.report import history, layout, words
from calc.report.notices import entries
from calc.report.rows import Column, Row, rows, screen_columns
from calc.report.safe import cleaned, plain
from calc.report.sentence import answer

INDENT = "  "
_STYLES = {
    "bold": "1",
    "block": "31",
    "invalid": "31",
    "warning": "33",
    "info": "36",
    "blocked": "31",
    "not_representative": "31",
    "cheaper": "32",
    "dearer": "35",
    "inconclusive": "33",
    "unreplicated": "33",
    "equivalent": "36",
    "NOT met": "31",
    "met": "32",
}
"""Codes of Select Graphic Rendition. Words always say what the colour says."""


def render(comparison: Comparison, *, color: bool = False) -> str:
    """The whole answer; with `color`, in the sixteen colours that every terminal has."""
    comparison = cleaned(comparison)
    blocks = [
        [*_head(comparison, color), *_doubts(comparison)],
        _table(comparison, color),
        _notices(comparison, color),
        _requirements(comparison, color),
        _history(comparison, color),
        *(_section(section, color) for section in words.sections(comparison)),
        layout.wrap(words.provenance(comparison)),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def render_all(comparisons: Sequence[tuple[str, Comparison]], *, color: bool = False) -> str:
    """Several answers, one below the other, each under the name of its scenario's file."""
    if len(comparisons) == 1:
        return render(comparisons[0][1], color=color)
    return "\n".join(
        f"{_paint(f'== {plain(source)} ==', 'bold', color)}\n\n{render(comparison, color=color)}"
        for source, comparison in comparisons
    )


def _doubts(comparison: Comparison) -> list[str]:
    """The codes of what is doubtful, right under the answer; their texts stand below."""
    doubtful = [entry.subject for entry in entries(comparison) if entry.level != "info"]
    return ["", *layout.wrap(f"In doubt: {'; '.join(dict.fromkeys(doubtful))}.")] if doubtful else []


def _head(comparison: Comparison, color: bool) -> list[str]:
    lines = [*layout.wrap(comparison.name), ""] if comparison.name else []
    for sentence in answer(comparison):
        lines += [_paint(line, "bold", color) for line in layout.wrap(sentence)]
    return lines


def _table(comparison: Comparison, color: bool) -> list[str]:
    return layout.table(screen_columns(comparison), rows(comparison), _verdicts(color))


def _verdicts(color: bool) -> Callable[[Column, Row, str], str]:
    """Colours the verdicts of a table."""

    def paint(column: Column, row: Row, cell: str) -> str:
        if column.key != "verdict":
            return cell
        word = cell.rstrip()
        return _paint(word, row["verdict"], color) + cell[len(word) :]

    return paint


def _notices(comparison: Comparison, color: bool) -> list[str]:
    found = entries(comparison)
    if not found:
        return []
    verdicts = [answer.vs_baseline.verdict for answer in comparison.options.values() if answer.vs_baseline]
    more = "perdollar explain CODE says more"
    if "not_representative" in verdicts and not comparison.withheld_shown:
        more += "; --show-invalid shows what is withheld"
    lines = [f"{_paint('Notices', 'bold', color)} ({more})"]
    for entry in found:
        start = f"{INDENT}{entry.level}: "
        wrapped = layout.wrap(f"{entry.subject}: {entry.message}", start, INDENT * 2)
        wrapped[0] = INDENT + _paint(f"{entry.level}:", entry.level, color) + wrapped[0][len(start) - 1 :]
        lines += wrapped
        if entry.hint:
            lines += layout.wrap(entry.hint, f"{INDENT * 2}-> ", INDENT * 3 + " ")
    return lines


def _requirements(comparison: Comparison, color: bool) -> list[str]:
    section = words.requirements(comparison)
    if not section.items:
        return []
    lines = [_paint(section.title, "bold", color)]
    for item in section.items:
        verdict = item.text.partition(":")[0]
        first, *others = layout.wrap(item.text, INDENT, INDENT * 2)
        lines += [INDENT + _paint(verdict, verdict, color) + first[len(INDENT + verdict) :], *others]
    return lines


def _history(comparison: Comparison, color: bool) -> list[str]:
    if comparison.price_history is None:
        return []
    tables = history.tables(comparison)
    lines = [_paint(history.TITLE, "bold", color)]
    if tables:
        lines += layout.wrap(history.INTRODUCTION, INDENT, INDENT)
    for table in tables:
        title = layout.wrap(f"{table.title}:", INDENT, INDENT) if len(tables) > 1 else []
        set_ = layout.table(table.columns, table.rows, _verdicts(color), layout.WIDTH - len(INDENT))
        lines += ["", *title, *(INDENT + line for line in set_)]
    lines += [""] if tables else []
    for sentence in history.sentences(comparison):
        lines += layout.wrap(sentence, INDENT, INDENT * 2)
    return lines


def _section(section: words.Section, color: bool) -> list[str]:
    lines = [_paint(section.title, "bold", color)]
    for item in section.items:
        first, *others = item.text.split("\n")
        lines += layout.wrap(first, INDENT, INDENT * 2)
        for line in others:
            lines += layout.wrap(line, INDENT * 2, INDENT * 2) if line else [""]
        for detail in item.details:
            lines += layout.wrap(detail, INDENT * 2, INDENT * 3)
    return lines


def _paint(text: str, style: str, color: bool) -> str:
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if color and style in _STYLES else text
