from __future__ import annotations

import datetime
import io
import json
from decimal import Decimal

import pytest

from calc.errors import InputError
from calc.sources import Query, read_table, sources

TODAY = datetime.date(2026, 12, 1)
HEADER = "instance_type,region,purchase,usd_per_hour,as_of,source\n"
GOOD = "trn2.48xlarge,us-east-2,capacity_block,35.7608,2026-10-08,the AWS page\n"
RECORD = dict(zip(HEADER.strip().split(","), GOOD.strip().split(","), strict=True))


def read(text, **options):
    data = text if isinstance(text, bytes) else text.encode()
    return read_table(data, **{"name": "mine.csv", "today": TODAY} | options)


def one(text, **options):
    reading = read(text, **options)
    assert not [fault for fault in reading.faults if fault.level == "error"], reading.faults
    (rate,) = reading.rates
    return rate


def refused(row, header=HEADER, **options):
    """What is said of a row that stands between two good ones, which stay usable."""
    other = GOOD.replace("us-east-2", "us-east-1")
    if header != HEADER:
        return [fault.what for fault in read(header + row, **options).faults if fault.level == "error"]
    reading = read(HEADER + GOOD + row + "\n" + other, **options)
    assert [rate.region for rate in reading.rates] == ["us-east-2", "us-east-1"]
    errors = [fault for fault in reading.faults if fault.level == "error"]
    assert {fault.row for fault in errors} == {3}
    return [fault.what for fault in errors]


def test_a_plain_row():
    rate = one(HEADER + GOOD)
    assert rate.usd_per_hour == Decimal("35.7608")
    assert (rate.purchase, rate.region, rate.standing) == ("capacity_block", "us-east-2", "user")
    assert (rate.valid_from, rate.as_of) == (datetime.date(2026, 10, 8),) * 2
    assert rate.source == "the AWS page"


@pytest.mark.parametrize(
    ("said", "standing"), [("", "user"), ("user", "user"), ("catalogue", "user"), ("live", "live")]
)
def test_no_row_of_a_table_is_a_price_of_the_catalogue(said, standing):
    rate = one(HEADER.replace("\n", ",standing\n") + GOOD.replace("\n", f",{said}\n"))
    assert rate.standing == standing


def test_a_standing_that_is_none_is_refused():
    row = GOOD.replace("\n", ",rumour\n")
    (said,) = refused(row, header=HEADER.replace("\n", ",standing\n"))
    assert said == "the text 'rumour' is no standing; write user or live"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_found(delimiter):
    assert one((HEADER + GOOD).replace(",", delimiter)).usd_per_hour == Decimal("35.7608")


@pytest.mark.parametrize(
    "header",
    [
        "Instance;Region;Purchase option;Price ($/h);Date;Source",
        "instance type;AWS region;Option;USD/h;as of;URL",
        "type;location;pricing model;hourly;checked on;reference",
        "API name;region code;purchasing option;price per hour (USD);price date;link",
    ],
)
def test_common_names_of_columns(header):
    rate = one(f"{header}\n{GOOD.replace(',', ';')}")
    assert (rate.usd_per_hour, rate.as_of.day) == (Decimal("35.7608"), 8)


def test_a_map_names_other_columns():
    text = (HEADER + GOOD).replace("usd_per_hour", "Preis").replace("region", "Ort")
    assert one(text, columns={"usd_per_hour": "Preis", "region": "Ort"}).region == "us-east-2"


@pytest.mark.parametrize(
    ("columns", "what"),
    [
        ({"cost": "Preis"}, "'cost' is no column of ours"),
        ({"note": "Preis"}, "there is no column 'Preis' for note; the columns are instance_type"),
    ],
)
def test_a_map_that_does_not_fit(columns, what):
    with pytest.raises(InputError, match=f"mine.csv: {what}"):
        read(HEADER + GOOD, columns=columns)


def test_a_mapped_column_wins_over_a_common_name():
    text = (
        "price,usd_per_hour,instance,region,purchase,as_of\n1,35.7608,trn2.48xlarge,us-east-2,cb,2026-10-08\n"
    )
    reading = read(text, columns={"usd_per_hour": "usd_per_hour"})
    assert reading.rates[0].usd_per_hour == Decimal("35.7608")
    assert "not read: price" in reading.faults[0].what


