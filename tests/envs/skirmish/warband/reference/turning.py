"""Positions as another warband sees them: after a turn, or in one of two mirrors.

An image has a number. Of two and four warbands 1 is half a turn, 2 the mirror of west and east, 3 the mirror of north
and south; warband w becomes warband ``w ^ number``. Of three warbands it is the number of thirds of a turn, and a
warband becomes the one so many places on.
"""

from copy import copy, deepcopy

from tests.envs.skirmish.warband.reference.field import Cell, Field, cell_at, point_of
from tests.envs.skirmish.warband.reference.game import Game
from tests.envs.skirmish.warband.reference.legal import Action
from tests.envs.skirmish.warband.reference.people import Character

IMAGES = {2: (1,), 3: (1, 2), 4: (1, 2, 3)}


def counterpart(game: Game, warband: int, number: int) -> int:
    """Return the warband that a warband becomes."""
    return (warband + number) % 3 if game.config.warbands == 3 else warband ^ number


def back(game: Game, number: int) -> int:
    """Return the number of the image that undoes an image."""
    return -number % 3 if game.config.warbands == 3 else number


def image(game: Game, cell: Cell, number: int) -> Cell:
    """Return where an image takes a hex."""
    ground = game.ground
    if game.config.warbands == 3:
        return third(ground, cell, number)
    (x, _), row = point_of(cell), cell[1]
    across = ground.west + ground.east - x if number in (1, 2) else x
    return cell_at(across, 3 * (ground.rows - 1 - row if number in (1, 3) else row))


def third(ground: Field, cell: Cell, number: int) -> Cell:
    """Return where thirds of a turn about the middle take a hex of a field with six sides."""
    (x, y), middle = point_of(cell), (ground.west + ground.east) // 2
    x, y = x - middle, y - 3 * (ground.rows // 2)
    for _ in range(number):  # a row is three high where a hex is two wide: a third of a turn keeps whole numbers
        x, y = (-x - y) // 2, (3 * x - y) // 2
    return cell_at(x + middle, y + 3 * (ground.rows // 2))


def turned(game: Game, number: int) -> Game:
    """Return the image of a game, as far as legal actions depend on it."""
    made, ground = copy(game), game.ground
    made.ground = Field(
        {image(game, cell, number): kind for cell, kind in ground.kinds.items()},
        {image(game, cell, number): height for cell, height in ground.heights.items()},
        ground.grounds,
    )
    made.people, made.active = deepcopy((game.people, game.active))  # together: they know each other
    for who in made.people:
        who.warband, who.cell = counterpart(game, who.warband, number), image(game, who.cell, number)
    made.people.sort(key=lambda who: (who.warband, who.slot))
    made.loot = {image(game, cell, number): tokens for cell, tokens in game.loot.items()}
    made.drawn = None if game.drawn is None else counterpart(game, game.drawn, number)
    return made


def turned_back(game: Game, action: Action, number: int) -> tuple[str, object]:
    """Return what an action of an image is in the game: a word, and a warband and slot, or a hex."""
    word, at = action
    if isinstance(at, Character):
        return word, (counterpart(game, at.warband, back(game, number)), at.slot)
    return word, at and image(game, at, back(game, number))
