"""The kernels' side: their actions as the engine's options, and their states in the engine's words."""

from collections import Counter
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import Game as Compiled
from swarmzoo.envs.insects import state
from swarmzoo.envs.insects.victory import ENDING_NAMES
from tests.envs.insects.reference.cards import EVOLUTIONS, KINDS
from tests.envs.insects.reference.hexes import DIRECTIONS, Hex
from tests.envs.insects.reference.position import Game, Option

# The engine's name of each decision, and the kernels' number.
QUESTIONS = {
    "window: bid": state.BID_WINDOW,
    "place": state.BID,
    "evolution": state.EVOLUTION,
    "excess card": state.EXCESS,
    "reproduction": state.REPRODUCTION_PHASE,
    "window: move of another": state.MOVE_WINDOW,
    "move": state.PICK,
    "how many go": state.COUNT,
    "how many to drop": state.COUNT,
    "how many to pick up": state.COUNT,
    "step": state.STEP,
    "fight": state.FIGHT_ORDER,
    "window: fight": state.FIGHT_WINDOW,
    "target": state.TARGET,
    "rampage": state.RAMPAGE_OFFER,
    "window: own limit": state.LIMIT_WINDOW,
    "window: limit of another": state.LIMIT_WINDOW,
    "react": state.REACTION,
    "mimic burnt as": state.MIMIC_KIND,
    "what to copy": state.MIMIC_KIND,
    "whom to molt": state.VICTIM,
    "whom to rob": state.VICTIM,
    "whom to devolve": state.VICTIM,
    "what to devolve": state.VICTIMS_CARD,
    "what gives way": state.OWN_CARD,
    "what replaces it": state.CARD_FROM_HAND,
    "what to discard": state.ADAPTATION_DISCARD,
    "how many to place": state.PLACE_COUNT,
}


def decision_of(s: Any) -> int:
    """Return which decision a state asks: a question that interrupts, or the stage's own."""
    return int(s["question"] if s["question"] != state.NO_QUESTION else s["stage"])


