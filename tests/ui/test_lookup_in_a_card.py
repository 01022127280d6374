"""A price that is looked up in the card of an option."""

from __future__ import annotations

import datetime

import pytest

from calc import compare
from calc.load import parse_scenario

PURCHASE, REGION, ZONE = (f"price.catalogue.{name}" for name in ("purchase", "region", "zone"))
PRICE, RUNS = "price.usd_per_hour", "throughput"
LOOKED_UP = """
unit: output_token
options:
  gpu:
    instance: p5.48xlarge
    price: {catalogue: {purchase: on_demand, region: us-east-1, date: 2025-04-01}, discount: 0.1}
    throughput: [1000, 1010, 990]
  trn2:
    instance: trn2.48xlarge
    price: {catalogue: {purchase: capacity_block, region: us-east-2}}
    throughput: [950, 955, 945]
"""


def _found(visit):
    return visit.texts("pd-found")


def test_what_was_said_of_the_typed_price_is_looked_up_at_once(visit):
    visit.state_price(1, "catalogue")
    assert visit.app.selectbox(key=f"1/{PURCHASE}").value == "capacity_block"
    assert visit.app.selectbox(key=f"1/{REGION}").value == "us-east-2"
    assert _found(visit) == ["$47.76 per instance-hour ($5.97 per accelerator)"]
    assert not visit.problems


def test_a_choice_once_made_is_kept_and_what_the_book_has_not_is_not_taken_over(visit):
    visit.look_up(1, purchase="on_demand", region="us-east-1")
    visit.state_price(1, "typed")
    visit.state_price(1, "catalogue")
    assert visit.app.selectbox(key=f"1/{PURCHASE}").value == "on_demand"
    visit.choose(2, "price.purchase", "on_demand")
    visit.state_price(2, "catalogue")
    assert visit.app.selectbox(key=f"2/{PURCHASE}").value is None
    assert visit.app.selectbox(key=f"2/{REGION}").value is None


def test_nothing_is_chosen_for_the_visitor(visit):
    visit.choose(1, "price.purchase", "unstated")
    before = visit.answer
    visit.state_price(1, "catalogue")
    assert visit.app.selectbox(key=f"1/{PURCHASE}").value is None
    assert visit.problems == ["✕ choose how it is bought"]
    visit.choose(1, PURCHASE, "capacity_block")
    assert visit.app.selectbox(key=f"1/{REGION}").value is None
    assert "choose a region" in visit.problems[0]
    assert visit.stale
    assert visit.answer == before
    assert not _found(visit)


def test_the_price_found_has_its_age_and_source(visit):
    visit.look_up(1, purchase="capacity_block", region="us-east-1")
    assert _found(visit) == ["$47.76 per instance-hour ($5.97 per accelerator)"]
    said = next(text for text in visit.texts("pd-quiet") if text.startswith("Valid from"))
    days = (datetime.date.today() - datetime.date(2026, 10, 7)).days
    assert f"read on 2026-10-07, {days} days ago. Catalogue price: news item of 2026-10-03" in said
    assert not visit.problems
    option = parse_scenario(visit.saved).options["gpu"]
    assert option.price.catalogue.region == "us-east-1"
    assert option.price.usd_per_hour is None


def test_only_what_the_book_has_can_be_chosen(visit):
    visit.look_up(2)
    assert visit.app.selectbox(key=f"2/{PURCHASE}").options == ["spot", "capacity block"]
    visit.choose(2, PURCHASE, "capacity_block")
    assert visit.app.selectbox(key=f"2/{REGION}").options == ["ap-south-2", "us-east-2"]
    assert any("No on-demand" in text and "trn2.48xlarge" in text for text in visit.texts("pd-quiet"))


def test_zones_are_asked_for_only_where_prices_differ_by_them(visit):
    visit.look_up(1, purchase="on_demand", region="us-east-1")
    assert f"1/{ZONE}" not in [box.key for box in visit.app.selectbox]
    visit.choose(1, PURCHASE, "spot")
    assert "differ by zone" in visit.problems[0]
    visit.choose(1, ZONE, "use1-az6")
    assert _found(visit)[0].startswith("$17.63")
    assert not visit.problems


