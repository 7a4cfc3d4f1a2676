"""The kinds of ground of a battlefield. Height is counted apart from them, in levels.

A game has those kinds that its ``Grounds`` name, each with a letter in maps.
"""

OPEN, DIFFICULT, SOFT, HEAVY, BLOCKING, SUPERIOR, BARRIER = range(7)
OFF = 7  # the margin, and what of a field's columns and rows does not belong to it
NUM_TERRAINS = 7
KINDS = ("open", "difficult", "soft", "heavy", "blocking", "superior", "barrier")  # in configurations
TERRAIN_NAMES = (
    *("open", "difficult", "soft cover", "heavy cover", "blocking", "superior cover", "barrier"),
    "off the field",
)
TERRAIN_LETTERS = ".,*#X%=_"  # the last one: off the field
USUAL = range(5)  # the kinds that every game has
NO_ENTRY = 127
MOST_HEIGHT = 3
NO_COVER, SOFT_COVER, HEAVY_COVER, SUPERIOR_COVER, HIDDEN = range(5)  # what lies between two hexes, the least first
COVER_NAMES = ("no cover", "soft cover", "heavy cover", "superior cover", "out of sight")
