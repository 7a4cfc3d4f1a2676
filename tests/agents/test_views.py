"""What a view gives away: nothing but what its side may know, on every channel; and what bots do wrong is told."""

import json
import time

import numpy as np
import pytest

from swarmzoo.agents.agent import Seated
from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.faults import AgentFault
from swarmzoo.agents.find import as_agent, find_agent
from swarmzoo.agents.play.live import NOBODY, LiveGame
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.play.seeds import seed_of_seat
from swarmzoo.agents.view import View
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects

GAME = insects(InsectsConfig(symmetric=True))


def channels(view: View) -> dict[str, bytes]:
    """Return everything that an agent can read of a view, as bytes."""
    rows = [(row, action) for row in range(len(view.agents)) for action in range(0, view.masks.shape[1], 37)]
    return {
        "agents": view.agents.tobytes(),
        "observations": view.observations.tobytes(),
        "masks": view.masks.tobytes(),
        "names": str(
            [[view.action_name(int(a), r) for a in np.flatnonzero(m)] for r, m in enumerate(view.masks)]
        ).encode(),
        "text": view.text().encode(),
        "notebook": view._repr_html_().encode(),
        "data": json.dumps(view.data()).encode(),
        "clones": b"".join(view.clone(seed).state.tobytes() for seed in (0, 5)),
        "reasons": str([view.why_not(action, row) for row, action in rows]).encode(),
    }


def test_two_games_that_differ_in_what_a_seat_cannot_know_are_the_same_to_it(scenario):
    """Two worlds: one is the truth, the other what the side also holds possible."""
    game, questions = scenario.game, Questions(scenario.game)
    true, other = (LiveGame(game, []) for _ in range(2))
    true.begin(4, [NOBODY] * game.num_sides)
    generator, looked = np.random.default_rng(1), 0
    while not true.over and looked < 8:
        for side in true.asked():
            other.begin(4, [NOBODY] * game.num_sides)
            other.table.enter(questions.determinized(true.state, side, looked))
            one, two = channels(true.view(side)), channels(other.view(side))
            assert [name for name in one if one[name] != two[name]] == []
            looked += 1
        for _ in range(21):
            if not true.over:
                views = [true.view(side) for side in true.asked()]
                true.play({v.side: [int(generator.choice(np.flatnonzero(m))) for m in v.masks] for v in views})
    assert looked >= 8 or true.over


class Hand:
    """Looks for the true state in all that its view leads to, but for what breaks the door."""

    name = "looks"

    def __init__(self):
        self.found = []

    def act(self, view):
        for world in (view._world, view.clone(3).state):
            self.found.append(world["rng"].tobytes())
        held = [value for value in vars(view).values() if isinstance(value, np.ndarray) and value.dtype.names]
        self.found += [value["rng"].tobytes() for value in held]
        return int(view.legal_actions[0])


def test_a_view_holds_worlds_and_never_the_generator_of_the_game():
    bot = Hand()
    live = LiveGame(GAME, [Seated("looks", bot), built_in(GAME)["random"]])
    live.begin(2)
    true = {live.state["rng"].tobytes()}
    while not live.over:
        live.play()
        true.add(live.state["rng"].tobytes())
    assert len(bot.found) > 50 and not true & set(bot.found)


def test_a_world_is_drawn_only_when_it_is_asked_for():
    live = LiveGame(GAME, [])
    live.begin(2, [NOBODY] * 2)
    view = live.view(live.asked()[0])
    assert "_world" not in vars(view)
    assert len(view.names) > 1 and "_world" not in vars(view)
    assert view.names[0] and "_world" in vars(view)


def test_names_are_made_when_they_are_read(monkeypatch):
    asked = []
    name_of = View.action_name
    monkeypatch.setattr(View, "action_name", lambda view, a, row=0: asked.append(a) or name_of(view, a, row))
    live = LiveGame(GAME, [])
    live.begin(2, [NOBODY] * 2)
    view = live.view(live.asked()[0])
    names = view.names
    assert len(names) == len(view.legal_actions) and asked == []
    assert names[0] and names[-1] and names[0] and asked == [view.legal_actions[0], view.legal_actions[-1]]
    assert names == list(names) and names[:2] == [names[0], names[1]] and names.index(names[1]) == 1
    assert repr(names) == repr([view.action_name(int(a)) for a in view.legal_actions])


