"""The JSON export of instances.vantage.sh (ec2instances.info): a list of instances with their prices.

Its average Spot price is never taken: no zone has it, and it may be a guess from a typical saving. Its
reserved and Savings Plan figures are per hour, with what is paid up front already spread over the term.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from calc.errors import InputError, Problem
from calc.intake.text import decode, read_bytes
from calc.sources import price_list
from calc.sources.base import Progress, Query, Reading, one_price_each
from pricing_data import Rate
from pricing_data.checks import Finding

MAX_BYTES = 500_000_000
_SOURCE = "export of instances.vantage.sh"
_SPOT = {"spot_min": "lowest", "spot_max": "highest"}
_COMMITTED = re.compile(r"yrTerm([13])(Standard|Savings|InstanceSavings)\.(no|partial|all)Upfront")
_BETWEEN = re.compile(r"[\s,\[]*")
_KINDS = {
    "Standard": ("reserved", "Standard RI"),
    "Savings": ("savings_plan", "Compute Savings Plan"),
    "InstanceSavings": ("savings_plan", "EC2 Instance Savings Plan"),
}


class VantageExport:
    """Source `vantage`: the Linux prices in an export of ec2instances.info."""

    name = "vantage"

    def matches(self, head: bytes) -> bool:
        """Whether this is the beginning of such an export."""
        return (
            head.lstrip().startswith(b"[")
            and b'"instance_type"' in head
            and re.search(rb'"(pricing|pretty_name|vCPU)"', head) is not None
        )

    def read(self, query: Query, *, today: datetime.date, progress: Progress) -> Reading:
        """The rates of an export; it does not say when it was made, so they are as of `today`."""
        path = query.named_file()
        source = str(path)
        progress(f"reading {source}")
        text = decode(read_bytes(path, MAX_BYTES), source)
        wanted = frozenset(query.types())
        try:
            found = [
                rate
                for instance in _instances(text)
                if instance["instance_type"] in wanted
                for region, systems in instance["pricing"].items()
                if not query.regions or region in query.regions
                for rate in _rates(instance["instance_type"], region, systems.get("linux") or {}, today)
            ]
        except json.JSONDecodeError as error:
            raise InputError(
                [Problem(f"this is not JSON: {error.msg}", line=error.lineno)], source=source
            ) from None
        except (KeyError, TypeError, AttributeError, RecursionError):
            raise InputError(
                "this is not an export of ec2instances.info: it needs a list of instances, each with "
                "instance_type and pricing by region and system",
                source=source,
            ) from None
        rates, faults = one_price_each(found)
        undated = f"the export does not say when it was made; its prices are taken as of {today}"
        return Reading(rates, faults=(Finding(None, "warning", undated), *faults))


def _instances(text: str) -> Iterator[dict[str, Any]]:
    """One instance at a time: all of them as objects would take many times the room of the text."""
    decoder = json.JSONDecoder(parse_float=str, parse_int=str)
    at = _next(text, 0)
    while not text.startswith("]", at):
        instance, at = decoder.raw_decode(text, at)
        yield instance
        at = _next(text, at)


def _next(text: str, at: int) -> int:
    """Where the next instance begins, or the bracket that closes the list."""
    between = _BETWEEN.match(text, at)
    return between.end() if between else at


def _rates(instance_type: str, code: str, linux: Mapping[str, Any], today: datetime.date) -> Iterator[Rate]:
    region, zone = price_list.place(code)

    def rate(text: Any, purchase: str, note: str = "", *committed: str) -> Iterator[Rate]:
        price = price_list.usd(str(text))
        if price is None or price <= 0:
            return
        term, payment = committed or (None, None)
        yield Rate(
            instance_type=instance_type,
            region=region,
            zone=zone,
            purchase=purchase,
            term=term,
            payment=payment,
            usd_per_hour=price_list.plain(price),
            valid_from=today,
            as_of=today,
            standing="user",
            # Two plans of one term and payment have two prices; the source tells them apart.
            source=f"{_SOURCE}, {note}" if purchase == "savings_plan" else _SOURCE,
            note=note,
        )

    yield from rate(linux.get("ondemand"), "on_demand")
    for key, text in (linux.get("reserved") or {}).items():
        if match := _COMMITTED.fullmatch(key):
            years, kind, payment = match.groups()
            purchase, note = _KINDS[kind]
            yield from rate(text, purchase, note, f"{years}yr", {"no": "none"}.get(payment, payment))
    quotes = {linux.get(key): which for key, which in _SPOT.items()}
    for text, which in quotes.items():
        note = f"{which} of the zones" if len(quotes) > 1 else "the same in all zones"
        yield from rate(text, "spot", note)
