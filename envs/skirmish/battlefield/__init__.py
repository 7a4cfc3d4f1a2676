"""The battlefield of the skirmish systems: ground, sight, movement, maps; see each module."""
