"""Tournaments between agents: schedules, ratings, stored games, replays, reports."""