def test_a_choice_that_no_longer_fits_stays_and_is_explained(visit):
    visit.look_up(1, purchase="on_demand", region="us-east-1")
    good = visit.answer
    visit.choose(1, "instance", "trn2.48xlarge")
    assert visit.app.selectbox(key=f"1/{PURCHASE}").value == "on_demand"
    assert "no on_demand price of trn2.48xlarge in us-east-1" in visit.problems[0]
    assert "the price looked up of 8 x H100" in visit.stale[0]
    assert visit.answer == good


def test_what_was_typed_comes_back(visit):
    typed = visit.saved
    visit.type(1, PRICE, "12.5")
    visit.look_up(1, purchase="on_demand", region="us-east-1")
    visit.state_price(1, "typed")
    assert "12.5" in visit.saved
    visit.type(1, PRICE, "47.76")
    assert visit.saved == typed


def test_a_file_with_lookups_is_shown_and_saved_again(visit):
    visit.upload("lookups.yaml", LOOKED_UP)
    first, second = (card.serial for card in visit.app.session_state["draft"].cards)
    assert visit.app.selectbox(key=f"{first}/{REGION}").value == "us-east-1"
    assert visit.app.text_input(key=f"{first}/price.catalogue.date").value == "2025-04-01"
    assert [text.split()[0] for text in _found(visit)] == ["$98.32", "$35.76"]
    saved, loaded = parse_scenario(visit.saved), parse_scenario(LOOKED_UP)
    assert saved.options["gpu"] == loaded.options["gpu"]
    visit.state_price(second, "typed")
    visit.type(second, PRICE, "30")
    assert parse_scenario(visit.saved).options["trn2"].price.usd_per_hour == 30


def test_saving_writes_the_day_so_that_the_file_gives_the_same_later(visit):
    visit.upload("lookups.yaml", LOOKED_UP)
    today = datetime.date.today()
    saved = parse_scenario(visit.saved)
    assert saved.options["trn2"].price.catalogue.date == today
    assert saved.options["gpu"].price.catalogue.date == datetime.date(2025, 4, 1)
    later = compare(saved, today=today + datetime.timedelta(days=900))
    now = visit.app.session_state["draft"].answer(show_invalid=False)
    for id_, answer in now.options.items():
        assert later.options[id_].usd_per_unit == answer.usd_per_unit


@pytest.mark.parametrize(
    ("text", "said"), [("yesterday", "date"), ("2020-01-01", "no capacity_block price of p5.48xlarge")]
)
def test_a_day_that_will_not_do_says_so(visit, text, said):
    visit.look_up(1, purchase="capacity_block", region="us-east-1")
    visit.type(1, "price.catalogue.date", text)
    assert said in visit.problems[0]
    assert visit.stale


def test_a_new_option_can_be_looked_up(visit):
    before = visit.answer
    visit.press("add")
    visit.choose(3, "instance", "trn1.32xlarge")
    visit.look_up(3, purchase="on_demand", region="us-east-1")
    assert visit.answer == before
    assert not visit.problems
    visit.type(3, RUNS, "9000 9100 9050")
    assert visit.answer != before
    assert _found(visit)


def test_the_verdict_through_time_has_the_sentence_the_picture_and_the_table(visit):
    lines = visit.texts("pd-line")
    assert any("since 2026-07-01" in line and "$37.27" in line for line in lines)
    grids = visit.texts("pd-grid")
    assert any("2026-02-01" in grid and "$31.46" in grid for grid in grids)
    assert [chart.key for chart in visit.app.get("plotly_chart")] == ["chart", "history-chart"]


def test_where_no_price_can_be_followed_it_says_why(visit):
    for card in (1, 2):
        visit.choose(card, "price.purchase", "unstated")
    assert "No price can be followed through time" in visit.texts("pd-line")[0]
    assert len(visit.app.get("plotly_chart")) == 1


def test_the_day_is_written_into_the_parts_of_a_deployment_too(visit):
    part = "{instance: p5.48xlarge, price: {catalogue: {purchase: on_demand, region: us-east-1}}}"
    visit.upload(
        "parts.yaml", f"unit: image\noptions: {{a: {{parts: [{part}, {part}], throughput: [1, 2, 3]}}}}"
    )
    parts = parse_scenario(visit.saved).options["a"].parts
    assert [part.price.catalogue.date for part in parts] == [datetime.date.today()] * 2
