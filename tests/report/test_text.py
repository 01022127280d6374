from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calc.answer import compare
from calc.model.comparison import Comparison
from calc.report import layout, text
from calc.report.notices import entries

Build = Callable[..., Comparison]
SGR = re.compile(r"\x1b\[\d+m")
EVERYTHING = {
    "job": {"units": 1e7},
    "demand": {"units_per_month": 2e9},
    "migration": {"usd": 20000},
    "require": ["trn2 ratio >= 1.2"],
}


def everything(build: Build) -> Comparison:
    return build(
        scenario=EVERYTHING,
        gpu={"price": 10, "throughput": [100, 101, 102], "setup": {"load_s": 60}},
        trn2={"price": 9, "throughput": [150, 151, 152], "setup": {"compile_s": 3600}},
    )


@given(
    labels=st.lists(
        st.text("ab 字é\u0301=|", min_size=1, max_size=90).filter(str.strip), min_size=1, max_size=3
    ),
    unit=st.from_regex(r"[a-z]{1,12}(_[a-z]{1,9}){0,2}", fullmatch=True),
    price=st.floats(min_value=1e-4, max_value=1e8),
    rate=st.floats(min_value=1e-6, max_value=1e9),
)
def test_no_line_is_wider_than_a_hundred_columns(
    labels: list[str], unit: str, price: float, rate: float
) -> None:
    options = {
        f"option{at}" * (at + 1): {
            "label": label,
            "instance": label,
            "price": price * (at + 1),
            "throughput": [rate, rate * 1.01],
        }
        for at, label in enumerate(labels)
    }
    shown = text.render(compare({"unit": unit, "notes": "long " * 50, "options": options}))
    assert max(map(layout.width, shown.splitlines())) <= layout.WIDTH


def test_an_id_of_the_greatest_length_fits(build: Build) -> None:
    shown = text.render(build(**{"g" * 64: (10, [1, 2]), "t" * 64: (10, [1, 2])}))
    assert max(map(layout.width, shown.splitlines())) <= layout.WIDTH


def test_where_space_is_short_both_directions_stay(build: Build) -> None:
    runs = {"gpu": [100, 110, 105], "trn2": [105, 118, 109]}
    options = {
        id_: {"label": f"the {id_} as it is in production", "instance": id_, "price": 10, "throughput": rates}
        for id_, rates in runs.items()
    }
    shown = text.render(build(unit="image", **options))
    (row,) = (line for line in shown.splitlines() if line.startswith("trn2 ") and "inconclusive" in line)
    assert "1.05x" in row
    assert "-5.08%" in row
    assert "cost  verdict" in shown
    assert "10.00" not in row  # USD per hour went before the cost


@pytest.mark.parametrize("color", [True, False])
def test_what_users_write_cannot_drive_the_terminal(hostile: Comparison, color: bool) -> None:
    shown = SGR.sub("", text.render(hostile, color=color)) if color else text.render(hostile)
    assert [char for char in shown if char != "\n" and not char.isprintable()] == []
    assert "[31m" in shown  # what is left of the escape sequence is plain text


def test_colour_adds_nothing_that_words_do_not_say(build: Build) -> None:
    made = everything(build)
    coloured = text.render(made, color=True)
    assert SGR.search(coloured)
    assert SGR.sub("", coloured) == text.render(made)


def test_two_numbers_a_side_meet_one_warning_and_one_piece_of_information(build: Build) -> None:
    levels = [
        entry.level for entry in entries(build(gpu=(10.49, [4210, 4188]), trn2=(35.76, [17010, 16890])))
    ]
    assert sorted(levels) == ["info", "warning"]


def test_the_same_notice_on_two_options_is_one_entry_that_names_both(build: Build) -> None:
    (single,) = (
        entry for entry in entries(build(gpu=(10, [100]), trn2=(10, [100]))) if entry.code == "single_run"
    )
    assert single.subject == "single_run (gpu, trn2)"
    assert single.hint


