"""Which numbers of the rules make the game what is wanted? Rule sets are made of the values of some fields and played.

A ``grid`` plays every combination on the same seeds; ``screen`` walks through the ranges of many fields to find those
that matter (Morris' elementary effects, by SALib); ``search`` looks for what is wanted with a noisy objective (the TPE
of Optuna): every trial has fresh seeds, and the best so far is tried again. What is wanted are conditions on measures,
a cycle of strategies, or a whole picture of who beats whom. What is said of a rule set comes from seeds that chose
nothing: the game as it is is judged first, and where it misses a target, the changes of one field that cure it.

Morris, "Factorial sampling plans for preliminary computational experiments", 1991; Bergstra, Bardenet, Bengio and Kegl,
"Algorithms for hyper-parameter optimization", 2011.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import Any, Literal

from pydantic import Field

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.probing.conditions import Condition, check_measures, check_possible, read_condition
from swarmzoo.lab.probing.fields import Point, Varied, check_fields, game_at, own_value, read_varied, told
from swarmzoo.lab.probing.jobs import Played
from swarmzoo.lab.probing.measuring import Line, Sample, Train, no_training, pair_in, sample_of, usual_levels
from swarmzoo.lab.probing.session import Session
from swarmzoo.lab.probing.setting import ProbeConfig, values_of

FEWEST = 20
JUDGING = 10_000_000  # the first seed of games that judge, counted from the first of those that choose
TIMES = 4  # as many seeds judge as choose
CANDIDATES = 6  # changes of one field that are judged
AS_IT_IS = "as it is"
_ROUNDED = 0.011  # shares that were rounded need not make exactly 1
BEATS = 0.55  # of a cycle: what each strategy has against the next at least


class SweepConfig(ProbeConfig):
    """What is varied, how, and what is wanted."""

    vary: tuple[str, ...] = Field((), strict=False, description="fields, FIELD=VALUE,VALUE or FIELD=LOW..HIGH each")
    method: Literal["grid", "screen", "search"] = Field("grid", description="how rule sets are chosen")
    targets: tuple[str, ...] = Field(
        (), strict=False, description="conditions that are wanted; none: a seat advantage within the margin"
    )
    cycle: tuple[str, ...] = Field((), strict=False, description="strategies of which each is to beat the next")
    picture: dict = Field(
        default_factory=dict, description="strategies, and scores: what each is to have against each, rows of shares"
    )
    tolerance: float = Field(0.1, gt=0, lt=0.5, description="how far a score may be from that of the picture")
    levels: tuple[str, ...] = Field(
        (), strict=False, description="agents that play themselves; none: the game's bots but random"
    )
    games: int = Field(100, ge=FEWEST, le=1_000_000, description="seeds that choose: of every level and rule set")
    steps: int = Field(5, ge=2, le=100, description="values of a range in a grid")
    most: int = Field(1000, ge=2, le=1_000_000, description="rule sets of a grid, at most")
    walks: int = Field(10, ge=4, le=1000, description="of a screening: walks, each with a rule set more than fields")
    trials: int = Field(60, ge=5, le=100_000, description="of a search: rule sets that are tried")


QUICK: dict[str, Any] = {"games": 40, "walks": 4, "trials": 15}


@dataclass(frozen=True)
class Plan:
    """A sweep before it is played."""

    varied: tuple[Varied, ...]
    targets: tuple[Condition, ...]
    line: Line

    @property
    def agents(self) -> list[str]:
        """Who plays."""
        return [*self.line.levels, *dict.fromkeys(text for pair in self.line.pairs for text in pair)]


def plan_of(game: Game, config: SweepConfig) -> Plan:
    """Return what a configuration asks for; raise GameError for what cannot be asked."""
    varied = tuple(read_varied(text, game) for text in config.vary)
    check_fields(varied)
    wanted = [*map(read_condition, config.targets), *_of_cycle(config), *_of_picture(config)]
    targets = tuple(wanted or [read_condition(f"seat_advantage <= {config.margin:g}")])
    check_possible(targets)
    pairs = tuple(dict.fromkeys(pair for one in targets if (pair := pair_in(one.measure))))
    own = {"trust": config.trust, "isolate": config.isolate}
    for pair in pairs:
        usual_levels(game, pair, **own)
    needs_levels = any(pair_in(one.measure) is None for one in targets)
    levels = usual_levels(game, config.levels, **own) if needs_levels or config.levels else ()
    for text, one in zip(config.vary, varied, strict=True):  # what is never allowed is told before anything is played
        for value in one.values or ((one.low, one.high) if "=" in text else ()):
            game_at(config, {one.path: value})
    return Plan(varied, targets, Line(game.name, levels, pairs, **own))


def _of_cycle(config: SweepConfig) -> Iterator[Condition]:
    """Yield what a cycle of strategies means: each beats the next one, the last one the first."""
    if config.cycle and len(set(config.cycle)) < 3:
        raise GameError(f"cycle = {', '.join(config.cycle)}: three different strategies at least make a cycle")
    for one, other in pairwise((*config.cycle, *config.cycle[:1])):
        yield read_condition(f"score[{one}|{other}] >= {BEATS}")


def _of_picture(config: SweepConfig) -> Iterator[Condition]:
    """Yield what a payoff picture means; raise GameError for one that has not a row and a column for each strategy."""
    if not config.picture:
        return
    names, scores = config.picture.get("strategies"), config.picture.get("scores")
    if set(config.picture) != {"strategies", "scores"} or not isinstance(names, list) or not isinstance(scores, list):
        raise GameError("picture: strategies (names) and scores (a row of shares for each) are needed, nothing else")
    if len(set(names)) < 2 or len(set(names)) < len(names):
        raise GameError(f"picture: {len(names)} strategies are given; two or more, each once, are needed")
    if len(scores) != len(names) or any(not isinstance(row, list) or len(row) != len(names) for row in scores):
        sizes = " and ".join(dict.fromkeys(str(len(row)) for row in scores if isinstance(row, list))) or "no"
        raise GameError(
            f"picture: {len(names)} strategies need {len(names)} rows of {len(names)} shares; given are {len(scores)} "
            f"rows of {sizes}"
        )
    for k, name in enumerate(names):
        if abs(_share(scores, names, k, k) - 0.5) > _ROUNDED:
            raise GameError(
                f"picture: {name} is to have {scores[k][k]:g} against itself; that is 0.5, whatever it plays"
            )
    for row, column in ((i, k) for i in range(len(names)) for k in range(i)):
        wanted, other = _share(scores, names, column, row), _share(scores, names, row, column)
        if abs(wanted + other - 1) > _ROUNDED:
            raise GameError(
                f"picture: {names[column]} is to have {wanted:g} against {names[row]}, and {names[row]} {other:g} "
                f"against {names[column]}: the two shares must add up to 1"
            )
        low, high = max(wanted - config.tolerance, 0.0), min(wanted + config.tolerance, 1.0)
        yield read_condition(f"{low:.6g} <= score[{names[column]}|{names[row]}] <= {high:.6g}")


def _share(scores: list, names: list, one: int, other: int) -> float:
    """Return the share that a strategy should win against another; raise GameError for what is not a share."""
    wanted = scores[one][other]
    if isinstance(wanted, bool) or not isinstance(wanted, int | float) or not 0 <= wanted <= 1:
        raise GameError(f"picture: {names[one]} against {names[other]} is to have {wanted!r}; a share, 0 to 1")
    return wanted


@dataclass
class Measured:
    """A rule set that was played: its values by field, and what its games gave."""

    point: Point
    sample: Sample
    rows: list[Played] = field(repr=False, default_factory=list)

    def missed(self, targets: Sequence[Condition]) -> float:
        """Return by how much the targets are missed, 0 for not at all: the sum of squares."""
        return sum(one.missed(self.sample.figure(one.measure, 0.05).value) ** 2 for one in targets)


class Sweeping:
    """Plays the rule sets of a sweep."""

    def __init__(self, game: Game, config: SweepConfig, plan: Plan, session: Session, train: Train = no_training):
        self.game, self.config, self.plan, self._session, self._train = game, config, plan, session, train
        self.left_out: list[str] = []  # combinations that the rules do not allow

    def measure(self, points: Sequence[Point], seeds: range, cell: str, train: Train = no_training) -> list[Measured]:
        """Play rule sets on the same seeds; those that the rules do not allow are left out and noted."""
        made: list[tuple[Point, Game]] = []
        for point in points:
            try:
                made.append((point, game_at(self.config, point)))
            except GameError as error:
                self.left_out.append(str(error))
        if not made:
            raise GameError(f"no rule set of these is allowed: {self.left_out[0]}")
        line, names = self.plan.line, [f"{cell}{told(point) or AS_IT_IS}: " for point, _ in made]
        jobs = [
            line.jobs(values_of(game), seeds, name, train(game)) for (_, game), name in zip(made, names, strict=True)
        ]
        self._session.play([job for own in jobs for job in own])
        found = []
        for (point, game), name, own in zip(made, names, jobs, strict=True):
            rows = self._session.play(own)  # from the ledger
            found.append(Measured(point, sample_of(line, game, name, rows), rows))
        check_measures(self.plan.targets, found[0].sample.names())
        return found

    def choosing(self, number: int = 0) -> range:
        """Return the seeds that choose; of a search those of a trial."""
        first = self.config.seed + number * self.config.games
        return range(first, first + self.config.games)

    @property
    def judging(self) -> range:
        """The seeds that judge."""
        first = self.config.seed + JUDGING
        return range(first, first + TIMES * self.config.games)

    def judge(self, points: Sequence[Point]) -> list[Measured]:
        """Play rule sets on the seeds that judge, each with a policy that is trained for it, if that is wanted."""
        return self.measure(points, self.judging, "judge ", self._train)


def grid_of(plan: Plan, config: SweepConfig) -> list[Point]:
    """Return every combination of values; raise GameError for too many."""
    options = [one.options(config.steps) for one in plan.varied]
    count = 1
    for values in options:
        count *= len(values)
    if count > config.most:
        raise GameError(
            f"a grid of {' x '.join(str(len(values)) for values in options)} = {count:,} rule sets; at most "
            f"{config.most:,} (most) are played: name fewer values, or use --method screen or search"
        )
    return [dict(zip((one.path for one in plan.varied), values, strict=True)) for values in product(*options)]


def changes_of_one(game: Game, plan: Plan, config: SweepConfig) -> list[Point]:
    """Return the rule sets that differ from a game in one of the fields."""
    found: list[Point] = []
    for one in plan.varied:
        own = own_value(game, one.path)
        found += [{one.path: value} for value in one.options(config.steps) if value != own]
    return found


def cures(sweeping: Sweeping) -> list[Measured]:
    """Return the changes of one field that come nearest to the targets, judged on seeds that did not choose them."""
    plan, config = sweeping.plan, sweeping.config
    found = sweeping.measure(changes_of_one(sweeping.game, plan, config), sweeping.choosing(), "choose ")
    best = sorted(found, key=lambda one: one.missed(plan.targets))[:CANDIDATES]
    return sweeping.judge([one.point for one in best])
