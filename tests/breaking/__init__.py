"""Inputs that nobody should send: thousands of them, and what fell.

A module of this package for each kind of input: positions, states, maps, configs ... Each has a function

    attack(game: str, inputs: int, seed: int, tally: Tally) -> None

that makes so many inputs for a game from a seed, hands each to the project as its users would, and notes in the tally
whether it was refused by a GameError, accepted, or whether something fell. The same numbers make the same inputs.
``python -m tests.breaking`` finds the modules by itself.
"""