def test_two_columns_of_one_meaning_are_refused():
    with pytest.raises(InputError, match="'price' and 'hourly' both mean usd_per_hour"):
        read("instance,region,purchase,price,hourly\n")


def test_missing_columns_are_named():
    with pytest.raises(
        InputError, match="no column for region, usd_per_hour; the columns are instance, EUR/h"
    ):
        read("instance,EUR/h,purchase\n")
    with pytest.raises(
        InputError, match=r"import mine\.csv --column region=THEIRS --column usd_per_hour=THEI"
    ):
        read("instance,EUR/h,purchase\n", name="folder/mine.csv")


@pytest.mark.parametrize(
    ("cell", "price"),
    [("35.7608", "35.7608"), ('"35,7608"', "35.7608"), ('"1,035.50"', "1035.50"), ('"1.035,50"', "1035.50")],
)
def test_numbers_as_people_write_them(cell, price):
    text = HEADER + GOOD.replace("35.7608", cell).replace("trn2.48xlarge", "my.server")
    assert one(text).usd_per_hour == Decimal(price)


@pytest.mark.parametrize(
    ("cell", "what"),
    [
        ("$55.04", "holds a currency; write the number alone, such as 55.04"),
        ("", "the price is missing"),
        ("0", "a price of 0 is no price"),
        ("0.0000000000", "is no price"),
        ("-3", "a price of -3 is no price"),
        ('"1,234"', "can be read in two ways; write 1234 or 1.234"),
        ("n/a", "is not a number"),
        ("inf", "is not a number"),
    ],
)
def test_prices_that_are_none(cell, what):
    (said,) = refused(f"p5.48xlarge,us-east-1,on_demand,{cell},2026-10-08,here")
    assert what in said


@pytest.mark.parametrize(
    ("region", "what"),
    [
        ("EU (Ireland)", "write eu-west-1"),
        ("US East (Ohio)", "write us-east-2"),
        ("us-east-1a", "write us-east-1 as the region and us-east-1a as the zone"),
        ("", "the region is missing"),
    ],
)
def test_regions_that_are_no_codes(region, what):
    (said,) = refused(f"p5.48xlarge,{region},on_demand,55.04,2026-10-08,here")
    assert what in said


@pytest.mark.parametrize(
    ("day", "what"),
    [
        ("2027-01-01", "is in the future"),
        ("08/10/2026", "write it as 2026-10-08"),
        ("2026-02-30", "is no date"),
        ("46303", "is no date"),
        ("", "as_of is missing"),
    ],
)
def test_days_that_are_wrong(day, what):
    (said,) = refused(f"p5.48xlarge,us-east-1,on_demand,55.04,{day},here")
    assert what in said


def test_a_day_with_a_time_is_a_day():
    assert one(HEADER + GOOD.replace("2026-10-08", "2026-10-08T11:30:00Z")).as_of.day == 8


def test_all_that_is_wrong_with_a_row_is_said():
    assert len(refused("p5.48xlarge,us-east-1,bananas,$1,yesterday,here")) == 3


@pytest.mark.parametrize(
    ("text", "purchase", "term", "payment"),
    [
        ("On-Demand", "on_demand", None, None),
        ("ondemand", "on_demand", None, None),
        ("SPOT", "spot", None, None),
        ("Capacity Blocks for ML", "capacity_block", None, None),
        ("RI 1yr no upfront", "reserved", "1yr", "none"),
        ("3-year Reserved Instance (All Upfront)", "reserved", "3yr", "all"),
        ("reserved_1yr_no_upfront", "reserved", "1yr", "none"),
        ("Compute Savings Plan, 36 months, partial upfront", "savings_plan", "3yr", "partial"),
        ("EDP", "private", None, None),
    ],
)
def test_ways_of_buying_as_people_call_them(text, purchase, term, payment):
    rate = one(HEADER + GOOD.replace("capacity_block", f'"{text}"'))
    assert (rate.purchase, rate.term, rate.payment) == (purchase, term, payment)


