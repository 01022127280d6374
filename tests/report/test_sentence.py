from __future__ import annotations

from collections.abc import Callable
from statistics import geometric_mean

import pytest

from calc.model.comparison import Comparison
from calc.report.numbers import ratio
from calc.report.sentence import answer

Build = Callable[..., Comparison]


def test_cheaper_says_both_directions_the_interval_and_its_scope(build: Build) -> None:
    (line,) = answer(build(gpu=(10.49, [4210, 4188, 4235]), trn2=(35.7608, [17010, 16890, 17120])))
    assert line == (
        "trn2 buys 1.18x as many audio seconds per dollar as gpu (95% interval 1.17x to 1.20x): "
        "15.6% cheaper, at these prices, for runs like these."
    )


def test_dearer(build: Build) -> None:
    (line,) = answer(build(gpu=(10, [100, 101, 102]), trn2=(10, [70, 71, 72])))
    assert line.startswith("trn2 buys 0.703x as many audio seconds per dollar as gpu (95% interval ")
    assert "42.3% dearer, at these prices, for runs like these." in line


def test_equivalent_names_the_margin(build: Build) -> None:
    (line,) = answer(build(scenario={"margin": 0.1}, gpu=(10, [100, 101, 100]), trn2=(10, [100, 101, 102])))
    assert line.startswith("trn2 and gpu cost the same within the margin of 10%: trn2 buys 1.01x as many")


def test_inconclusive_says_how_many_runs_would_show_the_difference(build: Build) -> None:
    made = build(gpu=(10, [100, 110, 105]), trn2=(10, [105, 118, 109]))
    (line,) = answer(made)
    found = made.options["trn2"].vs_baseline
    assert found is not None
    assert line.startswith("No difference between trn2 and gpu can be shown: trn2 buys 1.05x as many")
    assert line.endswith(f"about {found.runs_needed} runs a side would show a difference of this size.")


def test_inconclusive_without_a_practical_number_of_runs(build: Build) -> None:
    (line,) = answer(build(gpu=(10, [100, 120, 110]), trn2=(10, [101, 119, 110])))
    assert line.endswith("there is no practical difference at this effort.")


@pytest.mark.parametrize(
    ("gpu", "trn2", "why"),
    [
        ([100], [160], "in one run a side; how sure that is cannot be said: measure each at least twice."),
        ([100], [160, 161], "with one run of gpu; how sure that is cannot be said"),
        ([100, 101], [160], "with one run of trn2; how sure that is cannot be said"),
        ([100, 100], [160, 160], "in runs that are all equal; how sure that is cannot be said"),
    ],
)
def test_unreplicated_says_why_there_is_no_interval(
    build: Build, gpu: list[float], trn2: list[float], why: str
) -> None:
    (line,) = answer(build(gpu=(10, gpu), trn2=(10, trn2)))
    assert f"{ratio(geometric_mean(trn2) / geometric_mean(gpu))} as many" in line
    assert "% cheaper" in line
    assert why in line
    assert "interval" not in line


def test_withheld_names_the_notice_and_no_number(build: Build) -> None:
    peak = {"price": 10, "throughput": {"per_second": [160, 161], "statistic": "peak"}}
    (line,) = answer(build(gpu=(10, [100, 101]), trn2=peak))
    assert line == "No comparison of trn2 with gpu: trn2 has peak_statistic."


def test_withheld_numbers_that_are_shown_are_called_not_representative(build: Build) -> None:
    peak = {"price": 10, "throughput": {"per_second": [160, 161], "statistic": "peak"}}
    (line,) = answer(build(gpu=(10, [100, 101]), trn2=peak, show_invalid=True))
    assert line.startswith(
        "Not representative (trn2 has peak_statistic). Shown all the same: trn2 buys 1.60x"
    )


def test_a_doubt_about_the_baseline_withholds_too(build: Build) -> None:
    peak = {"price": 10, "throughput": {"per_second": [160, 161], "statistic": "peak"}}
    (line,) = answer(build(gpu=peak, trn2=(10, [100, 101])))
    assert line == "No comparison of trn2 with gpu: gpu has peak_statistic."


def test_blocked_gives_no_cost(build: Build) -> None:
    made = build(gpu=(10, [100, 101]), trn2=(10, [160, 161]))
    found = made.options["trn2"].vs_baseline
    assert found is not None
    blocked = made.options["trn2"].model_copy(
        update={"vs_baseline": found.model_copy(update={"verdict": "blocked", "ratio": None})}
    )
    (line,) = answer(made.model_copy(update={"options": {**made.options, "trn2": blocked}}))
    assert line.startswith("trn2 cannot run this: ")
    assert line.endswith("No cost is given.")


