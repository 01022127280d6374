"""Each published cost per unit follows from the throughput and price published beside it."""

from __future__ import annotations

import csv
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest

from calc.core import cost, units

ROWS = list(
    csv.DictReader(
        Path(__file__).with_name("published_measurements.csv").read_text(encoding="utf-8").splitlines()
    )
)
FORMS = {"s/image": ("seconds_per_unit", 1), "kbp/s": ("per_second", 1000)}
SCALES = {"1,000,000": 10**6, "1 Gbp": 10**9, "1 image": 1}


def units_priced(per: str) -> int:
    return next(scale for words, scale in SCALES.items() if per.startswith(words))


# The throughput of these is printed so coarsely that it leaves the last digit of the cost open.
OPEN_LAST_DIGIT = {"M157", "M161", "M162", "M163", "M164", "M181"}


def cost_at(row: dict[str, str], throughput: Decimal) -> Decimal:
    form, times = FORMS.get(row["unit"], ("per_second", 1))
    rate = units.per_second_from(form, throughput) * times
    price = Decimal(row["price_usd_per_hour"])
    return cost.cost_per_unit(price, rate) * units_priced(row["published_cost_per"])


def half_a_digit(printed: Decimal) -> Decimal:
    return Decimal((0, (5,), int(printed.as_tuple().exponent) - 1))


def test_all_rows_are_here() -> None:
    assert len(ROWS) == 57


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['id']}-{row['instance']}" for row in ROWS])
def test_published_cost(row: dict[str, str]) -> None:
    published = Decimal(row["published_cost"].removeprefix("~"))
    throughput = Decimal(row["throughput"])
    slack = half_a_digit(throughput)
    low, high = sorted(cost_at(row, throughput + sign * slack) for sign in (-1, 1))

    assert [float(low), float(high)] == pytest.approx(
        [float(row["recomputed_lo"]), float(row["recomputed_hi"])], rel=1e-5
    )
    if row["id"] in OPEN_LAST_DIGIT:
        assert low <= published + half_a_digit(published)
        assert high >= published - half_a_digit(published)
    else:
        assert cost_at(row, throughput).quantize(published, ROUND_HALF_UP) == published
