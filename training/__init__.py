"""Training and evaluation with stable-baselines3."""
