"""Pictures and games to watch."""
