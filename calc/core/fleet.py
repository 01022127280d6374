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

    References
    ----------
    docs/design.md, arithmetic.
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

    References
    ----------
    docs/design.md, arithmetic.
    """
    return deployments * usd_per_hour * hours


def elastic_cost(units: Quantity, cost_per_unit: Quantity) -> Quantity:
    r"""Cost of a fleet that is paid only for the work it does, :math:`D c`.

    Parameters
    ----------
    units
        Work to do, D [units].
    cost_per_unit
        Cost of a unit, c [USD/unit].

    Returns
    -------
    Cost [USD].

    References
    ----------
    docs/design.md, arithmetic.
    """
    return units * cost_per_unit


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

    References
    ----------
    docs/design.md, arithmetic.
    """
    saving = np.subtract(before_usd_per_month, after_usd_per_month)
    with np.errstate(divide="ignore", invalid="ignore"):
        months = cast("Real", np.divide(one_off_usd, saving))
    return nan_where(~(saving > 0), months)
