"""Python imports this at its start, in processes that a traced test starts: this folder is on their path."""

import importlib.util
from pathlib import Path

SPEC = importlib.util.spec_from_file_location("swarmzoo_tracing", Path(__file__).parents[1] / "tracing.py")
assert SPEC is not None and SPEC.loader is not None
TRACING = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(TRACING)
TRACING.trace_if_asked()
