"""What is in an instance type, and which of its prices nobody publishes, in words."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import pricing_data
from calc.report import numbers
from calc.report.safe import plain
from pricing_data import Instance, NotPublished


def specification(name: str) -> tuple[str, ...]:
    """What is in an instance type, most important first: some sentences an entry."""
    known = pricing_data.instance(name)
    if known is None:
        return (f"{plain(name)}: the catalogue does not know what is in this instance type.",)
    each = numbers.quantity(known.accelerator_memory_gib / known.accelerators)
    facts = [
        f"{known.accelerators} x {known.accelerator}",
        f"{numbers.quantity(known.accelerator_memory_gib)} GiB of accelerator memory"
        + (f" ({each} GiB each)" if known.accelerators > 1 else ""),
    ]
    if known.vcpus is not None:
        facts.append(f"{known.vcpus} vCPUs")
    if known.memory_gib is not None:
        facts.append(f"{numbers.quantity(known.memory_gib)} GiB of host memory")
    if known.network_gbps is not None:
        facts.append(f"{numbers.quantity(known.network_gbps)} Gbit/s network")
    said = (f"{known.type}: {', '.join(facts)}.", f"Source: {known.source}.", known.note, _peaks(known))
    return tuple(filter(None, said))


def _peaks(known: Instance) -> str:
    """Peak figures of one accelerator; empty where none are published."""
    peaks = pricing_data.accelerator(known.family)
    if peaks is None:
        return ""
    figures = [
        f"{numbers.quantity(figure)} {what}"
        for figure, what in (
            (peaks.bf16_tflops, "BF16 TFLOPS"),
            (peaks.fp8_tflops, "FP8 TFLOPS"),
            (peaks.fp32_tflops, "FP32 TFLOPS"),
            (peaks.hbm_tb_per_s, "TB/s of memory bandwidth"),
        )
        if figure is not None
    ]
    if not figures:
        return ""
    note = f" {peaks.note}" if peaks.note else ""
    return f"Peak of one accelerator, dense: {', '.join(figures)} ({peaks.source}).{note}"


_Finding: TypeAlias = tuple[str, datetime.date | None, str, str]
"""Instance type, day, note and source of what was looked for in vain."""


@dataclass(frozen=True, slots=True)
class LookedFor:
    """Ways of buying an instance type, in regions, for which the same search found no public price."""

    instance_type: str
    ways: tuple[str, ...]
    regions: tuple[str, ...]
    as_of: datetime.date | None
    note: str
    source: str


def none_published(records: Iterable[NotPublished]) -> tuple[LookedFor, ...]:
    """What was looked for in vain: regions, and then ways of buying, with the same finding together."""
    places: dict[tuple[_Finding, str], list[str]] = {}
    for record in records:
        finding = (record.instance_type, record.as_of, record.note, record.source)
        places.setdefault((finding, _way(record)), []).append(record.region or "every region")
    ways: dict[tuple[_Finding, tuple[str, ...]], list[str]] = {}
    for (finding, way), regions in places.items():
        ways.setdefault((finding, tuple(dict.fromkeys(regions))), []).append(way)
    return tuple(
        LookedFor(instance_type, tuple(bought), regions, as_of, note, source)
        for ((instance_type, as_of, note, source), regions), bought in ways.items()
    )


def _way(record: NotPublished) -> str:
    return " ".join(filter(None, (record.purchase, record.term))) + (
        f" (upfront {record.payment})" if record.payment else ""
    )
