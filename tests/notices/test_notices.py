"""The texts of the notices: complete, filled from plain names only, never evaluated."""

from __future__ import annotations

import re
import string

import pytest

from calc import notices
from calc.errors import InputError
from calc.model.notice import LEVELS, Notice

# The values that each code comes with, of the kind that the check gives them.
VALUES = {
    "cpu_fallback": {"ops": ["aten::nonzero", "aten::unique"], "time_share": 0.4},
    "warmup_included": {},
    "peak_statistic": {},
    "padding_counted": {},
    "double_count": {"one": "padding: excluded", "other": "useful_fraction: 0.6"},
    "unit_mismatch": {"unit": "total_token", "wanted": "output_token"},
    "workload_differs": {
        "field": "input_length",
        "value": "900",
        "baseline": "gpu",
        "baseline_value": "90",
    },
    "idle_accelerators": {"used": 2.0, "paid": 16},
    "single_run": {},
    "few_runs": {"n": 2},
    "wide_spread": {"spread_percent": 12.345},
    "identical_runs": {"n": 3},
    "unequal_runs": {"geometric": 4210.7, "pooled": 3900.2, "percent": 7.96},
    "arrival_limited": {"achieved": 9.9, "offered": 10.0},
    "extrapolated": {"per": "accelerator", "times": 16},
    "inverted_latency": {"field": "batch", "value": "16"},
    "setup_flips_verdict": {
        "steady": "cheaper",
        "steady_ratio": 1.3,
        "all_in": "dearer",
        "all_in_ratio": 0.8,
    },
    "mixed_purchase": {"purchase": "capacity_block", "baseline": "gpu", "baseline_purchase": "on_demand"},
    "mixed_region": {"region": "us-east-2", "baseline": "gpu", "baseline_region": "sa-east-1"},
    "mixed_provider": {"provider": "aws", "baseline": "gpu", "baseline_provider": "other"},
    "prices_far_apart": {
        "days": 120,
        "as_of": "2026-10-08",
        "baseline": "gpu",
        "baseline_as_of": "2026-06-10",
    },
    "stale_price": {"age_days": 91, "as_of": "2026-09-01", "instance": "p5.48xlarge"},
    "conditions_differ": {
        "conditions": {"batch": ["16", "256"], "compiled": ["yes", "no"]},
        "baseline": "gpu",
    },
    "adjusted": {"factor": "utilization", "value": 0.5},
    "unstated": {"fields": ["region", "source of the price"]},
    "unknown_instance": {"instance": "mybox.large"},
    "setup_one_sided": {"given": "trn2", "other": "gpu"},
    "setup_not_spread": {},
    "whole_job_time": {"job": "trn2", "steady": "gpu"},
    "price_of_the_future": {"instance": "trn2.48xlarge", "as_of": "2027-01-01", "today": "2026-12-01"},
    "price_scale": {"price": "6.88", "listed": "55.04", "accelerators": 8, "times": "1/8"},
    "spot_quote": {"instance": "trn2.48xlarge", "low": "14.5593", "high": "14.8"},
    "spot_at_bound": {"price": "2.15", "percent": 10, "on_demand": "21.5"},
    "discount_not_offered": {"purchase": "spot", "instance": "trn2.48xlarge"},
    "block_hours_unused": {"instance": "trn2.48xlarge"},
    "sagemaker_instance": {"instance": "ml.p5.48xlarge"},
}
every_code = pytest.mark.parametrize("code", sorted(VALUES))


def notice(code, values=None, option="trn2"):
    return Notice(
        code=code, level="warning", option=option, values=VALUES[code] if values is None else values
    )


def placeholders(template):
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_every_code_has_a_text_and_every_text_a_code():
    assert notices.codes() == tuple(sorted(VALUES))


@every_code
def test_a_text_is_complete_and_asks_only_for_values_that_are_given(code):
    text = notices.text(code)
    assert text.code == code
    assert text.level in LEVELS
    assert 0 < len(text.title) <= 60
    assert text.message[0].islower() or text.message[0] == "{", "it stands behind the option's name"
    assert not text.message.endswith("."), "the report closes the sentence"
    assert 2 <= len(re.findall(r"[.](?: |$)", text.why)) <= 5
    assert re.search(r"\d", text.why) or code in (
        "identical_runs",
        "mixed_provider",
        "unknown_instance",
        "price_of_the_future",
    )
    assert text.hint.endswith(".")
    assert "{" not in text.why
    assert placeholders(text.message) | placeholders(text.hint) <= {*VALUES[code], "option"}


@every_code
def test_the_message_names_every_value(code):
    message = notices.message(notice(code))
    for value in VALUES[code].values():
        pairs = value.items() if isinstance(value, dict) else ()
        parts = [text for name, both in pairs for text in (name, *both)] or value
        for part in parts if isinstance(parts, list) else [parts]:
            assert (f"{float(f'{part:.3g}'):g}" if isinstance(part, float) else str(part)) in message
    assert "{" not in message + notices.hint(notice(code))


@every_code
def test_a_notice_without_its_values_is_still_shown(code):
    assert "{" not in notices.message(notice(code, {}))


@every_code
def test_explain_tells_title_reason_and_remedy_within_88_columns(code):
    text, explained = notices.text(code), notices.explain(code)
    one_line = " ".join(explained.split())
    assert one_line.startswith(f"{code}: {text.title} (usual level: {text.level})")
    assert text.why in one_line
    assert "What to do: " in one_line
    assert max(map(len, explained.splitlines())) <= 88
    assert "{" not in explained


def test_explain_shows_where_values_will_stand():
    assert "its runs spread by <spread_percent>%" in notices.explain("wide_spread")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (12.345, "12.3"),
        (4210.7, "4210"),
        (1234567.0, "1230000"),
        (0.000123456, "0.000123"),
        (1e-9, "1e-09"),
        (100.0, "100"),
        (0.0, "0"),
        (7, "7"),
        (None, "unknown"),
        ("a\nb\x1b[31m\tc", "a b [31m c"),
        (["x", 0.12345], "x, 0.123"),
    ],
)
def test_values_are_shown_short_and_on_one_line(value, shown):
    assert notices.message(notice("wide_spread", {"spread_percent": value})) == f"its runs spread by {shown}%"


@pytest.mark.parametrize(
    "hostile",
    [
        "{0.__class__}",
        "{option}",
        "{unknown.__init__.__globals__}",
        "{",
        "}}",
        "<b>x</b>",
        r"\1\g<0>",
        "%s$x",
    ],
)
def test_hostile_values_stay_the_text_they_are(hostile):
    shown = notices.message(notice("unknown_instance", {"instance": hostile}))
    assert shown == f"the catalogue does not know {hostile}; your numbers are used as they are"


def test_a_value_cannot_stand_for_the_option_unless_the_text_says_so():
    assert notices.hint(notice("setup_one_sided")).startswith("Write a setup for gpu as well")


def test_a_misspelt_code_is_answered_with_the_nearest():
    with pytest.raises(InputError, match="there is no notice 'singel_run'; did you mean single_run"):
        notices.explain("singel_run")


@pytest.mark.parametrize("code", ["zzzzzz", "../../errors", "", "texts/single_run"])
def test_what_is_no_code_is_an_input_error_and_opens_no_file(code):
    with pytest.raises(InputError, match="there is no notice"):
        notices.text(code)


def test_a_code_that_resembles_nothing_gets_the_whole_list():
    with pytest.raises(InputError) as caught:
        notices.text("zzzzzz")
    assert all(code in str(caught.value) for code in notices.codes())
