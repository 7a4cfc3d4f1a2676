"""Leagues: a main policy, exploiters that look for its weaknesses, and its past selves, in rounds."""
