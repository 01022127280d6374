"""Recorded answers of AWS, and stubbed clients that check what they are asked."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

DATA = Path(__file__).with_name("data")
TIMES = {"Timestamp", "StartDate", "EndDate"}


@pytest.fixture(scope="session")
def recorded():
    """Gives a recorded answer by its name, with times as boto3 gives them."""

    def times(pairs):
        return {
            key: datetime.datetime.fromisoformat(value) if key in TIMES else value for key, value in pairs
        }

    def load(name):
        return json.loads((DATA / name).read_text(encoding="utf-8"), object_pairs_hook=times)

    return load


@pytest.fixture(scope="session")
def data():
    """Gives the path of a file in the data folder."""
    return DATA.joinpath
