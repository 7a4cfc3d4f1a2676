"""Restricted agents: what one is forbidden it never does, in whatever seat, of whatever kind, in whatever process."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from swarmzoo.agents.agent import Agent, Restricted, let_go
from swarmzoo.agents.compliance import examine
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.live import NOBODY, LiveGame
from swarmzoo.agents.play.match import paired_seats, play_games
from swarmzoo.agents.play.restricted import players_at
from swarmzoo.agents.text import read_text
from swarmzoo.envs import formation, insects
from swarmzoo.envs.api.vector import GameVectorEnv
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.skirmish import warband
from swarmzoo.lab.config import ArenaConfig
from swarmzoo.lab.execution.executor import Here, Processes, in_order
from swarmzoo.lab.play import Lineup, play_groups
from swarmzoo.lab.replay import Replay, end_hash, packed, unpack_actions, unpacked, verify
from swarmzoo.lab.schedule import Group
from swarmzoo.lab.stored_replay import replay_of as replay_of_game
from swarmzoo.lab.tournament import Tournament

GAMES = {
    "insects": insects.game(players=2, radius=2),
    "warband": warband.game(size=2, columns=12, rows=12),
    "formation": formation.game(size=8),
}
BOTS = {"insects": "greedy", "warband": "captain", "formation": "volley"}
BANS = {
    "insects": '-burn -"play Attack" -pick_up',
    "warband": "-charge -cover -archer",
    "formation": "-face -volley -'step ahead'",
}
PICKS = Path(__file__).parent / "picks_last.py"
ALL = pytest.mark.parametrize("name", GAMES)


def played(game: Game, texts: list[str], games: int, isolate: bool = False):
    """Play on paired seeds with replays; return the agents, seating, seeds and results."""
    agents = [find_agent(game, text, isolate=isolate) for text in texts]
    try:
        seating, seeds = paired_seats(game.num_sides, len(agents), games, seed=3)
        return agents, seating, seeds, play_games(game, agents, seating, seeds, record=True)
    finally:
        let_go(agents)


def decisions(game: Game, tape: np.ndarray, seed: int):
    """Yield side, action and mask of every decision of a recorded game."""
    live, ask, rest = LiveGame(game, ()), Questions(game), iter(tape.tolist())
    live.begin(seed, [NOBODY] * game.num_sides)
    while not live.over:
        actions = [next(rest) for _ in live.acting]
        for agent, action in zip(live.acting, actions, strict=True):
            yield game.side_of_agent[agent], action, ask.mask(live.state, int(agent))
        live.take(np.array(actions))


def obeyed(game: Game, agents: list[Agent], seating: np.ndarray, seeds: np.ndarray, tapes: list[np.ndarray]) -> None:
    """Check that nobody does what it is forbidden, but where the rules allow nothing else."""
    for row, tape in enumerate(tapes):
        bans = [getattr(agents[seat], "bans", ()) for seat in seating[row]]
        bound = game.banned({side: list(actions) for side, actions in enumerate(bans)})
        for side, action, mask in decisions(bound, tape, int(seeds[row])):
            allowed = set(np.flatnonzero(mask).tolist())
            assert action in allowed
            assert action not in bans[side] or allowed <= set(bans[side])


KINDS = [*((name, kind) for name in GAMES for kind in ("random", "bot", "search:4", "class")), ("warband", "isolated")]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_what_is_forbidden_is_never_done_in_any_seat(name: str, kind: str):
    game = GAMES[name]
    text = {"bot": BOTS[name], "class": f"{PICKS}:Last", "isolated": f"{PICKS}:Last"}.get(kind, kind)
    agents, seating, seeds, results = played(game, [f"{text} {BANS[name]}", "random"], 2, isolate=kind == "isolated")
    assert len({tuple(row) for row in seating.tolist()}) == 2
    obeyed(game, agents, seating, seeds, results.tapes)


@ALL
def test_the_same_is_done_where_it_is_not_forbidden(name: str):
    game = GAMES[name]
    bans = find_agent(game, f"random {BANS[name]}").bans
    _, _, seeds, results = played(game, ["random", "random"], 4)
    done = {
        action for seed, tape in zip(seeds, results.tapes, strict=True) for _, action, _ in decisions(game, tape, seed)
    }
    assert done & set(bans)


@ALL
def test_both_sides_play_as_in_the_game_with_their_bans(name: str):
    """Each row is the game that ``Game.banned`` makes of it, played alone by agents that know of no restriction."""
    game, one, other = GAMES[name], BOTS[name], "search:4" if GAMES[name].sequential else "random"
    texts = [f"{one} {BANS[name]}", f"{other} -{game.actions.parts[-1].name.replace(' ', '_')}"]
    agents, seating, seeds, results = played(game, texts, 4)
    for row, seed in enumerate(seeds.tolist()):
        banned = game.banned({side: agents[seat].bans for side, seat in enumerate(seating[row])})
        alone = [find_agent(banned, text) for text in (one, other)]
        expected = play_games(banned, alone, seating[row : row + 1], np.array([seed]), record=True)
        assert results.tapes[row].tolist() == expected.tapes[0].tolist()
        assert results.pay[row].tolist() == expected.pay[0].tolist()
        assert results.endings[row] == expected.endings[0] and results.summaries[row] == expected.summaries[0]
        assert results.ends[row].tolist() == expected.ends[0].tolist()


def test_a_ban_of_what_is_never_legal_changes_no_game():
    game = insects.game(players=2, radius=2, rules={"cards": {"rampage": 0}})
    for text in ("greedy", "search:4", f"{PICKS}:Last"):
        free, bound = (played(game, [one, "random"], 4)[3] for one in (text, f"{text} -rampage"))
        assert [tape.tolist() for tape in free.tapes] == [tape.tolist() for tape in bound.tapes]


@ALL
def test_games_end_whatever_part_is_forbidden(name: str):
    game = GAMES[name]
    for part in game.actions.parts:
        for text in ("random", BOTS[name]):
            bound = f"{text} -{part.name.replace(' ', '_')}"
            _, _, _, results = played(game, [bound, "random"], 2)
            assert all(results.endings) and results.length.max() < 20_000, bound


def test_searches_of_the_others_know_what_is_forbidden():
    game = GAMES["insects"]
    agents = [find_agent(game, "search:4"), find_agent(game, "greedy -burn")]
    bound = game.banned({1: "burn"})
    search = players_at(bound, agents, np.array([0, 1]))[0]
    assert search.game is bound and search.name == agents[0].name
    assert players_at(bound, agents, np.array([0, 1]))[0] is search  # made once


def test_a_class_in_its_own_process_and_its_lookahead_know_the_bans():
    game = GAMES["insects"]
    texts = [f"{PICKS}:Looker -burn", "greedy -'play Attack'"]
    here, there = (played(game, texts, 4, isolate=isolate) for isolate in (False, True))
    assert [tape.tolist() for tape in here[3].tapes] == [tape.tolist() for tape in there[3].tapes]


def test_workers_play_the_same_games():
    game, texts = GAMES["warband"], ["captain -taunt -charge", "search:2 -go", "random"]
    groups = [Group(k, pair, k) for k, pair in enumerate([(0, 1), (0, 2), (1, 2), (0, 0)])]
    pool = Processes(1)
    try:
        rows = in_order(pool, [(play_groups, (Lineup(game, texts, False, True).setting, groups))])[0]
    finally:
        pool.close()
    agents = [find_agent(game, text) for text in texts]
    seating, seeds = np.array([row.seats for row in rows]), np.array([row.seed for row in rows])
    here = play_games(game, agents, seating, seeds, record=True)
    assert [unpack_actions(row.actions).tolist() for row in rows] == [tape.tolist() for tape in here.tapes]
    assert [row.pay for row in rows] == [tuple(pay) for pay in here.pay.tolist()]


def test_a_tournament_keeps_the_bans_of_its_games(tmp_path):
    texts = ("greedy -burn", "random")
    config = ArenaConfig(game="insects", env={"radius": 2, "players": 2}, agents=texts, rounds=1)
    with closing(Tournament(config, GAMES["insects"], tmp_path / "arena", resume=False)) as tournament:
        tournament.run(Here(), lambda *_: None)
    for number in range(2):
        replay = replay_of_game(tmp_path / "arena", number)
        side = replay.agents.index("greedy -burn")
        assert [bool(bans) for bans in replay.bans] == [k == side for k in range(2)]
        assert verify(replay, GAMES["insects"]) == replay.length


def replay_of(game: Game, text: str) -> Replay:
    """Return the replay of a game with a restricted agent in seat 1."""
    agents = [find_agent(game, text), find_agent(game, "random")]
    results = play_games(game, agents, np.array([[1, 0]]), np.array([8]), record=True)
    bound = game.banned({1: agents[0].bans})
    return Replay(
        *(game.name, game.env_id, bound.rules_signature, game.config.model_dump(mode="json"), 8, ("random", text)),
        *(tuple(results.pay[0].tolist()), int(results.length[0]), end_hash(results.ends[0], int(results.length[0]))),
        *(results.tapes[0], None, bound.bans),
    )


def test_a_replay_says_its_bans_and_plays_back_with_them():
    game = GAMES["insects"]
    replay = unpacked(packed(replay_of(game, "greedy -burn")))
    assert verify(replay, game) == replay.length
    assert replay.bans == ((), tuple(game.actions.range("burn")))
    with pytest.raises(GameError, match="was played by rules"):
        verify(replace(replay, bans=()), game)
    with pytest.raises(GameError, match="actions are numbered 0 to"):
        verify(replace(replay, bans=((), (9999,))), game)
    with pytest.raises(GameError, match="sides are numbered 0 to 1"):
        verify(replace(replay, bans=((), (), (3,))), game)


def test_a_restricted_agent_is_checked_by_its_own_rules():
    game = GAMES["insects"]
    for text in ("greedy -burn", f"{PICKS}:Last -burn", "search:2 -burn"):
        checks = examine(game, find_agent(game, text), games=1)
        assert [check.sentence for check in checks if check.verdict == "fail"] == []


@pytest.mark.parametrize(
    ("text", "bans"),
    [
        ("greedy -burn", ("burn",)),
        ('search:64 -"play card" -hex_3', ("play card", "hex_3")),
        ("search:64,cut=-1 -burn ", ("burn",)),
        ("my bot.py:Deep -'pick up'", ("pick up",)),
        ("process:perl bot.pl -v --depth 3", ()),
        ("process:perl bot.pl -v -- -burn -pass", ("burn", "pass")),
        ("bots -new/bot.py:Deep", ()),
    ],
)
def test_bans_stand_at_the_end_of_a_text(text: str, bans: tuple[str, ...]):
    found = read_text(text)
    assert found.bans == bans
    assert found.kind == read_text(found.text).kind and read_text(found.text).bans == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("greedy -burm", "'burm' is the name of no action; did you mean burn"),
        ("greedy -'play Rampaje'", "did you mean play rampage"),
        ("greedy -hex_99", "numbered 0 to 36"),
        ("greedy -", "forbids nothing"),
        ('greedy -""', "forbids nothing"),
        ("greedy -pass -play -burn -hex -step -pick_up -drop -digit -seat", "every action"),
        ("gready -burn", "did you mean greedy"),
    ],
)
def test_what_cannot_be_forbidden_is_refused_in_a_sentence(text: str, told: str):
    with pytest.raises(GameError, match=told):
        find_agent(GAMES["insects"], text)


def test_names_stand_for_parts_for_their_actions_and_for_all_of_a_name():
    actions = GAMES["insects"].actions
    assert actions.named("Burn") == tuple(actions.range("burn"))
    assert actions.named("play_attack") == (actions.index("play", 1),)
    assert actions.named("Attack") == (actions.index("play", 1), actions.index("burn", 1))
    assert actions.named("co-opt evolution") == (actions.index("play", 24),)
    assert actions.named("hex 3") == (actions.index("hex", 3),)
    assert GAMES["formation"].actions.named("step ahead left") == (GAMES["formation"].actions.index("step", 5),)
    assert GAMES["warband"].actions.named("pick archer") == (GAMES["warband"].actions.index("pick", 1),)


def test_environments_say_who_plays_restricted_agents():
    game = GAMES["insects"]
    agent = find_agent(game, "greedy -burn")
    assert isinstance(agent, Restricted)
    with pytest.raises(GameError, match="play restricted agents"):
        GameVectorEnv(game, 2, opponents=[agent], seat=0)
