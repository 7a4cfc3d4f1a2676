"""The parts of the game: kinds of cards, terrains, and what can be done besides playing cards and going."""

from collections.abc import Iterator
from functools import partial

from swarmzoo.envs.core.parts import GamePart, Values, named_once
from swarmzoo.envs.insects.cards import KIND_KEYS, KIND_NAMES
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.terrain import DEN, TERRAIN_NAMES


def parts(config: InsectsConfig) -> tuple[GamePart, ...]:
    """Return what can be taken out of the game of a configuration. Dens are what is fought for, so they stay."""
    return named_once([*_cards(config), *_terrains(config), *_commands(config)])


def _cards(config: InsectsConfig) -> Iterator[GamePart]:
    """Yield the kinds of cards in the deck. Who may not use a kind may not discard it either."""
    for kind, key in enumerate(KIND_KEYS):
        if config.count_of(kind):
            about = "the deck holds none"
            yield GamePart(key, "card", about, partial(_without_card, key), bans=(KIND_NAMES[kind],))


def _without_card(key: str, values: Values, side: int | None) -> None:
    values["rules"]["cards"][key] = 0


def _terrains(config: InsectsConfig) -> Iterator[GamePart]:
    """Yield the terrains that are drawn; of a map that was given nothing is taken."""
    for terrain, name in enumerate(TERRAIN_NAMES):
        if config.map is None and config.rules.terrain_weights[terrain] and terrain != DEN:
            about = "it is never drawn: other terrains are, by their odds"
            yield GamePart(name.lower(), "terrain", about, partial(_without_terrain, terrain))


def _without_terrain(terrain: int, values: Values, side: int | None) -> None:
    weights = list(values["rules"]["terrain_weights"])
    weights[terrain] = 0
    values["rules"]["terrain_weights"] = weights


def _commands(config: InsectsConfig) -> Iterator[GamePart]:
    yield GamePart("burn", "command", "nobody burns Evolution cards", bans=("burn",))
    if config.rules.pick_up_and_drop:
        about = "groups neither pick up nor drop insects on their way"
        yield GamePart("pick_up_and_drop", "command", about, _without_picking_up, bans=("pick up", "drop"))


def _without_picking_up(values: Values, side: int | None) -> None:
    values["rules"]["pick_up_and_drop"] = False
