"""Agents in processes of their own, in any language: the line protocol, its limits, and the agent that speaks it."""
