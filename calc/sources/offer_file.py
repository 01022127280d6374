"""The bulk offer file of AWS's price list, AmazonEC2 index.json or index.csv: streamed, however large.

https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/using-the-aws-price-list-bulk-api.html
"""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from calc.errors import InputError
from calc.sources import price_list
from calc.sources.base import Progress, Query, Reading, SourceError, one_price_each
from calc.sources.price_list import Product, Term
from pricing_data import Rate

_CHUNK = 1 << 20
_STEP = 20 * _CHUNK
"""Bytes between two lines of progress."""
_METADATA_ROWS = 5
"""Rows before the header of the CSV form."""
_CSV_ATTRIBUTES = {
    "instanceType": "Instance Type",
    "regionCode": "Region Code",
    "operatingSystem": "Operating System",
    "tenancy": "Tenancy",
    "preInstalledSw": "Pre Installed S/W",
    "capacitystatus": "CapacityStatus",
    "marketoption": "MarketOption",
}
"""Attributes of a product, as the JSON and as the CSV call them."""
_OPENS = frozenset({"start_map", "start_array"})
_CLOSES = frozenset({"end_map", "end_array"})
_Events: TypeAlias = Iterator[tuple[str, Any]]
"""What ijson makes of JSON: each event with its value."""


class OfferFile:
    """Source `offer_file`: the on-demand and reserved rates in a bulk offer file."""

    name = "offer_file"

    def matches(self, head: bytes) -> bool:
        """Whether this is the beginning of an offer file, JSON or CSV."""
        return re.match(rb'\s*(\{\s*"formatVersion"|"?FormatVersion"?,)', head) is not None

    def read(self, query: Query, *, today: datetime.date, progress: Progress) -> Reading:
        """Rates as of the day on which the file was published; `today` if it does not say."""
        path = query.named_file()
        wanted = frozenset(query.types())
        try:
            with path.open("rb") as file:
                head = file.read(4096)
                file.seek(0)
                counted = _Counted(file, path, progress)
                offers = _json(counted, wanted) if head.lstrip().startswith(b"{") else _csv(counted, wanted)
        except OSError as error:
            raise InputError(
                f"this file cannot be read: {error.strerror or type(error).__name__}", source=str(path)
            ) from None
        version, published = _version(head)
        return offers.reading(
            regions=query.regions,
            as_of=published or today,
            source=f"AWS offer file AmazonEC2, version {version or 'unstated'}",
        )


@dataclass(slots=True)
class _Offers:
    """What the file says of the instance types that are wanted."""

    seen: dict[tuple[str, str], None] = field(default_factory=dict)
    """Type and region of every product, of whatever kind."""
    products: dict[str, Product] = field(default_factory=dict)
    """The products that are bought, by SKU."""
    terms: list[tuple[str, Term]] = field(default_factory=list)
    """Each with the SKU of its product."""
    read_products: bool = False
    """Whether all products have been read."""

    def add_product(self, sku: str, family: str, attributes: dict[str, str]) -> None:
        region, zone = price_list.place(attributes.get("regionCode", ""))
        if zone is None:
            self.seen[attributes["instanceType"], region] = None
        if bought := price_list.product(family, attributes):
            self.products[sku] = bought

    def reading(self, *, regions: Collection[str], as_of: datetime.date, source: str) -> Reading:
        rates, faults = one_price_each(
            rate for rate in self._rates(as_of, source) if not regions or rate.region in regions
        )
        priced = {(rate.instance_type, rate.region) for rate in rates if rate.purchase == "on_demand"}
        missing = tuple(
            price_list.none_published(instance_type, region, as_of=as_of, source=source)
            for instance_type, region in self.seen
            if (instance_type, region) not in priced and (not regions or region in regions)
        )
        return Reading(rates, missing, faults)

    def _rates(self, as_of: datetime.date, source: str) -> Iterator[Rate]:
        for sku, term in self.terms:
            bought = self.products[sku]
            if found := price_list.rate(bought, term, as_of=as_of, standing="user", source=source):
                yield found


def _json(file: _Counted, wanted: Collection[str]) -> _Offers:
    """The offers of the JSON form, in which all products come before the terms."""
    try:
        import ijson
    except ImportError:
        raise SourceError(
            "reading an offer file as JSON needs the package ijson: pip install 'perdollar[aws]', "
            "or download index.csv instead, which needs nothing"
        ) from None
    offers = _Offers()
    events: _Events = ijson.basic_parse(file, buf_size=_CHUNK)
    try:
        next(events)
        for section in _keys(events):
            if section == "products":
                _add_products(offers, events, wanted)
            elif section == "terms" and not offers.read_products:
                raise ValueError("its terms come before its products")
            elif section == "terms":
                _add_terms(offers, events, ijson.ObjectBuilder)
            else:
                _skip(events)
    except (ijson.JSONError, StopIteration, LookupError, TypeError, ValueError, AttributeError) as error:
        raise _damaged(str(error), file) from None
    return offers


