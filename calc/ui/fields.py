"""What the page can edit: one entry a field, with its place in the scenario and its words."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, get_args

from calc.intake.numbers import read_decimal, read_runs
from calc.model.price import Purchase, Term
from calc.model.throughput import RATE_FORMS

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the page."""

    path: Path
    """Where it stands in an option, or in the scenario."""
    label: str
    read: Callable[[str], Any]
    """From what was typed to the value; raises InputError."""
    placeholder: str = ""
    """What an empty field shows: an example, or the default."""
    tip: str = ""
    """Said when the reader asks what the field is."""
    choices: Mapping[str, str] | None = None
    """Values to choose from, with their words; the first is what an absent key means."""

    @property
    def key(self) -> str:
        """Its name on the page."""
        return ".".join(self.path)

    def shown(self, values: Mapping[str, Any]) -> str:
        """The text that the field shows for what an option or scenario says."""
        value = get(values, self.path)
        if value is None:
            return next(iter(self.choices)) if self.choices else ""
        return show(value)

    def put(self, values: dict[str, Any], text: str) -> None:
        """Write what was typed; a text that stands for the value as it is leaves every digit of it alone."""
        text = text.strip()
        if text == self.shown(values).strip():
            return
        absent = next(iter(self.choices)) if self.choices else ""
        put(values, self.path, None if text == absent else self.read(text))


def get(values: Mapping[str, Any], path: Path) -> Any:
    """The value at a path; None where there is none."""
    found: Any = values
    for key in path:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def put(values: dict[str, Any], path: Path, value: Any) -> None:
    """Set the value at a path; None takes the key away, and what is empty without it."""
    key, *rest = path
    if rest:
        inner = values.setdefault(key, {})
        put(inner, tuple(rest), value)
        if not inner:
            del values[key]
    elif value is None:
        values.pop(key, None)
    else:
        values[key] = value


def show(value: Any) -> str:
    """A value as a text that reads back as the same value."""
    if isinstance(value, (list, tuple)):
        return ", ".join(show(item) for item in value)
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value)


def _number(path: str, label: str, placeholder: str = "", tip: str = "") -> Field:
    return Field(tuple(path.split(".")), label, read_decimal, placeholder, tip)


def _text(path: str, label: str, placeholder: str = "", tip: str = "") -> Field:
    return Field(tuple(path.split(".")), label, str, placeholder, tip)


def _choice(path: str, label: str, choices: Mapping[str, str], tip: str = "") -> Field:
    return Field(tuple(path.split(".")), label, str, "", tip, choices)


def _words(values: tuple[str, ...], absent: str, words: str) -> dict[str, str]:
    return {absent: words} | {value: value.replace("_", " ") for value in values if value != absent}


LABEL = _text("label", "Name")
INSTANCE = _text("instance", "Instance type", "any text, or pick a known type")
PRICE = _number(
    "price.usd_per_hour",
    "USD per instance-hour",
    "35.7608",
    "The price: what one hour of one instance costs you. A decimal point or comma will do; no currency sign.",
)
RATE = Field(
    ("throughput",),
    "Runs",
    read_runs,
    "one value per run, such as 4210, 4188, 4235",
    "What each repeated run of the whole deployment measured; at least three a side is better. "
    "Separate them by a new line, a space, a semicolon or a comma with a space. Never one value per request.",
)
FORM = _choice(
    "form",
    "Runs are given in",
    {
        "per_second": "units per second",
        "per_minute": "units per minute",
        "per_hour": "units per hour",
        "seconds_per_unit": "seconds per unit",
    },
)
ID = _text("id", "Id", tip="The short name in the scenario file: letters, digits, '.', '_', '+', '-'.")