def test_term_and_payment_in_columns_of_their_own():
    text = "instance,region,purchase,term,payment option,price,as_of\n"
    rate = one(text + "trn1.32xlarge,us-east-1,RI,1 year,Partial Upfront,13.2,2026-10-08\n")
    assert (rate.term, rate.payment) == ("1yr", "partial")


def test_two_terms_in_one_row_are_a_contradiction():
    text = "instance,region,purchase,term,price,as_of\n"
    (said,) = refused("trn1.32xlarge,us-east-1,RI 3yr,1yr,13.2,2026-10-08", header=text)
    assert said == "term is 3yr and 1yr in one row; write one"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("bananas", "write one of on_demand, spot, savings_plan, reserved, capacity_block, private"),
        ("convertible RI 1yr", "is not understood"),
        ("", "the way of buying is missing"),
        ("reserved", "reserved needs a term"),
        ("spot 1yr", "spot has no term"),
    ],
)
def test_ways_of_buying_that_are_none(text, what):
    (said,) = refused(f"p5.48xlarge,us-east-1,{text},55.04,2026-10-08,here")
    assert what in said


def test_an_unknown_instance_type_is_kept_and_marked():
    reading = read(HEADER + GOOD.replace("trn2.48xlarge", "trn9.48xlarge"))
    assert reading.rates[0].instance_type == "trn9.48xlarge"
    (fault,) = reading.faults
    assert (fault.row, fault.level) == (2, "warning")
    assert "not in the catalogue" in fault.what


def test_a_known_type_gets_its_usual_spelling():
    assert one(HEADER + GOOD.replace("trn2.48xlarge", " TRN2.48XLARGE")).instance_type == "trn2.48xlarge"


def test_the_price_of_one_accelerator_is_caught():
    (said,) = refused("p5.48xlarge,us-east-1,on_demand,6.88,2026-10-08,here")
    assert "write 55.04, the price of the instance" in said


def test_rows_that_contradict_each_other_are_both_out():
    reading = read(HEADER + GOOD + GOOD.replace("35.7608", "35.9"))
    assert not reading.rates
    assert [fault.row for fault in reading.faults] == [2, 3]
    assert "row 3 says 35.9" in reading.faults[0].what


def test_a_row_that_stands_twice_is_used_once():
    reading = read(HEADER + GOOD + GOOD)
    assert len(reading.rates) == 1
    assert [(fault.row, fault.level) for fault in reading.faults] == [(3, "error")]


def test_another_currency_is_never_taken_for_dollars():
    header = HEADER.replace("source", "currency")
    (said,) = refused("p5.48xlarge,us-east-1,on_demand,55.04,2026-10-08,EUR", header=header)
    assert "'EUR'; convert it to USD" in said


def test_a_cell_too_many_is_no_decimal_comma():
    (said,) = refused("p5.48xlarge,us-east-1,on_demand,55,04,2026-10-08,here")
    assert "7 cells under 6 columns" in said


def test_without_dates_the_prices_are_of_today_and_that_is_said():
    reading = read("instance,region,purchase,price\ntrn2.48xlarge,us-east-2,capacity block,35.7608\n")
    assert reading.rates[0].as_of == TODAY
    assert [(fault.row, fault.level) for fault in reading.faults] == [(None, "warning")]


def test_without_a_source_it_is_the_file():
    rate = one(HEADER.replace(",source", "") + GOOD.replace(",the AWS page", ""), name="a/b/mine.csv")
    assert rate.source == "mine.csv"


def test_columns_that_mean_nothing_are_said():
    reading = read(HEADER.replace("source", "owner") + GOOD)
    assert "not read: owner" in reading.faults[0].what


def test_a_negotiated_price_is_private():
    header = HEADER.replace("source", "private")
    rate = one(header + GOOD.replace("the AWS page", "yes"))
    assert (rate.purchase, rate.standing, rate.note) == ("private", "user", "capacity_block")
    assert one(header + GOOD.replace("the AWS page", "no")).purchase == "capacity_block"
    (said,) = refused(GOOD.replace("the AWS page", "perhaps"), header=header)
    assert "neither yes nor no" in said


def test_a_whole_table_can_be_private():
    rate = one("instance,region,price,as_of\np5.48xlarge,us-east-1,41.2,2026-10-08\n", private=True)
    assert rate.purchase == "private"