def test_the_gravest_notice_comes_first_and_information_has_no_hint(build: Build) -> None:
    peak = {"price": 10, "throughput": {"per_second": [160], "statistic": "peak"}}
    found = entries(build(gpu=(10, [100]), trn2=peak))
    assert [entry.level for entry in found] == sorted(
        (entry.level for entry in found), key=["block", "invalid", "warning", "info"].index
    )
    assert all((entry.hint is None) == (entry.level == "info") for entry in found)


def test_every_part_of_the_answer_has_its_section(build: Build) -> None:
    shown = text.render(everything(build))
    for title in (
        "Notices (perdollar explain CODE says more)",
        "Requirements",
        "Break-even",
        "With one-off time",
        "One job",
        "Every month",
        "Moving from the baseline",
        "Prices",
        "Vendor claims, unverified, not part of the arithmetic",
    ):
        assert f"\n{title}\n" in shown


def test_break_even_says_what_it_is_now_and_what_cannot_tie(build: Build) -> None:
    shown = " ".join(text.render(build(gpu=(10, [100, 102]), trn2=(9, [50, 51]))).split())
    assert "trn2 ties with gpu at a price of $5.00 per instance-hour (now $9.00)" in shown
    assert "or when gpu costs $18.00 per instance-hour (now $10.00)" in shown
    assert "Utilization or useful fraction: cannot tie this way." in shown


def test_break_even_prices_are_before_discount_on_both_sides_of_now(build: Build) -> None:
    half = {"price": {"usd_per_hour": 20, "discount": 0.5}, "throughput": [100, 102]}
    shown = " ".join(text.render(build(gpu=(10, [100, 102]), trn2=half)).split())
    assert "trn2 ties with gpu at a price of $20.00 per instance-hour (now $20.00)" in shown


def test_prices_say_their_basis_age_and_what_is_missing(build: Build) -> None:
    dated = {
        "price": {
            "usd_per_hour": 9,
            "purchase": "capacity_block",
            "as_of": "2026-10-08",
            "source": "the page",
        },
        "instance": "trn2.48xlarge",
        "instances": 2,
        "throughput": [50, 51],
    }
    shown = " ".join(text.render(build(gpu=(10, [100, 102]), trn2=dated)).split())
    assert (
        "trn2: 2 x trn2.48xlarge at $9.00 per instance-hour, your price, Capacity Block, "
        "2026-10-08 (54 days old), the page; region not stated." in shown
    )
    assert "gpu: $10.00 per instance-hour, your price; purchase, region, date and source not stated." in shown


def test_requirements_say_whether_they_are_met_in_words(build: Build) -> None:
    scenario = {"require": ["trn2 ratio >= 1.2", "trn2 ratio >= 9"]}
    shown = text.render(build(scenario=scenario, gpu=(10, [100, 101, 102]), trn2=(9, [150, 151, 152])))
    assert "\n  met: trn2 ratio >= 1.2 (" in shown
    assert "\n  NOT met: trn2 ratio >= 9 (" in shown


def test_a_claim_is_marked_unverified_and_stated_once_for_several_candidates(build: Build) -> None:
    trn = {"price": 9, "throughput": [50, 51], "instance": "trn2.48xlarge"}
    shown = text.render(build(gpu=(10, [100, 102]), a=trn, b=trn))
    assert shown.count("(unverified)") == len(set(re.findall(r"\n  (\S+) \(unverified\)", shown))) > 0
    assert "Beside a: " in shown
    assert "Beside b: " in shown


def test_several_scenarios_stand_under_their_files(build: Build) -> None:
    made = build(gpu=(10, [1, 2]))
    shown = text.render_all([("a.yaml", made), ("b\x1b.yaml", made)])
    assert re.findall(r"== (.*) ==", shown) == ["a.yaml", "b.yaml"]


def test_notes_keep_their_lines_indented(build: Build) -> None:
    option = {"price": 10, "throughput": [1, 2], "notes": "first\n\n\n\n  - second"}
    shown = text.render(build(scenario={"notes": "one\ntwo " + "long " * 30}, gpu=option))
    part = shown.partition("\nNotes\n")[2].partition("\n\nperdollar ")[0]
    assert part.splitlines() == [
        "  one",
        "    two " + ("long " * 18).strip(),
        "    " + ("long " * 12).strip(),
        "  gpu: first",
        "",
        "    - second",
    ]
