"""Vendor claims beside the user's own ratio: shown with a relation, never computed with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pricing_data
from calc.errors import Problem
from calc.model.comparison import ClaimBeside, Relation
from calc.model.ratio import Ratio
from calc.model.resolved import Resolved, ResolvedOption
from pricing_data import Claim


def beside(resolved: Resolved, ratios: Mapping[str, Ratio | None]) -> tuple[ClaimBeside, ...]:
    """Set the claims that fit beside each candidate's ratio, in the order of the options.

    Claims fit by their unit and by the product family of the candidate; `claims` in the scenario
    picks them by id instead.
    """
    baseline = resolved.options[resolved.baseline]
    return tuple(
        _beside(claim, option, baseline, ratios[option.id], resolved.unit)
        for option in resolved.options.values()
        if option is not baseline
        for claim in pricing_data.claims()
        if (_fits(claim, option, resolved.unit) if resolved.claims is None else claim.id in resolved.claims)
    )


def unknown(ids: Iterable[str]) -> list[Problem]:
    """A problem for each id that the register does not hold."""
    register = [claim.id for claim in pricing_data.claims()]
    return [
        Problem(f"there is no claim {id_!r}; write one of {', '.join(register)}", "claims")
        for id_ in ids
        if id_ not in register
    ]


def _fits(claim: Claim, option: ResolvedOption, unit: str) -> bool:
    """Whether a claim is about this work, or about work in general, and may be about this product."""
    families = _families(option)
    if claim.unit is None:
        return bool(families & set(claim.product_families))
    return claim.unit == unit and (not families or bool(families & set(claim.product_families)))


def _families(option: ResolvedOption) -> set[str]:
    """Product families of an option; empty where an instance is unstated or unknown."""
    families = {part.family for part in option.parts}
    return set() if None in families else {family for family in families if family is not None}


def _beside(
    claim: Claim, option: ResolvedOption, baseline: ResolvedOption, ratio: Ratio | None, unit: str
) -> ClaimBeside:
    reasons = _obstacles(claim, option, baseline, unit)
    if ratio is None or ratio.ratio is None:
        reasons.append("your own ratio is withheld")
    relation: Relation = "not_comparable"
    if not reasons and ratio is not None and ratio.ratio is not None:
        relation = relate(
            claim.ratio_low,
            claim.ratio_high,
            ratio.ratio if ratio.low is None else ratio.low,
            ratio.ratio if ratio.high is None else ratio.high,
        )
    return ClaimBeside(
        id=claim.id,
        option=option.id,
        status=claim.status,
        claimant=claim.claimant,
        relayed_by=claim.relayed_by,
        statement=claim.statement,
        baseline=claim.baseline,
        source=claim.source,
        source_url=claim.source_url,
        date=claim.date,
        ratio_low=claim.ratio_low,
        ratio_high=claim.ratio_high,
        your_ratio=ratio.ratio if ratio is not None and claim.kind == "work_per_dollar" else None,
        relation=relation,
        reasons=tuple(reasons),
        undisclosed=claim.undisclosed,
    )


def _obstacles(claim: Claim, option: ResolvedOption, baseline: ResolvedOption, unit: str) -> list[str]:
    """Why a claim and the user's ratio are not about the same thing."""
    mine, theirs = _families(option), _families(baseline)
    reasons = []
    if claim.kind != "work_per_dollar":
        reasons.append(f"it is about {claim.measures}, not about work per dollar")
    if claim.unit is not None and claim.unit != unit:
        reasons.append(f"it counts {claim.unit}, you count {unit}")
    if not claim.product_disclosed:
        reasons.append(f"which product it is about is not disclosed ({claim.product})")
    elif not mine:
        reasons.append(f"what {option.id} runs on is not known here")
    elif not mine <= set(claim.product_families):
        reasons.append(f"it is about {claim.product}, {option.id} runs on {', '.join(sorted(mine))}")
    if not claim.baseline_families:
        reasons.append(f"its baseline is not disclosed ({claim.baseline})")
    elif not theirs:
        reasons.append(f"what {baseline.id} runs on is not known here")
    elif not theirs <= set(claim.baseline_families):
        reasons.append(f"its baseline is {claim.baseline}, {baseline.id} runs on {', '.join(sorted(theirs))}")
    return reasons


def relate(claim_low: float | None, claim_high: float | None, low: float, high: float) -> Relation:
    """Where the user's interval (or point, low = high) lies against a claimed range of the ratio.

    A range without a lower end is an "up to": the user's ratio is above that maximum or it is not.
    """
    if claim_high is None:
        return "not_comparable" if claim_low is None else "below" if high < claim_low else "overlaps"
    if claim_low is None:
        return "above_maximum" if low > claim_high else "not_above"
    if high < claim_low:
        return "below"
    if low > claim_high:
        return "above"
    return "within" if claim_low <= low and high <= claim_high else "overlaps"
