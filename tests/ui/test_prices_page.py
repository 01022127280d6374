"""The page of prices."""

from __future__ import annotations

import csv
import datetime
import io

import pytest

from calc import compare
from calc.load import parse_scenario
from calc.sources import read_table
from calc.ui import session

PRICE, RUNS = "price.usd_per_hour", "throughput"
OWN = """instance_type,region,purchase,usd_per_hour,as_of,source
p5.48xlarge,us-east-2,on_demand,40.5,2026-11-01,contract
foo.large,us-east-2,on_demand,1.5,2026-11-01,contract
p5.48xlarge,us-east-2,on_demand,,2026-11-01,contract
p5.48xlarge,nowhere,rented,12,2026-11-01,contract
"""


@pytest.fixture
def prices(visit):
    visit.open("prices")
    return visit


def _key(*parts):
    """A rate's key, as the list of prices to use has it."""
    instance, region, purchase = parts
    return (instance, region, None, purchase, None, None)


def _rows(visit):
    return visit.app.dataframe[0].value


def _upload(visit, content=OWN, name="mine.csv"):
    visit.upload(name, content)


def test_search_and_filters_narrow_the_table(prices):
    everything = len(_rows(prices))
    prices.search("h100")
    assert set(_rows(prices)["instance_type"]) >= {"p5.48xlarge", "p5.4xlarge"}
    prices.search(" P5.48 ")
    assert set(_rows(prices)["instance_type"]) == {"p5.48xlarge"}
    prices.app.multiselect(key="prices/purchase").set_value(["capacity_block"]).run()
    prices.app.multiselect(key="prices/region").set_value(["us-east-1"]).run()
    (row,) = [row for _, row in _rows(prices).iterrows() if not row["zone"]]
    assert (row["usd_per_hour"], row["usd_per_accelerator_hour"]) == (47.76, 5.97)
    assert row["age_days"] == (datetime.date.today() - datetime.date(2026, 10, 7)).days
    assert row["source"]
    assert len(_rows(prices)) < everything


def test_past_prices_come_only_when_asked_for(prices):
    prices.search("p5.48xlarge")
    assert 98.32 not in set(_rows(prices)["usd_per_hour"])
    prices.app.toggle(key="prices/past").set_value(True).run()
    table = _rows(prices)
    assert 98.32 in set(table["usd_per_hour"])
    assert not table[table["usd_per_hour"] == 98.32]["in_force"].any()


def test_the_download_has_the_rows_of_the_table_and_reads_back(prices, downloads):
    prices.search("trn")
    text = downloads["prices/download"]
    rows = list(csv.DictReader(io.StringIO(text)))
    table = _rows(prices)
    assert set(rows[0]) == set(table.columns)
    for key in ("instance_type", "region", "purchase", "source", "note"):
        assert [row[key] for row in rows] == list(table[key])
    assert [float(row["usd_per_hour"]) for row in rows] == list(table["usd_per_hour"])
    again = read_table(text.encode(), name="again.csv", today=datetime.date.today())
    assert len(again.rates) == len(rows)


def test_one_instance_type_is_described_with_what_is_not_published(prices):
    prices.search("trn2.48xlarge")
    assert any("16 x AWS Trainium2" in text for text in prices.texts("pd-quiet"))
    grids = prices.texts("pd-grid")
    assert any("on demand" in grid and "us-east-2" in grid and "Looked for on" in grid for grid in grids)
    prices.search("trn3")
    assert any("No price fits" in text for text in prices.texts("pd-quiet"))
    assert any("trn3" in grid for grid in prices.texts("pd-grid"))
    assert not prices.app.exception


def test_the_course_of_prices_has_a_picture_and_a_table(prices):
    assert not prices.app.get("plotly_chart")
    prices.search("p5.48xlarge")
    assert len(prices.app.get("plotly_chart")) == 1
    course = prices.texts("pd-grid")[-1]
    assert "2025-06-05" in course
    assert "$55.04" in course


