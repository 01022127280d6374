"""The base of every noun, and the field types that say what a number or a text must be."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Decimal
from numbers import Real
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetJsonSchemaHandler,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

SMALLEST, LARGEST = Decimal("1e-24"), Decimal("1e24")
"""Beyond these nothing is measured, and within them no result overflows."""
MOST_DIGITS = 60
SMALLEST_FRACTION = Decimal("1e-9")
LARGEST_COUNT = 1_000_000


class Choice(NamedTuple):
    """A rule of a model: exactly one of these keys is given."""

    what: str
    """What they state, such as "the price"."""
    keys: tuple[str, ...]

    def fault(self, given: Collection[str]) -> str:
        """What is wrong with these keys, in the user's words; empty if one is given."""
        chosen = [key for key in self.keys if key in given]
        if len(chosen) == 1:
            return ""
        if chosen:
            return f"{self.what} is given {len(chosen)} times, as {' and '.join(chosen)}; keep one of them"
        return f"{self.what} is missing; give exactly one of {', '.join(self.keys)}"


class Model(BaseModel):
    """A frozen noun: unknown keys are errors, attribute docstrings are the schema's descriptions."""

    one_of: ClassVar[Choice | None] = None
    """Keys of which exactly one is given, if the model has such a rule."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        use_attribute_docstrings=True,
    )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """The JSON Schema of the model, with its exactly-one rule."""
        schema = handler(core_schema)
        if cls.one_of is not None:
            handler.resolve_ref_schema(schema)["oneOf"] = [{"required": [key]} for key in cls.one_of.keys]
        return schema

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if self.one_of is not None:
            given = [key for key in self.one_of.keys if getattr(self, key) is not None]
            if fault := self.one_of.fault(given):
                raise problem("{fault}", fault=fault)
        return self


def problem(what: str, /, **context: Any) -> PydanticCustomError:
    """A validation error whose text is shown to the user as it stands."""
    return PydanticCustomError("perdollar", what, context)


def read_number(value: Any) -> Decimal:
    """Take an int, float or Decimal as an exact Decimal; refuse booleans, text, NaN, infinities."""
    if isinstance(value, bool) or not isinstance(value, (Decimal, Real)):
        raise problem("{shown} is not a number; write a plain number such as 1234.5", shown=show(value))
    if _is_endless(value):
        raise problem("a number of more than {most} digits is not a measurement; round it", most=MOST_DIGITS)
    try:
        number = Decimal(value) if isinstance(value, (Decimal, int)) else Decimal(repr(float(value)))
    except (ArithmeticError, TypeError, ValueError):
        raise problem("{shown} is not a plain number; write one such as 1234.5", shown=show(value)) from None
    if not number.is_finite():
        raise problem("{shown} is not a finite number; write a plain number", shown=str(number))
    if len(number.as_tuple().digits) > MOST_DIGITS:
        raise problem("a number of more than {most} digits is not a measurement; round it", most=MOST_DIGITS)
    if number and not SMALLEST <= number.copy_abs() <= LARGEST:
        raise problem("{shown} is out of range; write a number between 1e-24 and 1e24", shown=str(number))
    return number


def _is_endless(value: Any) -> bool:
    """Whether this is an integer of so many digits that even writing it down takes long."""
    return isinstance(value, int) and value.bit_length() > 4 * MOST_DIGITS


def show(value: Any) -> str:
    """A short, safe rendering of what the user wrote, for error messages."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"the truth value {str(value).lower()}"
    if isinstance(value, str):
        text = value if len(value) <= 40 else value[:37] + "..."
        return f"the text {text!r}"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    if _is_endless(value):
        return f"a number of more than {MOST_DIGITS} digits"
    return str(value)[:40]


def _check(test: Callable[[Decimal], bool], wanted: str) -> AfterValidator:
    def check(number: Decimal) -> Decimal:
        if not test(number):
            raise problem("{number} will not do; write " + wanted, number=str(number))
        return number

    return AfterValidator(check)


def _read_count(value: Any) -> int:
    number = read_number(value)
    if number != number.to_integral_value() or not 1 <= number <= LARGEST_COUNT:
        wanted = f"a whole number of at least 1 and at most {LARGEST_COUNT:,}"
        raise problem("{number} will not do; write {wanted}", number=str(number), wanted=wanted)
    return int(number)


def read_text(value: Any) -> str:
    """Take text; a number or a date that stands for text keeps the digits it was written with."""
    if isinstance(value, bool):
        raise problem("{shown} is not text; put it in quotes", shown=show(value))
    if isinstance(value, (int, Decimal)) and not _is_endless(value):
        return str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, datetime.date):
        return value.isoformat()
    if not isinstance(value, str):
        raise problem("{shown} is not text; write a word or a sentence", shown=show(value))
    return value.strip()


