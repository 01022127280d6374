"""The JSON export of instances.vantage.sh (ec2instances.info): a list of instances with their prices.

Its average Spot price is never taken: no zone has it, and it may be a guess from a typical saving. Its
reserved and Savings Plan figures are per hour, with what is paid up front already spread over the term.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TextIO

from calc.errors import InputError, Problem
from calc.sources import price_list
from calc.sources.base import Progress, Query, Reading, one_price_each
from pricing_data import Rate
from pricing_data.checks import Finding

_CHUNK = 1 << 20
_LONGEST = 16 * _CHUNK
"""Characters of one instance; an export has far fewer."""
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
        wanted = frozenset(query.types())
        try:
            with path.open(encoding="utf-8-sig") as file:
                found = [
                    rate
                    for instance in _instances(file)
                    if instance["instance_type"] in wanted
                    for region, systems in instance["pricing"].items()
                    if not query.regions or region in query.regions
                    for rate in _rates(instance["instance_type"], region, systems.get("linux") or {}, today)
                ]
        except OSError as error:
            raise InputError(
                f"this file cannot be read: {error.strerror or type(error).__name__}", source=source
            ) from None
        except _NoJSONError as error:
            raise InputError(
                [Problem(f"this is not JSON: {error}", line=error.line)], source=source
            ) from None
        except UnicodeDecodeError:
            raise InputError("this is not UTF-8 text; download it again", source=source) from None
        except (KeyError, TypeError, AttributeError, RecursionError):
            raise InputError(
                "this is not an export of ec2instances.info: it needs a list of instances, each with "
                "instance_type and pricing by region and system",
                source=source,
            ) from None
        rates, faults = one_price_each(found)
        undated = f"the export does not say when it was made; its prices are taken as of {today}"
        return Reading(rates, faults=(Finding(None, "warning", undated), *faults))


class _NoJSONError(Exception):
    """What is wrong with the text, and in which line."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(what)
        self.line = line


def _instances(file: TextIO) -> Iterator[dict[str, Any]]:
    """One instance at a time: the whole text takes much room, and all of them as objects many times that."""
    decoder = json.JSONDecoder(parse_float=str, parse_int=str)
    text, at, lines = "", 0, 0
    while True:
        between = _BETWEEN.match(text, at)
        at = between.end() if between else at
        if text.startswith("]", at):
            return
        try:
            instance, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            lines += text.count("\n", 0, at)
            line = lines + text.count("\n", at, error.pos) + 1
            more = file.read(_CHUNK)
            text, at = text[at:] + more, 0
            if not more or len(text) > _LONGEST:
                raise _NoJSONError(error.msg, line) from None
        else:
            yield instance
            at = end


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
