"""What a player sees of the public facts of a game, part by part, and what it must not see."""

import numpy as np
import pytest

from swarmzoo.agents.policy.counts import Counts
from swarmzoo.envs.insects.cards import KIND_NAMES
from swarmzoo.envs.insects.layout import (
    LARGE_INSECTS,
    PLAYER_PARTS,
    SHOWN_PHASES,
    SITUATION_PARTS,
    layout,
    plane_names,
)
from tests.envs.insects.positions import SEATS, Playing, play

BOARD = "6 1a2 1 1b1 1 1c1 1 1d1 6"
BYTE = 256


class Seen:
    """The parts of what a player sees, by their names."""

    def __init__(self, game: Playing, player: str):
        self.game, self.seat = game, SEATS.index(player)
        n = len(game.s["order"])
        row = game.questions.observation(game.table.states, self.seat)
        parts = layout(game.s["terrain"].shape[0], n)
        self.parts = {part.name: row[part.start : part.stop].reshape(part.shape) for part in parts}
        self.planes = dict(zip(plane_names(n), self.parts["planes"], strict=True))
        self.situation = dict(zip(SITUATION_PARTS, self.parts["situation"], strict=True))
        order = game.order
        self.letters = [order[(order.index(player) + k) % n] for k in range(n)]

    def of(self, player: str) -> dict[str, float]:
        """Return the numbers of a player."""
        return dict(zip(PLAYER_PARTS, self.parts["players"][self.letters.index(player)], strict=True))

    def marked(self, plane: str) -> set[str]:
        """Return the names of the hexes that a plane marks."""
        hexes = np.flatnonzero(self.planes[plane])
        return {self.game.names[self.game.rules["hex_at"][self.seat, v]] for v in hexes}

    def players(self, part: str) -> str:
        """Return the letters of the players that a part marks."""
        return "".join(self.letters[k] for k in np.flatnonzero(self.parts[part]))

    def kinds(self, part: str) -> list[str]:
        """Return the kinds of cards that a part marks."""
        return [KIND_NAMES[kind] for kind in np.flatnonzero(self.parts[part])]

    @property
    def targets(self) -> set[str]:
        """Who has named whom: two letters each."""
        return {self.letters[k] + self.letters[j] for k, j in np.argwhere(self.parts["targets named"])}

    @property
    def phase(self) -> str:
        (phase,) = np.flatnonzero(self.parts["phase"])
        return SHOWN_PHASES[phase]


def at(phase: str, lines: str = "", board: str = BOARD, **rules) -> Playing:
    """Return a game of four at the beginning of a phase."""
    return play(f"phase: {phase}\n{lines}\nboard:\n{board}\n", **({"players": 4, "base_stack": 900} | rules))


def looks(game: Playing, player: str) -> tuple[bytes, str]:
    """Return all that a player is shown: observation, mask and prompt."""
    seat, states = SEATS.index(player), game.table.states
    row = game.questions.observation(states, seat).tobytes() + game.questions.mask(states, seat).tobytes()
    return row, game.game.words.prompt(states, seat)


WINDOWS = {  # phase, a card that a window asks for, one that no window asks for, board, and the other lines
    "bid": ("bid", "Initiative", "Attack", BOARD, "round: 1\nplay a: Reflexes"),
    "move": ("move", "Webs", "Attack", BOARD, ""),
    "fight": ("attack", "Attack", "Movement", "6 1a9b9c9 1 1d1 1 6a1 6b1 6c1 6d1", ""),
}


@pytest.mark.rule("INS-A8")
@pytest.mark.parametrize("window", list(WINDOWS))
def test_those_who_are_not_asked_see_neither_that_a_window_is_open_nor_whom_it_asks(window):
    phase, fitting, other, board, lines = WINDOWS[window]
    games = [
        at(phase, f"{lines}\nhand b: {one}\nhand c: {two}", board, cards={"webs": 3})
        for one, two in ((fitting, other), (other, fitting), (other, other))
    ]
    assert [game.asked[:1] for game in games[:2]] == ["b", "c"]
    assert games[0].asked == games[1].asked.replace("c ", "b ")
    assert not games[2].asked.endswith("window")
    assert len({looks(game, "d") for game in games}) == 1


