from __future__ import annotations

import datetime
import json

import pytest

from calc import compare
from calc.load import parse_scenario
from calc.report import sentence
from calc.ui import state

PRICE, RUNS = "price.usd_per_hour", "throughput"
UNUSUAL = """
perdollar: 1
name: A deployment of two types
notes: |-
  Keep me:
  all of me
unit: request
baseline: old
require: ["new ratio >= 1.0"]
migration: {usd: 5000}
demand: {units_per_month: 1000000000}
options:
  old:
    price: {capacity_block: {upfront_usd: 4300.5, instances: 2, hours: 47, minutes: 30}, region: us-east-2}
    throughput:
      runs: [{units: 1000, seconds: 10, session: a}, {units: 1010, seconds: 10, session: b}]
      offered_per_second: 300
  new:
    notes: kept too
    parts:
      - {instance: trn2.48xlarge, instances: 2, price: 35.7608}
      - {instance: m7i.large, price: 0.1008}
    throughput: [250.000, 251, 249]
    counted_per_unit: 1.25
    conditions: {batch: 8, colour: green, latency_ms: {ttft_p99: 180}}
"""


def test_opens_with_the_worked_example_answered_and_named_as_one(visit):
    assert "per dollar" in visit.answer
    assert "95% interval" in visit.answer
    assert "Worked example" in visit.texts("pd-example")[0]
    assert not visit.problems
    assert not visit.app.exception


def test_shows_the_same_sentence_as_every_report(visit):
    expected = sentence.answer(compare(visit.app.session_state["draft"].good, today=datetime.date.today()))
    assert visit.answer == expected[0]


def test_vendor_claims_stand_beside_the_chart_as_unverified(visit):
    assert visit.texts("pd-tag")
    assert set(visit.texts("pd-tag")) == {"unverified"}


def test_another_price_gives_another_answer(visit):
    before = visit.answer
    visit.type(2, PRICE, "71,5216")
    assert visit.answer != before
    assert "dearer" in visit.answer
    assert "Edited" in visit.texts("pd-example")[0]
    assert "71.5216" in visit.saved


def test_a_wrong_price_says_so_and_the_last_answer_stays_marked(visit):
    visit.type(2, PRICE, "40")
    good = visit.answer
    visit.type(2, PRICE, "$41")
    assert visit.answer == good
    assert visit.problems == ["✕ the text '$41' holds a currency; write the number alone, such as 41"]
    assert "1 field (USD per instance-hour of 16 x Trainium2)" in visit.stale[0]
    visit.type(2, PRICE, "41")
    assert visit.answer != good
    assert not visit.problems
    assert not visit.stale


def test_an_ambiguous_number_is_asked_about(visit):
    visit.type(1, PRICE, "1,234")
    assert "two ways" in visit.problems[0]


def test_all_wrong_fields_are_named_at_once(visit):
    visit.type(1, PRICE, "nonsense")
    visit.type(1, "utilization", "7")
    visit.type(2, RUNS, "20000 -1 20100")
    visit.type("scenario", "confidence", "2")
    assert "4 fields" in visit.stale[0]
    assert "✕ run 2: -1 will not do; write a number greater than 0" in visit.problems


def test_an_emptied_number_is_an_error_and_not_the_old_value(visit):
    visit.type(2, RUNS, "")
    assert "no number" in visit.problems[0]
    assert visit.stale


def test_a_new_option_joins_once_it_has_its_numbers(visit):
    before = visit.answer
    visit.press("add")
    assert visit.answer == before
    assert not visit.problems
    visit.type(3, "label", "Spot")
    visit.type(3, PRICE, "9")
    assert visit.answer == before
    visit.type(3, RUNS, "21000; 21500; 20900")
    assert visit.answer.startswith("Spot is the cheapest")
    visit.press("remove-3")
    assert visit.answer == before


def test_a_new_option_with_a_mistyped_number_gets_one_message(visit):
    visit.press("add")
    visit.type(3, PRICE, "abc")
    visit.type(3, RUNS, "1 2")
    assert len(visit.problems) == 1
    assert "1 field (USD per instance-hour of option-3)" in visit.stale[0]


