"""The kinds of ground of a battlefield. Height is counted apart from them, in levels."""

OPEN, DIFFICULT, SOFT, HEAVY, BLOCKING = range(5)
OFF = 5  # the margin
NUM_TERRAINS = 5
KINDS = ("open", "difficult", "soft", "heavy", "blocking")  # in configurations
TERRAIN_NAMES = ("open", "difficult", "soft cover", "heavy cover", "blocking")
TERRAIN_LETTERS = ".,*#X"
NO_ENTRY = 127
MOST_HEIGHT = 3
NO_COVER, SOFT_COVER, HEAVY_COVER, HIDDEN = range(4)  # what lies between two hexes, the least first
COVER_NAMES = ("no cover", "soft cover", "heavy cover", "out of sight")