@pytest.mark.rule("INS-A8")
def test_those_who_are_not_asked_see_the_initiative_of_the_bid_all_through_it():
    game = at("bid", "round: 1\nplay a: Reflexes\nhand b: Ambush, Latency")
    name = "Initiative in the Bid"
    assert [Seen(game, "d").of(player)[name] for player in "abcd"] == [2, 1, 1, 1]
    game.does("play Latency", "pass")
    assert game.asked == "b bid"
    assert [Seen(game, "d").of(player)[name] for player in "abcd"] == [2, 4, 1, 1]
    assert Seen(game.until("a evolution", "b evolution", "a pick", "b pick"), "d").of("b")[name] == 0


@pytest.mark.rule("INS-8")
def test_who_took_which_place_in_the_bid_is_seen():
    game = at("bid", "round: 1\norder: c a d b\nplay b: Reflexes, Speed\nplay a: Nocturnal")
    name = "place picked in the Bid"
    assert game.asked == "b bid" and {Seen(game, "c").of(player)[name] for player in "abcd"} == {0}
    game.does("take 3")
    assert game.asked == "a bid"
    for player in "abcd":
        assert {other: Seen(game, player).of(other)[name] for other in "abcd"} == {"a": 0, "b": 3, "c": 0, "d": 0}
    game.does("take 1")
    assert {other: Seen(game, "d").of(other)[name] for other in "abcd"} == {"a": 1, "b": 3, "c": 0, "d": 0}


@pytest.mark.rule("INS-W5", "INS-E13")
def test_the_card_played_its_aim_the_kind_it_takes_and_who_answered_are_seen():
    lines = "order: c a d b\nactive: a\nhand a: Devolution\nplay b: Sting, Wings\nplay c: Hive\n"
    lines += "hand d: React Quickly\nhand b: React Quickly"
    game = at("move", lines, cards={"react_quickly": 2}).does("play Devolution")
    assert Seen(game, "c").kinds("card played") == ["Devolution"] and Seen(game, "c").players("aimed at") == ""
    game.does("name b", "choose Movement")
    for player in "abcd":
        seen = Seen(game, player)
        assert (seen.kinds("card played"), seen.players("played by")) == (["Devolution"], "a")
        assert (seen.players("aimed at"), seen.kinds("kind chosen with it")) == ("b", ["Movement"])
        assert seen.players("answered by") == "" and seen.situation["card is negated"] == 0
    game.does("play React Quickly")
    for player in "abcd":
        seen = Seen(game, player)
        assert seen.players("answered by") == "d" and seen.situation["card is negated"] == 1
    game.does("pass")
    assert game.asked == "a pick" and Seen(game, "c").kinds("card played") == []
    assert Seen(game, "c").players("aimed at") + Seen(game, "c").players("answered by") == ""


@pytest.mark.rule("INS-E9", "INS-A8")
def test_metamorphosis_shows_what_it_gives_up_and_hides_what_takes_its_place():
    lines = "hand a: Metamorphosis, {}\nplay a: Wings, Queen\nhand b: React Quickly"
    looked = []
    for hand, choice in (("Hive, Barbs", "Stack"), ("Hive, Barbs", "Attack"), ("Rush, Barbs, ", "")):
        game = at("move", lines.format(hand)).does("play Metamorphosis", "choose Movement")
        game.does(*([f"choose {choice}"] if choice else []))
        assert game.asked == "b reaction" and Seen(game, "c").kinds("kind chosen with it") == ["Movement"]
        looked.append([looks(game, player) for player in "bcd"])
    assert looked[0] == looked[1] == looked[2]


@pytest.mark.rule("INS-S27", "INS-13")
def test_targets_named_and_who_has_struck_are_seen():
    board = "6 1a9b9c9 1 6a1 1 6b1 6c1 6d1"
    game = at("attack", "order: b c d a\nactive: c\nplay a: Reflexes\nplay c: Speed", board)
    assert game.asked == "c target" and Seen(game, "d").targets == set()
    game.does("name b")
    assert game.asked == "a target"
    assert all(Seen(game, player).targets == {"cb"} for player in "abcd")
    game = at("attack", "order: b c d a\nactive: c\nplay a: Reflexes", "6 1a2b9c9 1 6a1 1 6b1 6c1 6d1").does("name b")
    assert game.asked == "c target"
    for player in "abcd":
        seen = Seen(game, player)
        assert seen.targets == {"ab"}
        assert "".join(p for p in "abcd" if seen.of(p)["has struck in the fight"]) == "a"


