"""The first page: the answer on the left, what it is made from on the right."""

from __future__ import annotations

import streamlit as st

from calc import examples
from calc.load.scenario import SUFFIXES
from calc.model.comparison import Comparison
from calc.report import figures, history, words
from calc.report.history_figure import history_description, history_figure
from calc.report.safe import cleaned
from calc.ui import fields, frame, session, show, widgets
from calc.ui.state import MOST_OPTIONS, SCENARIO, WHOLE, Draft, Trouble

EXAMPLE_AS_IS = "Worked example, not your numbers: edit them in place, or load a scenario file."
EXAMPLE_EDITED = "Edited from a worked example: what you have not replaced is still the example's."
FROM_FILE = "Loaded from {name}."
STARTED_EMPTY = "Started empty: all that is here is yours."
STALE = "Not updated: fix {fields}. Below is the answer to the last numbers without an error."
OWN_PRICES = (
    "A price of your own table is used, which a saved file does not hold: on the command line, "
    "add --prices {table}."
)
MOST_MEGABYTES = 5
RESULTS = ("Break-even", "With one-off time", "One job", "Every month", "Moving from the baseline")
GROUNDS = ("Prices", "Notes")


def page() -> None:
    """Gather, compare, show."""
    draft = session.draft()
    show_invalid = _show_withheld()
    trouble = draft.check(session.book(), session.today(), show_invalid=show_invalid)
    answer = draft.answer(show_invalid=show_invalid)
    comparison = None if answer is None else cleaned(answer)
    _head(draft, trouble, comparison)
    # Beside each other; on a phone, page.css puts the inputs right below the answer.
    left, right = st.columns([8, 5], gap="large")
    with left:
        with st.container(key="answer"):
            _origin(draft)
            if comparison is None:
                _nothing_yet(draft, trouble)
            else:
                _answer(draft, trouble, comparison)
        with st.container(key="consequences"):
            if comparison is not None:
                _consequences(comparison)
    with right:
        with st.container(key="inputs"):
            _inputs(draft, trouble)
        with st.container(key="grounds"):
            if comparison is not None:
                show.sections(comparison, GROUNDS)
                show.paragraph(words.provenance(comparison), "pd-quiet")


def _consequences(comparison: Comparison) -> None:
    _through_time(comparison)
    show.sections(comparison, RESULTS)
    show.all_notices(comparison)
    show.sections(comparison, (words.CLAIMS_TITLE,))


def _head(draft: Draft, trouble: Trouble, comparison: Comparison | None) -> None:
    saved = draft.saved()
    with frame.head():
        with st.popover("Load"):
            _load()
        st.download_button(
            "Save the last good scenario" if trouble.texts and saved else "Save",
            (saved or "").encode(),
            file_name="scenario.yaml",
            mime="application/yaml",
            on_click="ignore",
            key="save",
            disabled=saved is None,
            help="A scenario file: `perdollar compare scenario.yaml` gives the same numbers.",
        )
    own = session.own()
    # The last good answer may be one with a table that is gone by now.
    if comparison and (own is not None or trouble.texts) and draft.needs_own_prices(comparison):
        show.paragraph(OWN_PRICES.format(table=own.name if own else "your table"), "pd-quiet")
    if why := session.refused():
        show.paragraph(f"The file was not loaded, and nothing has changed. {why}", "pd-problem", role="alert")


def _load() -> None:
    st.file_uploader(
        "Scenario file (YAML, JSON, TOML, CSV or XLSX)",
        type=[suffix.removeprefix(".") for suffix in SUFFIXES],
        key=session.upload_key("scenario"),
        on_change=session.take_upload,
        max_upload_size=MOST_MEGABYTES,
    )
    st.selectbox("Or start from an example", examples.names(), key=session.EXAMPLE, format_func=_spaced)
    st.button("Open the example", on_click=session.open_example, key="open-example")
    st.button("Empty scenario", on_click=session.open_empty, key="open-empty")


