"""What is in an instance type, and what has no public price: the same on the screen and on the page."""

from __future__ import annotations

import datetime
from dataclasses import replace

from calc.report.instance import none_published, specification
from pricing_data import NotPublished

RECORD = NotPublished(
    instance_type="trn2.48xlarge",
    region="us-east-2",
    purchase="savings_plan",
    term="1yr",
    payment="none",
    as_of=datetime.date(2026, 10, 3),
    source="the AWS page",
    note="no row for it",
)


def test_a_known_type_is_described_with_its_source_and_peaks() -> None:
    first, *others = specification("trn2.48xlarge")
    assert first.startswith(
        "trn2.48xlarge: 16 x AWS Trainium2, 1,536 GiB of accelerator memory (96 GiB each)"
    )
    assert others[0].startswith("Source: AWS EC2 API")
    assert "667 BF16 TFLOPS" in others[-1]


def test_of_an_unknown_type_nothing_is_guessed_and_its_name_is_harmless() -> None:
    assert specification("x\x1b[2J.huge") == (
        "x[2J.huge: the catalogue does not know what is in this instance type.",
    )


def test_regions_and_ways_with_the_same_finding_stand_together() -> None:
    three_years = replace(RECORD, term="3yr")
    records = [RECORD, replace(RECORD, region=None), three_years, replace(three_years, region=None)]
    (found,) = none_published([*records, RECORD])
    assert found.regions == ("us-east-2", "every region")
    assert found.ways == ("savings_plan 1yr (upfront none)", "savings_plan 3yr (upfront none)")
    assert (found.instance_type, found.as_of) == (RECORD.instance_type, RECORD.as_of)
    assert (found.note, found.source) == (RECORD.note, RECORD.source)


def test_findings_that_differ_are_told_apart() -> None:
    found = none_published([RECORD, replace(RECORD, note="empty"), replace(RECORD, as_of=None)])
    assert [(each.note, each.as_of) for each in found] == [
        ("no row for it", RECORD.as_of),
        ("empty", RECORD.as_of),
        ("no row for it", None),
    ]
