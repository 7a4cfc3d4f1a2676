"""Probes: what a rule set does to its game. A probe plans jobs, has them played, and makes findings of the games.

setting     what probes share: the game, error rate, seeds
jobs        what is played: a seed, in every seating of its players
trace       what happened in a game: who led, how much there was to choose
winding     games played again from their seeds and actions, compiled
ledger      the games of a probe in a file; what was played is never played again
session     jobs through ledger and executor
verdict     what a probe says: findings, figures, tables, games to watch; ``verdict.json``
page        the report
measuring   what rule sets are compared by: measures with a value for each seed
conditions  what is wanted of a measure; ``fields``: which values a field may take

Each probe is a module of its own: ``balance``, ``compare``, ``exploit``, ``parts``, ``strategies``, ``sweep``.
"""
