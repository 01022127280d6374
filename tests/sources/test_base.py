from __future__ import annotations

import datetime
from dataclasses import replace
from decimal import Decimal

import pytest

from calc.errors import InputError
from calc.sources import HEAD, FileSource, Query, SourceError, detect, sources
from calc.sources.base import one_price_each
from pricing_data import rates

TODAY = datetime.date(2026, 12, 1)

PLUGIN = """
import datetime
from decimal import Decimal
from calc.sources import Reading
from pricing_data import Rate


class Colo:
    name = "colo"

    def matches(self, head):
        return head.startswith(b"COLO")

    def read(self, query, *, today, progress):
        progress("asking the colo")
        return Reading(tuple(
            Rate(instance_type=name, region="unstated", zone=None, purchase="private", term=None,
                 payment=None, usd_per_hour=Decimal("9.50"), valid_from=today, as_of=today,
                 standing="user", source="colo contract", note="")
            for name in query.types()
        ))
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Puts a package with a price source where Python finds it, as an installer would."""

    def put(module, text, entry):
        (tmp_path / f"{module}.py").write_text(text, encoding="utf-8")
        about = tmp_path / f"{module}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[perdollar.sources]\n{entry}\n")
        monkeypatch.syspath_prepend(tmp_path)

    return put


def test_our_own_sources_are_registered():
    assert {"aws", "offer_file", "table", "vantage"} <= sources().keys()
    assert all(source.name == name for name, source in sources().items())


def test_a_plug_in_is_found_and_answers(install):
    install("colo_prices", PLUGIN, "colo = colo_prices:Colo")
    lines = []
    reading = sources()["colo"].read(Query(("P5.48XLARGE",)), today=TODAY, progress=lines.append)
    (rate,) = reading.rates
    assert (rate.instance_type, rate.usd_per_hour) == ("p5.48xlarge", Decimal("9.50"))
    assert lines == ["asking the colo"]


def test_a_plug_in_reads_files_of_its_own(install):
    install("colo_files", PLUGIN, "colo = colo_files:Colo")
    assert isinstance(sources()["colo"], FileSource)
    assert detect(b"COLO 1.0\n").name == "colo"


@pytest.mark.parametrize(
    ("module", "text", "what"),
    [
        ("broken_prices", "import no_such_package", "ModuleNotFoundError"),
        ("empty_prices", "", "AttributeError"),
    ],
)
def test_a_plug_in_that_does_not_load_is_named(install, module, text, what):
    install(module, text, f"colo = {module}:Colo")
    with pytest.raises(SourceError, match=rf"source colo of the package {module} .*{what}.*uninstall"):
        sources()


def test_two_sources_of_one_name_are_refused(install):
    install("second_aws", "class Aws:\n    name = 'aws'\n", "second = second_aws:Aws")
    with pytest.raises(SourceError, match="two price sources are called aws"):
        sources()


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("bulk_offer_file_AmazonEC2.json", "offer_file"),
        ("bulk_offer_file_AmazonEC2.csv", "offer_file"),
        ("vantage_export.json", "vantage"),
    ],
)
def test_a_file_is_known_by_its_content(data, file, name):
    assert detect(data(file).read_bytes()[:HEAD]).name == name


@pytest.mark.parametrize(
    "head",
    [
        b"instance_type,region,purchase,usd_per_hour\n",
        b'[{"instance_type": "p5.48xlarge", "usd_per_hour": 55.04}]',
        b'{"rates": []}',
        b"PK\x03\x04",
        b"PAR1",
        b"",
    ],
)
def test_all_else_is_the_users_table(head):
    assert detect(head).name == "table"


def test_a_query_wants_what_it_names_and_anything_where_it_names_nothing():
    held = rates()
    assert all(map(Query().wants, held))
    query = Query(("P5.48XLARGE", "foo.large"), ("us-east-2",))
    wanted = [rate for rate in held if query.wants(rate)]
    assert {(rate.instance_type, rate.region) for rate in wanted} == {("p5.48xlarge", "us-east-2")}
    assert query.wants(replace(held[0], instance_type="foo.large", region="us-east-2"))


def test_by_default_all_types_that_can_be_asked_for():
    types = Query().types()
    assert {"trn2.48xlarge", "p6-b200.48xlarge"} <= set(types)
    assert not [name for name in types if "Ultra" in name or name.startswith("u-")]


def test_a_file_source_needs_a_file():
    for source in sources().values():
        if isinstance(source, FileSource):
            with pytest.raises(InputError, match="name one"):
                source.read(Query(), today=TODAY, progress=print)


def test_of_prices_that_contradict_each_other_none_is_used():
    from dataclasses import replace

    one, other, third = rates("on_demand")[:3]
    dearer = replace(one, usd_per_hour=one.usd_per_hour + 1)
    kept, faults = one_price_each([one, other, dearer, other, third])
    assert kept == (other, third)
    assert str(dearer.usd_per_hour) in faults[0].what
    assert faults[0].level == "error"


def test_zoneless_spot_prices_are_a_range():
    from dataclasses import replace

    low = next(rate for rate in rates("spot") if rate.zone is None)
    high = replace(low, usd_per_hour=low.usd_per_hour * 2)
    assert one_price_each([low, high]) == ((low, high), ())
