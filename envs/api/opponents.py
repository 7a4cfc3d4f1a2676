"""Who plays the other seats: compiled bots inside the table, policies over a batch, searches; as objects or by name.

Names are texts of agents, as on the command line. Whoever can read them registers a finder; the package ``FINDER``
does so when it is imported.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.reading import quoted

if TYPE_CHECKING:  # they load numba, which registering the games does not need
    from swarmzoo.envs.core.game import Game
    from swarmzoo.envs.core.table import Table

FINDER = "swarmzoo.agents"  # by its name, for api imports no agents
_ODD = tuple(map(np.uint64, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xD6E8FEB86659FD93)))
_BETWEEN = 0x5851F42D4C957F2D  # what lies between the seeds of searches in two games from one seed


@dataclass(frozen=True)
class CompiledOpponent:
    """A bot that plays inside the compiled loop: number ``bot`` of a choice function (0 plays at random)."""

    name: str
    bot: int
    choose: Any = None  # the compiled choice function of the game's bots
    game: str = ""  # the name of the only game that it plays; nothing: it plays any


RANDOM_OPPONENT = CompiledOpponent("random", 0)


@runtime_checkable
class BatchOpponent(Protocol):
    """A policy called once for all games in which it must act."""

    name: str

    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Choose actions, int (k,), from observations (k, size) of the game's dtype and masks int8 (k, actions)."""