def _not_empty(value: str) -> str:
    if not value:
        raise problem("this text is empty; write it or leave the key out")
    return value


def _read_date(value: Any) -> datetime.date:
    if isinstance(value, datetime.date) and value == value:  # pandas.NaT is a date that is not itself
        return value.date() if isinstance(value, datetime.datetime) else value
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value.strip()):
        try:
            return datetime.date.fromisoformat(value.strip())
        except ValueError:
            pass
    raise problem("{shown} is not a date; write year-month-day, such as 2026-10-08", shown=show(value))


def _read_answer(value: Any) -> Any:
    """`yes`, `no` and `unknown` are text; booleans are accepted for the first two."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value not in ("yes", "no", "unknown"):
        raise problem("{shown} is not an answer; write yes, no or unknown", shown=show(value))
    return value


def _as_runs(value: Any) -> Any:
    """One number is one run; any sequence or array of numbers is a list of runs."""
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        return (value,)
    try:
        runs = tuple(value)
    except TypeError:  # an array of no dimension holds one number
        return (getattr(value, "item", lambda: value)(),)
    if not runs:
        raise problem("the list of runs is empty; write at least one number")
    return runs


def _as_texts(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


def _read_unit(value: Any) -> str:
    text = read_text(value)
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", text) or len(text) > 40:
        raise problem(
            "{shown} is not a unit; write one thing that is counted in snake_case, "
            "such as output_token, audio_second, image or request",
            shown=show(value),
        )
    return text


def _refuse(_value: Any) -> Any:
    raise problem("this key is not supported yet; leave it out")


def _number_schema(**limits: Any) -> WithJsonSchema:
    return WithJsonSchema({"type": "number", **limits})


Number = Annotated[Decimal, BeforeValidator(read_number), _number_schema()]
Positive = Annotated[
    Number,
    _check(lambda n: n > 0, "a number greater than 0"),
    _number_schema(exclusiveMinimum=0),
]
NotNegative = Annotated[
    Number,
    _check(lambda n: n >= 0, "0 or a number greater than 0"),
    _number_schema(minimum=0),
]
Fraction = Annotated[
    Number,
    _check(
        lambda n: SMALLEST_FRACTION <= n <= 1, "a fraction greater than 0 and at most 1, such as 0.7 for 70%"
    ),
    _number_schema(exclusiveMinimum=0, maximum=1),
]
Share = Annotated[
    Number,
    _check(lambda n: 0 <= n < 1, "a share from 0 to less than 1, such as 0.1 for 10%"),
    _number_schema(minimum=0, exclusiveMaximum=1),
]
Discount = Annotated[
    Number,
    _check(lambda n: 0 <= n <= Decimal("0.99"), "a share from 0 to 0.99, such as 0.1 for 10%"),
    _number_schema(minimum=0, maximum=0.99),
]
Confidence = Annotated[
    Number,
    _check(
        lambda n: Decimal("0.5") <= n <= Decimal("0.9999"), "a confidence from 0.5 to 0.9999, such as 0.95"
    ),
    _number_schema(minimum=0.5, maximum=0.9999),
]
Count = Annotated[
    int,
    BeforeValidator(_read_count),
    WithJsonSchema({"type": "integer", "minimum": 1, "maximum": LARGEST_COUNT}),
]
Text = Annotated[str, BeforeValidator(read_text), WithJsonSchema({"type": ["string", "number"]})]
Name = Annotated[Text, AfterValidator(_not_empty), WithJsonSchema({"type": "string", "minLength": 1})]
Texts = Annotated[
    tuple[Name, ...],
    BeforeValidator(_as_texts),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
Date = Annotated[
    datetime.date, BeforeValidator(_read_date), WithJsonSchema({"type": "string", "format": "date"})
]
Answer = Annotated[
    Literal["yes", "no", "unknown"],
    BeforeValidator(_read_answer),
    WithJsonSchema({"enum": ["yes", "no", "unknown", True, False]}),
]
Unit = Annotated[
    str,
    BeforeValidator(_read_unit),
    WithJsonSchema({"type": "string", "pattern": "^[a-z][a-z0-9]*(_[a-z0-9]+)*$"}),
]
Rates = Annotated[
    tuple[Positive, ...],
    BeforeValidator(_as_runs),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "number", "exclusiveMinimum": 0},
                {"type": "array", "minItems": 1, "items": {"type": "number", "exclusiveMinimum": 0}},
            ]
        }
    ),
]
Later = Annotated[
    Any,
    BeforeValidator(_refuse),
    WithJsonSchema({"not": {}, "description": "Not supported yet."}),
]
