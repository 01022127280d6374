"""The catalogue, reported against reading its CSV alone: loading it, and the first price of a process."""

from __future__ import annotations

import csv
import datetime
import subprocess
import sys
from pathlib import Path

import pricing_data
from calc.sources.book import PriceBook
from pricing_data import rate_tables

FILES = Path(pricing_data.__file__).parent / "rates"
LOOKUP = {"purchase": "capacity_block", "region": "us-east-2", "day": datetime.date(2026, 12, 1)}
FIRST_PRICE = """
import time
import calc
from calc.sources.book import PriceBook
start = time.perf_counter()
PriceBook().find("trn2.48xlarge", purchase="capacity_block", region="us-east-2")
print(time.perf_counter() - start)
"""


def read_csv_alone():
    for file in FILES.glob("*.csv"):
        with file.open(encoding="utf-8", newline="") as lines:
            for _ in csv.DictReader(lines):
                pass


def test_loading_all_rates(benchmark, median_of, report):
    def load():
        for cached in (rate_tables._rates, rate_tables._sources):
            cached.cache_clear()
        pricing_data.rates()

    floor = median_of(20, read_csv_alone)
    benchmark(load)
    report(benchmark, "all rates", floor, "reading their CSV alone")


def test_one_lookup(benchmark, median_of, report):
    book = PriceBook()
    floor = median_of(200, lambda: [rate for rate in book.rates() if rate.instance_type == "trn2.48xlarge"])
    benchmark(book.find, "trn2.48xlarge", **LOOKUP)
    report(benchmark, "one lookup", floor, "one pass over all rates")


def test_first_price_of_a_process(benchmark, median_of, report):
    """The time in the process, from after the imports to the price (aim: 10 ms)."""
    seconds = []

    def run():
        done = subprocess.run([sys.executable, "-c", FIRST_PRICE], check=True, capture_output=True, text=True)
        seconds.append(float(done.stdout))

    benchmark.pedantic(run, rounds=5, warmup_rounds=1)
    first = sorted(seconds)[len(seconds) // 2]
    benchmark.extra_info["first_price_ms"] = 1e3 * first
    print(f"\nfirst price after import: {1e3 * first:.1f} ms")
