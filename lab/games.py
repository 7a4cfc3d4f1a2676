"""Games as agents are measured and shown in them: on maps that favour no seat, where the game has such maps."""

from collections.abc import Mapping
from typing import Any

from swarmzoo.agents.text import read_options
from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.config import with_value
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game

EVEN = "symmetric"  # the keyword of games whose maps can be the same from every seat


def even_game(found: FoundGame, values: Mapping[str, Any], where: str = "") -> Game:
    """Return the game of plain values, on symmetric maps wherever there are any and the values do not say otherwise.

    ``where``: what errors name first. Raises GameError for values that the game does not take.
    """
    plain = dict(values)
    if EVEN in found.config.model_fields and EVEN not in plain:
        try:
            return found.read(plain | {EVEN: True}, where)
        except GameError:  # these seats, or this map, have no symmetry; or something else is wrong, which is told below
            pass
    return found.read(plain, where)


def game_for_persons(found: FoundGame, values: Mapping[str, Any]) -> Game:
    """Return the game of plain values as people play it, where the values leave that open; else like ``even_game``."""
    return even_game(found, found.config.for_persons(values))


def maps_of(game: Game) -> str:
    """Say in words on which maps a game is played: nothing where a game has no choice of them."""
    if EVEN not in type(game.config).model_fields:
        return ""
    if getattr(game.config, "map", None) is not None:
        return "the map that was given"
    return "symmetric maps" if game.config.symmetric else "random maps"


def in_words(game: Game) -> str:
    """Return the name of a game and the maps on which it is played, as they stand above a table."""
    return ", ".join(filter(None, (game.env_id, maps_of(game))))


def keywords_of(text: str) -> dict[str, Any]:
    """Return the plain values of keywords as ``size=8,rules.lookahead=2``; raise GameError for what is none."""
    where = f"keywords {text!r}"
    values: dict[str, Any] = {}
    given = read_options(text, where)
    for field, value in given.items():
        if held := next((one for one in given if one.startswith(f"{field}.")), None):
            raise GameError(f"{where}: {field} and {held} are given; leave one of the two out")
        values = with_value(values, field, value, where)
    return values


def made(name: str, keywords: str = "") -> Game:
    """Return a game by name, with keywords as ``size=8,scenario=march``; raise GameError for what there is not."""
    return even_game(find_game(name), keywords_of(keywords))
