"""The register of claims: complete, honest about its gaps, and unverified for good."""

from __future__ import annotations

import dataclasses

import pytest

from pricing_data import claims, instance, instances
from pricing_data.loader import read_claims


def by_id(name):
    return next(claim for claim in claims() if claim.id == name)


def test_ids_are_unique():
    ids = [claim.id for claim in claims()]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.id)
def test_every_claim_says_who_what_where_and_when(claim):
    for text in (claim.claimant, claim.product, claim.baseline, claim.measures, claim.scope, claim.source):
        assert text.strip()
    assert len(claim.statement) > 40
    assert claim.date[:4].isdigit()
    assert claim.kind in ("work_per_dollar", "throughput", "specification", "energy")
    assert claim.undisclosed, "a claim that discloses everything would be a measurement"
    assert claim.source_url is None or claim.source_url.startswith("https://")


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.id)
def test_ratios_are_ordered_and_their_families_are_known(claim):
    ends = [end for end in (claim.ratio_low, claim.ratio_high) if end is not None]
    assert ends == sorted(ends)
    assert all(end > 0 for end in ends)
    known = {entry.family for entry in instances()}
    assert set(claim.product_families) | set(claim.baseline_families) <= known
    for name in claim.baseline_instances:
        entry = instance(name)
        assert entry is not None
        assert entry.family in claim.baseline_families


def test_deepgram_discloses_neither_product_nor_baseline():
    claim = by_id("deepgram-trainium")
    assert (claim.ratio_low, claim.ratio_high, claim.unit) == (1.6, 1.6, "audio_second")
    assert (claim.claimant, claim.relayed_by, claim.date) == ("Deepgram", "AWS", "2026-10-19")
    assert not claim.product_disclosed
    assert claim.baseline_families == claim.baseline_instances == ()
    gaps = " ".join(claim.undisclosed)
    for gap in ("generation", "GPU", "prices", "batch", "precision", "model"):
        assert gap in gaps


def test_aws_names_the_instances_but_no_workload():
    claim = by_id("aws-trn2-price-performance")
    assert (claim.ratio_low, claim.ratio_high, claim.unit) == (1.3, 1.4, None)
    assert claim.product_disclosed
    assert claim.product_families == ("trainium2",)
    assert claim.baseline_instances == ("p5e.48xlarge", "p5en.48xlarge")
    assert "workload" in " ".join(claim.undisclosed)


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.id)
def test_nothing_changes_the_status_of_a_claim(claim):
    assert claim.status == "unverified"
    with pytest.raises((AttributeError, TypeError)):  # which of them depends on the version of Python
        claim.status = "verified"
    with pytest.raises(AttributeError):
        object.__setattr__(claim, "status", "verified")
    with pytest.raises(TypeError):
        dataclasses.replace(claim, status="verified")
    assert claim.status == "unverified"


@pytest.mark.parametrize("status", ["verified", "unverified", "null"])
def test_a_claim_that_brings_a_status_is_refused(status):
    with pytest.raises(ValueError, match="claim mine: remove the key status"):
        read_claims(f"- {{id: mine, status: {status}}}")


def test_a_claim_with_a_missing_or_misspelt_key_is_refused():
    with pytest.raises(TypeError):
        read_claims("- {id: mine}")
    with pytest.raises(TypeError, match="ratio_hi"):
        read_claims("- {id: mine, ratio_hi: 3}")
