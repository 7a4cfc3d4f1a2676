"""Small bots that speak the line protocol; each runs by itself, without swarmzoo."""
