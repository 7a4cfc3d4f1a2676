"""Figures of speed: what ``swarmzoo bench`` measures, one theme a file."""
