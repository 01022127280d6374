from __future__ import annotations

import datetime
from decimal import Decimal

import pytest

from calc.report.price_figure import (
    COLOURS,
    DASHES,
    MARKS,
    MOST_LINES,
    SYMBOLS,
    lines,
    price_caption,
    price_description,
    price_figure,
)
from calc.sources.book import PriceBook

DAY = datetime.date(2026, 12, 1)


def _course(purchase, region, until=DAY):
    (found,) = [
        line for line in lines(PriceBook().rates("p5.48xlarge", purchase), until) if region in line.places
    ]
    return found


def test_a_step_where_the_price_is_another_and_nowhere_else():
    """p5.48xlarge on demand: 98.32 USD/h before and 55.04 after the cut of June 2025, read many times."""
    assert _course("on_demand", "us-east-1").steps == (
        (datetime.date(2025, 3, 31), Decimal("98.32")),
        (datetime.date(2025, 6, 5), Decimal("55.04")),
    )


def test_places_with_the_same_course_share_a_line():
    course = _course("capacity_block", "eu-west-2")
    assert {"eu-west-2", "sa-east-1", "ap-south-1"} <= set(course.places)
    assert [price for _, price in course.steps] == [Decimal("31.464"), Decimal("37.76"), Decimal("47.76")]
    assert "us-east-1-atl-2a" in {
        place for line in lines(PriceBook().rates("p5.48xlarge"), DAY) for place in line.places
    }


def test_what_is_after_the_day_is_not_known_yet():
    assert _course("on_demand", "us-east-1", datetime.date(2025, 5, 1)).steps == (
        (datetime.date(2025, 3, 31), Decimal("98.32")),
    )


def test_what_sources_say_differently_on_one_day_both_stand_there():
    (course,) = [
        line for line in lines(PriceBook().rates("trn2.48xlarge", "spot"), DAY) if "us-east-2c" in line.places
    ]
    assert {price for _, price in course.steps} == {Decimal("14.8"), Decimal("14.5593")}


def test_lines_differ_in_more_than_colour_and_what_is_left_out_is_said():
    found = lines(PriceBook().rates("p5.48xlarge"), DAY)
    chart = price_figure(found, DAY)
    assert len(chart.data) == MOST_LINES < len(found)
    assert f"{len(found) - MOST_LINES} courses" in price_caption(found)
    for marks in (COLOURS, DASHES, SYMBOLS, MARKS):
        assert len(set(marks)) == MOST_LINES
    assert len({(line.line.dash, line.marker.symbol) for line in chart.data}) == MOST_LINES
    first = found[0]
    assert list(chart.data[0].x) == [*(day for day, _ in first.steps), DAY]
    assert list(chart.data[0].y)[:-1] == [float(price) for _, price in first.steps]
    assert first.name in price_description(found)


@pytest.mark.parametrize("colour", COLOURS)
def test_colours_are_seen_on_white_and_on_near_black(colour):
    def luminance(code):
        parts = [int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for ground in ("#ffffff", "#10171a"):
        dark, light = sorted((luminance(colour), luminance(ground)))
        assert (light + 0.05) / (dark + 0.05) >= 3


def test_no_text_is_markup():
    from dataclasses import replace

    rate = PriceBook().rates("p5.48xlarge", "on_demand")[0]
    hostile = replace(rate, region="<a href='http://x'>b</a> $x^2$")
    text = price_figure(lines([hostile], DAY), DAY).to_json()
    assert "<a href" not in text
    assert "$x^2$" not in text
