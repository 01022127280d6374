from __future__ import annotations

import pytest

from calc import compare
from calc.report import figures


def _scenario(**gpu):
    return {
        "unit": "audio_second",
        "options": {
            "gpu": {"price": 10, "throughput": [4000, 4100, 4050]} | gpu,
            "trn2": {"price": 35, "throughput": 17000},
        },
    }


def test_bars_are_the_numbers_of_the_answer_and_only_real_intervals_are_drawn():
    answer = compare(_scenario())
    bars, intervals = figures.figure(answer).data
    gpu = answer.options["gpu"]
    assert list(bars.x) == [option.units_per_usd for option in answer.options.values()]
    assert list(intervals.y) == [0]
    assert intervals.x[0] + intervals.error_x.array[0] == pytest.approx(gpu.units_per_usd_high)
    assert intervals.x[0] - intervals.error_x.arrayminus[0] == pytest.approx(gpu.units_per_usd_low)
    assert "No interval for trn2" in figures.caption(answer)


def test_cost_is_on_the_customary_scale():
    answer = compare(_scenario())
    bar = figures.figure(answer, "usd_per_scale").data[0]
    assert bar.x[0] == pytest.approx(3600 * answer.options["gpu"].usd_per_unit)
    assert figures.title(answer, "usd_per_scale") == "USD per audio hour"


def test_what_is_withheld_has_no_bar_and_says_so():
    scenario = _scenario()
    scenario["options"]["trn2"]["throughput"] = {"per_second": 17000, "warmup": "included"}
    answer = compare(scenario)
    chart = figures.figure(answer)
    assert chart.data[0].x[1] is None
    assert chart.layout.annotations[1].text == "withheld"
    assert "trn2: withheld" in figures.description(answer, "units_per_usd")


def test_a_label_is_no_markup():
    answer = compare(_scenario(label='<a href="http://x">b</a> $x^2$'))
    text = figures.figure(answer).to_json()
    assert "<a href" not in text
    assert "$x^2$" not in text
    assert "&lt;a" in figures.figure(answer).layout.yaxis.ticktext[0]