@runtime_checkable
class SeededOpponent(Protocol):
    """A policy that may draw its actions, by seeds: a row is answered the same whatever else is asked with it."""

    def act_seeded(self, observations: np.ndarray, masks: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """Choose actions as ``act`` of a BatchOpponent does, with seeds int64 (k,), one for each row."""


@runtime_checkable
class Searcher(Protocol):
    """An agent that is asked for many games at once and given their states; it must not look at what is hidden."""

    name: str

    def act_on(self, states: np.ndarray, sides: np.ndarray, agents: np.ndarray, seeds: np.ndarray) -> Sequence[Any]:
        """Return the action of each game, or a list of one for each agent that acts in it.

        ``states`` (k,) records, ``sides`` and ``agents`` (the first that acts) int (k,), ``seeds`` int64 (k,).
        """


Opponent = CompiledOpponent | BatchOpponent | Searcher
Opponents = str | Opponent | Sequence[str | Opponent]  # as users give them
_finders: list[Callable[["Game", str], Any]] = []


def find_opponents_with(finder: Callable[["Game", str], Any]) -> None:
    """Let a function (game, text) find the opponents that are given by name from now on."""
    _finders[:] = [finder]


def opponents_of(game: "Game", given: Any) -> list[Opponent]:
    """Return opponents given as objects or by name, one alone or several; raise GameError for what can be none."""
    if isinstance(given, str | CompiledOpponent | BatchOpponent | Searcher):
        given = [given]
    if isinstance(given, Mapping | set | frozenset):
        how = "their odds as weights=[...]" if isinstance(given, Mapping) else "a set has no order"
        raise GameError(f"opponents = {quoted(given)}: give names or agents as a list ({how})")
    try:
        every = list(given)
    except TypeError:
        raise GameError(f"opponents = {quoted(given)}: names or agents are needed, for instance ['random']") from None
    if not every:
        raise GameError("opponents: at least one is needed")
    return [_opponent(game, _found(game, one) if isinstance(one, str) else one) for one in every]


def _found(game: "Game", text: str) -> Any:
    """Return what a name means."""
    if text == RANDOM_OPPONENT.name:
        return RANDOM_OPPONENT
    if not _finders:
        import_module(FINDER)
    try:
        return _finders[0](game, text)
    except GameError as error:
        raise GameError(f"opponents: {error}") from None


def _opponent(game: "Game", one: Any) -> Opponent:
    """Return an opponent that can sit at a table of a game; raise GameError for any other."""
    name = getattr(one, "name", None) or quoted(one)
    if isinstance(one, CompiledOpponent):
        if one.game not in ("", game.name):
            raise GameError(f"opponents: {name} is a bot of {one.game}, and {game.name} is played")
        return one
    if hasattr(one, "bans"):
        raise GameError(
            f"opponents: {name} is forbidden actions where it sits; allowed here are compiled bots and policies, and "
            "game.banned(...) forbids actions to a side (swarmzoo arena and evaluate play restricted agents)"
        )
    if isinstance(one, Searcher) and not isinstance(one, type):
        return _searcher(game, one)
    if not isinstance(one, BatchOpponent) or isinstance(one, type) or not _takes_batches(one):
        raise GameError(
            f"opponents: {name} is not a compiled bot, a search, or a policy with act(observations, masks) and name; "
            "allowed are those three, or their names (swarmzoo agents lists them)"
        )
    return one


def _searcher(game: "Game", one: Searcher) -> Searcher:
    """Return a search as it sits in a game; raise GameError for one whose games do not repeat."""
    if not getattr(one, "repeatable", True):
        raise GameError(
            f"opponents: {one.name} searches by the clock, so the same seed would not give the same game; give it "
            "simulations instead of milliseconds"
        )
    return one.bound_to(game) if hasattr(one, "bound_to") else one


def _takes_batches(one: BatchOpponent) -> bool:
    """Tell whether ``act`` can be called with observations and masks."""
    try:
        inspect.signature(one.act).bind(None, None)
    except TypeError:
        return False
    except ValueError:  # it does not say what it takes
        return True
    return True


def choices(
    opponent: BatchOpponent | Searcher,
    table: "Table",
    games: np.ndarray,
    agents: np.ndarray,
    seen: tuple[np.ndarray, np.ndarray],
) -> np.ndarray:
    """Return what a policy or a search chooses for agents in games at a table, in the order of games.

    ``seen``: the observations and masks of these agents.
    """
    if isinstance(opponent, Searcher):
        return _found_by(opponent, table, games, agents)
    if not isinstance(opponent, SeededOpponent):
        return opponent.act(*seen)
    parts = (table.seeds[games], table.episodes[games], table.length[games], agents)
    seeds = np.zeros(len(games), np.uint64)
    for part, odd in zip(parts, _ODD, strict=True):
        seeds += part.astype(np.uint64) * odd
    return opponent.act_seeded(*seen, (seeds >> np.uint64(1)).astype(np.int64))


def turns_of(game: "Game", games: np.ndarray, agents: np.ndarray) -> list[slice]:
    """Return the rows of each decision: of one side in one game."""
    sides = np.array(game.side_of_agent)[agents]
    begins = np.flatnonzero(np.diff(games, prepend=-1) | np.diff(sides, prepend=-1))
    return [slice(begin, end) for begin, end in zip(begins, [*begins[1:], len(games)], strict=True)]


def seed_of_search(seeds: Any, lengths: Any, sides: Any, games_before: Any = 0) -> Any:
    """Return the seeds of searches, int64, for the seeds of games, their decisions so far and the sides.

    ``games_before``: how many games were played from the same seed before.
    """
    return seeds * 1_000_003 + lengths * 8 + sides + games_before * _BETWEEN


def _found_by(searcher: Searcher, table: "Table", games: np.ndarray, agents: np.ndarray) -> np.ndarray:
    """Ask a search for all its decisions at once; its seeds follow from game, decision and side."""
    first = np.array([turn.start for turn in turns_of(table.game, games, agents)])
    which, sides = games[first], np.array(table.game.side_of_agent)[agents[first]]
    seeds = seed_of_search(table.seeds[which], table.length[which], sides, table.episodes[which] - 1)
    found: Any = searcher.act_on(table.states[which], sides, agents[first], seeds)
    answers = found if np.iterable(found) else [found]
    return np.array([action for answer in answers for action in np.atleast_1d(answer)])  # whoever asks checks them


def choice_function(opponents: Sequence[Opponent]) -> Any:
    """Return the one compiled choice function that the compiled opponents share, or None."""
    found = {id(o.choose): o.choose for o in opponents if isinstance(o, CompiledOpponent) and o.choose is not None}
    if len(found) > 1:
        raise GameError("opponents: compiled bots of two choice functions cannot sit at one table")
    return next(iter(found.values()), None)
