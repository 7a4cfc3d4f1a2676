"""Games that programs play, each a seat of its own: what a tool of the door does, without the door.

A program is told what its seat may know, never more; what it sends is a name, a number or plain values. It names
opponents that come with the game, no files and no commands, and gives maps as text.
"""

import io
import secrets
from collections.abc import Sequence
from difflib import get_close_matches
from threading import Lock
from typing import Any

import numpy as np

from swarmzoo.agents.built_in import kinds
from swarmzoo.agents.find import find_agent
from swarmzoo.agents.text import read_text
from swarmzoo.envs.catalogue import FoundGame, find_game, games
from swarmzoo.envs.core.digest import digest
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.reading import quoted
from swarmzoo.lab.games import game_for_persons
from swarmzoo.lab.rungs import at_rating
from swarmzoo.viewer.play.hints import hints
from swarmzoo.viewer.play.table import PersonTable

MOST_GAMES = 64  # at once
MOST_LISTED = 150  # actions of an agent that are told unasked; `legal` has all
Plain = dict[str, Any]
Choice = int | str


class House:
    """All games of a door."""

    def __init__(self) -> None:
        self._tables: dict[str, PersonTable] = {}
        self._lock = Lock()

    def games(self) -> list[Plain]:
        """Return the games there are: environment, seats, opponents, keywords."""
        with self._lock:
            return [_about(found) for found in games()]

    def rules(self, game: str, settings: Plain | None = None) -> str:
        """Return the rules of a game with the numbers of a configuration."""
        with self._lock:
            return digest(_made(find_game(game), settings))

    def begin(
        self,
        game: str,
        seat: int = 0,
        opponents: Sequence[str] = ("random",),
        seed: int = 0,
        settings: Plain | None = None,
    ) -> Plain:
        """Begin a game; return its id and what its seat sees."""
        with self._lock:
            if len(self._tables) >= MOST_GAMES:
                raise GameError(f"{MOST_GAMES} games are open, which is the most; close one")
            made = _made(find_game(game), settings)
            others = len(made.seats) - 1
            named = [at_rating(find_game(game), name) for name in opponents]
            names = named * others if len(named) == 1 else named
            table = PersonTable(made, [_opponent(made, name) for name in names], seat, seed)
            name = secrets.token_hex(4)
            self._tables[name] = table
            return {"game_id": name, "players": table.names, "seen": _seen(table, 0)}

    def close(self, game_id: str) -> str:
        """Forget a game."""
        with self._lock:
            self._table(game_id)
            del self._tables[game_id]
            return f"{game_id} is closed"

    def observe(self, game_id: str) -> str:
        """Return what the seat sees, in words: board, hand, what is asked, what can be answered."""
        with self._lock:
            return _seen(self._table(game_id))

    def data(self, game_id: str) -> Plain:
        """Return the same as plain values, with the number of the step and whether the game is over."""
        with self._lock:
            table = self._table(game_id)
            return {"step": table.number, "over": table.over} | (
                table.view().data() if not table.over else table.about()
            )

    def legal(self, game_id: str, contains: str = "", part: str = "") -> list[Plain]:
        """Return the legal actions of every agent that must choose, by words in their names or by their part."""
        with self._lock:
            table = self._table(game_id)
            asked = table.question() or {"agents": []}
            return [
                {"agent": one["agent"], **{key: action[key] for key in ("action", "part", "name")}}
                for one in asked["agents"]
                for action in one["actions"]
                if contains.lower() in action["name"].lower() and part in ("", action["part"])
            ]

    def why_not(self, game_id: str, action: int, agent: str = "") -> str:
        """Return why an action is not allowed now, or that it is."""
        with self._lock:
            table = self._table(game_id)
            view = table.view()
            if not 0 <= action < table.game.num_actions:
                raise GameError(f"action {action}: actions are numbered from 0 to {table.game.num_actions - 1}")
            reason = view.why_not(action, _row(table, view.agents, agent))
            return "it is allowed" if reason is None else reason

    def hint(self, game_id: str, by: str = "search:256") -> list[Plain]:
        """Return what a search or a trained policy holds of the choices, for each agent the best first."""
        with self._lock:
            table = self._table(game_id)
            view = table.view()
            told = hints(_opponent(table.game, by), view)
            return [
                {
                    "agent": table.game.agents[agent],
                    "actions": [one | {"name": view.action_name(one["action"], row)} for one in told[row]],
                }
                for row, agent in enumerate(view.agents.tolist())
            ]

    def act(self, game_id: str, choices: Sequence[Choice], step: int | None = None) -> str:
        """Choose for every agent that must; return what happened since and what the seat sees then.

        A choice is an action's number or its name. ``step``: the step at which the choice was made; a late or repeated
        one is refused.
        """
        with self._lock:
            table = self._table(game_id)
            if step is not None and step != table.number:
                raise GameError(f"step {step}: the game stands at step {table.number}; look at it again")
            before, asked = table.number, table.question()
            if asked is None:
                raise GameError("the game is over; begin another")
            agents = asked["agents"]
            if len(choices) != len(agents):
                names = ", ".join(one["agent"] for one in agents)
                raise GameError(f"{len(choices)} choices; {len(agents)} are needed, one each for {names}")
            table.act([_chosen(one, choice) for one, choice in zip(agents, choices, strict=True)])
            return _seen(table, before + 1)

    def log(self, game_id: str, since: int = 0) -> list[str]:
        """Return what happened from a step on, in the game's words."""
        with self._lock:
            return self._table(game_id).recorder.told(since)

    def result(self, game_id: str) -> Plain:
        """Return who plays and, at the end, what came of it: the pay of every seat, and how it ended."""
        with self._lock:
            return self._table(game_id).about()

    def picture(self, game_id: str) -> bytes:
        """Return a picture of the board as the seat sees it: a PNG file."""
        from PIL import Image

        with self._lock:
            kept = io.BytesIO()
            Image.fromarray(self._table(game_id).picture()).save(kept, "png", optimize=True)
            return kept.getvalue()

    def _table(self, game_id: str) -> PersonTable:
        if game_id not in self._tables:
            raise GameError(f"no game {quoted(game_id)} is open; begin one, or look at the id that it was given")
        return self._tables[game_id]


