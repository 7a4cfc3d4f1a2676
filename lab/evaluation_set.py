"""The fixed evaluation set: seeds, maps and opponents under one hash, so that results can be compared."""

import hashlib
import json

from pydantic import Field

from swarmzoo.envs.core.config import Settings
from swarmzoo.envs.core.game import Game


class EvaluationSet(Settings):
    """What an evaluation plays."""

    env: dict = Field(default_factory=dict, description="the game's own configuration")
    games: int = Field(1000, ge=2, le=10_000_000, description="games against each opponent")
    seed: int = Field(2_000_000, ge=0, le=2**62, description="first seed; seed i belongs to game i of every pairing")
    seat: int | None = Field(None, ge=0, le=15, description="the agent's side, where tasks differ; none: every side")
    opponents: tuple[str, ...] = Field(("random",), strict=False, description="built-in opponents of the set")


def set_hash(game: Game, games: int, seed: int, seat: int | None = None) -> str:
    """Return the hash that results quote: of the game, its rules, the number of games, the first seed and the seat."""
    values = {"env": game.env_id, "rules": game.rules_signature, "games": games, "seed": seed}
    if seat is not None:
        values["seat"] = seat
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:10]
