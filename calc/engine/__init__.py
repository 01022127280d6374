"""Resolved -> Comparison: the only translator between the models and core. Pure."""

from calc.engine.evaluate import evaluate

__all__ = ["evaluate"]
