"""What an hour of one instance costs, as the user says it."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, model_validator

from calc.model.base import (
    Choice,
    Count,
    Date,
    Discount,
    Model,
    Name,
    NotNegative,
    Positive,
    problem,
    show,
)
from calc.model.currency import CODES

Purchase = Literal[
    "on_demand", "spot", "savings_plan", "reserved", "capacity_block", "private", "owned", "unstated"
]
Term = Literal["1yr", "3yr"]
Payment = Literal["none", "partial", "all"]


class CatalogueLookup(Model):
    """A price to be looked up: how and where the instance is bought. Nothing is assumed."""

    purchase: Literal["on_demand", "spot", "savings_plan", "reserved", "capacity_block", "private"]
    """How the capacity is bought."""
    region: Name
    """Region code, such as us-east-2. There is no default region."""
    term: Term | None = None
    """Length of the commitment."""
    payment: Payment | None = None
    """How much of the commitment is paid up front."""
    zone: Name | None = None
    """Availability zone or Local Zone, where prices differ within the region."""
    date: Date | None = None
    """Day on which the price must have been valid; default: the day of the evaluation."""


class CapacityBlock(Model):
    """A Capacity Block for ML: one fee, paid up front, for a block of instance-hours."""

    upfront_usd: Positive
    """Reservation fee of the whole block, in USD."""
    instances: Count = 1
    """Instances in the block."""
    hours: NotNegative
    """Whole hours of the block."""
    minutes: NotNegative = Decimal(0)
    """Minutes beyond the whole hours. They count: a block that starts now has a part-day in front."""

    @model_validator(mode="after")
    def _has_length(self) -> CapacityBlock:
        if self.hours + self.minutes == 0:
            raise problem("a Capacity Block of no length has no hourly price; give its hours and minutes")
        return self


class Owned(Model):
    """Owned hardware: straight-line depreciation plus what it costs to run."""

    capex_usd: Positive
    """Purchase price of one instance (server), in USD."""
    residual_usd: NotNegative = Decimal(0)
    """What it is worth at the end, in USD."""
    years: Positive
    """Years over which it is written off."""
    running_usd_per_hour: NotNegative = Decimal(0)
    """Energy, space, upkeep and staff, in USD per hour of one instance."""

    @model_validator(mode="after")
    def _loses_value(self) -> Owned:
        if self.residual_usd > self.capex_usd:
            raise problem("residual_usd is above capex_usd; write what the hardware is worth at the end")
        return self


class Price(Model):
    """The price of one instance-hour: exactly one way of stating it, and where it comes from."""

    one_of = Choice("the price", ("usd_per_hour", "per_hour", "catalogue", "capacity_block", "owned"))

    usd_per_hour: Positive | None = None
    """USD per hour of one instance (or of one accelerator, with `per: accelerator`)."""
    per_hour: Positive | None = None
    """Price per hour in another currency; needs `currency` and `usd_per_currency`."""
    currency: Name | None = None
    """Three-letter code of the currency of `per_hour`, such as EUR."""
    usd_per_currency: Positive | None = None
    """How many USD one unit of `currency` is worth, at the rate you want to use."""
    catalogue: CatalogueLookup | None = None
    """Look the price up, in the bundled catalogue or your own table."""
    capacity_block: CapacityBlock | None = None
    """The up-front fee of a Capacity Block and what it buys."""
    owned: Owned | None = None
    """Owned hardware."""
    per: Literal["instance", "accelerator"] = "instance"
    """What the price is for: one instance, or one accelerator of it."""
    discount: Discount = Decimal(0)
    """Share taken off the price, such as 0.1 for 10%."""
    purchase: Purchase = "unstated"
    """How the capacity is bought."""
    term: Term | None = None
    """Length of the commitment."""
    payment: Payment | None = None
    """How much of the commitment is paid up front."""
    region: Name | None = None
    """Region or place of the price, such as us-east-2."""
    as_of: Date | None = None
    """Day on which the price was read."""
    source: Name | None = None
    """Where the price was read: a page, a contract, an invoice."""

    @model_validator(mode="after")
    def _companions(self) -> Price:
        companions = {"currency": self.currency, "usd_per_currency": self.usd_per_currency}
        if self.per_hour is not None:
            if missing := [key for key, value in companions.items() if value is None]:
                raise problem("per_hour also needs {missing}", missing=" and ".join(missing))
            if self.currency is not None and self.currency.upper() not in CODES:
                raise problem(
                    "{currency} is not a currency; write a three-letter code such as EUR",
                    currency=show(self.currency),
                )
            if self.currency is not None and self.currency.upper() == "USD":
                raise problem("a price in USD needs no rate; write it as usd_per_hour")
        elif given := [key for key, value in companions.items() if value is not None]:
            raise problem(
                "{given} belongs to per_hour; write the price as per_hour", given=" and ".join(given)
            )
        if self.per == "accelerator" and (self.capacity_block or self.owned or self.catalogue):
            raise problem("catalogue, capacity_block and owned are priced per instance; leave `per` out")
        if self.catalogue is not None:
            told = {"purchase", "term", "payment", "region", "as_of", "source"} & self.model_fields_set
            if told:
                raise problem(
                    "{given} comes with the price that is looked up; put it inside catalogue or leave it out",
                    given=" and ".join(sorted(told)),
                )
        return self


def _short_price(value: Any) -> Any:
    return value if isinstance(value, (Mapping, Price)) else {"usd_per_hour": value}


AnyPrice = Annotated[Price, BeforeValidator(_short_price, json_schema_input_type=Positive | Price)]
"""A price: a plain number is USD per hour of one instance."""
