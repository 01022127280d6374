"""Reported, never judged: each figure stands beside a floor measured in the same run.

Run with `pytest tests/benchmarks --benchmark-only`; the ratio to the floor is in the extra columns of
`--benchmark-json` and printed at the end of each test.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from calc import compare
from calc.load import load_scenario

SCENARIO = """\
perdollar: 1
name: Transcription
unit: audio_second
options:
  gpu:
    instance: g6e.12xlarge
    price: 10.49
    throughput: [4210, 4188, 4235]
  trn2:
    instance: trn2.48xlarge
    price: {usd_per_hour: 35.7608, purchase: capacity_block, region: us-east-2, as_of: 2026-10-08}
    throughput: [17010, 16890, 17120]
"""


def median_of(repeats, action):
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return sorted(times)[repeats // 2]


def report(benchmark, what, floor, name):
    ratio = benchmark.stats.stats.median / floor
    benchmark.extra_info["floor_seconds"] = floor
    benchmark.extra_info["ratio"] = ratio
    print(f"\n{what}: {ratio:.2f}x of {name} ({floor * 1e3:.3g} ms)")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


def test_start_of_the_command(benchmark, file):
    def run(*command):
        subprocess.run(command, check=True, capture_output=True)

    floor = median_of(5, lambda: run(sys.executable, "-c", "import pydantic, numpy, scipy.special"))
    perdollar = Path(sys.executable).with_name("perdollar")
    benchmark.pedantic(lambda: run(perdollar, "compare", file), rounds=5, warmup_rounds=1)
    report(benchmark, "perdollar compare", floor, "importing pydantic, numpy and scipy.special")


def test_one_comparison(benchmark, file):
    scenario = load_scenario(file)
    floor = median_of(200, scenario.model_dump_json)
    benchmark(compare, scenario)
    report(benchmark, "compare()", floor, "writing the scenario as JSON")


def test_a_thousand_files_in_one_call(benchmark, tmp_path):
    for number in range(1000):
        (tmp_path / f"{number}.yaml").write_text(SCENARIO, encoding="utf-8")

    def parse_only():
        from ruamel.yaml import YAML

        for path in tmp_path.glob("*.yaml"):
            YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))

    floor = median_of(1, parse_only)
    perdollar = Path(sys.executable).with_name("perdollar")
    command = [perdollar, "compare", str(tmp_path / "*.yaml"), "--format", "jsonl"]
    benchmark.pedantic(
        lambda: subprocess.run(command, check=True, capture_output=True), rounds=3, warmup_rounds=1
    )
    report(benchmark, "1,000 scenario files", floor, "parsing their YAML alone")
