"""What the functions of core calculate with: plain numbers, exact Decimals, or numpy arrays."""

from __future__ import annotations

from decimal import Decimal
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Numeric = float | Array

# Formulas of + - * / alone take any kind of number and give the same kind back.
Quantity = TypeVar("Quantity", Decimal, float, Array, Numeric)
# The others are float64: a float in gives a float out, arrays broadcast.
Real = TypeVar("Real", float, Array, Numeric)


def nan_where(absent: object, value: Real) -> Real:
    """Put NaN where a quantity does not exist; a scalar stays a scalar."""
    return cast("Real", np.where(cast("Array", absent), np.nan, value)[()])
