"""The configuration of a training run: every number of it, validated and documented."""

from collections import Counter
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from swarmzoo.agents.policy.config import Network
from swarmzoo.envs.core.config import Settings
from swarmzoo.training.device import Device

LAST_SEED = 2**62
Odds = Annotated[float, Field(ge=0, le=1e6, allow_inf_nan=False)]


class SelfPlay(Settings):
    """Opponents: bots and searches, the latest policy and past ones (the four numbers that ML-Agents names)."""

    bots: dict[str, Odds] = Field(
        default_factory=lambda: {"random": 1.0},
        description="built-in opponents and their odds among the bots; trained policies and searches (search:64) too; "
        "where all odds are 0, policies alone play",
    )
    bots_share: float = Field(0.5, ge=0, le=1, description="share of opponents that are bots")
    save_steps: int = Field(200_000, ge=1, description="learner steps between two snapshots for the pool")
    swap_steps: int = Field(50_000, ge=1, description="learner steps between two draws of the past opponent")
    window: int = Field(10, ge=1, le=1000, description="snapshots kept in the pool")
    play_against_latest_model_ratio: float = Field(
        0.5, ge=0, le=1, description="share of the games against policies that are against the latest"
    )


class Imitation(Settings):
    """A warm start: the policy first learns to do what compiled bots do."""

    steps: int = Field(0, ge=0, description="decisions of bots to learn from; 0: no warm start")
    rounds: int = Field(
        1,
        ge=1,
        le=100,
        description="times that decisions are collected; from the second time on the policy itself plays and the "
        "teacher only tells what it would do (DAgger), so that the policy learns to get out of its own mistakes",
    )
    teacher: str = Field("random", description="the bot that is imitated")
    opponents: tuple[str, ...] = Field(
        ("random",), strict=False, min_length=1, description="whom the teacher plays: bots, each as often"
    )
    epochs: int = Field(
        2, ge=1, le=50, description="passes over the decisions of each round, mixed with as many of earlier ones"
    )
    batch_size: int = Field(2048, ge=1, description="decisions a gradient step")
    learning_rate: float = Field(1e-3, gt=0, le=1, description="step size of the warm start")
    value_share: float = Field(0.5, ge=0, le=10, description="weight of learning the outcome beside the actions")


class Expert(Settings):
    """Expert iteration: a search that the policy leads teaches the policy in its own games, in turns with PPO.

    Another policy may teach in place of the search (distillation).
    """

    rounds: int = Field(
        0,
        ge=0,
        le=1000,
        description="times that the search teaches, spread evenly over the steps (one after the other where "
        "total_steps is 0); 0: never",
    )
    steps: int = Field(20_000, ge=1, le=10_000_000, description="decisions that it looks at in a round")
    teacher: str | None = Field(
        None,
        description="a trained policy (baseline or .npz) that teaches in place of a search: the policy learns to hold "
        "as likely what it does (distillation), in games of which it plays every other one; none: the search",
    )
    simulations: int = Field(
        64,
        ge=2,
        le=100_000,
        description="of each decision; with advantages shared equally by the actions tried, each at least once",
    )
    games: int = Field(128, ge=1, le=65_536, description="games side by side")
    temperature: float = Field(
        1.0,
        gt=0.05,
        le=10,
        description="below 1 the best actions are likelier in what is played (with improvement or a teacher also "
        "learned), above 1 less",
    )
    epochs: int = Field(2, ge=1, le=50, description="passes over the decisions of a round")
    batch_size: int = Field(1024, ge=1, description="decisions a gradient step")
    learning_rate: float = Field(3e-4, gt=0, le=1, description="step size")
    value_share: float = Field(0.5, ge=0, le=10, description="weight of learning the outcome beside the actions")
    teaches: Literal["improvement", "advantages"] | None = Field(
        None,
        description="what the policy learns: improvement (do what the search would) or advantages (how much more "
        "actions are worth than the likeliest); none: advantages where all agents move at once, else improvement",
    )
    caution: float | None = Field(
        None,
        gt=0,
        le=1000,
        description="with advantages: weight of staying close to what the policy was; none: 3 where one agent decides "
        "at a time, 0.15 where all move at once and one action is worth little",
    )
    sure: float = Field(
        1.0,
        ge=0.5,
        le=1,
        description="decisions in which the policy holds one action likelier than this are mostly skipped (one in "
        "twenty is kept); 1: none are skipped",
    )
    considered: int | None = Field(
        None, ge=2, le=10_000, description="how many likely actions the search tries; none: as the game's searches"
    )
    bots: dict[str, Odds] = Field(
        default_factory=dict,
        description="with advantages or a teacher: bots and their odds that play all other sides in some games, and in "
        "what a search looks ahead to there; where all odds are 0, the policy alone plays",
    )
    bots_share: float = Field(0.5, ge=0, le=1, description="share of the games that are against such bots")
    variants: list[dict[str, Any]] = Field(
        default_factory=list,
        max_length=64,
        description="other values of the game's own configuration, as {size: 32}; the decisions of a round are shared "
        "equally by the game and one that is made with each of these, which may differ as those of a run",
    )
    cut: int | None = Field(
        None,
        ge=-1,
        le=100_000,
        description="with advantages: env steps that the policy plays on till positions are valued, with improvement "
        "turns that a bot does; -1: to the end; none: as the game's searches, but 48 with advantages where one agent "
        "decides at a time",
    )
    valuation: float | None = Field(
        None,
        ge=0,
        le=1,
        description="weight of the game's valuation; the policy's values have the rest; none: as the game's searches, "
        "but 0.5 with advantages where one agent decides at a time",
    )


