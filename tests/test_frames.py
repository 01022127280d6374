"""Tables for notebooks."""

from __future__ import annotations

import csv
import datetime
import io

import pandas as pd

from calc import compare, to_frame
from calc.report import csv as csv_report

SCENARIO = {
    "name": "<script>alert(1)</script>",
    "unit": "image",
    "options": {
        "gpu": {"label": "<b>bold</b>", "price": 1, "throughput": [100, 101]},
        "trn2": {"price": {"usd_per_hour": 2, "region": "us-east-2"}, "throughput": 150},
    },
}


def test_frame_has_a_row_an_option_and_units_in_the_names():
    comparison = compare(SCENARIO)
    frame = to_frame(comparison)
    assert list(frame.index) == ["gpu", "trn2"]
    assert frame.loc["trn2", "usd_per_unit"] == comparison.options["trn2"].usd_per_unit
    assert frame.loc["trn2", "ratio"] == comparison.options["trn2"].vs_baseline.ratio
    assert pd.isna(frame.loc["trn2", "ratio_low"])
    assert frame.loc["trn2", "price_region"] == "us-east-2"
    assert pd.api.types.is_float_dtype(frame["units_per_second_low"])


def test_frame_and_csv_join_column_by_column():
    parts = [{"instance": "a", "price": 1}, {"price": 2, "instances": 3}]
    options = SCENARIO["options"] | {
        "mixed": {"parts": parts, "throughput": [3, 4], "setup": {"load_s": 60, "over_units": 1e6}},
        "peak": {"price": 1, "throughput": {"per_second": 1, "statistic": "peak"}},
    }
    options["trn2"]["price"] |= {"as_of": "2026-10-08", "discount": 0.1, "term": "1yr"}
    comparison = compare(SCENARIO | {"options": options}, today=datetime.date(2026, 12, 1))
    frame = to_frame(comparison)
    in_csv = list(csv.DictReader(io.StringIO(csv_report.render([("x.yaml", comparison)]))))
    before, after = ["scenario", "name"], ["confidence", "evaluated_on", "claims_unverified"]
    assert list(in_csv[0]) == [*before, "option", *frame.columns, *after]
    for (option, row), cells in zip(frame.iterrows(), in_csv, strict=True):
        assert cells["option"] == option
        for name, value in row.items():
            if pd.isna(value):
                assert cells[name] == "", name
            elif isinstance(value, float | int):
                assert float(cells[name]) == value, name
            else:
                assert cells[name] == str(value), name


def test_the_prices_of_several_instance_types_stand_beside_each_other():
    looked_up = {"catalogue": {"purchase": "capacity_block", "region": "us-east-2", "date": "2026-11-01"}}
    stated = {"usd_per_hour": 2, "purchase": "spot", "as_of": "2026-10-08", "source": "invoice 7"}
    parts = [{"instance": "a.large", "price": stated}, {"instance": "trn2.48xlarge", "price": looked_up}]
    scenario = {"unit": "image", "options": {"mixed": {"parts": parts, "throughput": [3, 4]}}}
    comparison = compare(scenario, today=datetime.date(2026, 12, 1))
    (price,) = [part.price for part in comparison.options["mixed"].parts if part.instance != "a.large"]
    row = to_frame(comparison).loc["mixed"]
    assert row["instance"] == "a.large + trn2.48xlarge"
    assert row["price_usd_per_instance_hour"] == f"2.0 + {price.usd_per_hour}"
    assert row["price_purchase"] == "spot + capacity_block"
    assert row["price_region"] == "? + us-east-2"
    assert row["price_as_of"] == f"2026-10-08 + {price.as_of}"
    assert row["price_age_days"] == f"54 + {price.age_days}"
    assert row["price_source"] == f"invoice 7 + {price.source}"
    assert row["price_standing"] == "user + catalogue"
    assert pd.isna(row["price_zone"])


def test_every_column_is_explained():
    explained = to_frame.__doc__ or ""
    for name in to_frame(compare(SCENARIO)).columns:
        assert f"`{name.removesuffix('_low').removesuffix('_high')}`" in explained, name


def test_withheld_numbers_are_missing_not_zero():
    scenario = SCENARIO | {
        "options": {"a": {"price": 1, "throughput": {"per_second": 1, "statistic": "peak"}}}
    }
    assert pd.isna(to_frame(compare(scenario)).loc["a", "usd_per_unit"])


def test_notebook_table_shows_text_as_text():
    html = compare(SCENARIO)._repr_html_()
    assert html.startswith("<table>")
    assert "<script>" not in html
    assert "<b>" not in html
    assert "&lt;b&gt;bold&lt;/b&gt;" in html
    assert "unreplicated" in html
