from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
COLOURS = ["rgb(255, 255, 255)", "rgb(27, 37, 41)"]  # background and text of calc/ui/theme.toml


def _fill(page: Page, card: int, label: str, text: str) -> None:
    field = page.locator(f".st-key-card-{card}").get_by_label(label, exact=True)
    field.fill(text)
    field.press("Control+Enter")


def _cells(page: Page, title: str) -> list[str]:
    """The cells of one row of the table of the answer."""
    row = page.locator(".pd-table tr", has=page.get_by_role("rowheader", name=title, exact=True))
    return row.locator("td").all_inner_texts()


def _colours(page: Page) -> list[str]:
    return page.locator(".stApp").evaluate(
        "app => [getComputedStyle(app).backgroundColor, getComputedStyle(app).color]"
    )


def test_what_is_edited_and_saved_gives_the_same_on_the_command_line(
    installed, visit, tmp_path, on_the_command_line
):
    page = visit(installed)
    answer = page.locator(".pd-answer")
    _fill(page, 2, "USD per instance-hour", "30,25")
    expect(answer).to_contain_text("1.51x")
    page.get_by_role("button", name="Add an option").click()
    _fill(page, 3, "Name", "Cheap box <b>")
    expect(page.locator(".st-key-card-3")).to_contain_text("Cheap box <b>")
    page.locator(".st-key-card-3").get_by_label("Instance type", exact=True).fill("my own box")
    page.get_by_role("option").filter(has_text="my own box").first.click()
    _fill(page, 3, "USD per instance-hour", "2.5")
    _fill(page, 3, "Runs, audio seconds/s", "2,100.5 2110\n2090; 2095, 2111")
    expect(answer).to_contain_text("Cheap box <b> is the cheapest")
    expect(page.locator(".pd-table thead th")).to_have_count(3)
    expect(page.locator(".pd-table")).to_contain_text("my own box")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    saved = tmp_path / "scenario.yaml"
    download.value.save_as(saved)

    told = json.loads(on_the_command_line("compare", saved, "--format", "json"))
    options = list(told["options"].values())
    assert [option["instance"] for option in options] == ["p5.48xlarge", "trn2.48xlarge", "my own box"]
    assert options[1]["price"]["usd_per_hour"] == 30.25
    assert options[2]["throughput"]["n_runs"] == 5
    shown = [float(cell.replace(",", "")) for cell in _cells(page, "audio seconds per USD")]
    assert shown == [pytest.approx(option["units_per_usd"], rel=5e-4) for option in options]
    said = " ".join(on_the_command_line("compare", saved).split())
    for sentence in page.locator(".pd-answer, .pd-answer-more").all_inner_texts():
        assert sentence in said


def test_a_wrong_number_leaves_the_last_answer_marked(installed, visit):
    page = visit(installed)
    before = page.locator(".pd-answer").inner_text()
    _fill(page, 1, "USD per instance-hour", "0")
    expect(page.locator(".st-key-card-1 .pd-problem")).to_contain_text("0 will not do")
    expect(page.locator(".pd-stale")).to_contain_text("Not updated: fix 1 field")
    assert page.locator(".pd-answer").inner_text() == before
    _fill(page, 1, "USD per instance-hour", "10")
    expect(page.locator(".pd-stale")).to_have_count(0)
    expect(page.locator(".pd-answer")).not_to_have_text(before)


def test_a_file_is_loaded_and_one_that_will_not_do_changes_nothing(installed, visit, tmp_path):
    page = visit(installed)
    scenario = tmp_path / "mine.toml"
    scenario.write_text(
        'unit = "image"\n[options.a]\nprice = 1.5\nthroughput = [2.0, 2.1]\n'
        "[options.b]\nprice = 3\nthroughput = [5, 5.1]\n"
    )
    page.get_by_role("button", name="Load", exact=True).click()
    page.locator("input[type=file]").set_input_files(scenario)
    expect(page.locator(".pd-answer")).to_contain_text("images per dollar as a")
    bad = tmp_path / "bad.yaml"
    bad.write_text("unit: image\noptions: {a: {price: -1, throughput: 2}}\n")
    expect(page.locator("input[type=file]")).to_have_count(1)
    page.locator("input[type=file]").set_input_files(bad)
    expect(page.locator(".pd-problem")).to_contain_text("-1 will not do")
    expect(page.locator(".pd-answer")).to_contain_text("images per dollar as a")


