"""Tree search: an agent that plays any game by trying things out in imagined copies of it."""
