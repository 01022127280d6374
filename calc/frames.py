"""Models as pandas tables: the one place where they meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calc.model.comparison import Comparison
from calc.table import rows

if TYPE_CHECKING:
    import pandas as pd


def to_frame(comparison: Comparison) -> pd.DataFrame:
    """One row an option, in the order of the scenario, indexed by option id.

    The columns are those of the CSV, name by name and value by value. Missing, unknown or withheld is NaN
    (or None for text). `_low` and `_high` are the ends of the interval.

    - `label`, `instance`, `instances` (how many are paid for), `accelerators_per_instance`
    - `unit`: what the option counts; "units" in the other names are these
    - `deployment_usd_per_hour`: USD an hour for all instances after the discount, and
      `overhead_usd_per_hour`, which is part of it
    - `units_per_second` (and `_low`, `_high`): of the whole deployment as measured, over that many `runs`
    - `utilization`, `useful_fraction`, `accepted_fraction`: what it is multiplied by;
      `counted_per_unit`: what it is divided by; `effective_units_per_second`: what comes out
    - `units_per_usd`, `usd_per_unit` (and `_low`, `_high` of each), `usd_per_million_units`
    - `scale_units`: the number of units that are customarily priced together (a million tokens, 3600 audio
      seconds); `usd_per_scale` (and `_low`, `_high`): USD for so many
    - `all_in_usd_per_unit`, `all_in_usd_per_scale`: with the one-off time spread over the work
    - `ratio` (and `_low`, `_high`): units per USD over those of the baseline, above 1 the option buys more;
      `cost_change`: 1/ratio - 1; `verdict`: `baseline` for the baseline; `all_in_ratio`, `all_in_verdict`
    - `price_usd_per_instance_hour`: USD an hour of one instance, after `price_discount` (a share), with
      `price_purchase`, `price_term`, `price_payment`, `price_region`, `price_zone`, `price_valid_from`,
      `price_as_of`, `price_age_days`, `price_source`, `price_standing`; where the deployment has several
      instance types, theirs as text, such as `on_demand + spot`, in the order of `instance`
    - `notices`: every doubt as `level:code`, such as `invalid:peak_statistic`, separated by spaces
    """
    import pandas as pd

    return pd.DataFrame(rows(comparison)).set_index("option")
