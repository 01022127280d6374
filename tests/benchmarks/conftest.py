"""What the benchmarks share: a floor measured in the same run, and a ratio to it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def median_of() -> Callable[[int, Callable[[], Any]], float]:
    """Median seconds of an action over some repeats."""

    def measure(repeats: int, action: Callable[[], Any]) -> float:
        times = []
        for _ in range(repeats):
            start = time.perf_counter()
            action()
            times.append(time.perf_counter() - start)
        return sorted(times)[repeats // 2]

    return measure


@pytest.fixture
def report() -> Callable[[Any, str, float, str], None]:
    """Prints and keeps the ratio of a benchmark to its floor."""

    def write(benchmark: Any, what: str, floor: float, name: str) -> None:
        ratio = benchmark.stats.stats.median / floor
        benchmark.extra_info.update(floor_seconds=floor, ratio=ratio)
        print(f"\n{what}: {ratio:.2f}x of {name} ({floor * 1e3:.3g} ms)")

    return write