def test_nothing_is_lost_between_the_pages(visit):
    visit.type(1, PRICE, "$12")
    visit.type(2, RUNS, "20000, oops")
    visit.type(2, "label", "mine")
    before = visit.answer, visit.problems, visit.stale
    visit.open("prices")
    visit.search("inf2")
    visit.app.multiselect(key="prices/purchase").set_value(["spot"]).run()
    visit.open("compare")
    assert (visit.answer, visit.problems, visit.stale) == before
    assert visit.app.text_input(key=f"1/{PRICE}").value == "$12"
    visit.open("prices")
    assert visit.app.text_input(key="prices/search").value == "inf2"
    assert visit.app.multiselect(key="prices/purchase").value == ["spot"]


def test_a_price_is_used_for_an_option(prices):
    prices.app.selectbox(key="use/price").set_value(_key("p5.48xlarge", "us-west-2", "on_demand")).run()
    prices.press("use/do")
    assert prices.texts("pd-done") == ["8 x H100: p5.48xlarge, on demand, us-west-2: $55.04/h, looked up."]
    prices.open("compare")
    assert not prices.problems
    lookup = parse_scenario(prices.saved).options["gpu"].price.catalogue
    assert (lookup.purchase, lookup.region) == ("on_demand", "us-west-2")
    assert prices.texts("pd-found") == ["$55.04 per instance-hour ($6.88 per accelerator)"]


def test_the_option_of_the_same_instance_is_chosen_and_nothing_is_guessed(prices):
    assert prices.app.button(key="use/do").label == "Choose a price"
    own = ("trn2.48xlarge", "us-east-2", None, "capacity_block", None, None)
    prices.app.selectbox(key="use/price").set_value(own).run()
    assert prices.app.selectbox(key="use/option").value == 2
    assert prices.app.button(key="use/do").label == "Use this price"


def test_another_instance_says_that_the_runs_must_be_of_it(prices):
    prices.app.selectbox(key="use/price").set_value(_key("inf2.48xlarge", "us-east-1", "on_demand")).run()
    assert prices.app.selectbox(key="use/option").value is None
    assert prices.app.button(key="use/do").label == "Choose an option"
    assert prices.app.button(key="use/do").disabled
    prices.app.selectbox(key="use/option").set_value(1).run()
    assert any("becomes inf2.48xlarge instead of p5.48xlarge" in text for text in prices.texts("pd-quiet"))


def test_a_price_is_used_for_a_new_option(prices):
    before = len(prices.app.session_state["draft"].cards)
    prices.app.selectbox(key="use/price").set_value(_key("trn1.32xlarge", "us-east-1", "on_demand")).run()
    prices.app.selectbox(key="use/option").set_value(0).run()
    prices.press("use/do")
    prices.open("compare")
    card = prices.app.session_state["draft"].cards[-1]
    assert len(prices.app.session_state["draft"].cards) == before + 1
    assert not prices.problems
    prices.type(card.serial, RUNS, "5000 5100 5050")
    assert parse_scenario(prices.saved).options[card.id].instance == "trn1.32xlarge"


def test_a_price_on_which_sources_disagree_cannot_be_used(prices):
    key = ("trn2.48xlarge", "us-east-2", "us-east-2c", "spot", None, None)
    prices.app.selectbox(key="use/price").set_value(key).run()
    assert "disagree" in prices.problems[0]
    assert prices.app.button(key="use/do").disabled


def test_it_takes_the_place_of_any_other_form_of_price(visit):
    visit.upload(
        "owned.yaml",
        "unit: image\noptions: {mine: {instance: box, accelerators: 4, price: "
        "{owned: {capex_usd: 1000, years: 3}, discount: 0.1}, throughput: [1, 2, 3]}}",
    )
    visit.open("prices")
    visit.app.selectbox(key="use/price").set_value(_key("trn1.32xlarge", "us-east-1", "on_demand")).run()
    (card,) = visit.app.session_state["draft"].cards
    visit.app.selectbox(key="use/option").set_value(card.serial).run()
    visit.press("use/do")
    visit.open("compare")
    option = parse_scenario(visit.saved).options["mine"]
    assert option.price.owned is None
    assert option.price.catalogue.purchase == "on_demand"
    assert str(option.price.discount) == "0.1"
    assert option.accelerators is None


