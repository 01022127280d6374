"""What the catalogue holds: one frozen record for each row of its files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


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