def test_one_option_alone_has_a_cost_and_its_interval(build: Build) -> None:
    (line,) = answer(build(unit="output_token", trn2=(36, [10000, 10100, 9900])))
    assert line.startswith("trn2 costs $1.00 per million output tokens (95% interval $0.9755 to $1.025): ")
    assert line.endswith("output tokens per dollar, at this price, for runs like these.")


def test_one_option_with_one_run_says_so(build: Build) -> None:
    (line,) = answer(build(trn2=(36, [10000])))
    assert "interval" not in line
    assert line.endswith("With one run, how sure that is cannot be said: measure it at least twice.")


def test_one_option_withheld(build: Build) -> None:
    peak = {"price": 10, "throughput": {"per_second": [160, 161], "statistic": "peak"}}
    assert answer(build(trn2=peak)) == ("The cost of trn2 is withheld: trn2 has peak_statistic.",)


def test_several_candidates_name_the_cheapest_first(build: Build) -> None:
    runs = [100, 101, 102]
    lines = answer(build(gpu=(10, runs), trn2=(5, runs), inf2=(7, runs)))
    assert lines[0].startswith("trn2 is the cheapest: it beats every other option, at these prices")
    assert [line.split()[0] for line in lines[1:]] == ["trn2", "inf2"]


def test_several_candidates_too_close_name_none(build: Build) -> None:
    lines = answer(build(gpu=(10, [100, 110]), trn2=(10, [101, 111]), inf2=(10, [99, 112])))
    assert lines[0] == "No option is shown to be the cheapest."


def test_the_cheapest_does_not_claim_to_beat_what_is_withheld(build: Build) -> None:
    peak = {"price": 10, "throughput": {"per_second": [900, 901, 902], "statistic": "peak"}}
    lines = answer(build(gpu=(10, [100, 101, 102]), trn2=(5, [100, 101, 102]), x=peak))
    assert lines[0].startswith("trn2 is the cheapest: it beats every other option that can be compared")


def test_where_one_off_time_changes_the_verdict_both_are_said(build: Build) -> None:
    steady, all_in = answer(
        build(
            gpu={"price": 10, "throughput": [100, 101, 102], "setup": {"load_s": 0, "over_units": 100000}},
            trn2={
                "price": 10,
                "throughput": [160, 161, 162],
                "setup": {"compile_s": 7200, "over_units": 100000},
            },
        )
    )
    assert "cheaper" in steady
    assert all_in.startswith(
        "With the one-off time spread over 100,000 audio seconds it is different: all in, trn2 buys 0.127x"
    )
    assert all_in.endswith("dearer.")


def test_where_one_off_time_changes_nothing_only_one_is_said(build: Build) -> None:
    setup = {"compile_s": 10, "over_units": 1e9}
    lines = answer(
        build(
            gpu={"price": 10, "throughput": [100, 101, 102], "setup": setup},
            trn2={"price": 10, "throughput": [160, 161, 162], "setup": setup},
        )
    )
    assert len(lines) == 1


def test_a_label_stands_for_the_id_unless_two_share_it(build: Build) -> None:
    named = {"price": 9, "throughput": [100, 101], "label": "Trainium2"}
    assert answer(build(gpu=(10, [100, 102]), trn2=named))[0].split(" buys")[0].endswith("Trainium2")
    lines = answer(build(a=named, b={**named, "price": 5}, c={**named, "price": 4, "label": "Other"}))
    assert any(line.startswith("b buys") for line in lines)
    assert any(line.startswith("Other buys") for line in lines)


def test_many_candidates_are_counted_by_verdict_and_not_told_one_by_one(build: Build) -> None:
    runs, noisy = [100, 101, 102], [80, 100, 125]
    peak = {"price": 10, "throughput": {"per_second": [900], "statistic": "peak"}}
    some = {f"c{at}": (3 + at, runs) for at in range(4)}
    others = {f"d{at}": (20, runs) for at in range(3)}
    few = answer(build(gpu=(10, runs), **some, **others, x=peak))
    assert len(few) == 9
    many = answer(build(gpu=(10, runs), **some, **others, x=peak, n=(10, noisy), o=(10, [100])))
    assert few[0].startswith("c0 is the cheapest")
    assert len(many) == 2
    assert many[0] == "No option is shown to be the cheapest."
    assert many[1] == (
        "Of 10 options beside gpu: 4 cheaper, 3 dearer, 1 inconclusive, 1 unreplicated, 1 not representative."
    )
