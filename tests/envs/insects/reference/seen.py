"""What a seat sees of a position, every number by the name that the layout gives it. [INS-A5, INS-A8]

Plain and slow, from the meaning of the names alone; which way a seat sees the board is taken from the rules' tables.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from swarmzoo.envs.core.game import Game
from swarmzoo.envs.insects import state
from swarmzoo.envs.insects.cards import KIND_NAMES
from swarmzoo.envs.insects.layout import PLAYER_PARTS, SHOWN_PHASES, SITUATION_PARTS, layout, plane_names
from swarmzoo.envs.insects.phases import PHASES
from swarmzoo.envs.insects.terrain import TERRAIN_NAMES
from tests.envs.insects.reference.attributes import FARTHEST, lowered
from tests.envs.insects.reference.cards import ATTRIBUTES, EVOLUTIONS, KINDS
from tests.envs.insects.reference.position import DEN
from tests.envs.insects.reference.reading import decision_of

BYTE = 256
LARGE = (*KIND_NAMES[:7], "hand", "insects", "Feeding Frenzy")
MOVED = "active player's insects that moved {}"
SPENT = "active player's insects with no move left"


class Eye:
    """A seat that looks at a state of the kernels."""

    def __init__(self, game: Game, s: Any, seat: int):
        self.s, self.rules, self.seat = s, game.rules[0], seat
        self.hexes = range(int(self.rules["num_hexes"]))
        order = s["order"].tolist()
        self.others = [order[(order.index(seat) + k) % len(order)] for k in range(len(order))]
        self.asks = decision_of(s)
        self.first = dict(zip((part.name for part in game.actions.parts), self.rules["first"].tolist(), strict=False))

    def parts(self) -> dict[str, np.ndarray]:
        """Return every part of the observation by its name."""
        s, n = self.s, len(self.others)
        players = [self.player(seat) for seat in self.others]
        card = self.card_played()
        return {
            "planes": np.array(list(self.planes().values())),
            "decision": one_hot(state.NUM_DECISIONS, self.asks if s["actor"] == self.seat else None),
            "players": np.array([[player[name] for name in PLAYER_PARTS] for player in players]),
            "hand": s["hand"][self.seat],
            "discards": s["discards"],
            "situation": np.array([self.situation()[name] for name in SITUATION_PARTS]),
            "phase": one_hot(len(SHOWN_PHASES), None if s["done"] else SHOWN_PHASES.index(self.phase())),
            "targets named": self.targets(),
            "card played": one_hot(len(KINDS), card.get("kind")),
            "played by": one_hot(n, card.get("by")),
            "aimed at": one_hot(n, card.get("at")),
            "kind chosen with it": one_hot(len(EVOLUTIONS), card.get("takes")),
            "answered by": one_hot(n, card.get("answered")),
        }

    def phase(self) -> str:
        """Return the phase that is going on."""
        return next(name for name, stages in PHASES.items() if self.s["stage"] in stages)

    def places_after(self, seat: int) -> int:
        """Return how many places after the own seat another one is in the turn order."""
        return self.others.index(seat)

    # The board

    def planes(self) -> dict[str, np.ndarray]:
        """Return the planes by their names."""
        planes = {name: np.zeros(len(self.s["terrain"])) for name in plane_names(len(self.others))}
        for x in self.hexes:
            for name, value in self.hex_values(x):
                planes[name][self.rules["seen_at"][self.seat, x]] = value
        if self.s["actor"] == self.seat:
            planes["legal targets"] = self.legal_targets()
        return planes

    def hex_values(self, x: int) -> Iterator[tuple[str, float]]:
        """Yield the planes that are not zero at a hex, and their values."""
        s = self.s
        yield f"terrain {TERRAIN_NAMES[s['terrain'][x]]}", 1
        for k, seat in enumerate(self.others):
            yield ("own insects" if k == 0 else f"insects of player +{k}"), s["bugs"][seat, x]
        yield "contested", (s["bugs"][:, x] > 0).sum() > 1
        if s["active"] >= 0 and self.asks_in(state.MOVE_WINDOW, state.PICK, state.COUNT, state.STEP):
            yield from self.moved(s["moved"][x].tolist())
        if self.asks_in(state.FIGHT_ORDER, state.FIGHT_WINDOW, state.TARGET, state.RAMPAGE_OFFER):
            yield "fought over this phase", s["fought"][x]
        if x == self.selected():
            yield "selected", 1
            yield "group in hand", s["group"].sum() if self.is_on_the_way() else 0

    def asks_in(self, *stages: int) -> bool:
        """Tell whether the game is at one of some stages, interrupted or not."""
        return self.s["stage"] in stages

    def is_on_the_way(self) -> bool:
        """Tell whether a stack was picked and has not stopped yet."""
        return self.asks_in(state.COUNT, state.STEP)

    def selected(self) -> int | None:
        """Return the hex that everything is about just now."""
        if self.is_on_the_way() or (self.s["fight"] < 0 and self.s["question"] == state.PLACE_COUNT):
            return int(self.s["at"])
        return int(self.s["fight"]) if self.s["fight"] >= 0 else None

    def moved(self, classes: list[int]) -> Iterator[tuple[str, float]]:
        """Yield the active player's insects of a hex by how far they have come."""
        for spaces in range(4):
            yield MOVED.format(spaces), classes[spaces]
        yield MOVED.format("4 or more"), sum(classes[4:-1])
        yield SPENT, classes[-1]

    def legal_targets(self) -> np.ndarray:
        """Return which hexes can be chosen or stepped into."""
        plane = np.zeros(len(self.s["terrain"]))
        if self.asks != state.STEP:
            return np.array(self.s["mask"][self.first["hex"] :][: len(plane)], float)
        for view in range(6):
            if self.s["mask"][self.first["step"] + view]:
                direction = self.rules["direction_back"][self.seat, view]
                plane[self.rules["seen_at"][self.seat, self.rules["neighbours"][self.s["at"], direction]]] = 1
        return plane

    # The players

    def player(self, seat: int) -> dict[str, float]:
        """Return what is shown of a player, by names."""
        s, names = self.s, KIND_NAMES[: len(EVOLUTIONS)]
        force = self.force(seat)
        shown = {names[kind]: self.value(seat, kind) for kind in range(len(ATTRIBUTES))}
        for kind, name in enumerate(names):
            shown[f"{name} in force"] = force[kind]
            shown[f"{name} burnt"] = s["burnt"][seat, kind]
            shown[f"Mimics as {name}"] = s["mimicked"][seat, kind]
        if s["dormant"][seat]:
            shown["Movement"] = self.rules["dormancy_movement"]
        spaces = [x for x in self.hexes if self.holds(seat, x, self.rules["space_control"])]
        dens = [x for x in self.hexes if s["terrain"][x] == DEN and self.holds(seat, x, self.rules["den_control"])]
        in_bid, in_fight = self.asks_in(state.BID_WINDOW, state.BID), s["fight"] >= 0
        return shown | {
            "hand": s["hand"][seat].sum(),
            "insects": s["bugs"][seat].sum(),
            "spaces held": len(spaces),
            "Dens held": len(dens),
            "is active": s["active"] == seat,
            "place in the order": s["order"].tolist().index(seat),
            "eliminated": s["out"][seat],
            "under Molt": s["molt"][seat],
            "under Dormancy": s["dormant"][seat],
            "Initiative in the Bid": (self.value(seat, 0) + s["latency"][seat]) * in_bid,
            "place picked in the Bid": self.place_picked(seat),
            "Initiative in the fight": (self.value(seat, 0) + s["rush"][seat]) * in_fight,
            "Feeding Frenzy": s["frenzy"][seat] * in_fight,
            "has struck in the fight": s["struck"][seat] * in_fight,
        }

    def force(self, seat: int) -> list[int]:
        """Return how many effects of each Evolution work for a player. [INS-16, INS-P14]"""
        s = self.s
        lies = (s["in_play"] > 0).any(axis=0) | bool(self.rules["mimic_lasts"])
        return (s["in_play"][seat] + s["burnt"][seat] + s["mimicked"][seat] * lies).astype(int).tolist()

    def value(self, seat: int, kind: int) -> int:
        """Return an attribute by base and cards. [INS-17]"""
        return int(self.rules["base_value"][kind] + self.rules["per_card"][kind] * self.force(seat)[kind])

    def holds(self, seat: int, x: int, way: int) -> bool:
        """Tell whether a player holds a hex: alone, or with more insects than anybody else. [INS-P2, INS-P3]"""
        own, *others = [int(self.s["bugs"][other, x]) for other in [seat, *(q for q in self.others if q != seat)]]
        return own > 0 and (max(others) < own if way else not any(others))

    def place_picked(self, seat: int) -> int:
        """Return the place that a player took in the Bid that is going on, the first is 1; 0 for none."""
        taken = self.s["place_taken"].tolist()
        return taken.index(seat) + 1 if self.asks_in(state.BID) and seat in taken else 0

    # The turn

    def situation(self) -> dict[str, float]:
        """Return what the turn, the group in hand and the question are about, by names."""
        s = self.s
        deck = int(self.rules["num_cards"])
        return {
            **dict.fromkeys(SITUATION_PARTS, 0.0),
            "cards left": deck - s["drawn"],
            "round": s["round_number"],
            "moves left": self.moves_left(),
            "unplaced": s["unplaced"],
            "Migration": s["migration"],
            "Energy Burst": s["burst"],
            "Move Phases begun this turn": s["rampages"],
            "a stack was picked this turn": s["move_begun"],
            "moves given up this turn": s["move_given_up"],
            **(self.group() if self.is_on_the_way() else {}),
            **(self.count() if self.is_counting() else {}),
            **({"card is negated": s["negated"], "discards due": s["discards_due"]} if self.has_card() else {}),
        }

    def moves_left(self) -> int:
        """Return how many Intelligence moves the active player has left."""
        if self.s["active"] < 0:
            return 0
        intelligence = self.value(self.s["active"], ATTRIBUTES.index("intelligence")) + self.s["migration"]
        return max(0, int(intelligence - self.s["moves_made"]))

    def group(self) -> dict[str, float]:
        """Return how far the group in hand, which the least moved of it tells, may still move."""
        s = self.s
        classes = np.flatnonzero(s["group"])
        least = int(classes[0]) if len(classes) else state.CLASSES
        return {
            "spaces the group may still move": max(0, self.allowance() - least),
            "steps of the group": s["steps"],
            "may drop": s["may_drop"],
            "may pick up": s["may_pick_up"],
        }

    def allowance(self) -> int:
        """Return how far insects may have come to leave the hex where the group is. [INS-E6]"""
        s, rules = self.s, self.rules
        active = int(s["active"])
        movement = rules["dormancy_movement"] if s["dormant"][active] else self.value(active, 3)
        around = [s["at"], *(x for x in rules["neighbours"][s["at"]] if x >= 0)]
        near = [q for q in self.others if q != active and s["bugs"][q][around].any()]
        webs = sum(self.force(q)[EVOLUTIONS.index("webs")] for q in near)
        spaces = lowered(int(movement), int(rules["webs_movement_loss"]) * webs, int(rules["webs_minimum"]))
        return min(FARTHEST, spaces + int(s["burst"]))

    def is_counting(self) -> bool:
        """Tell whether this seat is asked for a number."""
        return self.s["actor"] == self.seat and self.asks in (state.COUNT, state.PLACE_COUNT)

    def count(self) -> dict[str, float]:
        """Return what is counted, and between which numbers the answer lies: those of the legal digits."""
        s = self.s
        least, most = self.bounds()
        return {
            "class counted": s["count_class"],
            "least count": least,
            "most count": most,
            "high digit asked": most >= 32 and s["high_digit"] < 0,
            "high digit given": max(int(s["high_digit"]), 0),
            "count for: go, pick up, drop": s["count_for"],
        }

    def bounds(self) -> tuple[int, int]:
        """Return the least and the most that may be counted now: one at least in all, and of a drop not all."""
        s = self.s
        if self.asks == state.PLACE_COUNT:
            return 1, int(s["unplaced"])
        pool = (s["group"] if s["count_for"] == state.DROP else s["moved"][s["at"]])[: self.allowance()].tolist()
        most, later = pool[s["count_class"]], sum(pool[s["count_class"] + 1 :])
        is_last_chance = s["counted"] == 0 and later == 0
        return int(is_last_chance), min(most, sum(pool) - 1) if s["count_for"] == state.DROP else most

    # Fights and cards

    def targets(self) -> np.ndarray:
        """Return who has named whom in the fight, by places after this seat."""
        table = np.zeros((len(self.others), len(self.others)))
        if self.s["fight"] >= 0:
            for seat, target in enumerate(self.s["target"].tolist()):
                if target >= 0:
                    table[self.places_after(seat), self.places_after(target)] = 1
        return table

    def has_card(self) -> bool:
        """Tell whether a card was played of which a question is open."""
        return self.s["question"] not in (state.NO_QUESTION, state.PLACE_COUNT)

    def card_played(self) -> dict[str, int]:
        """Return the card of which a question is open: its kind, by whom, at whom, what it takes, who answered it."""
        s, card = self.s, {}
        if self.has_card():
            card = {"kind": int(s["played"]), "by": self.places_after(s["played_by"])}
            if s["played_at"] >= 0:
                card["at"] = self.places_after(s["played_at"])
            if s["chosen"] >= 0:
                card["takes"] = int(s["chosen"])
            if s["reactor"] != s["played_by"]:
                card["answered"] = self.places_after(s["reactor"])
        return card


