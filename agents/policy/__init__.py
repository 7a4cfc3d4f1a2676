"""Trained policies: networks, checkpoints, and the agents they make."""
