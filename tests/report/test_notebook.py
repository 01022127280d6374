"""The table that a notebook shows."""

from __future__ import annotations

from collections.abc import Callable

from calc.model.comparison import Comparison

Build = Callable[..., Comparison]


def test_numbers_read_as_in_the_text_and_the_interval_names_its_confidence(build: Build) -> None:
    scenario = {"confidence": 0.9}
    shown = build(scenario=scenario, gpu=(1, [20.1, 20.2]), trn2=(3e9, [20, 20.4]))._repr_html_()
    assert "<td>72,540</td>" in shown
    assert "<td>3,000,000,000</td>" in shown
    assert "<th>90% interval</th>" in shown
    assert "e+" not in shown
    assert "e-" not in shown


def test_no_text_breaks_a_line_or_turns_the_direction(hostile: Comparison) -> None:
    shown = hostile.model_copy(update={"name": "a\nb\u202e <i>"})._repr_html_()
    assert shown.startswith("<table><caption>a b &lt;i&gt;: units per dollar against gpu</caption>")
    assert shown.isprintable()
