"""Replays and games that are watched, as data for a page."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from typing import Any

import numpy as np

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.play.live import LiveGame
from swarmzoo.agents.play.restricted import game_at, players_at
from swarmzoo.agents.play.results import Fault, forfeit_pay, share_of_first
from swarmzoo.agents.search.tree_search import TreeSearch
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, copy_of
from swarmzoo.envs.core.printable import printable
from swarmzoo.lab.replay import Replay, end_hash, game_of, packed, play_back
from swarmzoo.viewer.page.analysis import analysed
from swarmzoo.viewer.page.document import replay_page
from swarmzoo.viewer.page.recording import Move, recorded
from swarmzoo.viewer.page.thoughts import Told, players_of
from swarmzoo.viewer.page.thoughts import thoughts as thoughts_of


def replay_data(replay: Replay, game: Game, by: str = "", *, thoughts: bool = False) -> dict[str, Any]:
    """Return a replay as data for a page; ``game`` is that of its configuration, ``by`` a search that reviews it.

    ``thoughts``: policies and searches that played are asked again for what they think. They are found by their names.
    """
    fault = "" if replay.fault is None else _lost(*replay.fault)
    about = {"seed": replay.seed, "agents": replay.agents, "pay": replay.pay, "fault": fault}
    game = game_of(replay, game)
    players = players_of(game, replay.agents) if thoughts else []
    return _reviewed(game, _moves(replay, game), reviewer(game, by), players, {}, **about) | _packed(replay)


def page_of(replay: Replay) -> bytes:
    """Return the page that plays a replay back."""
    return replay_page(replay_data(replay, find_game(replay.game).read(replay.config)))


def _packed(replay: Replay) -> dict[str, Any]:
    """Return the replay itself as data: the page hands it out, so that others can play on from any step."""
    return {"replay": b64encode(packed(replay)).decode("ascii")}


def _moves(replay: Replay, game: Game) -> Iterator[Move]:
    """Yield the states of a replay, and who acted before each of them."""
    ask, used, acting = Questions(game), 0, np.zeros(0, int)
    for state in play_back(replay, game):
        actions = replay.actions[used : used + len(acting)]
        used += len(acting)
        yield state, [(int(agent), int(action)) for agent, action in zip(acting, actions, strict=True)]
        acting = np.flatnonzero(ask.acting(state))


def watched_data(
    game: Game, agents: Sequence[Agent], seed: int, by: str = "", *, thoughts: bool = True
) -> dict[str, Any]:
    """Play one game; return it as data for a page, reviewed by a search if one is named, with the players' thoughts.

    Who fails loses, and the game ends there: ``fault`` says why.
    """
    seats = np.arange(len(agents))
    game = game_at(game, agents, seats)
    players = players_at(game, agents, seats)
    live = LiveGame(game, players, forfeits=True, pausing=True, everyone=True)
    live.begin(seed)
    pay: list[float] = []  # known when the last step is
    taken: list[int] = []  # the actions of all, in their order
    failed: list[Fault] = []
    told: dict[tuple[int, int], Any] = {}  # the thoughts of Python agents, by step and side

    def moves() -> Iterator[Move]:
        yield live.state, []
        while not live.over:
            acting, step = live.acting, live.length
            live.play()
            if live.fault is not None:
                break
            if thoughts:
                for side in {game.side_of_agent[agent] for agent in acting}:
                    told[step, side] = _copied(live.thoughts(side))
            chosen = [(int(agent), int(live.table.actions[0, agent])) for agent in acting]
            taken.extend(action for _, action in chosen)
            yield live.state, chosen
        pay[:] = live.pay.tolist()
        if live.fault is not None:
            pay[:] = forfeit_pay(game.num_sides, live.fault.side).tolist()
            failed.append(live.fault)

    names = tuple(agent.name for agent in agents)
    asked = players if thoughts else []
    data = _reviewed(game, moves(), reviewer(game, by), asked, told, seed=seed, agents=names, pay=pay)
    fault = None
    if failed:
        fault = failed[0].side, failed[0].kind, printable(failed[0].sentence)
        data["fault"] = _lost(*fault)
    replay = Replay(
        *(game.name, game.env_id, game.rules_signature, game.config.model_dump(mode="json"), seed, names, tuple(pay)),
        length=live.length,
        end=end_hash(Questions(game).overview(live.state), live.length),
        actions=np.array(taken, np.int16),
        fault=fault,
        bans=game.bans,
    )
    return data | _packed(replay)


def _lost(_: int, kind: str, sentence: str) -> str:
    """Return how a side lost by a fault, in words."""
    return f"lost by a fault ({kind}): {sentence}"


def _copied(thoughts: Any) -> Any:
    """Return a copy of what an agent told, which it may change later; None where it cannot be copied."""
    try:
        return deepcopy(thoughts)
    except Exception:  # an object of the agent's own making
        return None


def reviewer(game: Game, text: str) -> TreeSearch | None:
    """Return the search that a text names, which looks at a game again; raise GameError for another agent."""
    found = find_agent(game, text) if text else None
    if found is not None and not isinstance(found, TreeSearch):
        raise GameError(f"{text}: a search reviews games, such as search:256")
    if found is not None and not game.sequential and found.settings.policy is not None:
        raise GameError(f"{text}: games in which all move at once are reviewed by orders; leave policy= out")
    return found


def _reviewed(
    game: Game,
    moves: Iterable[Move],
    search: TreeSearch | None,
    players: Sequence[Agent | None],
    told: Told,
    **about: Any,
) -> dict[str, Any]:
    """Return a game as data, with what a search finds in it, and what players think who are asked."""
    if search is None and not players:
        return recorded(game, moves, **about)
    states: list[np.ndarray] = []
    acted: list[Sequence[tuple[int, int]]] = []

    def noted() -> Iterator[Move]:
        for state, chosen in moves:
            states.append(copy_of(state))
            acted.append(chosen)
            yield state, chosen

    data = recorded(game, noted(), **about)
    every = np.concatenate(states)
    if players:
        data = _with(data, thoughts_of(game, every, acted, players, data["seed"], told))
    if search is not None:
        data = _with(data, analysed(game, every, acted, search))
        data["steps"][-1]["worth"] = _shares(game, data["pay"])
    return data


def _with(data: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Return a game as data with more, also at its steps."""
    steps = [one | more for one, more in zip(data["steps"], found["steps"], strict=True)]
    return data | found | {"steps": steps}


def _shares(game: Game, pay: Sequence[float]) -> list[float]:
    """Return what each side has of first place at the end."""
    return share_of_first(np.array([pay]))[0].round(3).tolist()