class Evaluation(Settings):
    """Evaluation during training, with random streams of its own."""

    every: int = Field(250_000, ge=1, description="learner steps between two evaluations")
    games: int = Field(200, ge=2, le=10_000_000, description="games against each opponent")
    against: tuple[str, ...] = Field(
        ("random",),
        strict=False,
        min_length=1,
        description="built-in opponents, teachers, trained policies and searches",
    )
    seed: int = Field(1_000_000, ge=0, le=2**62, description="first seed of the games")

    @field_validator("against")
    @classmethod
    def _each_once(cls, against: tuple[str, ...]) -> tuple[str, ...]:
        for text, count in Counter(against).items():
            if count > 1:
                raise ValueError(f"{ascii(text)[:80]} is named {count} times; name each opponent once")
        return against


class Growth(Settings):
    """The size of a network that a run's start is grown into, where it is larger; what nobody names stays as it is."""

    width: int | None = Field(None, ge=8, le=2048, description="units of the shared layers")
    layers: int | None = Field(None, ge=1, le=6, description="shared layers")
    head: int | None = Field(None, ge=8, le=1024, description="units of the policy's and the value's own layer")
    channels: int | None = Field(None, ge=4, le=256, description="features of each hex")
    rounds: int | None = Field(None, ge=0, le=8, description="hex: how often each hex looks at the rings around it")


class TrainConfig(Settings):
    """A training run."""

    game: str = Field("insects", description="the game")
    env: dict = Field(default_factory=dict, description="the game's own configuration")
    variants: list[dict[str, Any]] = Field(
        default_factory=list,
        max_length=64,
        description="other values of the game's own configuration, as {size: 32}: what is learned between two updates "
        "comes from the game and, with as many agents in all, from one that is made with each of these; other numbers "
        "of sides and other boards too, where the game says what it holds for every side",
    )
    seed: int = Field(0, ge=0, le=LAST_SEED, description="seed of weights, games and draws")
    seat: int | None = Field(
        None,
        ge=0,
        le=15,
        description="the side that learns, 0 the first; none: all in turn. Where the sides' tasks differ; "
        "with rounds of expert iteration only where expert.bots play the others in all of their games",
    )
    start: str | None = Field(
        None, description="a trained policy (baseline or .npz) to begin from, with its network; none: fresh weights"
    )
    grow: Growth = Growth()
    total_steps: int = Field(
        1_000_000,
        ge=0,
        le=10**11,
        description="the learner's decisions in all, after the warm start; 0: only that and rounds of search",
    )
    envs: int = Field(256, ge=1, le=65_536, description="games side by side")
    rollout: int = Field(128, ge=1, description="decisions of each game between two updates")
    batch_size: int = Field(4096, ge=1, description="decisions a gradient step")
    epochs: int = Field(3, ge=1, le=50, description="passes over each rollout")
    learning_rate: float = Field(5e-4, gt=0, le=1, description="step size at the start")
    final_learning_rate: float = Field(5e-5, ge=0, le=1, description="step size at the end; in between it falls evenly")
    discount: float = Field(
        0.999,
        gt=0,
        le=1,
        description="worth of a reward one decision later; a game has some 170 decisions of each player",
    )
    gae_lambda: float = Field(0.95, ge=0, le=1, description="how far advantages look ahead")
    clip: float = Field(0.2, gt=0, le=1, description="how far a policy may move in one update")
    entropy: float = Field(0.01, ge=0, le=1, description="bonus for undecided policies")
    value_share: float = Field(0.5, ge=0, le=10, description="weight of the value's loss")
    max_gradient: float = Field(0.5, gt=0, allow_inf_nan=False, description="longest gradient")
    target_kl: float | None = Field(
        None, gt=0, allow_inf_nan=False, description="an update stops when the policy moved this far; none: never"
    )
    device: Device = Field(
        "cpu",
        description="where networks learn and play: cpu, cuda (a graphics card), auto (a card where there is one); "
        "games, bots and trained policies as opponents stay on the processor",
    )
    threads: int = Field(2, ge=1, le=256, description="threads of torch; other numbers give other weights")
    env_threads: int = Field(1, ge=1, le=256, description="threads of the games; results do not depend on it")
    save_every: int = Field(250_000, ge=1, description="learner steps between two resume points")
    network: Network = Network()
    self_play: SelfPlay = SelfPlay()
    imitation: Imitation = Imitation()
    expert: Expert = Expert()
    evaluation: Evaluation = Evaluation()

    @model_validator(mode="after")
    def _check(self) -> "TrainConfig":
        if self.batch_size > self.envs * self.rollout:
            raise ValueError(
                f"batch_size = {self.batch_size}: at most envs x rollout = {self.envs * self.rollout} is allowed"
            )
        if self.start is None and self.grow != Growth():
            raise ValueError("grow: only the network of a trained policy grows; name one as start")
        return self
