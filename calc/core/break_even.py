"""What would make an option and the baseline cost the same. NaN is "cannot tie this way".

All formulas are those of docs/design.md, arithmetic.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from calc.core.cost import SECONDS_PER_HOUR
from calc.core.quantity import Quantity, Real, nan_where


def price(
    effective_per_second: Real,
    baseline_cost: Real,
    overhead_usd_per_hour: Real,
    instances: Real | int,
    discount: Real,
) -> Real:
    r"""Price of one instance, before discount, at which an option costs what the baseline does.

    .. math:: p = \frac{3600\,E\,c_b - o}{n (1 - d)}

    With the sides swapped it is the baseline's price at which the two tie.

    Parameters
    ----------
    effective_per_second
        Effective throughput of the option, E [units/s].
    baseline_cost
        Cost of the baseline, c_b [USD/unit].
    overhead_usd_per_hour
        What the option's deployment costs beside its instances, o [USD/h].
    instances
        Instances of the option, n [unitless].
    discount
        Share taken off the option's price, d [unitless, 0 to less than 1].

    Returns
    -------
    Price [USD per instance-hour]; NaN where it would have to be zero or less.
    """
    budget = SECONDS_PER_HOUR * effective_per_second * baseline_cost - overhead_usd_per_hour
    return nan_where(budget <= 0, budget / (instances * (1 - discount)))


def rate(measured_rate: Quantity, cost: Quantity, baseline_cost: Quantity) -> Quantity:
    r"""Throughput at which an option costs what the baseline does, :math:`R c / c_b`.

    Parameters
    ----------
    measured_rate
        Throughput of the option as it is, R [units/s].
    cost
        Cost of the option, c [USD/unit].
    baseline_cost
        Cost of the baseline, c_b [USD/unit].

    Returns
    -------
    Throughput [units/s].
    """
    return measured_rate * cost / baseline_cost


def fraction(factor: Real, cost: Real, baseline_cost: Real) -> Real:
    r"""Utilization or useful fraction at which an option costs what the baseline does, :math:`x c / c_b`.

    Parameters
    ----------
    factor
        The option's fraction as it is, x [unitless].
    cost
        Cost of the option, c [USD/unit].
    baseline_cost
        Cost of the baseline, c_b [USD/unit].

    Returns
    -------
    Fraction [unitless]; NaN where it would have to exceed 1.
    """
    needed = factor * cost / baseline_cost
    return nan_where(needed > 1, needed)


def units(
    cost: Real, setup_usd: Real, baseline_cost: Real, baseline_setup_usd: Real
) -> tuple[Real, np.bool_ | NDArray[np.bool_]]:
    r"""Units of work over which both setups must be spread for the all-in costs to be equal.

    .. math:: c + S / N = c_b + S_b / N \iff N = \frac{S - S_b}{c_b - c}

    Parameters
    ----------
    cost, baseline_cost
        Steady cost of the option and of the baseline, c and c_b [USD/unit].
    setup_usd, baseline_setup_usd
        One-off cost of the option and of the baseline, S and S_b [USD].

    Returns
    -------
    units
        N [units]; NaN where no positive number will do.
    above
        True where the option is the cheaper one above N, False where it is below.
    """
    gain = np.subtract(baseline_cost, cost)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        number = cast("Real", np.divide(np.subtract(setup_usd, baseline_setup_usd), gain))
    return nan_where(~((number > 0) & np.isfinite(number)), number), gain > 0
