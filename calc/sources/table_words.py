"""The words that people use in a table of prices: for its columns, for ways of buying, terms and dates."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from functools import lru_cache

from pricing_data import PURCHASES

COLUMNS = {
    "instance_type": ("instance", "type", "instance name", "api name", "machine type"),
    "region": ("region code", "aws region", "location"),
    "zone": ("availability zone", "az", "zone id"),
    "purchase": ("purchase option", "purchasing option", "option", "pricing model", "market option"),
    "term": ("commitment", "contract length", "lease contract length"),
    "payment": ("payment option", "upfront", "up front"),
    "usd_per_hour": (
        *("price", "price per hour", "hourly price", "hourly", "hourly rate", "hourly cost", "rate"),
        *("usd", "usd per h", "usd h", "usd hr", "usd hour", "usd hourly", "price usd", "hourly usd"),
        *("price usd per hour", "price per hour usd", "price usd h", "price usd hour", "cost per hour"),
    ),
    "currency": ("price currency",),
    "valid_from": ("from", "since", "effective date", "start date"),
    "as_of": ("date", "price date", "read on", "checked", "checked on", "day"),
    "standing": (),
    "source": ("reference", "url", "link"),
    "note": ("notes", "comment", "comments", "remark", "remarks"),
    "private": ("negotiated", "contract price"),
}
"""Our names of the columns, and what else they are called."""
ALLOWED_PURCHASES = (*PURCHASES, "private")

_SAID = (
    ("purchase", "on_demand", r"on ?demand|od|list( price)?"),
    ("purchase", "spot", r"spot( market| instances?)?"),
    ("purchase", "savings_plan", r"(compute |ec2 instance )?savings? plans?|sp"),
    ("purchase", "reserved", r"(standard )?(reserved( instances?)?|ris?)"),
    ("purchase", "capacity_block", r"(ec2 )?capacity blocks?( for ml)?|cb"),
    ("purchase", "private", r"private( pricing| price)?|negotiated|edp|ppa"),
    ("term", "", r"(1|3|one|three) ?(y|yrs?|years?)|(12|36) ?(mo|months?)"),
    ("payment", "", r"(no|none|partial|all|full)( ?up ?front)?"),
)
_PATTERNS = tuple((kind, name, re.compile(rf"({pattern})( |$)")) for kind, name, pattern in _SAID)
_YEARS = {"one": "1", "three": "3", "12": "1", "36": "3"}
_SHARES = {"no": "none", "full": "all"}
_TRUTH = {
    **dict.fromkeys(("yes", "true", "1", "x", "y", "private"), True),
    **dict.fromkeys(("no", "false", "0", "n", "", "public"), False),
}


@dataclass(frozen=True, slots=True)
class Bought:
    """How something is bought, as far as a text says it."""

    purchase: str | None = None
    term: str | None = None
    payment: str | None = None


def words(text: str) -> str:
    """Text in small letters, only its letters and digits, separated by single blanks; $ is usd."""
    return re.sub(r"[^a-z0-9]+", " ", text.lower().replace("$", " usd ")).strip()


def column(header: str) -> str | None:
    """Our name of a column, or None."""
    return _BY_WORDS.get(words(header))


@lru_cache(maxsize=1024)
def bought(text: str) -> Bought | None:
    """Way of buying, term and payment in one text, such as "RI 1yr no upfront"; None if it says more."""
    rest, found = words(text), dict[str, str]()
    while rest:
        for kind, name, pattern in _PATTERNS:
            match = None if kind in found else pattern.match(rest)
            if match:
                found[kind] = name or _meaning(kind, match[0].strip())
                rest = rest[match.end() :]
                break
        else:
            return None
    return Bought(**found)


def truth(text: str) -> bool | None:
    """Yes or no; None if it is neither."""
    return _TRUTH.get(text.strip().lower())


def date(text: str) -> datetime.date | None:
    """A day written as 2026-10-08, with or without a time behind it; None if it is not."""
    match = re.fullmatch(r"(\d{4}-\d{2}-\d{2})([T ][\d:.]+(Z|[+-]\d{2}:?\d{2})?)?", text.strip())
    try:
        return datetime.date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None


def _meaning(kind: str, said: str) -> str:
    """3yr for "three years" or "36 months", partial for "partial upfront"."""
    first = re.match(r"[a-z]+|\d+", said)
    word = first[0] if first else said
    return f"{_YEARS.get(word, word)}yr" if kind == "term" else _SHARES.get(word, word)


_BY_WORDS = {words(name): ours for ours, names in COLUMNS.items() for name in (ours, *names)}