class Reader:
    """Reads states of one compiled game."""

    def __init__(self, compiled: Compiled):
        self.rules, self.config = compiled.rules[0], compiled.config
        self.spaces: list[Hex] = [tuple(pair) for pair in compiled.board["hexes"].tolist()]
        self.index = {space: number for number, space in enumerate(self.spaces)}
        self.starts = [self.spaces[number] for number in self.rules["start"].tolist()]
        self.first = dict(
            zip((part.name for part in compiled.actions.parts), self.rules["first"].tolist(), strict=False)
        )
        self.seen_at = self.rules["seen_at"].tolist()
        self.direction_view = self.rules["direction_view"].tolist()

    def land(self) -> dict[Hex, int] | list[Hex]:
        """Return the terrain of a map file, or the outline of a random map."""
        if self.rules["random_map"]:
            return self.spaces
        return dict(zip(self.spaces, self.rules["terrain"].tolist(), strict=False))

    def action(self, option: Option, seat: int, order: list[int]) -> int:
        """Return the number of an option as a seat sees it. [INS-A5]"""
        name, what = option
        first = self.first
        if name == "space":
            return first["hex"] + self.seen_at[seat][self.index[what]]
        if name == "step":
            return first["step"] + self.direction_view[seat][DIRECTIONS.index(what)]
        if name in ("play", "burn", "kind"):
            return first["play" if name == "kind" else name] + KINDS.index(str(what))
        if name == "seat":
            return first["seat"] + (order.index(what) - order.index(seat)) % len(order)
        if name == "place":
            return first["seat"] + what
        return first[name] + (what or 0)

    def ending(self, s: Any) -> str:
        """Return how the game ended, or that it is not over."""
        return ENDING_NAMES[s["ending"]]

    def table_of_state(self, s: Any) -> dict[str, Any]:
        """Return what a state says, in the form of ``table_of_game``."""
        number, burnt = len(self.spaces), s["burnt"].tolist()
        moving = s["stage"] in (state.PICK, state.COUNT, state.STEP)
        return {
            "terrain": s["terrain"].tolist()[:number],
            "insects": s["bugs"][:, :number].tolist(),
            "hands": s["hand"].tolist(),
            "cards in play": s["in_play"].tolist(),
            "Mimics": s["mimicked"].tolist(),
            "burnt": burnt,
            "discards": s["discards"].tolist(),
            "deck": int(self.rules["num_cards"]) - int(s["drawn"]),
            "round": int(s["round_number"]),
            "active": int(s["active"]),
            "out": s["out"].tolist(),
            "molted": s["molt"].tolist(),
            "dormant": s["dormant"].tolist(),
            "latency": s["latency"].tolist(),
            "frenzy": s["frenzy"].tolist(),
            "rush": s["rush"].tolist(),
            "migration": int(s["migration"]),
            "burst": int(s["burst"]),
            "to place": int(s["unplaced"]) if s["stage"] == state.REPRODUCTION_PHASE else 0,
            "moves used": int(s["moves_made"]) if moving else 0,
            "moved": self.classes(s) if moving else None,
            "group": s["group"].tolist() if s["stage"] == state.STEP else None,
            "fight": int(s["fight"]),
        }

    def classes(self, s: Any) -> list[tuple[int, int, int]]:
        """Return space, spaces moved and number of all insects of the active player, the group in hand with them."""
        insects = s["moved"].copy()
        insects[s["at"]] += s["group"]
        spaces, moved = np.nonzero(insects)
        return list(zip(spaces.tolist(), moved.tolist(), insects[spaces, moved].tolist(), strict=True))

    def table_of_game(self, game: Game, s: Any) -> dict[str, Any]:
        """Return what the engine says, in the form of ``table_of_state``."""
        players = game.players
        moving = s["stage"] in (state.PICK, state.COUNT, state.STEP)
        return {
            "terrain": [game.terrain[space] for space in self.spaces],
            "insects": [[game.insects[space][seat] for space in self.spaces] for seat in range(len(players))],
            "hands": [[player.hand[kind] for kind in KINDS] for player in players],
            "cards in play": [count([card.kind for card in player.in_play]) for player in players],
            "Mimics": [count([card.works_as for card in player.in_play if card.kind == "mimic"]) for player in players],
            "burnt": [count(player.burnt) for player in players],
            "discards": [game.discards[kind] for kind in KINDS],
            "deck": len(game.deck),
            "round": game.round,
            "active": game.active,
            "out": [int(player.is_out) for player in players],
            "molted": [int(player.is_molted) for player in players],
            "dormant": [int(player.is_dormant) for player in players],
            "latency": [game.latency[seat] for seat in range(len(players))],
            "frenzy": [game.frenzy[seat] for seat in range(len(players))],
            "rush": [game.rush[seat] for seat in range(len(players))],
            "migration": game.migration,
            "burst": game.group.burst if game.group else 0,
            "to place": game.to_place,
            "moves used": game.moves_used if moving else 0,
            "moved": self.moved(game) if moving else None,
            "group": self.group(game) if s["stage"] == state.STEP else None,
            "fight": self.index[game.fight] if game.fight else -1,
        }

    def moved(self, game: Game) -> list[tuple[int, int, int]]:
        """Return space, spaces moved and number of all insects of the active player."""
        found: Counter[tuple[int, int]] = Counter()
        for space, classes in game.moved.items():
            for spaces, number in classes.items():
                found[self.index[space], min(spaces, state.SPENT)] += number
        return sorted((space, spaces, number) for (space, spaces), number in found.items() if number)

    def group(self, game: Game) -> list[int]:
        """Return the group in hand by spaces moved."""
        numbers = [0] * state.CLASSES
        for spaces, number in game.group.insects.items() if game.group else ():
            numbers[min(spaces, state.SPENT)] += number
        return numbers


def count(kinds: list[str]) -> list[int]:
    """Return how often each Evolution is in a list."""
    return [kinds.count(kind) for kind in EVOLUTIONS]
