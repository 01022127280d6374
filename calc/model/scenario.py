"""What the user says: a scenario of options that do the same work."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from calc.model.base import (
    Answer,
    Choice,
    Confidence,
    Count,
    Date,
    Fraction,
    Later,
    Model,
    Name,
    NotNegative,
    Positive,
    Share,
    Text,
    Texts,
    Unit,
    problem,
    read_number,
    show,
)
from calc.model.price import AnyPrice
from calc.model.throughput import AnyThroughput

SCHEMA_VERSION = 1


def _read_condition(value: Any) -> str | Decimal:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool):
        return "yes" if value else "no"
    return read_number(value)


Condition = Annotated[str | Decimal, BeforeValidator(_read_condition)]


class Conditions(Model):
    """Under what conditions the work was measured. Other names are kept and compared too."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Condition] = Field(init=False)

    model: Text | None = None
    """Model name and version."""
    precision: Text | None = None
    """Precision of weights and compute, such as bf16 or fp8."""
    quality: Condition | None = None
    """Quality of the output: a metric's value or a word."""
    batch: Positive | None = None
    """Batch size."""
    concurrency: Positive | None = None
    """Requests in flight."""
    input_length: Positive | None = None
    """Input length of one unit of traffic, in tokens (or seconds for audio)."""
    output_length: Positive | None = None
    """Output length, in tokens."""
    tokenizer: Text | None = None
    """Tokenizer that counted the tokens."""
    stack: Text | None = None
    """Software stack, such as torchneuron, nxd_inference, vllm or cuda."""
    stack_version: Text | None = None
    """Version of the stack."""
    compiled: Answer | None = None
    """Whether the model was compiled (yes) or ran eagerly (no)."""
    measured_on: Date | None = None
    """Day of the measurement."""
    latency_ms: dict[str, Positive] | None = None
    """Latencies in ms, by name, such as ttft_p99."""
    parameters_b: Positive | None = None
    """Parameters of the model, in billions."""
    active_parameters_b: Positive | None = None
    """Parameters active for one token, in billions (mixture of experts)."""
    phase: Text | None = None
    """What was measured: prefill, decode, serving, training, ..."""


class Setup(Model):
    """One-off time before the first useful unit. It is paid for, and spread over the work that follows."""

    compile_s: NotNegative = Decimal(0)
    """Seconds of compilation."""
    load_s: NotNegative = Decimal(0)
    """Seconds to load the model."""
    retry_s: NotNegative = Decimal(0)
    """Seconds lost in failed attempts."""
    over_units: Positive | None = None
    """Accepted units of work over which the time is spread."""
    over_hours: Positive | None = None
    """Hours of use over which it is spread, at the utilization stated; the setup time comes on top."""

    @model_validator(mode="after")
    def _spread_once(self) -> Setup:
        if self.over_units is not None and self.over_hours is not None:
            raise problem("the setup is spread twice; keep over_units or over_hours")
        return self


class Part(Model):
    """One kind of instance in a deployment of several."""

    instance: Name | None = None
    """Instance type."""
    instances: Count = 1
    """How many of it are paid for."""
    accelerators: Count | None = None
    """Accelerators per instance; taken from the catalogue where it knows the instance."""
    price: AnyPrice
    """Price of one instance-hour."""


class Option(Model):
    """One way of doing the work: what it runs on, what that costs, how fast it is."""

    one_of = Choice("the price", ("price", "parts"))

    label: Name | None = None
    """Name to show; default: the option's id."""
    notes: Text | None = None
    """Anything worth keeping. Notes survive saving."""
    unit: Unit | None = None
    """What this option counts, if it differs from the scenario's unit."""
    provider: Name = "aws"
    """Who sells the instance."""
    instance: Name | None = None
    """Instance type; any text."""
    instances: Count = 1
    """How many instances are paid for."""
    accelerators: Count | None = None
    """Accelerators per instance; taken from the catalogue where it knows the instance."""
    price: AnyPrice | None = None
    """Price of one instance-hour: a number in USD, or one of the longer forms."""
    parts: tuple[Part, ...] | None = None
    """A deployment of several instance types, in place of instance, instances and price."""
    throughput: AnyThroughput
    """Units per second of the whole deployment, one value per run, or one of the longer forms."""
    utilization: Fraction = Decimal(1)
    """Share of the paid time in which the deployment works at the measured rate."""
    useful_fraction: Fraction = Decimal(1)
    """Share of the counted units that are real work and not padding."""
    accepted_fraction: Fraction = Decimal(1)
    """Share of the units whose result is good enough to use."""
    counted_per_unit: Positive = Decimal(1)
    """How many of its own units this option counts for one common unit (another tokenizer, say)."""
    overhead_usd_per_hour: NotNegative = Decimal(0)
    """Storage, load balancer, licences: USD per hour of the whole deployment."""
    setup: Setup | None = None
    """One-off time: compilation, loading, failed attempts."""
    conditions: Conditions = Conditions()
    """Under what conditions it was measured."""
    fit: Later = None
    """Answers to the Trainium checklist."""

    @model_validator(mode="after")
    def _one_deployment(self) -> Option:
        if self.parts is not None:
            if not self.parts:
                raise problem("the list of parts is empty; write at least one part")
            whole = {"instance", "instances", "accelerators"} & self.model_fields_set
            if whole:
                raise problem("{given} belongs into the parts", given=" and ".join(sorted(whole)))
        return self