def one_hot(length: int, place: int | None) -> np.ndarray:
    """Return a row with a 1 at a place, or zeros."""
    row = np.zeros(length)
    if place is not None:
        row[place] = 1
    return row


def difference(game: Game, s: Any, seat: int, row: np.ndarray) -> str:
    """Return the first part in which an observation is not what a seat sees of a state, and both; empty if none."""
    eye = Eye(game, s, seat)
    wanted = {name: np.asarray(numbers).astype(np.int64) for name, numbers in eye.parts().items()}
    wanted |= beyond(wanted)
    for part in layout(len(s["terrain"]), len(eye.others)):
        shown = row[part.start : part.stop].reshape(part.shape)
        for place in np.argwhere(shown != wanted[part.name] % BYTE):
            at = tuple(place.tolist())
            return f"{part.name} {_name(part.name, at, len(eye.others))}: {shown[at]}, not {wanted[part.name][at]}"
    return ""


def beyond(wanted: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the parts that hold what a byte cannot, in 256s: of insects, of players and of the situation."""
    insects = [*range(10, len(wanted["planes"]) - 4)]  # after the terrain, and without the last four marks
    large = [name for name in PLAYER_PARTS if name in LARGE or name.startswith("Initiative in the")]
    players = wanted["players"][:, [PLAYER_PARTS.index(name) for name in large]]
    numbers = {"planes beyond": wanted["planes"][insects], "players beyond": players}
    return {name: part // BYTE for name, part in (numbers | {"situation beyond": wanted["situation"]}).items()}


def _name(part: str, at: tuple[int, ...], players: int) -> str:
    names = {"planes": (0, plane_names(players)), "players": (1, PLAYER_PARTS), "situation": (0, SITUATION_PARTS)}
    axis, texts = names.get(part, (0, ()))
    return f"{at} {texts[at[axis]]}" if texts else str(at)


def overview(game: Game, s: Any) -> np.ndarray:
    """Return the overview of a whole game: in absolute seats, counts as they are."""
    number, room = int(game.rules[0]["num_hexes"]), len(s["terrain"])
    terrain = [[float(x < number and s["terrain"][x] == kind) for x in range(room)] for kind in range(10)]
    players = [number for seat in range(len(s["order"])) for number in _shown_of(s, seat)]
    turn = [game.rules[0]["num_cards"] - s["drawn"], s["round_number"], s["stage"], s["fight"] + 1]
    return np.array([*np.ravel(terrain), *players, *s["discards"], *turn], np.float32)


def _shown_of(s: Any, seat: int) -> list[float]:
    facts = (s["hand"][seat].sum(), s["order"].tolist().index(seat), s["active"] == seat, s["out"][seat])
    lying = s["in_play"][seat] + s["mimicked"][seat]
    return [*s["bugs"][seat], *s["hand"][seat], *lying, *s["burnt"][seat], *facts]