def test_a_name_costs_microseconds(game_once):
    live = LiveGame(game_once.game, [])
    live.begin(2, [NOBODY] * game_once.game.num_sides)
    views = []
    for _ in range(30):
        if not live.over:
            views += (now := [live.view(side) for side in live.asked()])
            live.play({v.side: [int(np.flatnonzero(m)[-1]) for m in v.masks] for v in now})
    assert views[0].names[0] and all(view._world.size for view in views)
    began = time.process_time()
    count = sum(len(list(view.names)) for view in views)
    assert (time.process_time() - began) / count < 100e-6  # some 5 us; it was 270 in warband


def test_views_that_are_kept_speak_of_their_own_decision():
    live = LiveGame(GAME, [])
    live.begin(2, [NOBODY] * 2)
    view = live.view(live.asked()[0])
    live.play({view.side: int(view.legal_actions[0])})
    fresh = LiveGame(GAME, [])
    fresh.begin(2, [NOBODY] * 2)
    assert channels(view) == channels(fresh.view(view.side))


class Seeds:
    """Keeps the seeds that it is handed."""

    name, seen = "seeds", []

    def reset(self, seed, side):
        self.seen.append((seed, side))

    def act(self, view):
        return int(view.legal_actions[0])


def test_agents_are_handed_seeds_of_their_own():
    Seeds.seen.clear()
    seating, seeds = paired_seats(2, 2, 8, 100)
    play_games(GAME, [Seated("seeds", Seeds()), built_in(GAME)["random"]], seating, seeds)
    handed = [seed for seed, _ in Seeds.seen]
    assert len(set(handed)) == 8 and not set(handed) & set(seeds.tolist())
    assert all(0 <= seed < 1 << 63 for seed in handed) and min(handed) > 1 << 32
    assert Seeds.seen[0][0] == seed_of_seat(100, Seeds.seen[0][1])


BOTS = """
class Raises:
    def act(self, view):
        return self.deeper(view)
    def deeper(self, view):
        return {}["no such key"]


class Steps:
    def act(self, view):
        view.clone(0).step(-5)


class Ends(BaseException):
    def __str__(self):
        raise ValueError


class Leaves:
    def act(self, view):
        raise Ends


class Starts:
    def reset(self, seed, side):
        open("/no/such/file")
    def act(self, view):
        return 0


def function(view):
    return 1 // 0
"""
LINES = {"Raises": 6, "Steps": 11, "Leaves": 21, "Starts": 26, "function": 32}


@pytest.mark.parametrize("name", LINES)
def test_an_error_in_a_bot_names_its_file_and_line(tmp_path, name):
    path = tmp_path / "mine.py"
    path.write_text(BOTS, encoding="utf-8")
    live = LiveGame(GAME, [find_agent(GAME, f"{path}:{name}"), built_in(GAME)["random"]])
    with pytest.raises(AgentFault, match=rf"\({path}:{LINES[name]}\)") as caught:
        live.begin(1)
        live.play_out()
    assert caught.value.kind == "crash"


def test_the_traceback_of_a_counted_fault_is_printed_where_it_is_wanted(tmp_path, monkeypatch, capsys):
    path = tmp_path / "mine.py"
    path.write_text(BOTS, encoding="utf-8")
    for wanted in ("0", "1"):
        monkeypatch.setenv("SWARMZOO_DEBUG", wanted)
        live = LiveGame(GAME, [find_agent(GAME, f"{path}:Raises"), built_in(GAME)["random"]], forfeits=True)
        live.begin(1)
        live.play_out()
        assert live.fault is not None and live.fault.kind == "crash"
        assert ("in deeper" in capsys.readouterr().err) == (wanted == "1")


class Asks:
    def act(self, view):
        world, told = view.clone(3), []
        for ask in (view.clone, world.step, view.why_not, view.action_name):
            for odd in (1.7, float("nan"), "x", None, True, 2**70 if ask == view.clone else [1, 2, 3]):
                with pytest.raises(GameError) as refusal:
                    ask(odd)
                told.append(str(refusal.value))
        assert all("\n" not in one and len(one) < 200 for one in told)
        return int(view.legal_actions[0])


def test_odd_arguments_of_views_and_worlds_are_refused_in_a_sentence():
    assert play_games(GAME, [as_agent(Asks)], *paired_seats(2, 1, 2, 3)).faults == [None, None]
