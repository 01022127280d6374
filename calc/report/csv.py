"""Comparisons as CSV: the rows of `calc.table`, at full precision, between what names the scenario."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from calc.model.comparison import Comparison
from calc.report.safe import cleaned, csv_text, plain
from calc.report.words import beside
from calc.table import rows


def render(comparisons: Sequence[tuple[str, Comparison]]) -> str:
    """One header for all; `scenario` says which row is of which.

    Text that a spreadsheet would take for a formula starts with an apostrophe; numbers stay numbers.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for at, (source, dirty) in enumerate(comparisons):
        comparison = cleaned(dirty)
        table = rows(comparison)
        if at == 0:
            writer.writerow(
                ["scenario", "name", *table[0], "confidence", "evaluated_on", "claims_unverified"]
            )
        for row in table:
            shared = [comparison.confidence, comparison.evaluated_on, _claims(comparison, row["option"])]
            writer.writerow(
                [_cell(value) for value in (plain(source), comparison.name, *row.values(), *shared)]
            )
    return out.getvalue()


def _claims(comparison: Comparison, option: str) -> str:
    return " | ".join(
        f'{claim.id}, {claim.status}: {claim.claimant}: "{claim.statement}" {beside(claim)}'
        for claim in comparison.claims
        if claim.option == option
    )


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    return value if isinstance(value, (int, float)) else csv_text(str(value))
