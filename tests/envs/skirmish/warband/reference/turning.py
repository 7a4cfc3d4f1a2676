"""Positions of two or four warbands as another warband sees them: after half a turn, or in one of two mirrors.

An image has a number: 1 is half a turn, 2 the mirror of west and east, 3 the mirror of north and south. Warband w
becomes warband ``w ^ number``.
"""

from copy import copy, deepcopy

from tests.envs.skirmish.warband.reference.field import Cell, Field, cell_at, point_of
from tests.envs.skirmish.warband.reference.game import Game
from tests.envs.skirmish.warband.reference.legal import Action
from tests.envs.skirmish.warband.reference.people import Character

IMAGES = {2: (1,), 4: (1, 2, 3)}


def image(ground: Field, cell: Cell, number: int) -> Cell:
    """Return where an image takes a hex."""
    (x, _), row = point_of(cell), cell[1]
    across = ground.west + ground.east - x if number in (1, 2) else x
    return cell_at(across, 3 * (ground.rows - 1 - row if number in (1, 3) else row))


def turned(game: Game, number: int) -> Game:
    """Return the image of a game, as far as legal actions depend on it."""
    made, ground = copy(game), game.ground
    made.ground = Field(
        {image(ground, cell, number): kind for cell, kind in ground.kinds.items()},
        {image(ground, cell, number): height for cell, height in ground.heights.items()},
        ground.grounds,
    )
    made.people, made.active = deepcopy((game.people, game.active))  # together: they know each other
    for who in made.people:
        who.warband, who.cell = who.warband ^ number, image(ground, who.cell, number)
    made.people.sort(key=lambda who: (who.warband, who.slot))
    made.loot = {image(ground, cell, number): tokens for cell, tokens in game.loot.items()}
    made.drawn = None if game.drawn is None else game.drawn ^ number
    return made


def turned_back(game: Game, action: Action, number: int) -> tuple[str, object]:
    """Return what an action of an image is in the game: a word, and a warband and slot, or a hex."""
    word, at = action
    if isinstance(at, Character):
        return word, (at.warband ^ number, at.slot)
    return word, at and image(game.ground, at, number)
