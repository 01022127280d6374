"""How fast the deployment works, as the user measured it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, model_validator

from calc.model.base import (
    Choice,
    Later,
    Model,
    Name,
    Positive,
    Rates,
    Share,
    Texts,
    problem,
)

RATE_FORMS = ("per_second", "per_minute", "per_hour", "seconds_per_unit")


class Run(Model):
    """One run: what it produced, and how long it took."""

    units: Positive
    """Units of work that the run completed."""
    seconds: Positive
    """Wall-clock seconds that it took."""
    session: Name | None = None
    """Session of the run: runs of one session share what a new session would change."""


class Throughput(Model):
    """Measured throughput: exactly one way of stating it, one value per run, and what it covers."""

    one_of = Choice("the throughput", (*RATE_FORMS, "runs", "files", "points"))

    per_second: Rates | None = None
    """Units per second; a list is one value per run, never per request."""
    per_minute: Rates | None = None
    """Units per minute; a list is one value per run."""
    per_hour: Rates | None = None
    """Units per hour; a list is one value per run."""
    seconds_per_unit: Rates | None = None
    """Wall-clock seconds for one unit; a list is one value per run."""
    runs: tuple[Run, ...] | None = None
    """Runs as units and seconds."""
    files: Later = None
    """Result files of benchmark tools."""
    metric: Later = None
    """Which metric of `files` to take."""
    points: Later = None
    """Load levels."""
    per: Literal["deployment", "instance", "accelerator"] = "deployment"
    """What the figure covers; for `instance` and `accelerator` it is multiplied up, and marked so."""
    warmup: Literal["excluded", "included", "part_of_job", "unknown"] = "unknown"
    """Whether warm-up (first steps, compilation) lies in the measured time;
    `part_of_job`: the time of the whole job, start-up and all."""
    padding: Literal["excluded", "included", "unknown"] = "unknown"
    """Whether padded units are counted as work."""
    statistic: Literal["mean", "median", "derived", "peak", "unknown"] = "unknown"
    """What the figure is. A peak second is not a throughput."""
    offered_per_second: Positive | None = None
    """Rate at which a rate-limited client offered work, in units per second, of what `per` covers."""
    accelerators_used: Positive | None = None
    """Accelerators at work, of the whole deployment; may be fractional (0.25: one of four logical cores).
    It never changes the number."""
    idle_intended: bool | None = None
    """True if the rest was left idle on purpose and stays so in production."""
    fallback_ops: Texts = ()
    """Operators that ran on the CPU, as torch_neuronx.get_fallback_ops() lists them."""
    fallback_time_share: Share | None = None
    """Share of the run's time spent in them."""

    @model_validator(mode="after")
    def _consistent(self) -> Throughput:
        if self.runs is not None:
            if not self.runs:
                raise problem("the list of runs is empty; write at least one run")
            named = [run.session is not None for run in self.runs]
            if any(named) and not all(named):
                raise problem("some runs name a session and some do not; name it for all or for none")
        if self.fallback_time_share is not None and not self.fallback_ops:
            raise problem("fallback_time_share needs fallback_ops: name the operators that fell back")
        return self


def _short_throughput(value: Any) -> Any:
    return value if isinstance(value, (Mapping, Throughput)) else {"per_second": value}


AnyThroughput = Annotated[
    Throughput, BeforeValidator(_short_throughput, json_schema_input_type=Rates | Throughput)
]
"""A throughput: a plain number or list is units per second of the whole deployment, one value per run."""
