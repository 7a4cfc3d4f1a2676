"""Playing games: matches of many games side by side, single games, what is asked of agents and what comes of it."""
