"""The terrains of a field, and the margin around it. [FOR-G6a, FOR-G8f]"""

OPEN, ROUGH, WOODS, HILL, WALL, WATER, OFF = range(7)
TERRAIN_NAMES = ("open", "rough", "woods", "hill", "wall", "water")
TERRAIN_LETTERS = ".,*^#~"
NUM_TERRAINS = len(TERRAIN_NAMES)
NO_ENTRY = 99  # what a hex costs that nobody enters
