"""Looking a price up from what was chosen: what there is to choose, what is missing, what was found."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import TypeAlias

import pricing_data
from calc.errors import InputError
from calc.sources.book import PriceBook
from calc.ui import fields
from calc.ui.fields import Field
from pricing_data import Rate
from pricing_data.regions import UNSTATED

Texts: TypeAlias = Mapping[str, str]
"""The texts of a card, by the keys of its fields."""
WHOLE_REGION = ""
PAYMENTS = {"none": "nothing", "partial": "a part", "all": "all"}
CHOOSE = (
    (fields.LOOKUP_PURCHASE, "choose how it is bought"),
    (fields.LOOKUP_REGION, "choose a region; there is no default"),
)
_NARROWING = (
    (fields.LOOKUP_TERM, "term"),
    (fields.LOOKUP_PAYMENT, "payment"),
    (fields.LOOKUP_ZONE, "zone"),
)


def choices(book: PriceBook, texts: Texts, day: datetime.date) -> dict[str, dict[str, str]]:
    """The fields to choose from now, by their keys, each with its values and their words.

    Ways of buying are those that the book has for the instance, and regions those that it has for the way of
    buying. Commitment, payment and zone are there only where there are several, or one was said before. What
    was said stays a choice even where the book has no such price, so that nothing changes by itself.
    """
    instance, purchase, region = (_said(texts, one) for one in _FIRST)
    rates = book.rates(instance) if instance else ()
    bought = dict.fromkeys((*pricing_data.PURCHASES, *sorted({rate.purchase for rate in rates})))
    held = [rate for rate in rates if rate.purchase == purchase and rate.region != UNSTATED]
    found = {
        fields.LOOKUP_PURCHASE.key: {
            way: way.replace("_", " ") for way in bought if any(rate.purchase == way for rate in rates)
        },
        fields.LOOKUP_REGION.key: {place: place for place in sorted({rate.region for rate in held})},
    }
    there = [
        rate
        for rate in book.in_force(_day(texts, day), instance, purchase)
        if instance and rate.region == region != UNSTATED
    ]
    for one, name in _NARROWING:
        values = {getattr(rate, name) or "" for rate in there}
        local = one is fields.LOOKUP_ZONE and any(rate.local_zone for rate in there)
        if len(values) > 1 or local or _said(texts, one):
            found[one.key] = {value: _words(one, value) for value in sorted(values - {""})}
            there = [rate for rate in there if _said(texts, one) in ("", getattr(rate, name) or "")]
    for one in fields.LOOKUP:
        if (said := _said(texts, one)) and one.key in found:
            found[one.key].setdefault(said, _words(one, said))
    return found


def missing(book: PriceBook, texts: Texts, day: datetime.date) -> Iterator[tuple[str, str]]:
    """What is to be chosen next, by field."""
    if unsaid := [(one.key, what) for one, what in CHOOSE if not _said(texts, one)]:
        yield unsaid[0]
        return
    if not _said(texts, fields.INSTANCE):
        return
    matches = book.matches(_said(texts, fields.INSTANCE), **_wanted(texts), day=_day(texts, day))
    for one, name in _NARROWING:
        if not _said(texts, one) and len({getattr(rate, name) for rate in matches}) > 1:
            yield one.key, f"choose one; the {len(matches)} prices differ by {name}"
            return


def find(book: PriceBook, texts: Texts, day: datetime.date) -> Rate | None:
    """The price that the choices say; None while they do not say exactly one."""
    if not all(_said(texts, one) for one in _FIRST):
        return None
    try:
        return book.find(_said(texts, fields.INSTANCE), **_wanted(texts), day=_day(texts, day))
    except InputError:
        return None


def texts_for(rate: Rate) -> dict[str, str]:
    """The choices that find this rate."""
    zone = rate.zone if rate.zone is not None else WHOLE_REGION
    said = (rate.purchase, rate.region, rate.term or "", rate.payment or "", zone, "")
    return {one.key: text for one, text in zip(fields.LOOKUP, said, strict=True)}


def can_be_used(book: PriceBook, rate: Rate, day: datetime.date) -> bool:
    """Whether a lookup can find this rate, and no other, on a day."""
    if rate.region == UNSTATED:
        return False
    texts = {fields.INSTANCE.key: rate.instance_type} | texts_for(rate)
    found = find(book, texts, day)
    return found is not None and found.usd_per_hour == rate.usd_per_hour


def none_published(book: PriceBook, instance: str) -> str | None:
    """In one sentence, how an instance type is nowhere sold at a public price; None if there is nothing."""
    priced = {(rate.purchase, rate.term) for rate in book.rates(instance)}
    ways: dict[str, list[str]] = {}
    for record in book.not_published(instance):
        if (record.purchase, record.term) not in priced:
            terms = ways.setdefault(record.purchase.replace("_", "-"), [])
            terms += [record.term] if record.term and record.term not in terms else []
    if not ways:
        return None
    said = [way + (f" ({', '.join(sorted(terms))})" if terms else "") for way, terms in ways.items()]
    return f"No {_either(said)} price is published for {instance}."


_FIRST = (fields.INSTANCE, fields.LOOKUP_PURCHASE, fields.LOOKUP_REGION)


def _either(words: list[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _wanted(texts: Texts) -> dict[str, str]:
    return {
        one.path[-1]: _said(texts, one)
        for one in fields.LOOKUP
        if one is not fields.LOOKUP_DATE and _said(texts, one)
    }


def _said(texts: Texts, one: Field) -> str:
    return texts.get(one.key, "").strip()


def _day(texts: Texts, today: datetime.date) -> datetime.date:
    """The day whose price is wanted; one that cannot be read is reported where it stands."""
    try:
        return datetime.date.fromisoformat(_said(texts, fields.LOOKUP_DATE))
    except ValueError:
        return today


def _words(one: Field, value: str) -> str:
    if one is fields.LOOKUP_PAYMENT:
        return PAYMENTS.get(value, value)
    return value.replace("_", " ") if one is fields.LOOKUP_PURCHASE else value
