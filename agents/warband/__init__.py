"""Bots of warband."""
