"""Statistics of experiments: designs, effects with intervals, tests at every look, errors of reports, forecasts."""
