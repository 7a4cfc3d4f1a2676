"""What is every part of a game worth? Cards, terrains, units, weapons, traits, formations, commands.

It is found by intervention, all parts at once: every seed draws which parts are in the game, and of those that a side
can be left without, which of two camps may use them (``lab.experiments.design``). One player, an agent, plays both
camps, so that nothing but the parts differs. How often a part is used in games with everything is told besides; it is
no evidence, since strong players may use what is weak, and a rare part may decide a game.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from pydantic import Field

from swarmzoo.agents.agent import let_go
from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.config import changed
from swarmzoo.envs.core.errors import GameError, nearest
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.parts import GamePart
from swarmzoo.lab.experiments.design import COIN, Design, Draws, Factor, column_spread
from swarmzoo.lab.experiments.multiplicity import Budget
from swarmzoo.lab.experiments.power import ONE_GAME, POWER, expected_error, groups_needed, smallest_effect
from swarmzoo.lab.probing.jobs import Job, Played, written
from swarmzoo.lab.probing.parts_report import parts_report
from swarmzoo.lab.probing.session import Session
from swarmzoo.lab.probing.setting import ProbeConfig
from swarmzoo.lab.probing.usage import count_uses, uses_a_game
from swarmzoo.lab.probing.verdict import Report
from swarmzoo.lab.rated import strongest_bot
from swarmzoo.lab.schedule import seatings

GAMES_A_TASK = 50  # of those in which uses are counted
SPARE = 1.5  # groups for each column of the regression, at least


class PartsConfig(ProbeConfig):
    """What the parts of a game are worth."""

    players: tuple[str, ...] = Field(
        (),
        strict=False,
        description="agents; each plays both camps of its own games; none: the game's strongest bot",
    )
    parts: tuple[str, ...] = Field(
        (), strict=False, description="names or kinds of the parts that are drawn, the others stay; none: all parts"
    )
    seeds: int | None = Field(
        None, ge=2, le=10_000_000, description="seeds of each agent, in every seating; none: as `effect` asks for"
    )
    effect: float = Field(
        0.03, gt=0, lt=0.5, description="worth, in share of first place, that 80% of reports should find"
    )
    coin: float = Field(
        COIN, ge=0.1, le=0.9, description="the chance of a camp to be allowed a part; near 1 is near the game"
    )
    must: float = Field(
        0.15, gt=0, lt=0.5, description="a part is a must have where its worth is shown to be above this"
    )
    pairs: bool = Field(False, description="also list pairs of parts that are worth more, or less, together")
    uses: int = Field(200, ge=0, le=1_000_000, description="games with all parts in which uses are counted")


QUICK: dict[str, Any] = {"seeds": 2000, "uses": 100}


class Experiment:
    """The parts of a game that are drawn, by whom they are played, and on how many seeds; raises GameError."""

    def __init__(self, game: Game, config: PartsConfig):
        if any(game.bans):
            raise GameError(
                f"{game.name}: the game has bans of its own; parts are drawn of a game in which all may act"
            )
        self.game, self.config = game, config
        self.parts = chosen_parts(game, config.parts)
        self.players = config.players or (strongest_bot(find_game(game.name)),)
        if len(set(self.players)) < len(self.players):
            raise GameError(f"players: {', '.join(self.players)}: each agent is given once")
        for text in self.players:
            let_go([find_agent(game, text, trust=config.trust, isolate=config.isolate)])
        self.seeds = self.needed if config.seeds is None else config.seeds
        if self.seeds < self.fewest:
            raise GameError(
                f"seeds = {self.seeds}: {len(self.parts)} parts need {self.fewest} or more for any verdict; "
                "give more seeds, or fewer parts"
            )

    @property
    def held(self) -> list[int]:
        """The numbers of the parts that one side can be left without."""
        return [k for k, part in enumerate(self.parts) if part.can_be_withheld]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of those parts that are looked at together."""
        return [(one, other) for one in self.held for other in self.held if one < other] if self.config.pairs else []

    @property
    def budget(self) -> Budget:
        """How the players share the error of the report."""
        return Budget(dict.fromkeys(self.players, 1.0), self.config.error)

    @property
    def error(self) -> float:
        """The error of all verdicts on the parts of one player."""
        return min(map(self.budget.of, self.players))

    @property
    def columns(self) -> int:
        """How many columns the largest regression has."""
        return 1 + max(len(self.held) + len(self.pairs), len(self.parts))

    @property
    def fewest(self) -> int:
        """The fewest seeds of which anything is said."""
        return int(SPARE * self.columns) + 10

    @property
    def alpha(self) -> float:
        """The error of the first of all tests: each part may be a must have, and never worth it."""
        return self.error / max(2 * len(self.held), 1)

    @property
    def needed(self) -> int:
        """How many seeds find the wanted effect, even where luck decides all games of a seed alike."""
        if not self.held:
            return 1000
        spread = column_spread(self.config.coin, True)
        found = groups_needed(self.config.effect, ONE_GAME, spread, self.columns, self.alpha, sides=1)
        return max(found, self.fewest)

    @property
    def foreseen(self) -> float:
        """The smallest worth that 80% of reports find, before any game."""
        error = expected_error(self.seeds, ONE_GAME, column_spread(self.config.coin, True))
        return float(smallest_effect(error, self.seeds - self.columns, self.alpha, POWER, sides=1))

    @cached_property
    def design(self) -> Design:
        """What every seed draws."""
        factors = tuple(Factor(part.name, part.can_be_withheld) for part in self.parts)
        return Design(factors, self.config.seed, self.config.coin, self._is_playable)

    @cached_property
    def draws(self) -> Draws:
        """What all seeds drew."""
        return self.design.draw(0, self.seeds)

    def cells_of(self, text: str) -> set[str]:
        """Return the cells of a player's games."""
        return {f"parts {text}", *(f"parts {text} {nth}" for nth in range(len(self._orders)))}

    def jobs(self) -> list[Job]:
        """Return all jobs, player by player and seed by seed."""
        return [job for text in self.players for group in range(self.seeds) for job in self._jobs_of(text, group)]

    def _jobs_of(self, text: str, group: int) -> list[Job]:
        """Return the jobs of a seed: one for all seatings, or one for each where their rules differ."""
        allowed = self.draws.allowed[group]
        texts = tuple(forbidden(text, self._bans(may)) for may in allowed)
        own: dict[str, Any] = {"trust": self.config.trust, "isolate": self.config.isolate}
        seed, orders = self.config.seed + group, self._orders
        values = [self._values(allowed, seats) for seats in orders]
        if len(set(values)) == 1:
            return [Job(f"parts {text}", self.game.name, values[0], texts, seed, **own)]
        return [
            Job(f"parts {text} {nth}", self.game.name, values[nth], texts, seed, seats=seats, **own)
            for nth, seats in enumerate(orders)
        ]

    @cached_property
    def _orders(self) -> tuple[tuple[int, ...], ...]:
        return seatings((0, 1), self.game.num_sides)

    def _bans(self, may: np.ndarray) -> list[str]:
        """Return the names of what a camp must not do, of the parts that it may use (``may``, bool)."""
        return [name for part, has in zip(self.parts, may, strict=True) if not has for name in part.bans]

    def _is_playable(self, allowed: np.ndarray) -> bool:
        try:
            for seats in self._orders:
                self._values(allowed, seats)
        except GameError:
            return False
        return True

    def _values(self, allowed: np.ndarray, seats: tuple[int, ...]) -> str:
        """Return the configuration without what is taken out, of the whole game or of the sides of a camp."""
        key = allowed.tobytes(), seats if any(part.by_side and not part.bans for part in self.parts) else ()
        if key not in self._written:
            values = self.game.config.model_dump(mode="json")
            for k, part in enumerate(self.parts):
                _take_out(part, allowed[:, k], seats, values)
            self._written[key] = written(changed(type(self.game.config).read(values)))
        return self._written[key]

    @cached_property
    def _written(self) -> dict[Any, str]:
        return {}