@pytest.mark.parametrize("document", [[RECORD], {"rates": [RECORD]}, [RECORD | {"usd_per_hour": 35.7608}]])
def test_json(document):
    assert one(json.dumps(document), name="mine.json").usd_per_hour == Decimal("35.7608")


def test_json_numbers_keep_every_digit():
    text = json.dumps([RECORD]).replace('"35.7608"', "35.76080000000000000001")
    assert one(text).usd_per_hour == Decimal("35.76080000000000000001")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"prices": []}', "is no table"),
        ("[1]", "record 1: this is no record"),
        ("[{]", ":1: this is not JSON"),
        ("[" * 100_000, "nested too deeply|not JSON"),
    ],
)
def test_json_that_is_no_table(text, what):
    with pytest.raises(InputError, match=what):
        read(text)


def test_xlsx():
    from openpyxl import Workbook

    book = Workbook()
    book.active.append(list(RECORD))
    book.active.append([*list(RECORD.values())[:3], 35.7608, datetime.date(2026, 10, 8), "page"])
    book.active.append([*list(RECORD.values())[:3], "$35", datetime.date(2026, 10, 8), "page"])
    data = io.BytesIO()
    book.save(data)
    reading = read(data.getvalue(), name="mine.xlsx")
    assert [rate.usd_per_hour for rate in reading.rates] == [Decimal("35.7608")]
    assert [(fault.row, fault.level) for fault in reading.faults] == [(3, "error")]


def test_parquet():
    import pandas as pd

    frame = pd.DataFrame(
        [
            RECORD | {"usd_per_hour": 35.7608, "as_of": pd.Timestamp("2026-10-08")},
            RECORD | {"usd_per_hour": None},
        ]
    )
    frame["as_of"] = pd.to_datetime(frame["as_of"])
    data = io.BytesIO()
    frame.to_parquet(data)
    reading = read(data.getvalue(), name="mine.parquet")
    assert [(rate.usd_per_hour, rate.as_of.day) for rate in reading.rates] == [(Decimal("35.7608"), 8)]
    assert [(fault.row, fault.level) for fault in reading.faults] == [(2, "error")]


def test_a_damaged_parquet_file():
    with pytest.raises(InputError, match="Parquet file cannot be read"):
        read(b"PAR1 and nothing else")


@pytest.mark.parametrize("data", [b"", b"\x00\x01", b"\xff\xfea\x00"])
def test_what_is_no_text_at_all(data):
    with pytest.raises(InputError):
        read(data)


def test_a_table_may_be_too_long(monkeypatch):
    monkeypatch.setattr("calc.sources.table_rows.MAX_ROWS", 2)
    for text in (HEADER + GOOD * 3, json.dumps([RECORD] * 3)):
        with pytest.raises(InputError, match="more than 2 rows"):
            read(text)


def test_bytes_may_be_too_many(monkeypatch):
    monkeypatch.setattr("calc.sources.table.MAX_BYTES", 100)
    with pytest.raises(InputError, match="larger than"):
        read(HEADER + GOOD * 3)


def test_tens_of_thousands_of_rows():
    days = [datetime.date(2000, 1, 1) + datetime.timedelta(days=day) for day in range(9000)]
    rows = [
        GOOD.replace("us-east-2", region).replace("2026-10-08", str(day))
        for region in ("us-east-1", "us-east-2", "us-west-2", "eu-west-1", "sa-east-1")
        for day in days
    ]
    assert len(read(HEADER + "".join(rows)).rates) == 45_000


def test_as_a_source_it_answers_a_query(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(HEADER + GOOD + "p5.48xlarge,us-east-1,on_demand,55.04,2026-10-08,here\nbad,,,,,\n")

    def found(**query):
        reading = sources()["table"].read(Query(file=path, **query), today=TODAY, progress=lambda line: None)
        assert 4 in {fault.row for fault in reading.faults}
        return [rate.instance_type for rate in reading.rates]

    assert found() == ["trn2.48xlarge", "p5.48xlarge"]
    assert found(instance_types=("p5.48xlarge",)) == ["p5.48xlarge"]
    assert found(regions=("us-east-2",)) == ["trn2.48xlarge"]
