"""Play by orders: what squads can be ordered to do, how soldiers carry it out, and the game in which squads decide."""
