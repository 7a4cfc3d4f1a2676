"""Agents: the contract, bots, matches."""
