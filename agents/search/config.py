"""What can be chosen of a tree search, and how one is called in tables."""

from typing import Any, Literal

from pydantic import Field

from swarmzoo.envs.core.config import Settings
from swarmzoo.envs.core.errors import GameError

DEFAULT_SIMULATIONS = 256
PREFIX = "search"


class SearchConfig(Settings):
    """The settings of a tree search; None: what suits the game best, see the game's ``valuation`` module."""

    simulations: int | None = Field(
        None, ge=1, le=1_000_000, description="simulations for a decision; without any budget 256"
    )
    milliseconds: float | None = Field(
        None, gt=0, le=3_600_000, description="time for a decision, instead of simulations; such games do not repeat"
    )
    rollout: str | None = Field(
        None,
        description="who plays simulations on from the tree: random, a compiled bot, or policy: the one that leads",
    )
    cut: int | None = Field(
        None,
        ge=-1,
        le=100_000,
        description="turns (where all move at once env steps) played on before a position is valued; "
        "0: none, -1: to the end",
    )
    exploration: float | None = Field(None, ge=0, le=100, description="weight of the uncertain against the good")
    widening: float | None = Field(
        None, ge=0, le=1000, description="a node visited n times has at most 1 + widening * sqrt(n) children"
    )
    advisers: str | None = Field(
        None, description="whose choices are tried first: all (every bot of the game), rollout (its bot alone), none"
    )
    mode: Literal["information_set", "determinised"] | None = Field(
        None, description="one tree over all that may be hidden, or a tree for each of some drawings of it"
    )
    worlds: int = Field(8, ge=1, le=1024, description="determinised: how many drawings")
    hold: int | None = Field(
        None, ge=1, le=1000, description="games in which all move at once: env steps that an order is kept"
    )
    policy: str | None = Field(None, description="a trained policy (baseline or .npz) whose prior and value guide it")
    valuation: float | None = Field(
        None,
        ge=0,
        le=1,
        description="led by a policy: weight of the game's valuation; the policy's values have the rest",
    )
    considered: int | None = Field(
        None,
        ge=1,
        le=10_000,
        description="led by a policy: how many likely actions are tried; then half of them, and so on",
    )
    model: str | None = Field(
        None, description="who plays all other sides in the search (a bot or a trained policy): it finds a best answer"
    )
    seed: int = Field(0, ge=0, description="of the draws, where they are not seeded by who asks")


def read_config(values: dict[str, Any]) -> SearchConfig:
    """Return the settings of keywords; raise GameError for unknown ones, and for two budgets."""
    config = SearchConfig.read(values, f"{PREFIX}: ")
    if config.simulations is not None and config.milliseconds is not None:
        raise GameError(f"{PREFIX}: give simulations or milliseconds, not both")
    if config.advisers not in (None, "all", "rollout", "none"):
        raise GameError(f"{PREFIX}: advisers = {config.advisers!r}: allowed are all, rollout, none")
    return config


def text_of(name: str) -> str:
    """Return the text of a search that has a name of ``name_of``; any other name as it is."""
    budget, *given = name.removeprefix(f"{PREFIX}-").split("-")
    if not name.startswith(f"{PREFIX}-"):
        return name
    first = f"milliseconds={budget.removesuffix('ms')}" if budget.endswith("ms") else budget
    return f"{PREFIX}:{','.join([first, *given])}"


def name_of(config: SearchConfig) -> str:
    """Return a name for tables: the budget, then what else was chosen."""
    if config.milliseconds is not None:
        name = f"{PREFIX}-{config.milliseconds:g}ms"
    else:
        name = f"{PREFIX}-{config.simulations or DEFAULT_SIMULATIONS}"
    given = config.model_dump(exclude_defaults=True, exclude={"simulations", "milliseconds", "seed"})
    return "-".join([name, *(f"{key}={value}" for key, value in given.items())])