TYPED, LOOKED_UP = "typed", "catalogue"
"""How a price is stated on the page: typed in, or looked up."""
HOW = _choice("how", "Price", {TYPED: "Typed in", LOOKED_UP: "Looked up"})
LOOKUP_PURCHASE = _text("price.catalogue.purchase", "Bought as", "choose")
LOOKUP_REGION = _text("price.catalogue.region", "Region", "choose")
LOOKUP_TERM = _text("price.catalogue.term", "Commitment", "choose")
LOOKUP_PAYMENT = _text("price.catalogue.payment", "Paid up front", "choose")
LOOKUP_ZONE = _text(
    "price.catalogue.zone", "Zone", "choose", "Spot prices differ by zone, and a Local Zone has its own."
)
LOOKUP_DATE = _text(
    "price.catalogue.date",
    "Price of the day",
    "today",
    "Year-month-day. Without one, the price of today is taken, and Save writes that day into the file.",
)
LOOKUP = (LOOKUP_PURCHASE, LOOKUP_REGION, LOOKUP_TERM, LOOKUP_PAYMENT, LOOKUP_ZONE, LOOKUP_DATE)
"""What a price is looked up by; what there is to choose from depends on the instance."""
LOOKUP_WHOLE = "price.catalogue"
"""Key of what is wrong with a lookup as a whole."""

PRICE_DETAILS = (
    _choice("price.purchase", "Bought as", _words(get_args(Purchase), "unstated", "not stated")),
    _choice("price.term", "Commitment", _words(get_args(Term), "", "none or not stated")),
    _text("price.region", "Region", "us-east-2"),
    _text(
        "price.as_of", "Price read on", "2026-10-08", "Year-month-day. The age of a price is shown with it."
    ),
    _text("price.source", "Source of the price", "price page, contract, invoice"),
    _number("price.discount", "Discount", "0", "Share taken off the price: 0.1 for 10%."),
    _choice(
        "price.per",
        "Price is for",
        {"instance": "one instance", "accelerator": "one accelerator"},
    ),
)
DISCOUNT = next(one for one in PRICE_DETAILS if one.path == ("price", "discount"))
TYPED_ONLY = (PRICE, *(one for one in PRICE_DETAILS if one is not DISCOUNT))
"""What a price that is looked up brings with it."""
MACHINE_DETAILS = (
    _number("instances", "Instances paid for", "1"),
    _number("accelerators", "Accelerators per instance", "from the catalogue"),
)
MEASUREMENT_DETAILS = (
    _choice(
        "throughput.per",
        "Runs cover",
        {
            "deployment": "whole deployment",
            "instance": "one instance",
            "accelerator": "one accelerator",
        },
        "A figure for a part is multiplied up, and marked so.",
    ),
    _choice(
        "throughput.warmup",
        "Warm-up",
        {
            "unknown": "not stated",
            "excluded": "excluded",
            "included": "included",
            "part_of_job": "whole-job time",
        },
        "Whether warm-up and compilation lie in the measured time. Whole-job time: start-up and all.",
    ),
    _choice(
        "throughput.padding",
        "Padding",
        {"unknown": "not stated", "excluded": "not counted", "included": "counted"},
        "Whether padded units are counted as work.",
    ),
    _choice(
        "throughput.statistic",
        "A run's figure is a",
        _words(("mean", "median", "derived", "peak"), "unknown", "not stated"),
    ),
)
FACTORS = (
    _number(
        "utilization",
        "Utilization",
        "1",
        "Share of the paid time in which the deployment works: 0.7 for 70%.",
    ),
    _number(
        "useful_fraction",
        "Useful fraction",
        "1",
        "Share of the counted units that are real work, not padding.",
    ),
    _number(
        "accepted_fraction", "Accepted fraction", "1", "Share of the results that are good enough to use."
    ),
    _number(
        "overhead_usd_per_hour",
        "Overhead, USD/hour",
        "0",
        "Storage, load balancer, licences: of the whole deployment.",
    ),
)
SETUP = (
    _number("setup.compile_s", "Compilation, seconds", "0"),
    _number("setup.load_s", "Loading, seconds", "0"),
    _number(
        "setup.over_units",
        "Spread over units",
        "not stated",
        "Units of work over which the one-off time is spread.",
    ),
    _number("setup.over_hours", "or over hours", "not stated", "Productive hours; give this or the units."),
)
CONDITIONS = (
    _text("conditions.model", "Model", "name and version"),
    _text("conditions.precision", "Precision", "bf16"),
    _number("conditions.batch", "Batch size"),
    _choice(
        "conditions.compiled",
        "Compiled",
        {"": "not stated", "yes": "yes", "no": "no, eager", "unknown": "unknown"},
    ),
)
DETAILS: Mapping[str, tuple[Field, ...]] = {
    "Price": PRICE_DETAILS,
    "Machine": MACHINE_DETAILS,
    "Measurement": MEASUREMENT_DETAILS,
    "Factors": FACTORS,
    "One-off time": SETUP,
    "Conditions": CONDITIONS,
}
"""The fields of an option that stand under its details, by heading."""