class Demand(Model):
    """How much work there is to do."""

    one_of = Choice("the demand", ("units_per_month", "units_per_hour"))

    units_per_month: Positive | None = None
    """Units of work a month."""
    units_per_hour: Positive | None = None
    """Units of work an hour."""
    billing: Literal["always_on", "elastic"] = "always_on"
    """How the fleet is paid: whole deployments around the clock, or only the work done."""

    def in_a_month(self, hours: Decimal) -> Decimal:
        """Units of work in a month of `hours`."""
        if self.units_per_month is not None:
            return self.units_per_month
        assert self.units_per_hour is not None  # the model gives exactly one form
        return self.units_per_hour * hours


class Job(Model):
    """One job, whose cost is wanted."""

    units: Positive
    """Units of work in the job."""


class Migration(Model):
    """What it costs to move from the baseline to another option, once."""

    one_of = Choice("the migration cost", ("usd", "hours"))

    usd: Positive | None = None
    """One-off cost in USD."""
    hours: Positive | None = None
    """Hours of work; needs `usd_per_hour`."""
    usd_per_hour: Positive | None = None
    """What an hour of that work costs, in USD."""

    @model_validator(mode="after")
    def _rate_with_hours(self) -> Migration:
        if (self.hours is None) != (self.usd_per_hour is None):
            raise problem("hours and usd_per_hour go together; give both, or usd alone")
        return self

    @property
    def total_usd(self) -> Decimal:
        """The one-off cost in USD."""
        if self.usd is not None:
            return self.usd
        assert self.hours is not None  # the model gives exactly one form
        assert self.usd_per_hour is not None
        return self.hours * self.usd_per_hour


def _read_version(value: Any) -> int:
    number = read_number(value)
    if number > SCHEMA_VERSION:
        raise problem(
            "this file is of schema version {found}, newer than the {known} that this perdollar reads; "
            "install a newer perdollar",
            found=str(number),
            known=SCHEMA_VERSION,
        )
    if number != SCHEMA_VERSION:
        raise problem(
            "{found} is not a schema version; write perdollar: {known}",
            found=str(number),
            known=SCHEMA_VERSION,
        )
    return SCHEMA_VERSION


def _read_options(value: Any) -> Any:
    if not isinstance(value, dict):
        raise problem("{shown} is not a set of options; write each option under its id", shown=show(value))
    for key in value:
        if not isinstance(key, str) or not re.fullmatch(r"\w[\w.+-]{0,63}", key):
            raise problem(
                "{shown} cannot be an option's id; use letters, digits, '.', '_', '+' or '-', "
                "and put any other text into label",
                shown=show(key),
            )
    if not value:
        raise problem("there are no options; write at least one")
    return value


class Scenario(Model):
    """A comparison of options that do the same work: prices, measured throughput, conditions."""

    schema_link: SkipJsonSchema[str | None] = Field(default=None, alias="$schema")
    perdollar: Annotated[int, BeforeValidator(_read_version)] = SCHEMA_VERSION
    """Version of this schema: 1."""
    name: Text = ""
    """What is compared, in a few words."""
    notes: Text | None = None
    """Anything worth keeping. Notes survive saving."""
    unit: Unit
    """What is counted: output_token, audio_second, image, request, ... or any snake_case name of your own."""
    baseline: Name | None = None
    """Id of the option that the others are compared with; default: the first."""
    confidence: Confidence = Decimal("0.95")
    """Confidence of the intervals."""
    margin: Share = Decimal(0)
    """Relative difference below which two costs count as equal."""
    hours_per_month: Positive = Decimal(730)
    """Hours in a month."""
    demand: Demand | None = None
    """Work to do a month or an hour: sizes the fleet."""
    job: Job | None = None
    """Size of one job: its cost is given."""
    migration: Migration | None = None
    """One-off cost of moving: its payback is given."""
    slo: Later = None
    """Latency limits."""
    claims: Texts | None = None
    """Ids of the vendor claims to show beside the result; default: those that fit."""
    require: Texts = ()
    """What must hold, such as "trn2 ratio >= 1.2"."""
    sweep: Later = None
    """What varies."""
    options: Annotated[
        dict[str, Option],
        BeforeValidator(_read_options),
    ] = Field(min_length=1)
    """The options, each under an id of its own."""

    @model_validator(mode="after")
    def _known_baseline(self) -> Scenario:
        if self.baseline is not None and self.baseline not in self.options:
            raise problem(
                "the baseline {baseline} is not an option; write one of {ids}",
                baseline=repr(self.baseline),
                ids=", ".join(self.options),
            )
        return self

    @property
    def baseline_id(self) -> str:
        """Id of the baseline: the one named, else the first option."""
        return self.baseline or next(iter(self.options))