@pytest.mark.rule("INS-P8")
def test_the_fights_that_are_done_are_seen_while_the_phase_lasts():
    board = "6 1a9b9 1 1a9b9 1 1a9c9 1 6d1 6"
    game = at("attack", "hand a: Rampage", board, base_attack=0)
    assert Seen(game, "d").marked("fought over this phase") == set()
    game.does("fight A4")
    for player in "abcd":
        assert Seen(game, player).marked("fought over this phase") == {"A4"}
        assert Seen(game, player).marked("contested") == {"A2", "A4", "A6"}
    game.does("fight A2")
    assert game.asked == "a rampage offer"
    assert Seen(game, "b").marked("fought over this phase") == {"A2", "A4", "A6"}
    game.does("play Rampage")
    assert Seen(game, "b").marked("fought over this phase") == set()


@pytest.mark.rule("INS-E16", "INS-S33")
def test_rampages_second_phase_is_seen():
    game = at("move", "hand a: Rampage\nplay a: Antennae")
    name = "Move Phases begun this turn"
    assert Seen(game, "c").situation[name] == 1 and Seen(game, "c").phase == "move"
    game.passes()
    assert Seen(game, "c").situation[name] == 1 and Seen(game, "c").phase == "attack"
    game.does("play Rampage")
    assert Seen(game, "c").situation[name] == 2 and Seen(game, "c").phase == "move"
    assert Seen(game.until("b pick"), "c").situation[name] == 1


@pytest.mark.rule("INS-E11", "INS-S40")
def test_that_a_stack_was_picked_or_that_moves_are_given_up_is_seen():
    picked, given_up = "a stack was picked this turn", "moves given up this turn"
    game = at("move", "hand a: Cocoon, Rampage\nplay a: Antennae")
    assert Seen(game, "b").situation[picked] == 0
    game.does("pick A2", "count 1", "go east")
    assert Seen(game, "b").situation[picked] == 1 and Seen(game, "b").situation[given_up] == 0
    game = at("move", "hand a: Cocoon, Rampage").does("play Cocoon").until("a rampage offer")
    assert Seen(game, "b").situation[given_up] == 1
    game.until("b pick")
    assert Seen(game, "b").situation[given_up] == Seen(game, "b").situation[picked] == 0


@pytest.mark.rule("INS-9")
def test_the_phase_is_seen_by_everybody():
    hands = "hand a: Queen, Wings, Hive, Sting"
    for phase, asked in {"bid": "bid", "evolution": "evolution", "reproduction": "reproduction phase"}.items():
        game = at(phase, hands if phase != "bid" else "", "6 1a2 1 1a1 1 1c1 1b1 1d1 6")
        assert game.asked.endswith(asked) and {Seen(game, player).phase for player in "abcd"} == {phase}
    limit = at("stack limit", "hand a: Hive", "6 1a2 1 1b1 1 1c1 1d1", base_stack=1)
    assert limit.asked == "a limit window" and {Seen(limit, player).phase for player in "abcd"} == {"stack limit"}


@pytest.mark.rule("INS-E7", "INS-S11")
def test_what_mimics_copy_is_seen_apart_from_the_effects_in_force():
    game = at("move", "play b: Mimic=Wings, Jumping")
    numbers = Seen(game, "a").of("b")
    assert numbers["Movement in force"] == 2 and numbers["Mimics as Movement"] == 1
    assert numbers["Mimic in force"] == 1 and numbers["Mimics as Attack"] == 0


@pytest.mark.rule("INS-S13")
def test_the_space_chosen_for_new_insects_is_marked_while_they_are_counted():
    game = at("reproduction", "play a: Queen", place_groups=True, board="6 1a2 1 1a1 1 1c1 1b1 1d1 6")
    game.does("place A4")
    assert game.asked == "a place count" and Seen(game, "a").marked("selected") == {"A4"}
    assert Seen(game, "a").kinds("card played") == []


@pytest.mark.rule("INS-A8")
def test_what_is_more_than_a_byte_holds_is_told_in_a_part_of_its_own():
    game = at("move", "order: a b c d\nactive: a", "6 1a700 1 1b1 1 1c1 1 1d1 6")
    seen, rest = Seen(game, "b"), Seen(game, "b").parts
    k = seen.letters.index("a")
    assert seen.of("a")["insects"] == 700 % BYTE and rest["players beyond"][k, LARGE_INSECTS] == 700 // BYTE
    first = plane_names(4).index("own insects")
    plane = plane_names(4).index(f"insects of player +{k}")
    (place,) = np.flatnonzero(seen.planes[f"insects of player +{k}"])
    assert rest["planes"][plane, place] == 700 % BYTE and rest["planes beyond"][plane - first, place] == 700 // BYTE
    numbers = Counts(game.game)(game.questions.observation(game.table.states, seen.seat)[None])[0]
    assert numbers[plane * rest["planes"].shape[1] + place] == 700 / 8
