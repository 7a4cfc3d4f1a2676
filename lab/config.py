"""The configuration of a tournament."""

from typing import Literal

from pydantic import Field, model_validator

from swarmzoo.envs.core.config import Settings


class SprtSettings(Settings):
    """A sequential test between two agents: is the first one stronger by elo1, or by no more than elo0?"""

    elo0: float = Field(
        0.0, ge=-2000, le=2000, description="Elo of the first agent above the second if it is not better"
    )
    elo1: float = Field(20.0, ge=-2000, le=2000, description="Elo of the first agent above the second if it is better")
    alpha: float = Field(0.05, gt=0, lt=0.5, description="how often no better may be taken for better")
    beta: float = Field(0.05, gt=0, lt=0.5, description="how often better may be taken for no better")


class ArenaConfig(Settings):
    """A tournament."""

    game: str = Field("insects", description="the game")
    env: dict = Field(default_factory=dict, description="the game's own configuration")
    agents: tuple[str, ...] = Field((), strict=False, description="who plays, as agents are named everywhere")
    schedule: Literal["round_robin", "gauntlet", "swiss"] = Field(
        "round_robin",
        description="all against all, the first agents against all others, or those with equal scores round by round",
    )
    challengers: int = Field(1, ge=1, description="of a gauntlet: how many of the first agents play all others")
    table: int = Field(2, ge=2, le=6, description="different agents in a game; two share the seats of a larger one")
    rounds: int = Field(100, ge=1, le=10_000_000, description="seeds for every pairing; of a swiss: rounds")
    seeds: int = Field(10, ge=1, le=100_000, description="of a swiss: seeds for every pairing of a round")
    seed: int = Field(0, ge=0, le=2**62, description="first seed of the games")
    elo_error: float | None = Field(
        None, gt=0, description="stop when no rating's 95% interval reaches further to either side; none: all games"
    )
    sprt: SprtSettings | None = Field(
        None, description="stop a match of two agents when this test decides; none: all games"
    )
    retire_after: int = Field(3, ge=1, description="faults in a row after which an agent is out of the tournament")
    replays: bool = Field(True, description="keep the actions of every game")
    isolate: bool = Field(False, description="play every Python class in a process of its own")
    trust: bool = Field(False, description="load models of others that can run code (SB3's .zip)")

    @model_validator(mode="after")
    def _check(self) -> "ArenaConfig":
        if self.sprt is not None and len(self.agents) != 2:
            raise ValueError(f"sprt is a match of two agents, {len(self.agents)} are given")
        if self.sprt is not None and self.elo_error is not None:
            raise ValueError("sprt and elo_error: two ways to stop; give one of them")
        if self.schedule == "gauntlet" and self.challengers >= max(len(self.agents), 2):
            raise ValueError(f"challengers = {self.challengers}: fewer than the {len(self.agents)} agents are needed")
        return self
