"""Breaking the sources one place at a time, to see whether the tests notice: ``python -m tests.mutants``."""
