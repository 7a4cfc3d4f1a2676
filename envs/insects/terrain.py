"""The ten terrains, numbered as on the die that draws them. [INS-2]"""

SAND, DIRT, GRASS, MOUND, ROCKS, WATER, DEN, MUD, SLOPE, ROOTS = range(10)
NUM_TERRAINS = 10
NO_TERRAIN = -1  # beyond the edge of the map

TERRAIN_NAMES = ("Sand", "Dirt", "Grass", "Mound", "Rocks", "Water", "Den", "Mud", "Slope", "Roots")
TERRAIN_COLOURS = (
    "#e8d8a0",  # Sand
    "#b08d62",  # Dirt
    "#8fbf5f",  # Grass
    "#c9a66b",  # Mound
    "#9a9a9a",  # Rocks
    "#6fa8dc",  # Water
    "#d9705f",  # Den
    "#7a6248",  # Mud
    "#c4bda3",  # Slope
    "#6b8f4e",  # Roots
)
