"""What players know of each other's hands, and that every world keeps it, against a tracker of single cards."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.insects.cards import KIND_NAMES, NUM_EVOLUTIONS, STACK
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.events import CARD_STOLEN
from swarmzoo.envs.insects.game import insects
from swarmzoo.envs.insects.state import LOG_LENGTH
from tests.envs.insects.positions import SEATS, Playing, play

BOARD = "6 1a2 1 1b1 1 1c1 1 1d1 6"
DECK, HAND, PLAY = 0, 1, 11  # where cards are; plus a seat: in that hand, in play before that player
# Few Evolution cards, so that an opening hand seldom holds one by chance, and many thefts.
FEW = {"stack": 4, "attack": 4, "defense": 4, "reproduction": 4, "movement": 4, "intelligence": 4, "initiative": 4}
MANY = {"co_opt": 20, "rush": 12, "latency": 12, "feeding_frenzy": 12, "cocoon": 8}
CONFIG = InsectsConfig(players=4, extra_cards=True, symmetric=True, rules={"cards": FEW | MANY})


class Tracker:
    """What follows for sure from which card moved where in one game."""

    def __init__(self, game: Game, where: np.ndarray):
        self.n, self.kinds = game.num_sides, game.rules["card_kind"][0, : int(game.rules["num_cards"][0])]
        self.where, self.known = where.copy(), Counter()  # by player, holder and kind
        used = (where >= PLAY) & (self.kinds < NUM_EVOLUTIONS)  # before the first decision
        self.untouched = set() if used.any() else set(range(self.n))  # hands that no Evolution card has left yet

    def see(self, where: np.ndarray, robbed: set[int]) -> None:
        """Take the next state's cards, and the seats that were robbed since the last one.

        Of cards that were drawn and used since then it is not seen whose they were: all hands may have lost them.
        """
        used = np.flatnonzero((self.where == DECK) & (where >= PLAY))
        for card in used:
            self.untouched.clear()
            for key in [key for key in self.known if key[2] == self.kinds[card]]:
                self.known[key] = 0
        for p, holder, kind in list(self.known):
            if holder in robbed:
                self.known[p, holder, kind] = 0
        self.untouched -= robbed
        for card in [c for c in np.flatnonzero(where != self.where) if HAND <= self.where[c] < HAND + self.n]:
            holder, kind = int(self.where[card]) - HAND, int(self.kinds[card])
            if kind < NUM_EVOLUTIONS:
                self.untouched.discard(holder)
            for p in range(self.n):
                self.known[p, holder, kind] = max(0, self.known[p, holder, kind] - 1)
            if HAND <= where[card] < HAND + self.n:
                self.known[holder, int(where[card]) - HAND, kind] += 1
        self.where = where.copy()


def games(count: int, plies: int):
    """Yield states, shape (1,), of random games with their trackers."""
    game = insects(CONFIG)
    table = Table(game, count, at_random=True)
    table.seed(np.arange(count))
    table.begin()
    size = int(game.rules["num_cards"][0])
    trackers = [Tracker(game, states["where"][:size]) for states in table.states]
    for _ in range(plies):
        for i, tracker in enumerate(trackers):
            if not table.done[i]:
                yield game, table.states[i : i + 1], tracker
        logged = table.states["logged"].copy()
        table.step()
        for i, tracker in enumerate(trackers):
            s = table.states[i]
            told = [s["log"][k % LOG_LENGTH] for k in range(logged[i], s["logged"])]
            robbed = {int(event[2]) for event in told if event[0] == CARD_STOLEN}
            tracker.see(s["where"][:size], robbed)


@pytest.mark.rule("INS-A11", "INS-6", "INS-E12")
def test_worlds_hold_what_a_player_has_seen_and_what_opening_hands_must_hold():
    looked = Counter()
    for ply, (game, state, tracker) in enumerate(games(25, 150)):
        p = ply % game.num_sides
        (hands,) = Questions(game).determinized(state, p, ply)["hand"]
        for q in set(range(game.num_sides)) - {p}:
            seen = np.array([tracker.known[p, q, kind] for kind in range(NUM_EVOLUTIONS)])
            assert (hands[q, :NUM_EVOLUTIONS] >= seen).all()
            looked["stolen"] += int(seen.sum())
            if q in tracker.untouched:
                assert hands[q, :NUM_EVOLUTIONS].any()
                looked["opening"] += 1
    assert looked["stolen"] > 20 and looked["opening"] > 20


def worlds(game: Playing, player: str, count: int = 60) -> list[Counter]:
    """Return the hands, as counters of kinds by player, of worlds that a player holds possible."""
    found = []
    for seed in range(count):
        world = Playing(game.game).begin(game.questions.determinized(game.table.states, SEATS.index(player), seed))
        found.append({other: Counter(world.hand(other)) for other in SEATS[: game.game.num_sides]})
    return found


def theft(lines: str, *sentences: str, **rules) -> Playing:
    """Return a game of four after a has used Co-Opt Evolution."""
    text = f"phase: move\n{lines}\nboard:\n{BOARD}\n"
    return play(text, players=4, base_stack=900, **rules).does("play Co-Opt Evolution", *sentences)


def evolutions(hand: Counter) -> int:
    """Count the Evolution cards of a hand."""
    return sum(count for kind, count in hand.items() if kind in KIND_NAMES[:NUM_EVOLUTIONS])


EVENTS = {"rush": 12, "latency": 12, "migration": 12, "feeding_frenzy": 12}
LINES = "hand a: Co-Opt Evolution, Rush\nhand b: {}\nhand c: Latency\nhand d: Rush"


@pytest.mark.rule("INS-A11", "INS-S39")
def test_the_victim_knows_the_card_and_all_others_that_it_is_an_evolution():
    game = theft(LINES.format("Hive, Rush"), "name b", cards=EVENTS)
    assert all(hands["a"]["Stack"] >= 1 for hands in worlds(game, "b"))
    assert all(evolutions(hands["a"]) >= 1 for hands in worlds(game, "c"))
    assert any(hands["a"]["Stack"] == 0 for hands in worlds(game, "c"))


@pytest.mark.rule("INS-A11", "INS-S39")
def test_everybody_knows_a_hand_that_was_robbed_in_vain_to_hold_events():
    game = theft(LINES.format("Latency, Rush"), "name b", cards=EVENTS | {"stack": 60})
    for player in "acd":
        assert all(evolutions(hands["b"]) == 0 for hands in worlds(game, player))


@pytest.mark.rule("INS-A11", "INS-S39")
def test_what_is_known_of_a_hand_ends_when_the_card_leaves_it():
    lines = "hand a: Co-Opt Evolution, Metamorphosis\nhand b: Hive\nplay a: Wings\nhand d: Rush"
    game = theft(lines, "name b", cards=EVENTS)
    assert (game.s["known"][1, 0, STACK], game.s["known"].sum(), game.s["least_evolutions"][0]) == (1, 1, 1)
    game.does("play Metamorphosis")
    assert game.in_play("a") == ["Stack"]
    assert game.s["known"].sum() == game.s["least_evolutions"].sum() == 0


@pytest.mark.rule("INS-A11", "INS-S39")
def test_a_card_stolen_on_is_known_to_its_second_victim_and_no_more_to_the_first():
    lines = "hand a: Co-Opt Evolution\nhand b: Hive\nhand c: Co-Opt Evolution, Rush\ndeck: Rush, Latency"
    game = theft(lines, "name b", cards=EVENTS | {"co_opt": 2}).passes()
    assert game.s["known"][1, 0, STACK] == 1
    game.until("c reproduction phase").does("play Co-Opt Evolution", "name a")
    assert game.s["hand"][2, STACK] == 1 and game.s["known"][0, 2, STACK] == 1
    assert game.s["known"].sum() == 1 and game.s["least_evolutions"].tolist() == [0, 0, 1, 0]


@pytest.mark.rule("INS-A11")
@pytest.mark.parametrize("field", ["known", "least_evolutions", "least_events"])
def test_states_in_which_more_is_known_than_there_is_are_refused(field):
    game = theft(LINES.format("Hive, Rush"), "name b", cards=EVENTS)
    states = game.table.states.copy()
    game.game.validity.check(states)
    if field == "known":
        states[0]["known"][1, 2, 0] = 1
    else:
        states[0][field][3] = 2
    with pytest.raises(GameError, match="least_evolutions" if field != "known" else "known"):
        game.game.validity.check(states)


def test_two_players_know_all_that_was_stolen():
    """Between two nobody else can have moved a card: what is known is then exact."""
    for p, q in permutations(range(2), 2):
        lines = f"hand {SEATS[p]}: Co-Opt Evolution\nhand {SEATS[q]}: Hive, Sting\nactive: {SEATS[p]}"
        game = play(f"phase: move\n{lines}\nboard:\n6 1a2 1 1b3 6\n", base_stack=900).does("play Co-Opt Evolution")
        (kind,) = game.hand(SEATS[p])
        assert all(hands[SEATS[p]][kind] >= 1 for hands in worlds(game, SEATS[q]))
