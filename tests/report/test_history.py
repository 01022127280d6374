"""The verdict through time in words, tables, files and a picture."""

from __future__ import annotations

import csv
import datetime
import io
import json
from decimal import Decimal
from typing import Any

import pytest

from calc import compare
from calc.model.comparison import Comparison
from calc.report import csv as csv_report
from calc.report import history, layout, markdown, text
from calc.report import json as json_report
from calc.report.history_figure import history_description, history_figure

TODAY = datetime.date(2026, 12, 1)


def option(instance: str, throughput: Any, region: str = "us-east-1", **price: Any) -> dict[str, Any]:
    lookup = {"purchase": "capacity_block", "region": region}
    return {"instance": instance, "price": {"catalogue": lookup, **price}, "throughput": throughput}


def moved(scenario: dict[str, Any] | None = None, **options: Any) -> Comparison:
    stated = {
        "gpu": option("p5.48xlarge", [1000, 1010, 990]),
        "trn2": option("trn2.48xlarge", [950, 955, 945], "us-east-2"),
    } | options
    said = {"unit": "output_token", "options": stated, **(scenario or {})}
    return compare(said, today=TODAY, price_history=True)


def section(shown: str) -> str:
    return next(block for block in shown.split("\n\n") if block.startswith(history.TITLE))


def test_gpu_blocks_moved_and_the_verdict_flipped_in_july() -> None:
    """p5 31.464 -> 41.528 -> 47.76 USD/h in 2026, trn2 35.7608 throughout."""
    made = moved()
    (table,) = history.tables(made)
    rows = [[column.cell(row) for column in table.columns] for row in table.rows]
    assert [(row[0], row[1], row[2], row[-1]) for row in rows] == [
        ("2026-02-01", "$31.46", "$35.76", "dearer"),
        ("2026-07-01", "$41.53", "$35.76", "cheaper"),
        ("2026-10-07", "$47.76", "$35.76", "cheaper"),
    ]
    held, *_ = history.sentences(made)
    tie = made.options["trn2"].break_even
    assert tie is not None
    assert tie.baseline_price_usd_per_hour == pytest.approx(35.7608 * 1000 / 950, rel=1e-3)
    assert held == (
        "trn2 has been cheaper since 2026-07-01; before that it was dearer. "
        "It flips when gpu costs $37.64 per instance-hour (now $47.76)."
    )


def test_without_it_nothing_is_said_of_it() -> None:
    made = moved().model_copy(update={"price_history": None})
    for shown in (text.render(made), markdown.render(made)):
        assert history.TITLE not in shown
    assert json.loads(json_report.to_json(made))["price_history"] is None


@pytest.mark.parametrize(
    ("runs", "margin", "said"),
    [
        ([2000, 2010, 1990], 0, "trn2 has been cheaper at every price on record, since 2026-02-01."),
        ([300, 305, 295], 0, "trn2 has been dearer at every price on record, since 2026-02-01."),
        (950, 0, "trn2 has been cheaper by the point (unreplicated) since 2026-07-01; before that it was "),
        ([600, 1000, 800], 0, "trn2 has been neither cheaper nor dearer as far as the runs show at every"),
        ([750, 751, 749], 0.03, "trn2 has been equal within the margin of 3% since 2026-10-07; before that"),
    ],
)
def test_each_verdict_has_its_words(runs: Any, margin: float, said: str) -> None:
    made = moved({"margin": margin}, trn2=option("trn2.48xlarge", runs, "us-east-2"))
    assert history.sentences(made)[0].startswith(said)


def test_an_invalid_measurement_has_prices_and_no_ratio() -> None:
    spoiled = {"per_second": [900, 910], "warmup": "included"}
    made = moved(trn2=option("trn2.48xlarge", spoiled, "us-east-2"))
    (table,) = history.tables(made)
    assert [table.columns[3].cell(row) for row in table.rows] == ["-", "-", "-"]
    assert "not representative" in history.sentences(made)[0]
    assert "It flips" not in history.sentences(made)[0]
    points = json.loads(json_report.to_json(made))["price_history"]["points"]
    assert {point["ratios"]["trn2"]["ratio"] for point in points} == {None}
    assert history_figure(made, "trn2").data[1].y == (None, None, None)


def test_a_price_that_cannot_be_followed_stays_and_says_why() -> None:
    made = moved(gpu=option("p5.48xlarge", [1000, 1010, 990]) | {"price": 40})
    said = " ".join(history.sentences(made))
    assert "gpu keeps the price that it states: purchase or region is not stated." in said
    assert "perdollar prices show trn2.48xlarge." in said


def test_where_prices_are_from_is_said_in_commands_that_run_and_only_where_there_is_a_terminal() -> None:
    said = " ".join(history.sentences(moved()))
    assert "perdollar prices show p5.48xlarge and perdollar prices show trn2.48xlarge." in said
    assert "perdollar" not in " ".join(history.sentences(moved(), commands=False))


