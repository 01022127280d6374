"""The bulk offer file of a region, as large as they are, against its parser alone; reported, never judged."""

from __future__ import annotations

import csv
import datetime
import json
import subprocess
import sys
import time
from itertools import chain
from pathlib import Path

import pytest

from calc.sources import Query
from calc.sources.offer_file import OfferFile

DATA = Path(__file__).parents[1] / "sources" / "data"
MEGABYTES = 150
CHUNK = 1 << 20
TODAY = datetime.date(2026, 12, 1)

PEAK = """
import datetime, sys
from pathlib import Path
from calc.sources import Query
from calc.sources.offer_file import OfferFile

def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))

before = peak()
query = Query(file=Path(sys.argv[1]))
OfferFile().read(query, today=datetime.date(2026, 12, 1), progress=lambda line: None)
print(before, peak())
"""


@pytest.fixture(scope="module")
def large_json(tmp_path_factory):
    """The example with many more products that nobody asks for; every fourth has ten reserved terms."""
    pytest.importorskip("ijson")
    example = json.loads((DATA / "bulk_offer_file_AmazonEC2.json").read_text(encoding="utf-8"))
    products, terms = example.pop("products"), example.pop("terms")
    sku, product = next(iter(products.items()))
    of_sku = json.dumps(terms["OnDemand"][sku], indent=2)
    product = json.dumps(product, indent=2).replace("p5.48xlarge", "m5.large")
    reserved = json.dumps(
        {f"{sku}.{number}": next(iter(terms["OnDemand"][sku].values())) for number in range(10)}
    )
    count = int(MEGABYTES * 1e6 / (len(product) + len(of_sku) + len(reserved) / 4))
    path = tmp_path_factory.mktemp("offer") / "index.json"

    def members(text, some, every=1):
        yield from (f'"{key}": {json.dumps(value)}' for key, value in some.items())
        yield from (
            f'"X{number:015}": {text.replace(sku, f"X{number:015}")}' for number in range(0, count, every)
        )

    def joined(parts):
        for number, part in enumerate(parts):
            yield f"{',' if number else ''}\n{part}"

    with path.open("w", encoding="utf-8") as file:
        file.writelines(
            chain(
                [json.dumps(example, indent=2)[:-2], ', "products": {'],
                joined(members(product, products)),
                ['}, "terms": {"OnDemand": {'],
                joined(members(of_sku, terms["OnDemand"])),
                ['}, "Reserved": {'],
                joined(members(reserved, {}, every=4)),
                ["}}}"],
            )
        )
    return path


@pytest.fixture(scope="module")
def large_csv(tmp_path_factory):
    lines = (DATA / "bulk_offer_file_AmazonEC2.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    other = lines[6].replace("p5.48xlarge", "m5.large")
    path = tmp_path_factory.mktemp("offer") / "index.csv"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(lines)
        file.writelines(other for _ in range(int(MEGABYTES * 1e6 / len(other))))
    return path


def parse_json_alone(path):
    import ijson

    with path.open("rb") as file:
        for _ in ijson.basic_parse(file, buf_size=CHUNK):
            pass


def parse_csv_alone(path):
    with path.open(encoding="utf-8", newline="") as file:
        for _ in csv.reader(file):
            pass


@pytest.mark.parametrize(
    ("form", "alone", "parser"),
    [("large_json", parse_json_alone, "ijson"), ("large_csv", parse_csv_alone, "the csv module")],
)
def test_offer_file(benchmark, request, form, alone, parser):
    path = request.getfixturevalue(form)
    start = time.perf_counter()
    alone(path)
    floor = time.perf_counter() - start
    reading = benchmark.pedantic(
        lambda: OfferFile().read(Query(file=path), today=TODAY, progress=lambda line: None), rounds=2
    )
    assert {str(rate.usd_per_hour) for rate in reading.rates} == {"55.04", "21.5"}
    ratio = benchmark.stats.stats.median / floor
    benchmark.extra_info |= {"floor_seconds": floor, "ratio": ratio}
    size = path.stat().st_size / 1e6
    print(f"\noffer file of {size:.0f} MB, {form}: {ratio:.2f}x of {parser} alone ({floor:.3g} s)")
    if Path("/proc/self/status").exists():
        command = [sys.executable, "-c", PEAK, str(path)]
        before, after = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        benchmark.extra_info["peak_megabytes"] = float(after)
        print(f"peak memory {float(after):.0f} MB, of which {float(before):.0f} MB before reading")
