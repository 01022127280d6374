"""Reported, never judged: each figure stands beside a floor measured in the same run.

Run with `pytest tests/benchmarks --benchmark-only`; the ratio to the floor is in the extra columns of
`--benchmark-json` and printed at the end of each test.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from calc import Scenario, compare
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


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "scenario.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    return path


def test_start_of_the_command(benchmark, file, median_of, report):
    def run(*command):
        subprocess.run(command, check=True, capture_output=True)

    floor = median_of(5, lambda: run(sys.executable, "-c", "import pydantic, numpy, scipy.special"))
    perdollar = Path(sys.executable).with_name("perdollar")
    benchmark.pedantic(lambda: run(perdollar, "compare", file), rounds=5, warmup_rounds=1)
    report(benchmark, "perdollar compare", floor, "importing pydantic, numpy and scipy.special")


def test_one_comparison(benchmark, file, median_of, report):
    scenario = load_scenario(file)
    written = scenario.model_dump(exclude_unset=True)
    floor = median_of(200, lambda: Scenario.model_validate(written))
    benchmark(compare, scenario)
    report(benchmark, "compare()", floor, "validating the scenario")


def test_a_thousand_files_in_one_call(benchmark, tmp_path, median_of, report):
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
