"""Bots that play formation."""
