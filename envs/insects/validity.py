"""Which records are states of the game: the range of every field, and what must agree with what."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.hexes import NO_HEX
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.ranges import FLAG, MANY, Bounds
from swarmzoo.envs.core.validity import Validity, log_bounds
from swarmzoo.envs.insects import cards as c
from swarmzoo.envs.insects.actions import NUM_DIGITS
from swarmzoo.envs.insects.attributes import count_effects
from swarmzoo.envs.insects.board import Board
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.phases import PHASE_OF_STAGE
from swarmzoo.envs.insects.stacks import count_stacks
from swarmzoo.envs.insects.state import (
    ADAPTATION_DISCARD,
    BID,
    BID_WINDOW,
    CARD_FROM_HAND,
    CLASSES,
    COUNT,
    DISCARDED,
    DROP,
    FIGHT_WINDOW,
    GO,
    IN_DECK,
    IN_HAND,
    IN_PLAY,
    MIMIC_KIND,
    NO_QUESTION,
    NOBODY,
    NUM_DECISIONS,
    PLACE_COUNT,
    REACTION,
    REPRODUCTION_PHASE,
    ROUND_BEGIN,
    STEP,
    TARGET,
    state_dtype,
)
from swarmzoo.envs.insects.terrain import NO_TERRAIN, NUM_TERRAINS
from swarmzoo.envs.insects.turn import find_choices
from swarmzoo.envs.insects.victory import ENDING_NAMES
from swarmzoo.envs.insects.words.chronicle import EVENT_NUMBERS

MAX_ROUND = 32_000
MAX_MOVES = 10_000  # of one turn
_IN_BID = (ROUND_BEGIN, BID_WINDOW, BID)


class InsectsValidity(Validity):
    """Which records are states of one configuration."""

    derived = ("stacks", "hand", "hand_size", "held", "in_play", "discards", "force", "mask")

    def __init__(self, config: InsectsConfig, board: Board, rules: np.ndarray):
        self.players, self.hexes = config.players, len(board.hexes)
        kinds = [kind for kind, _ in config.card_names()]
        self.kinds, self.num_cards = np.array(kinds), len(kinds)
        self._all_cards, self._all_seats = np.arange(len(kinds)), np.arange(config.players)
        self._places = np.zeros(DISCARDED + 1, bool)
        self._places[[IN_DECK, *(IN_HAND + self._all_seats), *(IN_PLAY + self._all_seats), DISCARDED]] = True
        self.counters = int(rules[0]["counters"])
        log = log_bounds(EVENT_NUMBERS, _log_roles(config.players, self.hexes, self.num_cards), 4)
        dtype = state_dtype(board.capacity, config.players)
        super().__init__(rules, dtype, dict(_bounds(config, self.hexes, board.capacity, rules[0])), log)

    def work_out(self, states: np.ndarray) -> None:
        """Count cards, effects and stacks again, and find what is legal."""
        recount_cards(states[0], self.kinds)
        rebuild_entry()(states, self.rules)

    def is_stuck(self, s: np.void) -> bool:
        """Tell whether the game goes on, but nobody has a legal action."""
        return not s["done"] and (s["stage"] >= ROUND_BEGIN or not s["mask"].any())

    def flaw(self, s: np.void) -> str | None:
        """Return what of a state contradicts itself."""
        why = self._flaw_of_cards(s) or self._flaw_of_swarms(s) or self._flaw_of_turn(s)
        return why if why or s["done"] else self._flaw_of_stage(s) or self._flaw_of_question(s)

    def _flaw_of_cards(self, s: np.void) -> str | None:
        size, drawn, where = self.num_cards, int(s["drawn"]), s["where"][: self.num_cards]
        deck = s["deck"][:size]
        if not np.array_equal(np.sort(deck), self._all_cards):
            return "deck must hold every card once"
        in_deck = where[deck] == IN_DECK
        if in_deck[:drawn].any() or not in_deck[drawn:].all():
            return "deck must hold every card once, first those that where and drawn call drawn"
        if not self._places[where].all():
            return f"where = {where[~self._places[where]][0]} is no place of a card"
        in_play = (where >= IN_PLAY) & (where < DISCARDED)
        if (self.kinds[in_play] >= c.NUM_EVOLUTIONS).any():
            return "where: an Event card cannot be in play; only Evolution cards can"
        mimics = where[in_play & (self.kinds == c.MIMIC)].astype(int) - IN_PLAY
        if not np.array_equal(s["mimicked"].sum(1), np.bincount(mimics, minlength=self.players)):
            return "mimicked must name one kind for each Mimic in play"
        return self._flaw_of_knowledge(s)

    def _flaw_of_knowledge(self, s: np.void) -> str | None:
        hands = [self.kinds[s["where"][: self.num_cards] == IN_HAND + p] for p in self._all_seats]
        held = np.array([np.bincount(hand, minlength=c.NUM_KINDS) for hand in hands])
        evolutions = held[:, : c.NUM_EVOLUTIONS].sum(1)
        if (s["known"] > held[:, : c.NUM_EVOLUTIONS]).any():
            return "known: a player knows cards of a hand that it does not hold"
        if (s["least_evolutions"] > evolutions).any() or (s["least_events"] > held.sum(1) - evolutions).any():
            return "least_evolutions and least_events: a hand holds fewer cards than everybody knows it to hold"
        return None

    def _flaw_of_swarms(self, s: np.void) -> str | None:
        totals = s["bugs"].sum(1, dtype=np.int64)
        if totals.max() > self.counters:
            return f"bugs: a player has {totals.max()} insects; at most {self.counters} are allowed (rules.counters)"
        out = s["out"] != 0
        where = s["where"]
        owners = np.concatenate([where - IN_HAND, where - IN_PLAY]) if out.any() else ()
        if out.any() and (totals[out].any() or s["burnt"][out].any() or np.isin(owners, np.flatnonzero(out)).any()):
            return "out: a player who is out has neither insects nor cards"
        if not np.array_equal(np.sort(s["order"]), self._all_seats):
            return "order must name every seat once"
        return None

    def _flaw_of_turn(self, s: np.void) -> str | None:
        if s["done"]:
            return None
        if s["out"].all():
            return "out: the game goes on, so somebody must be in play"
        if s["stage"] not in _IN_BID and s["active"] != s["order"][s["turn"]]:
            return "active must be the seat whose turn it is by order and turn"
        if s["stage"] not in PHASE_OF_STAGE or NO_QUESTION < s["question"] < REACTION:
            return f"stage = {s['stage']}, question = {s['question']}: there is no such decision"
        if s["actor"] != NOBODY and s["question"] == NO_QUESTION and s["stage"] >= ROUND_BEGIN:
            return f"actor: nobody is asked in stage {s['stage']}"
        if s["actor"] != NOBODY and s["out"][s["actor"]]:
            return "actor: a player who is out is asked nothing"
        if s["stage"] not in _IN_BID and s["out"][s["active"]] and s["actor"] != NOBODY:
            return "active: a player who is out has no turn"
        if s["played_as_burn"] and s["played"] >= c.NUM_EVOLUTIONS:
            return "played: only Evolution cards are burnt"
        return None

    def _flaw_of_stage(self, s: np.void) -> str | None:
        stage = s["stage"]
        if stage == BID:
            return self._flaw_of_bid(s)
        if stage in (COUNT, STEP) and (s["at"] == NO_HEX or not self._moves_fit(s)):
            return "at, group and moved: a group in hand stands in a hex, with insects that are there"
        if stage in (FIGHT_WINDOW, TARGET) and s["fight"] == NO_HEX:
            return "fight: the hex of the fight is missing"
        if stage == REPRODUCTION_PHASE:
            if s["bugs"][s["active"]].sum(dtype=np.int64) + s["unplaced"] > self.counters:
                return f"unplaced: more insects than the {self.counters} of rules.counters"
        elif not self._moves_fit(s):
            return "moved: more insects have moved than there are"
        return None

    def _moves_fit(self, s: np.void) -> bool:
        """Tell whether no more insects of the active player are counted in a hex than stand there, if it has a turn."""
        if s["stage"] in _IN_BID:
            return True
        counted = s["moved"].sum(1, dtype=np.int64)
        if s["at"] != NO_HEX:
            counted[s["at"]] += s["group"].sum(dtype=np.int64)
        return int(counted.max()) <= self.counters

    def _flaw_of_bid(self, s: np.void) -> str | None:
        living, picker = np.flatnonzero(s["out"] == 0), int(s["picker"])
        picking, taken = s["picking"][: len(living)], s["place_taken"]
        if picker >= len(living) or not np.array_equal(np.sort(picking), living):
            return "picking and picker: every player in play picks a place once"
        if (taken[len(living) :] != NOBODY).any() or sorted(taken[taken != NOBODY]) != sorted(picking[:picker]):
            return "place_taken must hold those who have picked, each once"
        return None

    def _flaw_of_question(self, s: np.void) -> str | None:
        question, p = int(s["question"]), int(s["played_by"])
        if question == NO_QUESTION:
            return None
        if question == PLACE_COUNT:
            fits = s["stage"] == REPRODUCTION_PHASE and s["at"] != NO_HEX and s["unplaced"] > 0
            return None if fits else "question: a count of new insects needs a hex, and insects to place"
        if p == NOBODY or s["out"][p] or s["played"] == c.NO_KIND:
            return "question: a card must have been played, by a player in play"
        if question == REACTION:
            return None if s["reactor"] != NOBODY and self._has_aim(s, p) else "question: the card lacks its aim"
        if question == ADAPTATION_DISCARD:
            held = int((s["where"] == IN_HAND + p).sum())
            return None if 0 < s["discards_due"] <= held else "discards_due: more cards than are held, or none"
        if question == MIMIC_KIND and not s["played_as_burn"] and not self._holds(s, IN_HAND + p, c.MIMIC):
            return "question: the Mimic that copies a kind must be held"
        return None if self._asks_for_its_card(s, question, p) else "question: the card played asks something else"

    def _has_aim(self, s: np.void, p: int) -> bool:
        """Tell whether a card that waits to take effect has all that it needs."""
        kind, seat, chosen = s["played"], int(s["played_at"]), int(s["chosen"])
        if s["played_as_burn"]:
            return True
        if kind in (c.MOLT, c.CO_OPT):
            return seat != NOBODY
        if kind == c.DEVOLUTION:
            return seat != NOBODY and chosen != c.NO_KIND and self._holds(s, IN_PLAY + seat, chosen)
        if kind == c.METAMORPHOSIS:
            return self._can_swap(s, p) and self._holds(s, IN_HAND + p, int(s["chosen_too"]))
        return True

    def _can_swap(self, s: np.void, p: int) -> bool:
        return s["chosen"] != c.NO_KIND and self._holds(s, IN_PLAY + p, int(s["chosen"]))

    def _asks_for_its_card(self, s: np.void, question: int, p: int) -> bool:
        """Tell whether a question is one that the card played asks."""
        asking = _ASKED_BY[question]
        if s["played"] not in asking:
            return False
        return question != CARD_FROM_HAND or self._can_swap(s, p)

    def _holds(self, s: np.void, place: int, kind: int) -> bool:
        return bool(((s["where"][: self.num_cards] == place) & (self.kinds == kind)).any())


# The kinds of cards that ask each question: mimic kind, victim, victim's card, own card, card from the hand.
_ASKED_BY = {
    MIMIC_KIND: (c.MIMIC,),
    MIMIC_KIND + 1: (c.MOLT, c.CO_OPT, c.DEVOLUTION),
    MIMIC_KIND + 2: (c.DEVOLUTION,),
    MIMIC_KIND + 3: (c.METAMORPHOSIS,),
    CARD_FROM_HAND: (c.METAMORPHOSIS,),
}


def recount_cards(s: np.void, kinds: np.ndarray) -> None:
    """Count hands, cards in play and discards by kind, from where each card is; ``kinds``: of every card."""
    n = len(s["order"])
    places = s["where"][: len(kinds)].astype(int)
    counts = np.bincount(places * c.NUM_KINDS + kinds, minlength=(DISCARDED + 1) * c.NUM_KINDS)
    by_place = counts.reshape(-1, c.NUM_KINDS)
    hands = by_place[IN_HAND : IN_HAND + n]
    s["hand"], s["hand_size"] = hands, hands.sum(1)
    s["held"] = (hands > 0) @ (1 << np.arange(c.NUM_KINDS))
    s["in_play"] = by_place[IN_PLAY : IN_PLAY + n, : c.NUM_EVOLUTIONS]
    s["discards"] = by_place[DISCARDED]


def _rebuild(states, rules):
    count_effects(states[0], rules[0])
    count_stacks(states[0])
    if not states[0].done and states[0].actor >= 0:
        find_choices(states[0], rules[0])


@cache
def rebuild_entry() -> Any:
    """Return the compiled function (states (1,), rules (1,)) that counts effects and stacks and finds what is legal."""
    return entry_point(_rebuild, "insects_rebuild", {})


def _log_roles(players: int, hexes: int, cards: int) -> dict[str, Bounds]:
    """Return the ranges of the numbers of events, by what they mean."""
    seat, hex_, card, count = (0, players - 1), (0, hexes - 1), (0, cards - 1), (0, 2**15 - 1)
    return {
        **dict.fromkeys(("p", "q", "place"), seat),
        **dict.fromkeys(("h", "t"), hex_),
        **dict.fromkeys(("card", "other"), card),
        **dict.fromkeys(("n", "count", "cards"), count),
        "aim": (NOBODY, players - 1),
        "force": (c.NO_KIND, c.NUM_EVOLUTIONS - 1),
        "kind": (0, c.NUM_KINDS - 1),
        "ending": (0, len(ENDING_NAMES) - 1),
        "winners": (0, (1 << players) - 1),
    }


def _bounds(config: InsectsConfig, hexes: int, capacity: int, r: np.void) -> Iterator[tuple[str, Bounds | None]]:
    """Yield the range of every field of a state but the log."""
    yield from _bounds_of_board(config.players, hexes, capacity, int(r["counters"]))
    yield from _bounds_of_cards(r)
    yield from _bounds_of_turn(config.players, config.max_rounds or MAX_ROUND)
    yield from _bounds_of_phases(config.players, hexes, capacity, int(r["counters"]))
    yield from _bounds_of_played(config.players, int(r["num_cards"]))


def _bounds_of_board(n: int, hexes: int, capacity: int, counters: int) -> Iterator[tuple[str, Bounds | None]]:
    on_board = np.arange(capacity) < hexes
    yield "rng", None
    yield "terrain", (np.where(on_board, 0, NO_TERRAIN), np.where(on_board, NUM_TERRAINS - 1, NO_TERRAIN))
    yield "bugs", (0, on_board * counters)
    yield "stacks", (0, on_board * n)
    yield "mask", FLAG
    yield from dict.fromkeys(("home", "fought"), (0, on_board * 1)).items()
    yield "moved", (0, on_board[:, None] * counters)


def _bounds_of_cards(r: np.void) -> Iterator[tuple[str, Bounds | None]]:
    size, counts = int(r["num_cards"]), r["card_counts"].astype(int)
    evolutions = counts[: c.NUM_EVOLUTIONS]
    mimics = np.minimum(evolutions + counts[c.MIMIC], 255)
    there = np.arange(c.MAX_CARDS) < size
    yield "deck", (0, there * (size - 1))
    yield "where", (0, there * DISCARDED)
    yield from dict.fromkeys(("drawn", "hand_size"), (0, size)).items()
    yield from dict.fromkeys(("hand", "discards", "plays"), (0, np.minimum(counts, 255))).items()
    yield from dict.fromkeys(("in_play", "burns", "known"), (0, np.minimum(evolutions, 255))).items()
    yield from dict.fromkeys(("least_evolutions", "least_events"), (0, size)).items()
    yield "mimicked", (0, min(int(counts[c.MIMIC]), 255))
    yield "burnt", (0, mimics)
    yield "force", (0, evolutions + 2 * (evolutions + counts[c.MIMIC]))
    yield "held", (0, (1 << c.NUM_KINDS) - 1)
    for name, kind, gain in _GAINS:
        yield name, (0, int(counts[kind]) * int(r[gain]))


_GAINS = (
    ("cycle", c.REPRODUCTIVE_CYCLE, "cycle_reproduction"),
    ("migration", c.MIGRATION, "migration_intelligence"),
    ("burst", c.ENERGY_BURST, "burst_movement"),
    ("latency", c.LATENCY, "latency_initiative"),
    ("frenzy", c.FEEDING_FRENZY, "frenzy_attack"),
    ("rush", c.RUSH, "rush_initiative"),
)


def _bounds_of_turn(n: int, max_rounds: int) -> Iterator[tuple[str, Bounds | None]]:
    seat, anybody = (0, n - 1), (NOBODY, n - 1)
    yield from dict.fromkeys(("done", "molt", "dormant", "out", "winner", "deck_ended", "window_used"), FLAG).items()
    yield from dict.fromkeys(("order", "turn"), seat).items()
    yield from dict.fromkeys(("active", "actor", "picking", "place_taken"), anybody).items()
    yield from dict.fromkeys(("picker", "asked_from"), (0, n)).items()
    yield "round_number", (0, max_rounds)
    yield "ending", (0, len(ENDING_NAMES) - 1)
    yield "stage", (0, max(PHASE_OF_STAGE))
    yield "question", (NO_QUESTION, NUM_DECISIONS - 1)
    yield "bans_lifted", (0, MANY)


def _bounds_of_phases(n: int, hexes: int, capacity: int, counters: int) -> Iterator[tuple[str, Bounds | None]]:
    yield from dict.fromkeys(("unplaced", "counted", "group"), (0, counters)).items()
    yield from dict.fromkeys(("moves_made", "rampages"), (0, MAX_MOVES)).items()
    yield from dict.fromkeys(("move_begun", "move_given_up"), FLAG).items()
    yield from dict.fromkeys(("at", "fight"), (NO_HEX, hexes - 1)).items()
    yield "steps", (0, min(counters * (CLASSES - 1), np.iinfo(np.int16).max))  # each picks others up who go on
    yield from dict.fromkeys(("may_drop", "may_pick_up", "struck"), FLAG).items()
    yield "count_for", (GO, DROP)
    yield "count_class", (0, CLASSES - 1)
    yield "high_digit", (-1, NUM_DIGITS - 1)
    yield "target", (NOBODY, n - 1)
    yield "kills", (-1, n * counters)


def _bounds_of_played(n: int, size: int) -> Iterator[tuple[str, Bounds | None]]:
    yield from dict.fromkeys(("played_by", "played_at", "reactor"), (NOBODY, n - 1)).items()
    yield from dict.fromkeys(("chosen", "chosen_too"), (c.NO_KIND, c.NUM_EVOLUTIONS - 1)).items()
    yield from dict.fromkeys(("played_as_burn", "negated"), FLAG).items()
    yield "played", (c.NO_KIND, c.NUM_KINDS - 1)
    yield "played_card", (-1, size - 1)
    yield "discards_due", (0, 20)
    yield "logged", (0, MANY)
