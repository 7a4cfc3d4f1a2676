"""nova-v0, novas, extras and henchmen; see README.md for its rules, spaces and keywords."""
