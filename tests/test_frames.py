"""Tables for notebooks."""

from __future__ import annotations

import pandas as pd

from calc import compare, to_frame

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
    assert frame.loc["trn2", "ratio_units_per_usd"] == comparison.options["trn2"].vs_baseline.ratio
    assert pd.isna(frame.loc["trn2", "ratio_low"])
    assert frame.loc["trn2", "region"] == "us-east-2"
    assert pd.api.types.is_float_dtype(frame["throughput_per_second_low"])


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
