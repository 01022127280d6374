"""A Comparison as GitHub-flavoured Markdown, to paste into a review or a page."""

from __future__ import annotations

from collections.abc import Sequence

from calc.model.comparison import Comparison
from calc.report import history, words
from calc.report.notices import entries
from calc.report.rows import Column, Row, screen_columns
from calc.report.safe import cleaned, markdown, markdown_item, plain
from calc.report.sentence import answer
from calc.table import rows


def render(comparison: Comparison) -> str:
    """The whole answer: what users wrote is escaped, so that it shows as it stands."""
    comparison = cleaned(comparison)
    blocks = [f"## {markdown(comparison.name)}"] if comparison.name else []
    blocks += [f"**{markdown(sentence)}**" for sentence in answer(comparison)]
    blocks.append(_table(screen_columns(comparison), rows(comparison)))
    if found := entries(comparison):
        texts = [" ".join(filter(None, (f"{each.subject}: {each.message}", each.hint))) for each in found]
        lines = [f"**{each.level}**: {markdown(text)}" for each, text in zip(found, texts, strict=True)]
        blocks.append(_list("Notices", lines))
    blocks += _section(words.requirements(comparison))
    blocks += _history(comparison)
    for section in words.sections(comparison):
        blocks += _section(section)
    blocks.append(f"_{markdown(words.provenance(comparison))}_")
    return "\n\n".join(blocks) + "\n"


def render_all(comparisons: Sequence[tuple[str, Comparison]]) -> str:
    """Several answers, one below the other, each under the name of its scenario's file."""
    if len(comparisons) == 1:
        return render(comparisons[0][1])
    return "\n".join(
        f"# {markdown(plain(source))}\n\n{render(comparison)}" for source, comparison in comparisons
    )


def _section(section: words.Section) -> list[str]:
    lines = [
        markdown_item(item.text) + "".join(f"\n  - {markdown(more)}" for more in item.details)
        for item in section.items
    ]
    return [_list(section.title, lines)] if lines else []


def _history(comparison: Comparison) -> list[str]:
    if comparison.price_history is None:
        return []
    tables = history.tables(comparison)
    blocks = [f"### {history.TITLE}"] + [history.INTRODUCTION] * bool(tables)
    for table in tables:
        blocks += [f"**{markdown(table.title)}**", _table(table.columns, table.rows)]
    return [*blocks, "\n".join(f"- {markdown(sentence)}" for sentence in history.sentences(comparison))]


def _table(columns: Sequence[Column], rows_: Sequence[Row]) -> str:
    lines = [
        [markdown(column.title) for column in columns],
        ["---:" if column.numeric else "---" for column in columns],
        *([markdown(column.cell(row)) for column in columns] for row in rows_),
    ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _list(title: str, lines: Sequence[str]) -> str:
    return "\n".join([f"### {markdown(title)}", "", *(f"- {line}" for line in lines)])
