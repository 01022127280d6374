"""How many deployments a demand needs, what they cost, and when a migration has paid for itself.

All formulas are those of docs/design.md, arithmetic.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from calc.core.quantity import Quantity, Real, nan_where


def deployments_needed(demand_per_second: Real, effective_per_second: Real) -> Real:
    r"""Whole deployments that meet a demand.

    .. math:: \lceil x - 10^{-9} x \rceil, \quad x = D / E

    The margin of a billionth keeps an exact fit from being rounded up by binary arithmetic.

    Parameters
    ----------
    demand_per_second
        Demand, D [units/s].
    effective_per_second
        Effective throughput of one deployment, E [units/s].

    Returns
    -------
    Deployments [unitless].
    """
    needed = demand_per_second / effective_per_second
    return cast("Real", np.ceil(needed - 1e-9 * needed))


def always_on_cost(deployments: Quantity, usd_per_hour: Quantity, hours: Quantity) -> Quantity:
    r"""Cost of a fleet that is paid around the clock, :math:`n P h`.

    Parameters
    ----------
    deployments
        Deployments, n [unitless].
    usd_per_hour
        Price of one deployment, P [USD/h].
    hours
        Hours paid, h [h].

    Returns
    -------
    Cost [USD].
    """
    return deployments * usd_per_hour * hours


def payback_months(one_off_usd: Real, before_usd_per_month: Real, after_usd_per_month: Real) -> Real:
    r"""Months until a one-off cost is saved again, :math:`M / (before - after)`.

    Parameters
    ----------
    one_off_usd
        One-off cost, M [USD].
    before_usd_per_month, after_usd_per_month
        Running cost before and after [USD/month].

    Returns
    -------
    Payback [months]; NaN where nothing is saved.
    """
    saving = np.subtract(before_usd_per_month, after_usd_per_month)
    with np.errstate(divide="ignore", invalid="ignore"):
        months = cast("Real", np.divide(one_off_usd, saving))
    return nan_where(~(saving > 0), months)


def rounding_cost(always_on_usd: Quantity, elastic_usd: Quantity) -> Quantity:
    """What it costs to pay for whole deployments around the clock rather than for the work alone.

    Parameters
    ----------
    always_on_usd, elastic_usd
        Cost of the fleet, and of the work alone, in the same time [USD].

    Returns
    -------
    Difference [USD].
    """
    return always_on_usd - elastic_usd


def monthly_saving(before_usd_per_month: Quantity, after_usd_per_month: Quantity) -> Quantity:
    """What a move saves a month; negative where it costs more.

    Parameters
    ----------
    before_usd_per_month, after_usd_per_month
        Cost of the work before and after the move [USD/month].

    Returns
    -------
    Saving [USD/month].
    """
    return before_usd_per_month - after_usd_per_month
