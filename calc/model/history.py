"""How the verdict moved with the prices of the catalogue, at the same measurements."""

from __future__ import annotations

import datetime

from calc.model.base import Model
from calc.model.ratio import Ratio, Verdict


class HistoryPoint(Model):
    """The comparison at the prices of one day on which a price changed."""

    day: datetime.date
    usd_per_hour: dict[str, float]
    """Price of one instance of each option, after discount; where an option has several instance types, of
    its whole deployment with its overhead."""
    read_on: dict[str, datetime.date | None]
    """Day on which each price was read; None where that is not stated, or there are several."""
    source: dict[str, str | None]
    """Where each price was read."""
    ratios: dict[str, Ratio]
    """Each candidate against the baseline."""


class HeldSince(Model):
    """The present verdict on a candidate and how far back it goes."""

    verdict: Verdict
    since: datetime.date
    """First day of the unbroken stretch, to the newest prices, on which the verdict is this one."""
    whole_record: bool
    """Whether that is as far back as the prices of both sides go."""
    baseline_price_that_flips: float | None
    """The baseline's price of one instance, USD per hour before discount, at which the two tie."""


class PriceHistory(Model):
    """One comparison, priced again at each day on which a rate changed."""

    baseline: str
    points: tuple[HistoryPoint, ...]
    """In the order of the days; empty where no price can be followed."""
    held: dict[str, HeldSince]
    """By candidate."""
    fixed: dict[str, str]
    """Options whose price stays as it is stated, and why."""
