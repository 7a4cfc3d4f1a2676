"""Bots of nova."""
