"""One option on the page: as it was read, what was typed over it, and how the two become one."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pricing_data
from calc.errors import InputError
from calc.sources.book import PriceBook
from calc.ui import fields, lookup
from calc.ui.fields import Field
from pricing_data import Rate
from pricing_data.regions import UNSTATED

_BESIDES = ("usd_per_hour", "per", "purchase", "term", "payment", "region", "as_of", "source")
"""Keys of a price that is typed in; one that is looked up brings them with it."""
_PURCHASE, _REGION = fields.LOOKUP_PURCHASE.key, fields.LOOKUP_REGION.key


@dataclass(slots=True)
class Card:
    """One option: as it was read, and the text of each field that it can have."""

    serial: int
    """Never used twice for one visitor, so that no card takes over the fields of another."""
    base: dict[str, Any]
    texts: dict[str, str]
    asked: bool = True
    """Whether a missing number is an error; not while a new card is first filled in."""

    @property
    def looks_up(self) -> bool:
        """Whether its price is looked up."""
        return self.texts.get(fields.HOW.key) == fields.LOOKED_UP

    @property
    def fields(self) -> list[Field]:
        """The fields it has on the page now."""
        return fields.drawn_fields(self.base, self.texts.get(fields.HOW.key, fields.TYPED))

    @property
    def id(self) -> str:
        """Id in the scenario file."""
        return self.texts[fields.ID.key].strip()

    @property
    def name(self) -> str:
        """What it is called on the page."""
        return self.texts[fields.LABEL.key].strip() or self.id or "no id"

    @property
    def instance(self) -> str:
        """Its instance type; empty if not stated, or if there are several."""
        return self.texts.get(fields.INSTANCE.key, "").strip()

    @property
    def unfilled(self) -> bool:
        """Whether it is new and a number is still missing."""
        price = (fields.LOOKUP_PURCHASE, fields.LOOKUP_REGION) if self.looks_up else (fields.PRICE,)
        return not self.asked and not all(self.texts[need.key].strip() for need in (*price, fields.RATE))

    @property
    def kept(self) -> dict[str, str]:
        """What it has from the file without a field on the page."""
        return fields.kept(self.base, fields.option_fields(self.base))

    def take(self, rate: Rate) -> None:
        """State its instance, and look its price up where this rate stands."""
        before = pricing_data.instance(self.instance)
        if before is None or before.type != rate.instance_type:
            # Their number was that of another type; the catalogue knows it of this one.
            self.texts["accelerators"] = ""
        if fields.other_price(self.base):
            discount = self.base["price"].get("discount")
            self.base["price"] = {} if discount is None else {"discount": discount}
            self.texts = {
                one.key: one.shown(self.base) for one in fields.option_fields(self.base)
            } | self.texts
        self.texts[fields.INSTANCE.key] = rate.instance_type
        self.texts[fields.HOW.key] = fields.LOOKED_UP
        self.texts |= lookup.texts_for(rate)

    def take_over(self, book: PriceBook) -> None:
        """Look the price up where the one typed in is from, if nothing is chosen yet and the book has it."""
        if not self.looks_up or self.texts[_PURCHASE] or self.texts[_REGION]:
            return
        purchase, region = (self.texts[key].strip() for key in ("price.purchase", "price.region"))
        bought = [rate for rate in book.rates(self.instance) if rate.purchase == purchase]
        if bought:
            self.texts[_PURCHASE] = purchase
        if any(rate.region == region != UNSTATED for rate in bought):
            self.texts[_REGION] = region

    def put_into(
        self, values: dict[str, Any], book: PriceBook, day: datetime.date
    ) -> Iterator[tuple[str, str]]:
        """Write its fields into its values; yields what is missing or cannot be read, by field."""
        if self.looks_up:
            for key in _BESIDES:
                fields.put(values, ("price", key), None)
            yield from lookup.missing(book, self.texts, day)
        elif fields.HOW in self.fields:
            fields.put(values, ("price", "catalogue"), None)
        for one in self.fields:
            if one in (fields.RATE, fields.FORM, fields.HOW):
                continue
            text = self.texts[one.key]
            try:
                if one is fields.PRICE and not text.strip():
                    one.read(text)
                one.put(values, text)
            except InputError as error:
                yield one.key, error.problems[0].what
        if fields.RATE in self.fields:
            try:
                self._put_runs(values)
            except InputError as error:
                yield fields.RATE.key, error.problems[0].what

    def _put_runs(self, values: dict[str, Any]) -> None:
        """The runs, in their form; untouched they stay as they are."""
        form, text = self.texts[fields.FORM.key], self.texts[fields.RATE.key]
        before = fields.form_of(self.base)
        if text and (form, text) == (before, _shown_runs(self.base)):
            return
        runs = fields.RATE.read(text)
        fields.put(values, ("throughput", before), None)
        fields.put(values, ("throughput", form), runs)


def make_card(serial: int, id_: str, base: dict[str, Any], *, asked: bool = True) -> Card:
    """A card of an option as it was read, or of an empty one."""
    texts = {one.key: one.shown(base) for one in fields.option_fields(base)}
    texts |= {fields.ID.key: id_, fields.FORM.key: fields.form_of(base), fields.RATE.key: _shown_runs(base)}
    if fields.HOW.key in texts:
        texts[fields.HOW.key] = fields.how_priced(base)
    return Card(serial, base, texts, asked)


def _shown_runs(base: dict[str, Any]) -> str:
    runs = fields.get(base, ("throughput", fields.form_of(base)))
    return "" if runs is None else fields.show(runs)