def test_the_own_table_stands_in_front_and_every_bad_row_is_named(prices):
    _upload(prices)
    assert prices.texts("pd-found") == ["mine.csv: 2 prices used, 2 rows left out."]
    problems = prices.texts("pd-grid")[-1]
    assert "4✕ left outthe price is missing" in problems
    assert "5✕ left out" in problems
    assert "3! kept" in problems
    prices.search("p5.48xlarge")
    table = _rows(prices)
    assert list(table[table["standing"] == "your price"]["usd_per_hour"]) == [40.5]
    prices.open("compare")
    prices.look_up(1, purchase="on_demand", region="us-east-2")
    assert prices.texts("pd-found")[0].startswith("$40.50")
    assert any("Your price: contract" in text for text in prices.texts("pd-quiet"))
    assert any("--prices mine.csv" in text for text in prices.texts("pd-quiet"))


def test_without_its_table_the_last_answer_stays_and_the_lookup_says_what_is_missing(prices):
    _upload(
        prices, OWN.replace("p5.48xlarge,us-east-2,on_demand,40.5", "trn2.48xlarge,us-east-1,on_demand,9")
    )
    prices.open("compare")
    prices.look_up(2, purchase="on_demand", region="us-east-1")
    good = prices.answer
    assert not prices.problems
    prices.open("prices")
    prices.press("own/remove")
    prices.open("compare")
    assert prices.answer == good
    assert "no on_demand price of trn2.48xlarge in us-east-1" in prices.problems[0]
    assert not prices.app.exception


def test_the_own_table_is_read_once(prices, monkeypatch):
    read = []
    from calc.ui import own_table

    original = own_table.read_table
    monkeypatch.setattr(own_table, "read_table", lambda *a, **k: read.append(1) or original(*a, **k))
    _upload(prices)
    prices.search("p5")
    prices.open("compare")
    prices.open("prices")
    _upload(prices)
    assert len(read) == 1


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("big.csv", b"x" * 5_000_001, "larger than 5 MB"),
        ("odd.csv", b"colour,size\nred,1\n", "no column for instance_type"),
        ("odd.csv", b"instance_type,region,purchase,cost\n", "import odd.csv --column usd_per_hour=THEIRS"),
        ("bad.parquet", b"PAR1 nonsense", "Parquet"),
        ("empty.csv", b"instance_type,region,purchase,usd_per_hour\n", "no row of prices"),
    ],
)
def test_a_table_that_will_not_do_changes_nothing(prices, name, content, said):
    _upload(prices)
    _upload(prices, content, name)
    assert said in prices.problems[0]
    assert prices.texts("pd-found") == ["mine.csv: 2 prices used, 2 rows left out."]


def test_hostile_tables_are_shown_as_they_stand(prices):
    hostile = "<script>alert(1)</script>"
    _upload(
        prices, OWN.replace("foo.large", hostile).replace("contract", f'"{hostile} $x$"'), f"{hostile}.csv"
    )
    prices.search("script")
    prices.app.selectbox(key="use/price").set_value(_key(hostile, "us-east-2", "on_demand")).run()
    assert "<script" not in prices.html
    assert "<script" not in prices.app.get("plotly_chart")[0].proto.spec
    assert hostile in prices.texts("pd-quiet")[-2] or any(
        hostile in text for text in prices.texts("pd-quiet")
    )
    assert not prices.app.exception


def test_two_visitors_share_no_prices(new_visit):
    one, other = new_visit(), new_visit()
    one.open("prices")
    other.open("prices")
    _upload(one)
    assert "your price" not in set(_rows(other)["standing"])
    assert session.OWN in other.app.session_state
    assert other.app.session_state[session.OWN] is None


def test_the_saved_file_gives_the_answer_of_the_page(prices):
    prices.app.selectbox(key="use/price").set_value(_key("p5.48xlarge", "us-west-2", "on_demand")).run()
    prices.press("use/do")
    prices.open("compare")
    draft = prices.app.session_state["draft"]
    again = compare(parse_scenario(prices.saved), today=datetime.date.today())
    assert again.options["trn2"].vs_baseline == draft.answer(show_invalid=False).options["trn2"].vs_baseline


def test_of_very_many_prices_none_is_offered_until_they_are_narrowed(prices):
    rows = "".join(f"box{n}.large,us-east-1,on_demand,1,2026-11-01,contract\n" for n in range(1_500))
    _upload(prices, OWN + rows)
    assert any("search for an instance to choose one" in text for text in prices.texts("pd-quiet"))
    prices.search("box7.large")
    assert len(prices.app.selectbox(key="use/price").options) == 1