NAME = _text("name", "Name of the comparison")
UNIT = _text("unit", "What is counted", tip="One thing in snake_case: a known unit, or a word of your own.")
SCENARIO_DETAILS = (
    _number("confidence", "Confidence", "0.95", "Of the intervals: 0.95 for 95%."),
    _number(
        "margin", "Margin", "0", "Two costs within this relative difference count as equal: 0.02 for 2%."
    ),
    _number("job.units", "Units in one job", "not stated", "The cost of one job is then shown."),
    _number(
        "demand.units_per_month",
        "Units a month",
        "not stated",
        "The fleet and its monthly cost are then shown.",
    ),
)
NOTES = _text("notes", "Notes", "what a reader should know", "They stand beside the answer and in the file.")
BASELINE = "baseline"
"""The one field of the scenario whose choices are the options."""


def option_fields(base: Mapping[str, Any]) -> list[Field]:
    """The fields that an option can have on the page, by what its file says."""
    fields = [LABEL]
    hidden: set[Path] = set()
    if "parts" in base:
        hidden |= {field.path for field in (*PRICE_DETAILS, *MACHINE_DETAILS)}
    else:
        fields.append(INSTANCE)
        if not other_price(base):
            fields += [HOW, PRICE, *LOOKUP]
        else:
            hidden.add(("price", "per"))
    if not other_throughput(base):
        fields += [RATE, FORM]
    fields += [field for group in DETAILS.values() for field in group if field.path not in hidden]
    return fields


def drawn_fields(base: Mapping[str, Any], how: str) -> list[Field]:
    """Those of them that are on the page while the price is typed in, or looked up."""
    hidden = TYPED_ONLY if how == LOOKED_UP else LOOKUP
    return [one for one in option_fields(base) if one not in hidden]


def how_priced(base: Mapping[str, Any]) -> str:
    """How an option states its price: typed in unless it is looked up."""
    return LOOKED_UP if "catalogue" in base.get("price", {}) else TYPED


def other_price(base: Mapping[str, Any]) -> bool:
    """Whether the price is stated in a form that the page has no field for."""
    return bool({"per_hour", "capacity_block", "owned"} & set(base.get("price", {})))


def other_throughput(base: Mapping[str, Any]) -> bool:
    """Whether the throughput is stated in a form that the page has no field for."""
    throughput = base.get("throughput", {})
    return bool(throughput) and not set(RATE_FORMS) & set(throughput)


def form_of(base: Mapping[str, Any]) -> str:
    """The form in which an option's runs are given."""
    return next((form for form in RATE_FORMS if form in base.get("throughput", {})), RATE_FORMS[0])


def kept(values: Mapping[str, Any], fields: list[Field], above: Path = ()) -> dict[str, str]:
    """What is in the file and has no field on the page, by its dotted key."""
    places = {field.path for field in fields} | {("throughput", form) for form in RATE_FORMS} | {NOTES.path}
    found: dict[str, str] = {}
    for key, value in values.items():
        path = (*above, key)
        if path in places and not isinstance(value, Mapping):
            continue
        if isinstance(value, Mapping):
            found |= kept(value, fields, path)
        elif isinstance(value, (list, tuple)) and any(isinstance(item, Mapping) for item in value):
            for number, item in enumerate(value, start=1):
                found |= kept(item, [], (*path, str(number)))
        else:
            found[".".join(path)] = show(value)
    return found
