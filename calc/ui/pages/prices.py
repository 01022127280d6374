"""The second page: what can be looked up, how it moved, and the visitor's own prices in front."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

import streamlit as st

import pricing_data
from calc.report import numbers
from calc.report.prices import price_rows, to_csv
from calc.sources.book import PriceBook
from calc.ui import fields, frame, lookup, own_table, session, show, show_prices
from calc.ui.card import Card
from calc.ui.state import MOST_OPTIONS
from pricing_data import NotPublished, Rate
from pricing_data.records import RateKey
from pricing_data.regions import UNSTATED

NEW, A_NEW_OPTION = 0, "a new option"
FEW = 3  # so many instance types are described in full
MOST_TO_CHOOSE = 2_000


def page() -> None:
    """Gather, show, use."""
    book, day = session.book(), session.today()
    with frame.head():
        pass
    left, right = st.columns([8, 5], gap="large")
    with left:
        readings = _filtered(book)
        in_force = set(book.in_force(day))
        held = tuple(rate for rate in readings if rate in in_force)
        names = sorted({rate.instance_type for rate in readings})
        _table(readings, held, day)
        _specifications(names)
        _none_published(names)
        _through_time(names, readings, day)
    with right:
        _use(book, held, day)
        _own_table()


def _filtered(book: PriceBook) -> tuple[Rate, ...]:
    """The readings that the visitor asks for."""
    every = book.rates()
    text, ways, places = st.columns([4, 4, 3])
    with text:
        search = st.text_input(
            "Instance or accelerator", key="prices/search", placeholder="p5, trn2.48xlarge, H100"
        )
    with ways:
        bought = _several("Bought as", "prices/purchase", {rate.purchase for rate in every})
    with places:
        regions = _several("Region", "prices/region", {rate.region for rate in every})
    return tuple(
        rate
        for rate in every
        if _fits(rate.instance_type, search)
        and (not bought or rate.purchase in bought)
        and (not regions or rate.region in regions)
    )


def _several(label: str, key: str, there: set[str]) -> list[str]:
    st.session_state[key] = [value for value in st.session_state[key] if value in there]
    return st.multiselect(
        label, sorted(there), key=key, format_func=lambda value: value.replace("_", " "), placeholder="any"
    )


def _fits(instance_type: str, search: str) -> bool:
    known = pricing_data.instance(instance_type)
    words = f"{instance_type} {known.accelerator if known else ''}".lower()
    return search.strip().lower() in words


def _table(readings: Sequence[Rate], held: Sequence[Rate], day: datetime.date) -> None:
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        past = st.toggle("Past prices too", key="prices/past")
        shown = readings if past else held
        rows = price_rows(shown, today=day, held=frozenset(held))
        st.download_button(
            "Download as CSV",
            to_csv(rows).encode(),
            file_name=f"prices-{day}.csv",
            mime="text/csv",
            on_click="ignore",
            key="prices/download",
            disabled=not rows,
            help="The rows of the table, in the format that your own table can have.",
        )
    if rows:
        show_prices.price_table(shown, rows)
        show.paragraph(
            f"{numbers.counted(len(rows), 'price')} of one instance-hour in USD; ages are in days on {day}.",
            "pd-quiet",
        )
    else:
        show.paragraph("No price fits. What is looked for and not published stands below.", "pd-quiet")


def _specifications(names: Sequence[str]) -> None:
    if len(names) > FEW:
        show.paragraph(f"{len(names)} instance types fit; search for one to see what is in it.", "pd-quiet")
        return
    for name in names:
        show_prices.described(name)


def _none_published(names: Sequence[str]) -> None:
    bought, regions = st.session_state["prices/purchase"], st.session_state["prices/region"]
    found = [
        record
        for record in pricing_data.not_published()
        if _concerns(record, names)
        and (not bought or record.purchase in bought)
        and (not regions or record.region in (None, *regions))
    ]
    if found:
        with st.expander(f"Not published: {len(found)} findings", expanded=len(names) <= FEW):
            show_prices.not_published(found)


def _concerns(record: NotPublished, names: Sequence[str]) -> bool:
    return any(record.covers(name) for name in names) or _fits(
        record.instance_type, st.session_state["prices/search"]
    )


def _through_time(names: Sequence[str], readings: Sequence[Rate], day: datetime.date) -> None:
    if not names:
        return
    show.heading("Through time", "pd-section")
    key = "prices/history"
    if len(names) == 1 or st.session_state[key] not in names:
        st.session_state[key] = names[0] if len(names) == 1 else None
    name = st.selectbox("Instance type", names, index=None, key=key, placeholder="choose one")
    if name:
        show_prices.through_time(name, [rate for rate in readings if rate.instance_type == name], day)


def _use(book: PriceBook, held: Sequence[Rate], day: datetime.date) -> None:
    draft = session.draft()
    with st.container(border=True, key="use"):
        show.heading("Use in the comparison", "pd-section")
        can = {rate.key: rate for rate in held if rate.region != UNSTATED}
        if len(can) > MOST_TO_CHOOSE:
            show.paragraph(f"{len(can):,} prices fit; search for an instance to choose one.", "pd-quiet")
            return
        key = st.selectbox(
            "Price",
            list(can),
            index=None,
            key="use/price",
            format_func=lambda key: show_prices.label(can[key]),
            placeholder="choose one of the table",
            on_change=_preset,
            args=(can,),
        )
        options = [card.serial for card in draft.cards if fields.INSTANCE in card.fields]
        options += [NEW] if len(draft.cards) < MOST_OPTIONS else []
        serial = st.selectbox(
            "For",
            options,
            index=None,
            key="use/option",
            placeholder="choose an option",
            format_func=lambda serial: draft.card(serial).name if serial else A_NEW_OPTION,
        )
        rate = can.get(key) if key is not None else None
        if rate is not None:
            _consequences(book, rate, draft.card(serial) if serial else None, day)
        ready = "Choose an option" if serial is None else "Use this price"
        st.button(
            "Choose a price" if rate is None else ready,
            key="use/do",
            type="primary",
            disabled=rate is None or serial is None or not lookup.can_be_used(book, rate, day),
            on_click=session.use_price,
            args=(rate, serial or None),
        )
        if done := session.used():
            card, taken = draft.card(done[0]), done[1]
            show.paragraph(f"{card.name}: {show_prices.label(taken)}, looked up.", "pd-done", role="status")


def _preset(can: Mapping[RateKey, Rate]) -> None:
    """Choose the option that is of the same instance type already; none where none or several are."""
    rate = can.get(st.session_state["use/price"])
    same = [card.serial for card in session.draft().cards if rate and card.instance == rate.instance_type]
    st.session_state["use/option"] = same[0] if len(same) == 1 else None


def _consequences(book: PriceBook, rate: Rate, card: Card | None, day: datetime.date) -> None:
    """What using it would change besides the price."""
    show_prices.found(rate, day)
    if not lookup.can_be_used(book, rate, day):
        show.paragraph(
            "✕ Sources disagree about this price, so it cannot be looked up: type one in instead.",
            "pd-problem",
            role="alert",
        )
    elif card is not None and card.instance and card.instance != rate.instance_type:
        show.paragraph(
            f"! {card.name} becomes {rate.instance_type} instead of {card.instance}; its runs stay as they "
            "are, so they must be of that machine.",
            "pd-quiet",
        )


def _own_table() -> None:
    with st.container(border=True, key="own"):
        show.heading("Your own prices", "pd-section")
        show.paragraph(
            "A table with the columns instance_type, region, purchase and usd_per_hour; more are understood. "
            "It stands in front of the catalogue on both pages until you leave, and is sent nowhere else.",
            "pd-quiet",
        )
        st.file_uploader(
            "CSV, XLSX, Parquet or JSON",
            type=list(own_table.SUFFIXES),
            key=session.upload_key("table"),
            on_change=session.take_table,
            max_upload_size=own_table.MOST_MEGABYTES,
        )
        if why := session.table_refused():
            show.paragraph(f"✕ Not taken, and nothing has changed. {why}", "pd-problem", role="alert")
        table = session.own()
        if table is None:
            return
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            used, left_out = (
                numbers.counted(len(table.rates), "price"),
                numbers.counted(table.left_out, "row"),
            )
            show.paragraph(f"{table.name}: {used} used, {left_out} left out.", "pd-found")
            st.button("Remove", key="own/remove", type="tertiary", on_click=session.remove_table)
        show_prices.faults(table)


page()