def test_the_line_of_the_tie_strikes_no_verdict_through() -> None:
    made = moved()
    assert made.price_history is not None
    words = [note for note in history_figure(made, "trn2").layout.annotations if note.yshift]
    for note, point in zip(words, made.price_history.points, strict=True):
        found = point.ratios["trn2"]
        assert (note.y, note.yshift) == ((found.low, -12) if found.verdict == "dearer" else (found.high, 12))
    assert {note.text for note in words} == {"dearer", "cheaper"}


def test_a_price_of_your_own_that_differs_from_the_newest_is_named() -> None:
    own = {"usd_per_hour": 45, "purchase": "capacity_block", "region": "us-east-1"}
    made = moved(gpu=option("p5.48xlarge", [1000, 1010, 990]) | {"price": own})
    said = history.sentences(made)
    assert "The newest price of gpu on record is $47.76; the answer above is at $45.00." in said
    assert not any("on record is" in sentence for sentence in history.sentences(moved()))


def test_the_flip_is_before_the_discount_and_says_so() -> None:
    made = moved(gpu=option("p5.48xlarge", [1000, 1010, 990], discount=Decimal("0.2")))
    assert "per instance-hour before its discount of 20%." in history.sentences(made)[0]


def test_several_candidates_have_a_table_each_and_one_option_alone_its_price() -> None:
    made = moved(p4=option("p4d.24xlarge", [300, 301, 299]))
    assert [table.title for table in history.tables(made)] == ["trn2 against gpu", "p4 against gpu"]
    assert "p4 against gpu:" in text.render(made)
    alone = compare(
        {"unit": "output_token", "options": {"gpu": option("p5.48xlarge", [1, 2])}},
        today=TODAY,
        price_history=True,
    )
    (table,) = history.tables(alone)
    assert [column.key for column in table.columns] == ["day", "base"]
    assert "$31.46" in text.render(alone)


def test_text_is_at_most_a_hundred_columns_wide_whatever_the_ids() -> None:
    long = {"g" * 64: option("p5.48xlarge", [1, 2]), "t" * 64: option("trn2.48xlarge", [1, 2], "us-east-2")}
    made = compare({"unit": "output_token", "options": long}, today=TODAY, price_history=True)
    shown = text.render(made)
    assert history.TITLE in shown
    assert max(map(layout.width, shown.splitlines())) <= layout.WIDTH


def test_markdown_has_the_same_table() -> None:
    shown = markdown.render(moved())
    assert "### Prices through time" in shown
    assert "| 2026-07-01 | $41.53 | $35.76 | 1.10x | " in shown
    assert "- trn2 has been cheaper since 2026-07-01;" in shown


def test_json_has_days_as_text_and_csv_is_as_without_it() -> None:
    made = moved()
    found = json.loads(json_report.to_json(made), parse_constant=pytest.fail)["price_history"]
    assert [point["day"] for point in found["points"]] == ["2026-02-01", "2026-07-01", "2026-10-07"]
    assert found["held"]["trn2"]["since"] == "2026-07-01"
    without = made.model_copy(update={"price_history": None})
    assert csv_report.render([("s", made)]) == csv_report.render([("s", without)])
    assert len(list(csv.reader(io.StringIO(csv_report.render([("s", made)]))))) == 3


def test_the_picture_shows_the_ratios_the_real_intervals_and_the_tie() -> None:
    made = moved()
    assert made.price_history is not None
    ratios = [point.ratios["trn2"] for point in made.price_history.points]
    line, points, intervals = history_figure(made, "trn2").data
    assert list(points.y) == [ratio.ratio for ratio in ratios]
    assert line.x[-1] == TODAY
    assert [y + high for y, high in zip(intervals.y, intervals.error_y.array, strict=True)] == pytest.approx(
        [ratio.high for ratio in ratios]
    )
    assert [shape.y0 for shape in history_figure(made, "trn2").layout.shapes] == [1]
    assert "From 2026-07-01 (gpu $41.53, trn2 $35.76 per hour): 1.10x" in history_description(made, "trn2")
    single = moved(gpu=option("p5.48xlarge", 1000), trn2=option("trn2.48xlarge", 950, "us-east-2"))
    assert not history_figure(single, "trn2").data[2].y
    with pytest.raises(ValueError, match="price_history=True"):
        history_figure(made.model_copy(update={"price_history": None}), "trn2")


def test_an_id_is_no_markup_in_the_picture() -> None:
    made = moved()
    assert made.price_history is not None
    bad = "<a href=x>$y$"
    renamed = made.model_copy(
        update={
            "baseline": bad,
            "price_history": made.price_history.model_copy(
                update={
                    "points": tuple(
                        point.model_copy(update={"usd_per_hour": {bad: 1.0, "trn2": 2.0}})
                        for point in made.price_history.points
                    )
                }
            ),
        }
    )
    assert "<a href" not in history_figure(renamed, "trn2").to_json()
