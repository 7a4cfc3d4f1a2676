"""Bots of overseer."""
