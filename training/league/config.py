"""The configuration of a league."""

from pydantic import Field

from swarmzoo.envs.core.config import Settings
from swarmzoo.training.config import TrainConfig


class LeagueConfig(Settings):
    """A league: how long who learns, against whom, and how its members are compared."""

    rounds: int = Field(3, ge=1, le=100, description="times that an exploiter is trained and then the main policy")
    start: str | None = Field(
        None, description="the first main policy (baseline or .npz); none: it is trained as `training` says"
    )
    exploiter_steps: int = Field(300_000, ge=1, le=10**11, description="decisions that each exploiter learns from")
    main_steps: int = Field(300_000, ge=1, le=10**11, description="decisions that the main policy learns from a round")
    members_share: float = Field(
        0.5, gt=0, le=1, description="share of the main policy's games that are against members of the league"
    )
    least: float = Field(
        0.05,
        gt=0,
        le=1,
        description="members are met as often as they win against the main policy, or as if they won this share",
    )
    games: int = Field(400, ge=2, le=10_000_000, description="games between two members, when they are compared")
    seed: int = Field(3_000_000, ge=0, le=2**62, description="the first seed of these games")
    training: TrainConfig = TrainConfig()
