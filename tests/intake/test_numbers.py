from __future__ import annotations

from decimal import Decimal

import pytest

from calc.errors import InputError
from calc.intake.numbers import read_decimal, read_runs


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("4210", "4210"),
        (" 2.10 ", "2.10"),
        ("1.234", "1.234"),
        ("1,234.5", "1234.5"),
        ("1.234,5", "1234.5"),
        ("1,234.567", "1234.567"),
        ("1.234,567", "1234.567"),
        ("1,234,567", "1234567"),
        ("1.234.567", "1234567"),
        ("4,5", "4.5"),
        ("0,123", "0.123"),
        ("1,2345", "1.2345"),
        (".5", "0.5"),
        ("-3", "-3"),
        ("1e3", "1000"),
    ],
)
def test_a_number_is_read_as_it_is_written(text: str, number: str) -> None:
    assert read_decimal(text) == Decimal(number)


def test_the_digits_are_kept() -> None:
    assert str(read_decimal("2.10")) == "2.10"


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("1,234", "write 1234 or 1.234"),
        ("$10.49", "write the number alone, such as 10.49"),
        ("10 EUR", "write the number alone, such as 10"),
        ("70%", "such as 0.7 for 70%"),
        ("", "there is no number here"),
        ("10k", "'10k' is not a number"),
        ("12,34.5", "is not a number"),
        ("007", "is not a number"),
        ("1_000", "is not a number"),
        ("१२", "is not a number"),
        ("nan", "is not a number"),
        ("1 234", "write 1234 without the space"),
        ("1\u00a0234\u00a0567,5", "write 1234567.5 without the space"),
        ("10\u00a0€", "'10 €' holds a currency"),
        ("1e400", "between 1e-24 and 1e24"),
        ("1e9999999", "between 1e-24 and 1e24"),
        ("1e99999999999999999999", "not a finite number"),
        ("9" * 10_000, "more than 60 digits"),
    ],
)
def test_what_is_no_number_or_two_is_refused_with_advice(text: str, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        read_decimal(text)
    assert advice in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("4210", ["4210"]),
        ("4210 4188 4235", ["4210", "4188", "4235"]),
        ("4210\n4188\r\n4235\n", ["4210", "4188", "4235"]),
        ("4210, 4188, 4235,", ["4210", "4188", "4235"]),
        ("4210;4188; 4235", ["4210", "4188", "4235"]),
        ("1,234.5 1,300.5", ["1234.5", "1300.5"]),
        ("1.234,5; 1.300,5", ["1234.5", "1300.5"]),
        ("1234,5 1300,5", ["1234.5", "1300.5"]),
        ("1.234 1.300", ["1.234", "1.300"]),
        ("120 118 121", ["120", "118", "121"]),
        ("98 101 99", ["98", "101", "99"]),
        ("1,234,567", ["1234567"]),
    ],
)
def test_runs_are_read(text: str, runs: list[str]) -> None:
    assert read_runs(text) == tuple(map(Decimal, runs))


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("17 210 16 890", "write 17210, or the runs as 17; 210"),
        ("17 010 16 890", "write 17010"),
        ("1\u202f234 1\u202f250", "write 1234 without the space"),
        ("12\u00a0345 12\u00a0400", "write 12345 without the space"),
        ("4210,4188", "write the runs as 4210; 4188"),
        ("120,118,121", "write the runs as 120; 118; 121"),
        ("4210.5,4188.2", "write the runs as 4210.5; 4188.2"),
        ("1,234 1,300", "write 1234 or 1.234"),
        ("1.234,5 1.300", "write 1300 or 1,3000"),
        ("4210 tok/s", "'tok/s' is not a number"),
        (" \n", "write one number per run"),
        ("1e9999999,1e9999999", "between 1e-24 and 1e24"),
    ],
)
def test_runs_with_two_readings_are_asked_about(text: str, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        read_runs(text)
    assert advice in str(caught.value)


@pytest.mark.parametrize("text", ["4015,4100,3988", "4015.5,4100.25,3988", "12,13,12.5"])
def test_a_list_with_bare_commas_that_has_one_reading_is_read(text: str) -> None:
    assert read_runs(text) == tuple(Decimal(part) for part in text.split(","))
