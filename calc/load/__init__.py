"""Text, file or dict to Scenario and back, with the place of every problem."""

from __future__ import annotations

from calc.load.dump import dated as dated
from calc.load.dump import dump_scenario as dump_scenario
from calc.load.problems import validate_scenario as validate_scenario
from calc.load.scenario import Loaded as Loaded
from calc.load.scenario import load_scenario as load_scenario
from calc.load.scenario import load_with_lines as load_with_lines
from calc.load.scenario import parse_scenario as parse_scenario
from calc.load.scenario import parse_with_lines as parse_with_lines
from calc.load.schema import schema as schema
from calc.load.table import template_csv as template_csv