def test_hostile_text_does_nothing(installed, visit):
    page = visit(installed)
    hostile = '<img src=x onerror="window.owned=1"> <script>window.owned=1</script> $x$ :red[a] **b**'
    _fill(page, 2, "Name", hostile)
    expect(page.locator(".st-key-card-2 .pd-card-title")).to_contain_text(hostile)
    expect(page.locator(".pd-answer")).to_contain_text('<img src=x onerror="window.owned=1">')
    expect(page.locator(".js-plotly-plot").get_by_text("<img src=x")).to_be_visible()
    assert page.evaluate("window.owned") is None


def test_the_answer_is_above_the_fold_and_fits_a_phone(installed, visit):
    page = visit(installed)
    chart = page.locator(".js-plotly-plot").first.bounding_box()
    assert chart is not None
    assert chart["y"] + chart["height"] <= 800
    phone = visit(installed, width=390, height=844, dark=True)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    sentence = phone.locator(".pd-answer").bounding_box()
    assert sentence is not None
    assert sentence["x"] + sentence["width"] <= 390
    expect(phone.get_by_role("textbox", name="USD per instance-hour", exact=True)).to_have_count(2)


def test_the_app_asks_nobody_else(installed, chromium):
    context = chromium.new_context()
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(installed)
    expect(page.locator(".pd-answer")).to_contain_text("per dollar")
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    context.close()
    elsewhere = [url for url in asked if not url.startswith((installed, "data:", "blob:"))]
    assert elsewhere == []


def test_a_checkout_opens_the_same_app(installed, checkout, visit):
    pages = [visit(installed), visit(checkout)]
    assert [_colours(page) for page in pages] == [COLOURS, COLOURS]
    first, second = (page.locator(".pd-answer").inner_text() for page in pages)
    assert first == second


def test_no_advert_covers_the_buttons(beside_an_agent, visit):
    page = visit(beside_an_agent)
    expect(page.get_by_test_id("stSkillsNudgeAnchor")).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    assert download.value.suggested_filename == "scenario.yaml"


def test_warnings_are_above_the_fold_and_lead_to_their_reasons(installed, visit):
    page = visit(installed)
    _fill(page, 1, "Runs, audio seconds/s", "21000")
    line = page.locator(".pd-doubt")
    expect(line).to_contain_text("1 warning: one run only (gpu)")
    box = line.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 800
    line.get_by_role("link").click()
    expect(page.get_by_role("heading", name="What to keep in mind")).to_be_in_viewport()
    expect(page.locator(".st-key-card-1").get_by_label("Runs, audio seconds/s", exact=True)).to_have_value(
        "21000"
    )


def test_details_stay_open_when_an_error_in_them_is_fixed(installed, visit):
    page = visit(installed)
    card = page.locator(".st-key-card-2")
    card.get_by_text("Details:").click()
    where = card.get_by_label("Utilization", exact=True)
    for text, problems in (("7", 1), ("0.7", 0)):
        _fill(page, 2, "Utilization", text)
        expect(page.locator(".pd-problem")).to_have_count(problems)
        expect(where).to_be_visible()
    _fill(page, 2, "USD per instance-hour", "x")  # its message moves all that stands below it
    expect(page.locator(".pd-problem")).to_have_count(1)
    expect(where).to_be_visible()
    page.get_by_text("Name, confidence").click()
    fields = page.get_by_label("Confidence", exact=True)
    for text, problems in (("2", 2), ("0.9", 1)):
        fields.fill(text)
        fields.press("Enter")
        expect(page.locator(".pd-problem")).to_have_count(problems)
        expect(fields).to_be_in_viewport()
