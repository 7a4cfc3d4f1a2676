"""The three skirmish systems, and the battlefield that they share."""
