"""What the catalogue holds: one frozen record for each row of its files."""

from __future__ import annotations

import datetime
import re
from collections.abc import Hashable
from dataclasses import dataclass
from decimal import Decimal
from fnmatch import fnmatchcase
from typing import Literal, TypeAlias

Purchase: TypeAlias = Literal["on_demand", "spot", "savings_plan", "reserved", "capacity_block"]
Standing: TypeAlias = Literal["user", "catalogue", "live"]
RateKey: TypeAlias = tuple[str, str, str | None, str, str | None, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """An instance type and what is in it. `None` is what the source does not publish."""

    type: str
    """Name of the instance type, such as trn2.48xlarge."""
    provider: str
    """Who sells it."""
    accelerator: str
    """Name of the accelerator, such as NVIDIA H100."""
    family: str
    """Short product family of the accelerator, such as h100; claims name these."""
    accelerators: int
    """Accelerators (GPUs or chips) of one instance."""
    accelerator_memory_gib: float
    """Memory of all its accelerators together, in GiB."""
    vcpus: int | None
    """Virtual CPUs."""
    memory_gib: float | None
    """Host memory, in GiB."""
    network_gbps: float | None
    """Network bandwidth, in Gbit/s."""
    source: str
    """Where these figures come from."""
    note: str
    """What to know about them; empty if nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Accelerator:
    """Peak figures of one accelerator. `None` is what is not published, or was not read."""

    family: str
    """Product family, as instances name it."""
    hbm_tb_per_s: float | None
    """Memory bandwidth, in TB/s (10^12 bytes)."""
    bf16_tflops: float | None
    """Dense BF16 peak, in TFLOPS."""
    fp8_tflops: float | None
    """Dense FP8 peak, in TFLOPS."""
    fp32_tflops: float | None
    """FP32 peak, in TFLOPS."""
    sparse_tflops: float | None
    """Highest peak with sparsity at any precision, in TFLOPS."""
    source: str
    """Where these figures come from."""
    note: str
    """What to know about them; empty if nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What somebody says about a product, unverified. It is shown beside a result, never computed with."""

    id: str
    """Key of the claim."""
    claimant: str
    """Who says it."""
    relayed_by: str | None
    """Who passed it on, if the claimant's own publication was not seen."""
    product: str
    """What it is about, in words."""
    product_families: tuple[str, ...]
    """Product families it may be about."""
    product_disclosed: bool
    """Whether the source says which product it is; if not, `product_families` are possibilities."""
    baseline: str
    """What the product was compared with, in words."""
    baseline_instances: tuple[str, ...]
    """Instance types of the baseline; empty if undisclosed."""
    baseline_families: tuple[str, ...]
    """Product families of the baseline; empty if undisclosed."""
    measures: str
    """The quantity, in the source's words."""
    kind: Literal["work_per_dollar", "throughput", "specification", "energy"]
    """Kind of quantity. Only work_per_dollar may stand beside a ratio of units per dollar."""
    unit: str | None
    """Unit of work; none if unstated."""
    statement: str
    """The claim in one sentence."""
    ratio_low: float | None
    """Least ratio claimed, product over baseline; none for "up to"."""
    ratio_high: float | None
    """Greatest ratio claimed; none for "at least"."""
    scope: str
    """The workloads it is said to hold for."""
    source: str
    """Where it was read."""
    source_url: str | None
    """Address of the source, if known."""
    date: str
    """Date of the source, as far as it is known."""
    undisclosed: tuple[str, ...]
    """What a reader would need in order to check it, and the source does not say."""
    notes: str
    """What to know about it."""

    @property
    def status(self) -> Literal["unverified"]:
        """Always unverified: nothing in the catalogue or the program can change it."""
        return "unverified"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """What an hour of one instance cost, as somebody read it on a day."""

    instance_type: str
    """Name of the instance type, such as trn2.48xlarge."""
    region: str
    """Code of the region, such as us-east-2; "unstated" where the source does not say."""
    zone: str | None
    """Availability zone or Local Zone, by name or by id; none for the whole region."""
    purchase: str
    """How it is bought; one of `PURCHASES`, or private in the user's own table."""
    term: str | None
    """Length of the commitment, 1yr or 3yr; none if there is no commitment."""
    payment: str | None
    """How much of the commitment is paid up front, none, partial or all (as text); None if unstated."""
    usd_per_hour: Decimal
    """USD per hour of one instance, never of one accelerator."""
    valid_from: datetime.date
    """First day on which this price is known to hold."""
    as_of: datetime.date
    """Day of the reading."""
    standing: Standing
    """Where it comes from: the bundled catalogue, the user, or a live query."""
    source: str
    """Where it was read."""
    note: str
    """What to know about it; empty if nothing."""

    @property
    def key(self) -> RateKey:
        """What the price is for: two rates of one key and day should agree."""
        return (self.instance_type, self.region, self.zone, self.purchase, self.term, self.payment)

    @property
    def reading_key(self) -> Hashable:
        """What two readings have in common if they must not differ: key, days and source.

        Spot prices without a zone are the range over the zones: several of one day do not contradict.
        """
        part = self.usd_per_hour if self.purchase == "spot" and self.zone is None else None
        return (self.key, self.valid_from, self.as_of, self.source, part)

    @property
    def local_zone(self) -> bool:
        """Whether it is the price of a Local Zone: such a price never decides that of its region."""
        if self.zone is None:
            return False
        zone_name = self.zone[:-1] == self.region and self.zone[-1].isalpha()
        return not zone_name and re.fullmatch(r"[a-z]+\d+-az\d+", self.zone) is None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotPublished:
    """Somebody looked for a price and there was none. It is not a price of zero."""

    instance_type: str
    """Name of the instance type; an asterisk stands for any ending, such as trn3*."""
    region: str | None
    """Code of the region; None for every region."""
    purchase: Purchase
    """How it would be bought."""
    term: str | None
    """Length of the commitment."""
    payment: str | None
    """How much of the commitment would be paid up front."""
    as_of: datetime.date | None
    """Day of the reading, if known."""
    source: str
    """Where it was looked for."""
    note: str
    """What was found instead."""

    def covers(self, instance_type: str) -> bool:
        """Whether it speaks of this instance type."""
        return fnmatchcase(instance_type.strip().lower(), self.instance_type.lower())