def test_removing_one_option_leaves_the_texts_of_the_others(visit):
    visit.press("add")
    visit.type(3, PRICE, "9")
    visit.type(3, RUNS, "5 6")
    visit.press("remove-1")
    assert visit.app.text_input(key="2/" + PRICE).value == "35.7608"
    assert visit.app.text_input(key="3/" + PRICE).value == "9"
    assert visit.app.selectbox(key="scenario/baseline").value == "2"
    visit.press("remove-2")
    assert visit.app.button(key="remove-3").disabled


def test_another_baseline_turns_the_ratio_over(visit):
    visit.choose("scenario", "baseline", "2")
    assert "dearer" in visit.answer
    assert "baseline: trn2" in visit.saved


def test_seconds_per_unit(visit):
    visit.choose(1, "form", "seconds_per_unit")
    visit.type(1, RUNS, "0,00005 0,000051")
    assert "seconds_per_unit: [0.00005, 0.000051]" in visit.saved


def test_a_renamed_id_goes_into_the_file_and_a_bad_or_double_one_does_not(visit):
    visit.type(1, "id", "h100")
    assert list(parse_scenario(visit.saved).options) == ["h100", "trn2"]
    visit.type(1, "id", "trn2")
    assert visit.problems == ["✕ another option has this id; write a different one"]
    visit.type(1, "id", "two words")
    assert "cannot be an option's id" in visit.problems[0]
    assert "Id of" in visit.stale[0]


def test_nothing_of_an_unusual_file_is_lost(visit):
    visit.upload("unusual.yaml", UNUSUAL)
    assert not visit.problems
    assert "Loaded from unusual.yaml" in visit.html
    assert parse_scenario(visit.saved) == parse_scenario(UNUSUAL)
    shown = visit.texts("pd-facts")
    assert any("price.capacity_block.upfront_usd" in text and "4300.5" in text for text in shown)
    assert any("parts.1.instance" in text for text in shown)
    visit.type(4, "conditions.batch", "16")
    changed = parse_scenario(UNUSUAL).model_dump(exclude_unset=True)
    changed["options"]["new"]["conditions"]["batch"] = 16
    assert parse_scenario(visit.saved).model_dump(exclude_unset=True) == changed


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        (
            "later.yaml",
            "unit: image\nslo: {ttft_p99_ms: 5}\noptions: {a: {price: 1, throughput: 1}}",
            "not supported yet",
        ),
        ("wrong.yaml", "unit: image\noptions: {a: {price: 0, throughput: 1}}", "wrong.yaml"),
        ("image.yaml", b"\x89PNG\x00\x01", "not text"),
        (
            "require.yaml",
            "unit: image\nrequire: [nonsense]\noptions: {a: {price: 1, throughput: 1}}",
            "nonsense",
        ),
    ],
)
def test_a_file_that_will_not_do_changes_nothing(visit, name, content, said):
    visit.type(2, PRICE, "40")
    before = visit.answer, visit.saved
    visit.upload(name, content)
    assert said in visit.problems[0]
    assert "nothing has changed" in visit.problems[0]
    assert (visit.answer, visit.saved) == before


def test_a_file_of_more_options_than_a_page_can_hold_is_refused(visit):
    rows = "".join(f"o{n},1,{n}\n" for n in range(1, 22))
    visit.upload(
        "many.csv", f"id,price,throughput,unit\no0,1,1,image\n{rows.replace(chr(10), ',' + chr(10))}"
    )
    assert "22 options" in visit.problems[0]
    assert "Worked example" in visit.html


def test_an_upload_is_taken_once(visit):
    visit.upload(
        "small.json", json.dumps({"unit": "image", "options": {"a": {"price": 1, "throughput": [3, 4]}}})
    )
    first = visit.app.session_state["draft"].cards[0].serial
    visit.type(first, PRICE, "2")
    assert visit.saved.count("price: 2") == 1
    visit.type(first, RUNS, "5 6")
    assert "price: 2" in visit.saved


def test_every_example_opens(visit):
    for name in visit.app.selectbox(key="example").options:
        chosen = name.lower().replace(" ", "_")
        visit.app.selectbox(key="example").set_value(chosen)
        visit.press("open-example")
        assert visit.app.session_state["draft"].origin == chosen
        assert not visit.problems
        assert not visit.app.exception


def test_a_change_is_compared_once(visit, monkeypatch):
    compared = []
    original = state.compare
    monkeypatch.setattr(state, "compare", lambda *a, **k: compared.append(k) or original(*a, **k))
    visit.type(1, PRICE, "9")
    assert len(compared) == 1


