"""Any scenario is answered in every format or refused with words, however absurd its numbers."""

from __future__ import annotations

import copy
import csv
import datetime
import io
import json
import re
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from calc import compare
from calc.errors import InputError
from calc.model.base import LARGEST, LARGEST_COUNT, SMALLEST, SMALLEST_FRACTION
from calc.model.comparison import Comparison
from calc.report import csv as csv_report
from calc.report import markdown, text
from calc.report.json import to_json

TODAY = datetime.date(2026, 12, 1)


def mapping(needed: dict[str, Any], **optional: Any) -> Any:
    return st.fixed_dictionaries(needed, optional=optional)


def number(least: Decimal, most: Decimal) -> Any:
    """Numbers of every size from the least to the most, and both ends."""
    digits = st.sampled_from(["1", "1.5", "2.718281828459045", "9.999999999999999999"])
    powers = st.integers(least.adjusted(), most.adjusted() - 1)
    return st.builds(lambda digit, power: Decimal(f"{digit}E{power}"), digits, powers) | st.sampled_from(
        [least, most]
    )


plausible = number(Decimal("0.01"), Decimal(10_000))
positive = plausible | number(SMALLEST, LARGEST)
not_negative = positive | st.just(Decimal(0))
fractions = st.just(Decimal(1)) | number(SMALLEST_FRACTION, Decimal(1))
discounts = st.sampled_from([Decimal(0), Decimal("0.1"), Decimal("0.99")])
margins = st.sampled_from([Decimal(0), Decimal("0.05"), Decimal("0.999999999999"), SMALLEST])
counts = st.integers(1, 8) | st.just(LARGEST_COUNT)
runs = positive | st.lists(plausible, min_size=2, max_size=5) | st.lists(positive, min_size=1, max_size=5)
texts = st.sampled_from(["us-east-2", "=1+1", "a | b", "<b>", "名", "spot-check"])
days = st.dates(datetime.date(2020, 1, 1), datetime.date(2027, 1, 1)).map(str)
instances = st.sampled_from(["trn2.48xlarge", "p5.48xlarge", "g6e.12xlarge"])

known = mapping(
    {},
    discount=discounts,
    purchase=st.sampled_from(["on_demand", "spot", "capacity_block", "reserved", "private", "unstated"]),
    term=st.sampled_from(["1yr", "3yr"]),
    payment=st.sampled_from(["none", "partial", "all"]),
    region=texts,
    as_of=days,
    source=texts,
)
owned = st.builds(
    lambda said, share: {**said, "residual_usd": said["capex_usd"] * share},
    mapping({"capex_usd": plausible | st.just(LARGEST), "years": positive}, running_usd_per_hour=positive),
    st.sampled_from([Decimal(0), Decimal("0.5")]),
)
block = mapping({"upfront_usd": positive, "hours": positive}, minutes=not_negative, instances=counts)
forms = st.one_of(
    mapping({"usd_per_hour": positive}, per=st.sampled_from(["instance", "accelerator"])),
    mapping({"per_hour": positive, "currency": st.just("EUR"), "usd_per_currency": positive}),
    mapping({"capacity_block": block}),
    mapping({"owned": owned}),
)
prices = positive | st.builds(lambda form, more: {**more, **form}, forms, known)
lookup = mapping({"purchase": st.just("capacity_block"), "region": st.just("us-east-2")})
looked_up = mapping(
    {"instance": st.just("trn2.48xlarge"), "price": mapping({"catalogue": lookup}, discount=discounts)}
)

covers = mapping(
    {},
    per=st.sampled_from(["deployment", "instance", "accelerator"]),
    warmup=st.sampled_from(["excluded", "included", "part_of_job", "unknown"]),
    padding=st.sampled_from(["excluded", "included", "unknown"]),
    statistic=st.sampled_from(["mean", "median", "derived", "peak", "unknown"]),
    offered_per_second=positive,
    accelerators_used=st.sampled_from([Decimal("0.25"), Decimal(1), SMALLEST]),
    idle_intended=st.booleans(),
    fallback_ops=st.just(["aten::sort"]),
)
run = {"units": positive, "seconds": positive}
sessions = st.lists(mapping({**run, "session": st.sampled_from("ab")}), min_size=1, max_size=5)
rates = st.one_of(
    *(mapping({form: runs}) for form in ("per_second", "per_minute", "per_hour", "seconds_per_unit")),
    mapping({"runs": st.lists(mapping(run), min_size=1, max_size=5) | sessions}),
)
throughputs = st.one_of(runs, rates, st.builds(lambda rate, more: {**more, **rate}, rates, covers))


def setup(seconds: Any, **spread: Any) -> Any:
    times = mapping({}, compile_s=seconds, load_s=seconds, retry_s=seconds)
    return st.builds(lambda said, over: {**said, **over}, times, mapping(spread))


