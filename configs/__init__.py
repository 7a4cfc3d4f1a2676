"""Configurations in YAML, by game and job: `configs/<game>/<job>/<preset>.yaml`."""
