"""What the page says, as HTML in which every text is escaped: what users write is shown as it stands."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from html import escape

import streamlit as st

from calc import notices
from calc.model.comparison import ClaimBeside, Comparison
from calc.model.notice import LEVELS
from calc.report import words
from calc.report.history import Table
from calc.report.notices import Entry, entries
from calc.report.numbers import counted
from calc.report.rows import rows, screen_columns, verdict
from calc.report.sentence import answer

LEVEL_TITLES = {
    "block": "Cannot run",
    "invalid": "Invalid: what is withheld, and why",
    "warning": "Warnings",
    "info": "For information",
}
MARKS = {"block": "⛔", "invalid": "✕", "warning": "!", "info": "i"}
DOUBTS = {"block": "obstacle", "invalid": "invalid", "warning": "warning"}
"""What is said of them right below the answer, by level; the rest stands further below."""
MOST_DOUBTS = 4
KEEP_IN_MIND = "keep-in-mind"
UNVERIFIED = "unverified"
SHORT = 18  # so many characters of a cell stay on one line


def paragraph(text: str, kind: str, *, role: str = "") -> None:
    """One paragraph of text."""
    st.html(_tag("p", escape(text), kind, f' role="{role}"' if role else ""))


def heading(text: str, kind: str, level: int = 2) -> None:
    """A heading."""
    st.html(_tag(f"h{level}", escape(text), kind))


def brand(text: str, line: str) -> None:
    """What the page is."""
    st.html(_tag("h1", f"{escape(text)} {_tag('span', escape(line), 'pd-quiet')}", "pd-brand"))


def card_title(id_: str, label: str) -> None:
    """The heading of a card: the id that files and tables use, and the label."""
    st.html(_tag("h3", f"{escape(id_)} {_tag('span', escape(label), 'pd-quiet')}", "pd-card-title"))


def problem(text: str) -> None:
    """What is wrong with the field above."""
    paragraph(f"✕ {text}", "pd-problem", role="alert")


def sentences(comparison: Comparison) -> None:
    """The answer: its first sentence large, the others below."""
    first, *others = answer(comparison)
    body = _tag("p", escape(first), "pd-answer")
    body += "".join(_tag("p", escape(other), "pd-answer-more") for other in others)
    st.html(_tag("div", body, "pd-block", ' aria-live="polite"'))


def table(comparison: Comparison) -> None:
    """The table of the answer: one column an option, so that it fits beside the inputs and on a phone."""
    drawn = rows(comparison)
    head = _tag("td", "")
    for row in drawn:
        label = _tag("span", escape(row["label"]), "pd-quiet") if row["label"] != row["option"] else ""
        head += _tag("th", escape(row["option"]) + label, more=' scope="col"')
    body = ""
    for column in screen_columns(comparison):
        if column.key not in ("option", "label"):
            cells = "".join(_tag("td", escape(column.cell(row))) for row in drawn)
            body += _tag("tr", _tag("th", escape(column.title), more=' scope="row"') + cells)
    whole = _tag("thead", _tag("tr", head)) + _tag("tbody", body)
    inner = _tag("table", whole, "pd-table", ' aria-label="The answer in numbers"')
    st.html(_tag("div", inner, "pd-scroll", ' tabindex="0"'))


def grid(
    titles: Sequence[str], drawn: Sequence[Sequence[str]], label: str, *, numeric: Sequence[int] = ()
) -> None:
    """A small table of texts; the columns at `numeric` hold numbers."""

    def row(tag: str, cells: Sequence[str], more: str = "") -> str:
        kinds = [
            "pd-number" if at in numeric else "pd-short" if len(cell) <= SHORT else ""
            for at, cell in enumerate(cells)
        ]
        filled = (_tag(tag, escape(cell), kind, more) for cell, kind in zip(cells, kinds, strict=True))
        return _tag("tr", "".join(filled))

    head = _tag("thead", row("th", titles, ' scope="col"'))
    body = _tag("tbody", "".join(row("td", cells) for cells in drawn))
    named = f' aria-label="{escape(label)}"'
    whole = _tag("table", head + body, "pd-grid", named)
    st.html(_tag("div", whole, "pd-scroll pd-low", f' tabindex="0" role="region"{named}'))


def columns(table: Table) -> None:
    """A table whose columns say how they are shown."""
    drawn = [[column.cell(row) for column in table.columns] for row in table.rows]
    numeric = [at for at, column in enumerate(table.columns) if column.numeric]
    grid([column.title for column in table.columns], drawn, table.title, numeric=numeric)


def found(first: str, second: str) -> None:
    """What was found, and below it where it comes from."""
    inner = _tag("p", escape(first), "pd-found") + _tag("p", escape(second), "pd-quiet")
    st.html(_tag("div", inner, "pd-block", ' aria-live="polite"'))


def claims_beside(comparison: Comparison) -> None:
    """One line a claim, for beside the chart; the whole of it stands further below."""
    lines = ""
    for id_ in dict.fromkeys(claim.id for claim in comparison.claims):
        shown = [claim for claim in comparison.claims if claim.id == id_]
        said = words.beside(shown[0]) if len(shown) == 1 else _relations(shown)
        lines += _tag(
            "li", f"{_tag('span', UNVERIFIED, 'pd-tag')} {escape(shown[0].claimant)}: {escape(said)}"
        )
    if lines:
        st.html(_tag("ul", lines, "pd-claims"))


def doubts(comparison: Comparison) -> None:
    """One line a grave level, right below the answer: what it suffers from, and where to read on."""
    found = entries(comparison)
    lines = ""
    for level, noun in DOUBTS.items():
        of_level = [entry for entry in found if entry.level == level]
        options: dict[str, list[str]] = {}
        for entry in of_level:
            options.setdefault(entry.code, []).extend(entry.options)
        if of_level:
            said = [_titled(code, ids) for code, ids in options.items()]
            more = f"; and {len(said) - MOST_DOUBTS} more" if len(said) > MOST_DOUBTS else ""
            link = _tag(
                "a", escape(_counted(len(of_level), noun)), more=f' href="#{KEEP_IN_MIND}" target="_self"'
            )
            mark = _tag("span", MARKS[level], "pd-mark", ' aria-hidden="true"')
            lines += _tag("p", f"{mark} {link}: {escape('; '.join(said[:MOST_DOUBTS]) + more)}", "pd-doubt")
    if lines:
        st.html(_tag("div", lines, "pd-block"))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if noun == "invalid" else counted(number, noun)


def _titled(code: str, options: Sequence[str]) -> str:
    """The title of a notice within a sentence, and whom it concerns."""
    title = notices.text(code).title
    first, _, rest = title.partition(" ")
    title = f"{first.lower()} {rest}" if first == first.capitalize() else title
    whom = ", ".join(dict.fromkeys(options))
    return f"{title} ({whom})" if whom else title


def all_notices(comparison: Comparison) -> None:
    """Every doubt, the gravest first, with why it matters and what to do about it."""
    found = entries(comparison)
    if found:
        st.html(_tag("h2", "What to keep in mind", "pd-section", f' id="{KEEP_IN_MIND}"'))
    for level in LEVELS:
        of_level = [entry for entry in found if entry.level == level]
        if of_level:
            body = _tag("h3", escape(LEVEL_TITLES[level]), "pd-level") + "".join(map(_notice, of_level))
            st.html(_tag("div", body, f"pd-block pd-{level}"))


def sections(comparison: Comparison, titles: Container[str]) -> None:
    """The sections with these titles."""
    for section in words.sections(comparison):
        if section.title in titles:
            _section(section)


def facts(found: Mapping[str, str]) -> None:
    """Keys and values."""
    st.html(_facts(found))


def _relations(claims: list[ClaimBeside]) -> str:
    """How one claim stands to several options, shortly."""
    options: dict[str, list[str]] = {}
    for claim in claims:
        options.setdefault(verdict(claim.relation), []).append(claim.option)
    beside = "; ".join(f"{relation} beside {', '.join(ids)}" for relation, ids in options.items())
    return f"“{claims[0].statement}” {beside[0].upper()}{beside[1:]}; the reasons stand below."


def _section(section: words.Section) -> None:
    body = ""
    for item in section.items:
        details = "".join(_tag("li", escape(line)) for line in item.details)
        more = _tag("ul", details, "pd-lines") if details else ""
        body += _tag("li", escape(item.text) + more)
    heading(section.title, "pd-section")
    st.html(_tag("ul", body, "pd-lines"))


def _notice(entry: Entry) -> str:
    whom = _tag("b", escape(", ".join(entry.options)) + ": ") if entry.options else ""
    mark = _tag("span", MARKS[entry.level], "pd-mark", ' aria-hidden="true"')
    inner = {"Why": notices.text(entry.code).why, "What to do": entry.hint or "", "Code": entry.code}
    return f"<details>{_tag('summary', f'{mark} {whom}{escape(entry.message)}')}{_facts(inner)}</details>"


def _facts(found: Mapping[str, str]) -> str:
    pairs = "".join(
        _tag("dt", escape(key)) + _tag("dd", escape(value)) for key, value in found.items() if value
    )
    return _tag("dl", pairs, "pd-facts")


def _tag(tag: str, inner: str, kind: str = "", more: str = "") -> str:
    """An element around what is HTML already."""
    of_kind = f' class="{kind}"' if kind else ""
    return f"<{tag}{of_kind}{more}>{inner}</{tag}>"