setups = st.one_of(
    setup(not_negative), setup(not_negative, over_units=positive), setup(plausible, over_hours=plausible)
)
one_type = (
    mapping({"price": prices, "instance": instances}, instances=counts)
    | mapping({"price": prices, "accelerators": counts}, instances=counts)
    | looked_up
)
several = mapping({"parts": st.lists(one_type, min_size=1, max_size=3)})
beside = mapping(
    {"throughput": throughputs},
    label=texts,
    notes=texts,
    unit=st.sampled_from(["output_token", "image"]),
    utilization=fractions,
    useful_fraction=fractions,
    accepted_fraction=fractions,
    counted_per_unit=positive,
    overhead_usd_per_hour=not_negative,
    setup=setups,
    conditions=mapping({}, batch=positive, input_length=positive, mine=texts | positive),
)
options = st.builds(lambda paid, more: {**more, **paid}, one_type | several, beside)
scenarios = mapping(
    {
        "unit": st.sampled_from(["output_token", "audio_second", "image", "my_unit"]),
        "options": st.dictionaries(st.sampled_from("abcd"), options, min_size=1, max_size=4),
    },
    name=texts,
    confidence=st.sampled_from([Decimal("0.5"), Decimal("0.95"), Decimal("0.9999")]),
    margin=margins,
    hours_per_month=positive,
    demand=mapping({"units_per_month": positive}, billing=st.sampled_from(["always_on", "elastic"]))
    | mapping({"units_per_hour": positive}),
    job=mapping({"units": positive}),
    migration=mapping({"usd": positive}) | mapping({"hours": positive, "usd_per_hour": positive}),
)


def refuse(constant: str) -> Any:
    raise AssertionError(f"{constant} is not JSON")


def check(made: Comparison, ids: list[str]) -> None:
    """Every format can be made of it, and what should be a number is one or is absent."""
    assert not re.search(r"\b(nan|inf)\b", repr(made.model_dump()))
    assert list(json.loads(to_json(made), parse_constant=refuse)["options"]) == ids
    in_csv = list(csv.DictReader(io.StringIO(csv_report.render([("x.yaml", made)]))))
    assert [row["option"] for row in in_csv] == ids
    for shown in (text.render(made), markdown.render(made)):
        assert not re.search(r"\b(nan|inf|None)\b", shown)


@settings(max_examples=100)
@given(scenarios, st.booleans())
def test_a_valid_scenario_is_answered_in_every_format(data: dict[str, Any], show_invalid: bool) -> None:
    check(compare(data, today=TODAY, show_invalid=show_invalid), list(data["options"]))


def places(node: Any) -> list[tuple[Any, Any]]:
    """Every container in the data with each of its keys."""
    if not isinstance(node, (dict, list)):
        return []
    pairs = list(node.items() if isinstance(node, dict) else enumerate(node))
    return [(node, key) for key, _ in pairs] + [place for _, value in pairs for place in places(value)]


WRONG = [
    0,
    -1,
    1e-30,
    1e30,
    1e308,
    10**400,
    True,
    None,
    "x",
    "",
    [],
    {},
    [[]],
    [None],
    {"x": 1},
    Decimal("NaN"),
    Decimal("Infinity"),
]


@settings(max_examples=50)
@given(scenarios, st.sampled_from(WRONG), st.data())
def test_a_wrong_value_anywhere_is_answered_or_refused_with_words(
    data: dict[str, Any], wrong: Any, draw: st.DataObject
) -> None:
    data = copy.deepcopy(data)
    found = places(data)
    container, key = found[draw.draw(st.integers(0, len(found) - 1))]
    container[key] = wrong
    try:
        made = compare(data, today=TODAY)
    except InputError as error:
        event("refused")
        assert str(error)  # noqa: PT017
    else:
        check(made, list(data["options"]))


WHOLE = {"accelerators": LARGEST_COUNT, "instances": LARGEST_COUNT}
DEAREST = {
    **WHOLE,
    "price": {"per_hour": LARGEST, "currency": "EUR", "usd_per_currency": LARGEST, "per": "accelerator"},
    "throughput": {"runs": [{"units": SMALLEST, "seconds": LARGEST}] * 2},
    **dict.fromkeys(("utilization", "useful_fraction", "accepted_fraction"), SMALLEST_FRACTION),
    "counted_per_unit": LARGEST,
    "setup": {"compile_s": LARGEST, "over_units": SMALLEST},
}
CHEAPEST = {
    **WHOLE,
    "price": {"capacity_block": {"upfront_usd": SMALLEST, "instances": LARGEST_COUNT, "hours": LARGEST}},
    "throughput": {"runs": [{"units": LARGEST, "seconds": SMALLEST}] * 2, "per": "accelerator"},
    "counted_per_unit": SMALLEST,
    "setup": {"compile_s": SMALLEST, "over_units": LARGEST},
}


@pytest.mark.parametrize("hours", [SMALLEST, LARGEST])
@pytest.mark.parametrize("baseline", ["dearest", "cheapest"])
def test_the_farthest_numbers_of_all_are_answered(baseline: str, hours: Decimal) -> None:
    data = {
        "unit": "my_unit",
        "baseline": baseline,
        "hours_per_month": hours,
        "demand": {"units_per_hour": LARGEST},
        "job": {"units": LARGEST},
        "migration": {"hours": LARGEST, "usd_per_hour": LARGEST},
        "options": {"dearest": DEAREST, "cheapest": CHEAPEST},
    }
    check(compare(data), ["dearest", "cheapest"])


def test_one_off_time_that_no_work_could_bear_is_refused() -> None:
    dear = {**DEAREST, "setup": {"compile_s": LARGEST, "over_hours": SMALLEST}}
    with pytest.raises(InputError, match=r"options\.dearest\.setup\.over_hours: .* correct one of them"):
        compare({"unit": "my_unit", "options": {"cheapest": CHEAPEST, "dearest": dear}})
