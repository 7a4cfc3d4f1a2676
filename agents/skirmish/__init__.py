"""The bots of the skirmish games."""
