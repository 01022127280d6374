"""Never run: mypy reads it. Each line is an error that must stay one, or its `ignore` is unused."""

from __future__ import annotations

import pricing_data
from calc.core import cost, fleet, stats
from calc.model.comparison import ClaimBeside

claim: pricing_data.Claim = pricing_data.claims()[0]


def beside(shown: ClaimBeside) -> None:
    cost.cost_per_unit(claim, 1.0)  # type: ignore[type-var]
    cost.cost_per_unit(shown, 1.0)  # type: ignore[type-var]
    cost.units_per_usd(1.0, claim)  # type: ignore[type-var]
    cost.ratio(claim, claim)  # type: ignore[type-var]
    cost.ratio(shown, shown)  # type: ignore[type-var]
    stats.ratio_interval(claim, 1.0, 1.0, 0.95)  # type: ignore[type-var]
    fleet.payback_months(claim, 1.0, 1.0)  # type: ignore[type-var]
