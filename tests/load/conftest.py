from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from calc.errors import InputError, Problem
from calc.load import parse_scenario

EXAMPLE = """\
perdollar: 1                # schema version
name: Transcription, nightly batch
unit: audio_second          # what is counted
baseline: gpu               # default: the first option
options:
  gpu:
    instance: g6e.12xlarge
    price: 10.49            # USD per instance-hour
    throughput: [4210, 4188, 4235]
  trn2:
    instance: trn2.48xlarge
    price: {usd_per_hour: 35.7608, purchase: capacity_block, region: us-east-2, as_of: 2026-10-08,
            source: AWS Capacity Blocks page}
    throughput: [17010, 16890, 17120]
"""


@pytest.fixture
def example() -> str:
    """The scenario of the design document."""
    return EXAMPLE


@pytest.fixture
def option() -> Callable[..., str]:
    """The YAML of a scenario with one option; what is given replaces or follows its keys."""

    def text(price: str = "1", throughput: str = "1", more: str = "") -> str:
        head = f"unit: image\noptions:\n  gpu:\n    price: {price}\n    throughput: {throughput}\n"
        return head + more

    return text


@pytest.fixture
def problems() -> Callable[..., tuple[Problem, ...]]:
    """The problems of a text that must not load."""

    def refuse(data: str | bytes, format: Any = "yaml") -> tuple[Problem, ...]:  # noqa: A002
        with pytest.raises(InputError) as caught:
            parse_scenario(data, format=format, name="file")
        assert caught.value.source == "file"
        shown = str(caught.value)
        assert "input_value" not in shown
        assert "[type=" not in shown
        return caught.value.problems

    return refuse
