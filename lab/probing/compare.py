"""What changed between two rule sets of a game? Both are played on the same seeds, until all that is asked is decided.

The games are looked at again and again, each time twice as many seeds. An answer may be wrong at any look: the error
of the report is shared out among the looks and the questions (Bonferroni), so stopping early costs no sureness.
Conditions make it a test, for instance of a rule set before it is published: ``seat_advantage > 0.02`` fails.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import Field

from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.games import even_game
from swarmzoo.lab.probing.conditions import Condition, Told, check_measures, read_condition
from swarmzoo.lab.probing.jobs import Played
from swarmzoo.lab.probing.measuring import Line, Sample, Train, change, no_training, pair_in, sample_of, usual_levels
from swarmzoo.lab.probing.session import Session
from swarmzoo.lab.probing.setting import ProbeConfig, values_of
from swarmzoo.lab.probing.verdict import Figure

FEWEST, FIRST_LOOK = 20, 50
SIDES = ("before ", "after ")
BEFORE, CHANGE = "before.", "change."
RELATIVE = 0.05  # of a number other than a share: smaller changes do not count


class CompareConfig(ProbeConfig):
    """What two rule sets differ in; ``env`` is the configuration of the second one."""

    before: dict = Field(default_factory=dict, description="the game's configuration in the first rule set")
    names: tuple[str, str] = Field(("A", "B"), strict=False, description="what the two rule sets are called")
    levels: tuple[str, ...] = Field(
        (), strict=False, description="agents that play themselves; none: the game's bots but random"
    )
    fail_if: tuple[str, ...] = Field(
        (), strict=False, description="conditions on the second rule set (before.NAME, change.NAME: see there)"
    )
    games: int = Field(1600, ge=FEWEST, le=10_000_000, description="seeds that a level plays in each rule set, at most")

    def made_before(self) -> Game:
        """Return the game of the first rule set; raise GameError."""
        return even_game(find_game(self.game), self.before, "before.")


QUICK = {"games": 200}


@dataclass(frozen=True)
class Question:
    """What is asked: a condition that fails the rule set, or whether a measure has changed."""

    name: str
    condition: Condition | None = None


@dataclass
class Compared:
    """What the games so far say: questions with their figures and answers, at the sureness of the report."""

    samples: tuple[Sample, Sample]
    answers: list[tuple[Question, Figure, Told]]
    alpha: float  # of one answer at one look
    looks: int
    margin: float

    @property
    def is_decided(self) -> bool:
        """Whether no question is open."""
        return all(told != "open" for _, _, told in self.answers)

    def change_of(self, name: str, alpha: float) -> Figure:
        """Return how a measure changes."""
        return change(name, *self.samples, alpha)


def line_of(game: Game, config: CompareConfig) -> tuple[Line, list[Condition]]:
    """Return who plays, and the conditions; raise GameError for agents and conditions that there are not."""
    conditions = [read_condition(text) for text in config.fail_if]
    asked = (one.measure.removeprefix(BEFORE).removeprefix(CHANGE) for one in conditions)
    pairs = [pair for measure in asked if (pair := pair_in(measure))]
    own = {"trust": config.trust, "isolate": config.isolate}
    for pair in pairs:
        usual_levels(game, pair, **own)
    levels = usual_levels(game, config.levels, **own)
    return Line(game.name, levels, tuple(dict.fromkeys(pairs)), **own), conditions


def looks_of(games: int) -> list[int]:
    """Return after how many seeds the games are looked at."""
    looks = [FIRST_LOOK]
    while looks[-1] < games:
        looks.append(2 * looks[-1])
    return [*(look for look in looks if look < games), games]


def compare(
    before: Game, after: Game, config: CompareConfig, session: Session, train: Train = no_training
) -> tuple[Compared, list[Played]]:
    """Play two rule sets until every question is decided or all games are played.

    ``train`` returns the text of a policy that it trained for a game's rules, or nothing.
    """
    line, conditions = line_of(after, config)
    looks, rows = looks_of(config.games), []
    own = [(each, train(each[0])) for each in zip((before, after), SIDES, strict=True)]
    for number, count in enumerate(looks, 1):
        seeds = range(config.seed, config.seed + count)
        rows = [session.play(line.jobs(values_of(game), seeds, cell, texts)) for (game, cell), texts in own]
        samples = [sample_of(line, *own[k][0], each) for k, each in enumerate(rows)]
        found = _answered((samples[0], samples[1]), conditions, config, len(looks))
        if found.is_decided or number == len(looks):
            break
    return found, [row for one in rows for row in one]


def _answered(
    samples: tuple[Sample, Sample], conditions: Sequence[Condition], config: CompareConfig, looks: int
) -> Compared:
    """Return the answers to all questions by the games so far."""
    questions = [*_questions(samples, conditions)]
    found = Compared(samples, [], config.error / looks / len(questions), looks, config.margin)
    for question in questions:
        figure = figure_of(question, found)
        found.answers.append((question, figure, _told(question, figure, found)))
    return found


def _questions(samples: tuple[Sample, Sample], conditions: Sequence[Condition]) -> Iterator[Question]:
    """Yield the conditions, or without any whether each measure of all levels together has changed."""
    names = [name for name in samples[1].names() if name in samples[0].names()]
    known = [*samples[1].names(), *(BEFORE + name for name in samples[0].names()), *(CHANGE + name for name in names)]
    check_measures(conditions, known)
    yield from (Question(one.measure, one) for one in conditions)
    if not conditions:
        yield from (Question(CHANGE + name) for name in names if "[" not in name)


def figure_of(question: Question, found: Compared) -> Figure:
    """Return what was measured for a question, at the sureness of an answer."""
    before, after = found.samples
    if question.name.startswith(CHANGE):
        return change(question.name.removeprefix(CHANGE), before, after, found.alpha)
    if question.name.startswith(BEFORE):
        return before.figure(question.name.removeprefix(BEFORE), found.alpha)
    return after.figure(question.name, found.alpha)


def _told(question: Question, figure: Figure, found: Compared) -> Told:
    """Return the answer: whether a condition holds, or whether there is a change ("holds") or none that matters."""
    if question.condition is not None:
        return question.condition.told(figure)
    low, high = figure.low or 0.0, figure.high or 0.0
    if low > 0 or high < 0:
        return "holds"
    margin = found.margin
    if figure.unit != "points":
        margin = RELATIVE * abs(found.samples[0].figure(question.name.removeprefix(CHANGE), found.alpha).value)
    return "fails" if -margin <= low and high <= margin else "open"


def named(config: CompareConfig, first: str, second: str) -> CompareConfig:
    """Return a configuration that calls its rule sets by the names of their files."""
    if first == second:
        raise GameError(f"{first}: compared with itself; name two rule sets")
    return config.model_copy(update={"names": (first, second)})
