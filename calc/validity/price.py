"""What the prices of one option give cause to doubt."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from decimal import Decimal

from calc.model.notice import Notice
from calc.model.resolved import ResolvedOption, ResolvedPart

STALE_DAYS = 90
SCALE_WITHIN = Decimal("0.10")
SCALE_EXACTLY = Decimal("0.001")
SPOT_BOUNDS = {10: Decimal("0.1"), 100: Decimal(1)}
SPOT_BOUND_WITHIN = Decimal("0.0005")
NO_DISCOUNT = ("spot", "capacity_block")
"""Ways of buying to which no discount plan applies."""


def doubts(option: ResolvedOption, today: datetime.date | None) -> Iterator[Notice]:
    """Doubts about each price; its age is judged only where `today` is given."""
    for part in option.parts:
        name = part.instance or "the instance"
        for code, values in _warnings(part, today):
            yield Notice(code=code, level="warning", option=option.id, values={"instance": name, **values})
        if part.price.purchase == "capacity_block" and option.utilization == 1:
            yield Notice(code="block_hours_unused", level="info", option=option.id, values={"instance": name})
        if part.price.purchase == "spot":
            listed = part.price.listed
            low, high = (listed.spot_low, listed.spot_high) if listed else (None, None)
            yield Notice(
                code="spot_quote",
                level="info",
                option=option.id,
                values={"instance": name, "low": _figure(low), "high": _figure(high)},
            )


def _warnings(part: ResolvedPart, today: datetime.date | None) -> Iterator[tuple[str, dict[str, object]]]:
    price = part.price
    if today is not None and price.as_of is not None:
        age = (today - price.as_of).days
        if age > STALE_DAYS:
            yield "stale_price", {"age_days": age, "as_of": price.as_of.isoformat()}
        if age < 0:
            yield "price_of_the_future", {"as_of": price.as_of.isoformat(), "today": today.isoformat()}
    if part.instance is not None and part.instance.startswith("ml."):
        yield "sagemaker_instance", {}
    if price.discount and price.purchase in NO_DISCOUNT:
        yield "discount_not_offered", {"purchase": price.purchase}
    yield from _spot_at_bound(part)
    yield from _scale(part)


def _spot_at_bound(part: ResolvedPart) -> Iterator[tuple[str, dict[str, object]]]:
    """Some spot quotes look like a floor or a ceiling of the price on demand."""
    price, listed = part.price, part.price.listed
    if price.purchase != "spot" or listed is None or listed.on_demand is None:
        return
    for percent, bound in SPOT_BOUNDS.items():
        if abs(price.before_discount / (listed.on_demand * bound) - 1) < SPOT_BOUND_WITHIN:
            yield (
                "spot_at_bound",
                {
                    "price": _figure(price.before_discount),
                    "percent": percent,
                    "on_demand": _figure(listed.on_demand),
                },
            )


def _scale(part: ResolvedPart) -> Iterator[tuple[str, dict[str, object]]]:
    """A price off by the number of accelerators is that of one, or counts the instance for each.

    Held against the price of the same purchase and region; where the scenario does not say those, against
    any of the instance type, but then closely, and only if it is near none of them as it stands.
    """
    price, listed, count = part.price, part.price.listed, part.accelerators
    if price.standing != "user" or listed is None or count is None or count == 1:
        return
    mine = price.before_discount
    known, within = ((listed.same,), SCALE_WITHIN) if listed.same else (listed.anywhere, SCALE_EXACTLY)
    if listed.same is None and any(abs(mine / other - 1) <= SCALE_WITHIN for other in known):
        return
    for times, factor in ((f"1/{count}", Decimal(1) / count), (str(count), Decimal(count))):
        for other in known:
            if abs(mine / (other * factor) - 1) <= within:
                values = {"price": _figure(mine), "listed": _figure(other)}
                yield "price_scale", {**values, "accelerators": count, "times": times}
                return


def _figure(price: Decimal | None) -> str | None:
    """A price with all its digits, as text."""
    return None if price is None else f"{price.normalize():f}"
