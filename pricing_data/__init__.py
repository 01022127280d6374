"""The bundled catalogue: dated, sourced facts about instances, and claims that nobody has verified."""

from __future__ import annotations

import datetime

from pricing_data.loader import accelerator, claims, instance, instances
from pricing_data.rate_tables import PURCHASES, in_force, not_published, rates, read_rates
from pricing_data.records import Accelerator, Claim, Instance, NotPublished, Rate

CATALOGUE_VERSION = "2026.12.1"
CATALOGUE_DATE = datetime.date(2026, 12, 1)

__all__ = [
    "CATALOGUE_DATE",
    "CATALOGUE_VERSION",
    "PURCHASES",
    "Accelerator",
    "Claim",
    "Instance",
    "NotPublished",
    "Rate",
    "accelerator",
    "claims",
    "in_force",
    "instance",
    "instances",
    "not_published",
    "rates",
    "read_rates",
]