def _add_products(offers: _Offers, events: _Events, wanted: Collection[str]) -> None:
    """Add the wanted products. Their attributes are kept flat: a dictionary each would take twice as long."""
    next(events)
    for sku in _keys(events):
        attributes: dict[str, str] = {}
        key = ""
        for event, value in _value(events):
            if event == "map_key":
                key = value
            elif event == "string":
                attributes[key] = value
        if attributes.get("instanceType") in wanted:
            offers.add_product(sku, attributes.get("productFamily", ""), attributes)
    offers.read_products = True


def _add_terms(offers: _Offers, events: _Events, builder: Callable[[], Any]) -> None:
    """Add the terms of the products that are bought; of the others nothing is built."""
    next(events)
    for kind in _keys(events):
        if kind not in ("OnDemand", "Reserved"):
            _skip(events)
            continue
        next(events)
        for sku in _keys(events):
            if sku not in offers.products:
                _skip(events)
                continue
            built = builder()
            for event, value in _value(events):
                built.event(event, value)
            offers.terms += [(sku, term) for term in price_list.terms(built.value)]


def _keys(events: _Events) -> Iterator[str]:
    """The keys of a map whose start has been read; the caller reads each value before the next key."""
    for event, value in events:
        if event == "end_map":
            return
        yield value


def _value(events: _Events) -> _Events:
    """The events of the next value."""
    depth = 0
    for event, value in events:
        yield event, value
        if event in _OPENS:
            depth += 1
        elif event in _CLOSES:
            depth -= 1
        if depth == 0:
            return


def _skip(events: _Events) -> None:
    """Read past the next value."""
    depth = 0
    for event, _ in events:
        if event in _OPENS:
            depth += 1
        elif event in _CLOSES:
            depth -= 1
        if depth == 0:
            return


def _csv(file: _Counted, wanted: Collection[str]) -> _Offers:
    """The offers of the CSV form, whose every row is one price with all that is known of its product."""
    text = io.TextIOWrapper(io.BufferedReader(file, _CHUNK), encoding="utf-8", newline="")
    lines = csv.reader(text, strict=True)
    offers = _Offers()
    prices: dict[tuple[str, str], list[tuple[str, Decimal]]] = {}
    about: dict[tuple[str, str], tuple[str, ...]] = {}
    try:
        for _ in range(_METADATA_ROWS):
            next(lines)
        column = {name: index for index, name in enumerate(next(lines))}
        type_at, width = column["Instance Type"], len(column)
        names = ("SKU", "OfferTermCode", "Unit", "PricePerUnit", "Currency", "Product Family")
        sku_at, code_at, unit_at, price_at, currency_at, family_at = (column[name] for name in names)
        of_term = [
            column[name]
            for name in ("EffectiveDate", "LeaseContractLength", "PurchaseOption", "OfferingClass")
        ]
        attributes_at = [(name, column[title]) for name, title in _CSV_ATTRIBUTES.items() if title in column]
        for row in lines:
            if len(row) != width:
                raise ValueError(f"line {lines.line_num} has {len(row)} columns and not {width}")
            if row[type_at] not in wanted:
                continue
            sku, key = row[sku_at], (row[sku_at], row[code_at])
            offers.add_product(sku, row[family_at], {name: row[at] for name, at in attributes_at})
            price = price_list.usd(row[price_at]) if row[currency_at] == "USD" else None
            if sku in offers.products and price is not None:
                prices.setdefault(key, []).append((row[unit_at], price))
                about[key] = tuple(row[at] for at in of_term)
        offers.terms += [
            (key[0], term) for key, each in prices.items() for term in price_list.one_term(each, *about[key])
        ]
    except (csv.Error, StopIteration, KeyError, ValueError) as error:
        what = f"no column {error}" if isinstance(error, KeyError) else str(error)
        raise _damaged(what, file) from None
    return offers


def _damaged(what: str, file: _Counted) -> InputError:
    what = what.strip().partition("\n")[0] or "it ends too early"
    return InputError(
        f"this offer file is damaged or incomplete ({what}); download it again", source=file.source
    )


def _version(head: bytes) -> tuple[str, datetime.date | None]:
    """Version and day of publication, from the beginning of either form."""
    text = head.decode("utf-8", errors="replace")
    version = re.search(r'"?version"?[,:\s]+"?(\d{6,})"?', text, re.IGNORECASE)
    day = re.search(r'"?publication ?date"?[,:\s]+"?(\d{4}-\d{2}-\d{2})', text, re.IGNORECASE)
    return version[1] if version else "", datetime.date.fromisoformat(day[1]) if day else None


class _Counted(io.RawIOBase):
    """A file that says how far it has been read."""

    def __init__(self, file: BinaryIO, path: Path, progress: Progress) -> None:
        self.source = str(path)
        self._file = file
        self._size = path.stat().st_size
        self._progress = progress
        self._read = self._told = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = self._file.readinto(buffer)  # type: ignore[attr-defined]
        self._read += count
        if self._read - self._told >= _STEP:
            self._told = self._read
            self._progress(f"{self._read / 1e6:.0f} of {self._size / 1e6:.0f} MB of the offer file read")
        return int(count)
