"""Bots that play insects."""