def _spaced(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _answer(draft: Draft, trouble: Trouble, comparison: Comparison) -> None:
    show.heading(comparison.name or "Your comparison", "pd-name")
    # Always there, so that what follows keeps its place and is updated, not drawn anew.
    with st.container():
        if trouble.texts:
            show.paragraph(STALE.format(fields=_listed(draft, trouble)), "pd-stale", role="status")
    show.sentences(comparison)
    with st.container():
        show.doubts(comparison)
    _picture(comparison)
    show.claims_beside(comparison)
    show.table(comparison)
    _withheld_switch(comparison)


def _nothing_yet(draft: Draft, trouble: Trouble) -> None:
    """What it takes to come to the first answer."""
    show.paragraph("No answer yet.", "pd-answer")
    missing = "; ".join(draft.missing)
    said = f"Still missing: {missing}." if missing else f"Fix {_listed(draft, trouble)}."
    show.paragraph(said, "pd-answer-more", role="status")


def _origin(draft: Draft) -> None:
    if not draft.origin:
        show.paragraph(STARTED_EMPTY, "pd-quiet")
    elif not draft.is_example:
        show.paragraph(FROM_FILE.format(name=draft.origin), "pd-quiet")
    elif draft.good == draft.untouched:
        show.paragraph(EXAMPLE_AS_IS, "pd-example")
    else:
        show.paragraph(EXAMPLE_EDITED, "pd-example")


def _listed(draft: Draft, trouble: Trouble) -> str:
    """Every field with a message, by its words."""
    labels = {one.key: one.label for one in SCENARIO}
    found = []
    for serial, key in trouble.texts:
        if serial is None:
            found.append(labels.get(key, "the scenario"))
        else:
            card = draft.card(serial)
            own = {one.key: one.label for one in (*card.fields, fields.ID)}
            own[fields.LOOKUP_WHOLE] = "the price looked up"
            found.append(f"{own.get(key, 'the option')} of {card.name}")
    count = "1 field" if len(found) == 1 else f"{len(found)} fields"
    return f"{count} ({'; '.join(found)})"


def _picture(comparison: Comparison) -> None:
    choices: dict[figures.Quantity, str] = {
        quantity: figures.title(comparison, quantity) for quantity in ("units_per_usd", "usd_per_scale")
    }
    chosen: figures.Quantity | None = st.segmented_control(
        "Show",
        list(choices),
        format_func=lambda key: ["Units per dollar", "Cost"][list(choices).index(key)],
        required=True,
        key="quantity",
        label_visibility="collapsed",
    )
    quantity = chosen or "units_per_usd"
    st.plotly_chart(
        figures.figure(comparison, quantity, dark=st.context.theme.type == "dark"),
        key="chart",
        config={"displayModeBar": False, "displaylogo": False},
        alt=figures.description(comparison, quantity),
    )
    if caption := figures.caption(comparison):
        show.paragraph(caption, "pd-quiet")


def _through_time(comparison: Comparison) -> None:
    """The verdict at the prices of each day, or why no price can be followed."""
    with st.expander(history.TITLE, key="through-time"):
        for line in history.sentences(comparison, commands=False):
            show.paragraph(line, "pd-line")
        tables = history.tables(comparison)
        if not tables:
            return
        show.paragraph(history.INTRODUCTION, "pd-quiet")
        candidates = [id_ for id_ in comparison.options if id_ != comparison.baseline]
        candidate = candidates[0] if candidates else comparison.baseline
        if len(candidates) > 1:
            candidate = st.selectbox("Option", candidates, key="history-of")
        if candidates:
            st.plotly_chart(
                history_figure(comparison, candidate, dark=st.context.theme.type == "dark"),
                key="history-chart",
                config={"displayModeBar": False, "displaylogo": False},
                alt=history_description(comparison, candidate),
            )
        show.columns(tables[candidates.index(candidate) if candidates else 0])


def _show_withheld() -> bool:
    return bool(st.session_state.get("show-withheld", False))


def _withheld_switch(comparison: Comparison) -> None:
    """Offered only where something is withheld."""
    levels = {notice.level for answer in comparison.options.values() for notice in answer.notices}
    if "invalid" in levels:
        st.toggle("Show the withheld numbers all the same", key="show-withheld")


def _inputs(draft: Draft, trouble: Trouble) -> None:
    message = trouble.at(None, WHOLE)
    # Before the first answer, what is missing stands in its place.
    if message and not (draft.good is None and draft.missing):
        show.problem(message)
    widgets.comparison_fields(draft, trouble)
    for option in draft.cards:
        widgets.card(draft, option, trouble)
    st.button(
        "Add an option",
        on_click=session.add_option,
        key="add",
        icon=":material/add:",
        disabled=len(draft.cards) >= MOST_OPTIONS,
    )
    widgets.scenario_details(draft, trouble)


page()
