"""Prices that are looked up, on both pages, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
OWN = """instance_type,region,purchase,usd_per_hour,as_of
p5.48xlarge,us-east-2,on_demand,40.5,2026-11-01
p5.48xlarge,us-east-2,on_demand,,2026-11-01
"""


def _choose(page: Page, within: str, label: str, text: str) -> None:
    box = page.locator(within).get_by_label(label, exact=True).first
    box.click()
    page.keyboard.type(text)  # a long list draws only a part of itself
    page.get_by_role("option", name=text, exact=True).click()


def _open(page: Page, name: str) -> None:
    # Streamlit loses a click that takes no time at all, in the same instant as the entry it ends.
    page.get_by_role("link", name=name, exact=True).click(delay=60)


def _units_per_usd(page: Page) -> list[float]:
    title = page.get_by_role("rowheader", name="audio seconds per USD", exact=True)
    cells = page.locator(".pd-table tr", has=title).locator("td").all_inner_texts()
    return [float(cell.replace(",", "")) for cell in cells]


def _save(page: Page, target: Path) -> None:
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    download.value.save_as(target)


def _told(comparison: str) -> list[float]:
    """Units per dollar in the JSON that the command line printed."""
    return [
        pytest.approx(one["units_per_usd"], rel=5e-4) for one in json.loads(comparison)["options"].values()
    ]


def test_a_looked_up_price_is_compared_saved_and_recomputed(installed, visit, tmp_path, on_the_command_line):
    page = visit(installed)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    card = page.locator(".st-key-card-1")
    card.get_by_text("Looked up", exact=True).click()
    expect(card.locator(".pd-found")).to_contain_text("$47.76 per instance-hour")
    _choose(page, ".st-key-card-1", "Bought as", "on demand")
    _choose(page, ".st-key-card-1", "Region", "us-east-2")
    expect(card.locator(".pd-found")).to_contain_text("$55.04 per instance-hour ($6.88 per accelerator)")
    expect(page.locator(".pd-stale")).to_have_count(0)
    saved = tmp_path / "scenario.yaml"
    _save(page, saved)
    assert "date:" in saved.read_text(encoding="utf-8")
    assert _units_per_usd(page) == _told(on_the_command_line("compare", saved, "--format", "json"))

    _open(page, "Prices")
    table = tmp_path / "mine.csv"
    table.write_text(OWN, encoding="utf-8")
    page.locator(".st-key-own input[type=file]").set_input_files(table)
    expect(page.locator(".st-key-own .pd-found")).to_contain_text("mine.csv: 1 price used, 1 row left out")
    expect(page.locator(".st-key-own .pd-grid")).to_contain_text("the price is missing")
    _open(page, "Compare")
    expect(card.locator(".pd-found")).to_contain_text("$40.50 per instance-hour")
    expect(page.get_by_text("--prices mine.csv")).to_be_visible()
    _save(page, saved)
    recomputed = on_the_command_line("compare", saved, "--format", "json", "--prices", table)
    assert _units_per_usd(page) == _told(recomputed)
    elsewhere = [url for url in asked if not url.startswith((installed, "data:", "blob:"))]
    assert [url for url in elsewhere if not url.startswith(installed.replace("http", "ws"))] == []


def test_going_to_the_prices_and_back_loses_nothing(installed, visit):
    page = visit(installed)
    price = page.locator(".st-key-card-2").get_by_label("USD per instance-hour", exact=True)
    price.fill("$31")  # not entered: the click on the link is what takes the focus away
    _open(page, "Prices")
    search = page.get_by_label("Instance or accelerator", exact=True)
    search.fill("p5.48xlarge")
    search.press("Enter")
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    _open(page, "Compare")
    expect(price).to_have_value("$31")
    expect(page.locator(".st-key-card-2 .pd-problem")).to_contain_text("currency")
    price.fill("31")
    price.press("Enter")
    expect(page.locator(".pd-stale")).to_have_count(0)
    _open(page, "Prices")
    expect(search).to_have_value("p5.48xlarge")
    page.go_back()
    expect(page.locator(".pd-answer")).to_be_visible()
    expect(price).to_have_value("31")


def test_a_price_is_used_from_the_page_of_prices(installed, visit):
    page = visit(installed, width=390, height=844)
    _open(page, "Prices")
    search = page.get_by_label("Instance or accelerator", exact=True)
    search.fill("p5.48xlarge")
    search.press("Enter")
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    _choose(page, ".st-key-use", "Price", "p5.48xlarge, on demand, us-west-2: $55.04/h")
    page.get_by_role("button", name="Use this price").click()
    expect(page.locator(".pd-done")).to_contain_text("8 x H100: p5.48xlarge, on demand, us-west-2")
    _open(page, "Compare")
    expect(page.locator(".st-key-card-1 .pd-found")).to_contain_text("$55.04")
    page.get_by_text("Prices through time").first.click()
    expect(page.locator(".st-key-through-time")).to_contain_text("cheaper")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