def _take_out(part: GamePart, may: np.ndarray, seats: tuple[int, ...], values: dict[str, Any]) -> None:
    """Write into a configuration that a part is out of the game, or out of reach of one camp, where it is."""
    if part.take_out is None or may.all():
        return
    if not may.any():
        part.take_out(values, None)
    elif part.by_side and not part.bans:
        for side, camp in enumerate(seats):
            if not may[camp]:
                part.take_out(values, side)


def chosen_parts(game: Game, names: Sequence[str]) -> tuple[GamePart, ...]:
    """Return the parts of a game that are named by themselves or by their kinds; raise GameError for unknown ones."""
    known = {part.name for part in game.parts} | {part.kind for part in game.parts}
    if not known:
        raise GameError(f"{game.name} lists no parts that could be taken out")
    for name in names:
        if name not in known:
            raise GameError(f"parts: {game.name} has no part or kind {name!r}{nearest(name, known)}")
    return tuple(part for part in game.parts if not names or part.name in names or part.kind in names)


def forbidden(text: str, names: Sequence[str]) -> str:
    """Return the text of an agent that is forbidden what has these names."""
    bans = " ".join(f'-"{name}"' for name in dict.fromkeys(names))
    if not bans:
        return text
    return f"{text} -- {bans}" if text.startswith("process:") and " -- -" not in text else f"{text} {bans}"


def usage_tasks(experiment: Experiment) -> dict[str, Mapping[str, Any]]:
    """Return the tasks that count how often parts are used in games with all of them, by key."""
    game, config = experiment.game, experiment.config
    bans = {part.name: list(part.bans) for part in experiment.parts if part.bans}
    given = {"game": game.name, "values": written(changed(game.config)), "parts": bans}
    own: dict[str, Any] = {"trust": config.trust, "isolate": config.isolate}
    starts = range(0, config.uses, GAMES_A_TASK)
    return {
        f"uses {text} {start}": given
        | own
        | {"player": text, "first": config.seed + start, "count": min(GAMES_A_TASK, config.uses - start)}
        for text in experiment.players
        for start in starts
    }


def parts(experiment: Experiment, session: Session) -> tuple[Report, list[Played]]:
    """Play what is left, and return what is found, with the games."""
    rows = session.play(experiment.jobs())
    counted = session.work(count_uses, usage_tasks(experiment))
    uses = {text: uses_a_game(counted, f"uses {text} ") for text in experiment.players}
    return parts_report(experiment, rows, uses), rows