def test_what_an_invalid_notice_withholds_is_shown_only_when_asked_for(visit):
    visit.choose(2, "throughput.warmup", "included")
    assert visit.answer.startswith("No comparison")
    assert any("Why" in text for text in visit.texts("pd-facts"))
    visit.app.toggle(key="show-withheld").set_value(True).run()
    assert visit.answer.startswith("Not representative")


def test_hostile_text_is_shown_as_it_stands(visit):
    hostile = "<script>alert(1)</script> **b** $x$ [x](javascript:1) :red[no]"
    visit.type(2, "label", hostile)
    visit.type("scenario", "name", hostile)
    assert hostile[:50] in visit.answer
    assert visit.texts("pd-name") == [hostile]
    assert "<script" not in visit.html
    assert not visit.app.markdown
    chart = visit.app.get("plotly_chart")[0].proto.spec
    assert "<script" not in chart
    assert "$x$" not in chart


def test_two_visitors_share_nothing(new_visit):
    one, other = new_visit(), new_visit()
    one.type(2, PRICE, "1")
    other.type(1, RUNS, "21000 21001")
    assert "35.7608" in other.saved
    assert "21400" in one.saved


def test_warnings_stand_right_below_the_answer(visit):
    assert not visit.texts("pd-doubt")
    visit.type(1, RUNS, "21000")
    visit.type(2, PRICE, "2.2351")
    (line,) = visit.texts("pd-doubt")
    assert line.startswith("! 2 warnings: ")
    assert "one run only (gpu)" in line
    assert "a price off by the number of accelerators (trn2)" in line
    assert 'href="#keep-in-mind"' in visit.html
    assert 'id="keep-in-mind"' in visit.html
    visit.choose(2, "throughput.warmup", "included")
    assert any(line.startswith("✕ 1 invalid: warm-up") for line in visit.texts("pd-doubt"))


def test_details_that_an_error_opened_stay_open(visit):
    def opened():
        return [box.proto.expanded for box in visit.app.expander if box.label != "Prices through time"]

    assert opened() == [False, False, False]
    visit.type(2, "utilization", "7")
    visit.type("scenario", "confidence", "2")
    assert opened() == [False, True, True]
    visit.type(2, "utilization", "0.7")
    visit.type("scenario", "confidence", "0.9")
    assert not visit.problems
    assert opened() == [False, True, True]


def test_an_empty_scenario_has_no_answer_until_it_has_its_own(visit):
    visit.press("open-empty")
    assert visit.answer == "No answer yet."
    assert visit.texts("pd-answer-more") == [
        "Still missing: what is counted; the price and the runs of an option."
    ]
    assert not visit.problems
    assert not visit.texts("pd-table")
    assert not visit.app.get("plotly_chart")
    assert "Trainium" not in visit.html
    first, second = (card.serial for card in visit.app.session_state["draft"].cards)
    visit.choose("scenario", "unit", "image")
    for card, price in ((first, "1"), (second, "3")):
        visit.type(card, PRICE, price)
        visit.type(card, RUNS, "5 5.1 5.2")
    assert "images per dollar as option-1" in visit.answer
    saved = parse_scenario(visit.saved)
    assert (saved.unit, saved.notes, list(saved.options)) == ("image", None, ["option-1", "option-2"])


def test_without_a_unit_an_empty_scenario_asks_for_it(visit):
    visit.press("open-empty")
    card = visit.app.session_state["draft"].cards[0].serial
    visit.type(card, PRICE, "1")
    visit.type(card, RUNS, "5 5.1 5.2")
    assert visit.answer == "No answer yet."
    assert visit.texts("pd-answer-more") == ["Still missing: what is counted."]
    visit.type(card, PRICE, "1x")
    visit.choose("scenario", "unit", "image")
    assert "1 field (USD per instance-hour of option-1)" in visit.texts("pd-answer-more")[0]


def test_the_notes_of_an_example_are_replaced(visit):
    assert "made up" in visit.html
    visit.type("scenario", "notes", "Mine:\nof today")
    assert "made up" not in visit.html
    assert parse_scenario(visit.saved).notes == "Mine:\nof today"
    visit.type("scenario", "notes", "")
    assert parse_scenario(visit.saved).notes is None
