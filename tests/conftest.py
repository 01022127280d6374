"""What all tests share: reproducible hypothesis runs, and simulations only where they are asked for."""

from __future__ import annotations

import pytest
from hypothesis import settings

# The same examples every time, and no limit on how long one may take on a busy machine.
settings.register_profile("perdollar", derandomize=True, deadline=None)
settings.load_profile("perdollar")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "simulation" in config.getoption("-m"):
        return
    skip = pytest.mark.skip(reason="a long simulation; run with -m simulation")
    for item in items:
        if "simulation" in item.keywords:
            item.add_marker(skip)
