"""Units of work per dollar on GPUs and AWS Trainium, from your own measurements and prices."""

from calc.answer import compare
from calc.errors import InputError, PerdollarError
from calc.frames import to_frame
from calc.load import load_scenario
from calc.model.comparison import Comparison
from calc.model.scenario import Scenario
from calc.version import __version__

__all__ = [
    "Comparison",
    "InputError",
    "PerdollarError",
    "Scenario",
    "__version__",
    "compare",
    "load_scenario",
    "to_frame",
]