def _about(found: FoundGame) -> Plain:
    made = found.read({})
    return {
        "game": found.name,
        "environment": made.env_id,
        "seats": list(made.side_names),
        "agents": len(made.agents),
        "opponents": [*kinds(found), "search:SIMULATIONS", "rated:ELO"],
        "settings": {name: info.description for name, info in type(made.config).model_fields.items()},
    }


def _made(found: FoundGame, settings: Plain | None) -> Game:
    """Return the game of plain values, which may not name files."""
    values = dict(settings or {})
    given = values.get("map")
    if isinstance(given, str) and "\n" not in given.strip():
        raise GameError("map: give the map itself, its rows in lines; files cannot be named here")
    return game_for_persons(found, values)


def _opponent(game: Game, text: str) -> Any:
    """Return an agent that comes with the game; raise GameError for a file, a command, or an unknown name."""
    found = read_text(text)
    names = kinds(game)
    model = found.options.get("model") if found.kind == "search" else None
    if model is not None:
        _opponent(game, str(model))
    if found.kind != "search" and (found.kind != "name" or found.name not in names):
        raise GameError(f"unknown opponent {quoted(text)}; allowed are {', '.join(names)} and search:SIMULATIONS")
    return find_agent(game, text)


def _seen(table: PersonTable, since: int | None = None) -> str:
    """Return what a seat sees, in words, and what happened from a step on."""
    happened = [] if since is None else table.recorder.told(since)
    lines = ["What happened:", *(f"  {line}" for line in happened), ""] if happened else []
    if table.over:
        about = table.about()
        pay = ", ".join(f"{side} {pay:g}" for side, pay in zip(about["sides"], about["pay"], strict=True))
        return "\n".join([*lines, f"The game is over: {about['fault'] or about['ending']}. Pay: {pay}."])
    view = table.view()
    lines += [view.text(), f"You play {table.game.side_names[table.seat]}. Step {table.number}."]
    for one in view.data()["question"]:
        lines += [f"{one['agent']}: {one['prompt']}", *_listed(one["actions"])]
    return "\n".join(lines)


def _listed(actions: list[Plain]) -> list[str]:
    lines = [f"  {one['action']}: {one['name']}" for one in actions[:MOST_LISTED]]
    more = len(actions) - MOST_LISTED
    return (
        [*lines, f"  and {more} more: legal tells them all, or those with a word in their names"] if more > 0 else lines
    )


def _row(table: PersonTable, agents: np.ndarray, name: str) -> int:
    """Return the row of an agent among those that must choose; without a name the first."""
    names = [table.game.agents[agent] for agent in agents]
    if name and name not in names:
        raise GameError(f"{quoted(name)} does not choose now; {', '.join(names)} can be asked about")
    return names.index(name) if name else 0


def _chosen(asked: Plain, choice: Choice) -> int:
    """Return the number of the action that an agent chooses by number or name."""
    if isinstance(choice, int):
        return choice
    found = [one["action"] for one in asked["actions"] if one["name"].lower() == choice.strip().lower()]
    if len(found) != 1:
        what = "several legal actions have the name" if found else "no legal action has the name"
        close = get_close_matches(choice, [one["name"] for one in asked["actions"]], n=1)
        hint = f"; did you mean {quoted(close[0])}?" if close and not found else "; choose by number"
        raise GameError(f"{asked['agent']}: {what} {quoted(choice)}{hint}")
    return int(found[0])
