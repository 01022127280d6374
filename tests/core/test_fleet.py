"""Whole deployments, monthly costs, payback."""

from __future__ import annotations

import math
from decimal import Decimal

import numpy as np
import pytest

from calc.core import fleet


@pytest.mark.parametrize(
    ("demand", "rate", "needed"),
    [
        (100.0, 50.0, 2),
        (100.1, 50.0, 3),
        (0.001, 50.0, 1),
        (0.3, 0.1, 3),  # 0.3 / 0.1 is 2.9999999999999996 in binary
        (0.6, 0.2, 3),  # 0.6 / 0.2 is 2.9999999999999996
        (2.1, 0.7, 3),  # 2.1 / 0.7 is 3.0000000000000004
        (4.9 * 3, 4.9, 3),
    ],
)
def test_whole_deployments(demand: float, rate: float, needed: int) -> None:
    assert fleet.deployments_needed(demand, rate) == needed


def test_the_margin_is_a_billionth() -> None:
    np.testing.assert_array_equal(
        fleet.deployments_needed(np.array([3 * (1 + 0.9e-9), 3 * (1 + 1.1e-9)]), 1.0), [3, 4]
    )


def test_monthly_costs() -> None:
    assert fleet.always_on_cost(3, Decimal("35.7608"), 730) == Decimal("78316.152")


def test_payback() -> None:
    assert fleet.payback_months(12_000.0, 5000.0, 2000.0) == 4
    assert fleet.payback_months(12.0, 5000.5, 5000.0) == 24


@pytest.mark.parametrize("after", [5000.0, 6000.0, math.nan])
def test_no_payback_where_nothing_is_saved(after: float) -> None:
    assert math.isnan(fleet.payback_months(12_000.0, 5000.0, after))
