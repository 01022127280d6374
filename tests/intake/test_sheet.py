from __future__ import annotations

import pytest

from calc.errors import InputError, Problem
from calc.intake.sheet import csv_rows


@pytest.mark.parametrize("first", ["sep=;\n", '"sep=;"\r\n', "SEP=;\r"])
def test_the_line_with_which_excel_announces_the_separator_is_honoured(first: str) -> None:
    assert csv_rows(first + "a,b;c\n1,5;2\n", "file") == [(2, ["a,b", "c"]), (3, ["1,5", "2"])]


def test_a_column_may_be_called_sep() -> None:
    assert csv_rows("sep,b\n1,2\n", "file")[0] == (1, ["sep", "b"])


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('id,price\na,1\n"b,2\nc,3\n', 3, 'a quote (") opens here and is not closed'),
        ('id,note\na,"x\ny"\nb,"z\n', 4, 'a quote (") opens here and is not closed'),
        ('id,price\n"b,2\n' + "c,3\n" * 50_000, 2, 'is a quote (") not closed?'),
        ('id,price\n"a"b,1\n', 2, 'write a quote inside a cell twice, as ""'),
    ],
)
def test_a_quote_that_does_not_fit_is_said_where_it_opens(text: str, line: int, says: str) -> None:
    with pytest.raises(InputError) as caught:
        csv_rows(text, "file")
    (problem,) = caught.value.problems
    assert isinstance(problem, Problem)
    assert says in problem.what
    assert problem.line == line
