"""The configuration of a policy's network, and of how it plays."""

from typing import Any, Literal

from pydantic import Field

from swarmzoo.envs.core.config import Settings
from swarmzoo.envs.core.errors import GameError


class Network(Settings):
    """The policy's network."""

    kind: Literal["mlp", "hex", "disc"] = Field(
        "mlp", description="flat layers; or first convolutions over the hexes of a board, or a layer over each hex seen"
    )
    width: int = Field(256, ge=8, le=2048, description="units of the shared layers")
    layers: int = Field(2, ge=1, le=6, description="shared layers")
    head: int = Field(128, ge=8, le=1024, description="units of the policy's and the value's own layer")
    channels: int = Field(24, ge=4, le=256, description="hex, disc: features of each hex")
    rounds: int = Field(3, ge=0, le=8, description="hex: how often each hex looks at the two rings around it")


class Playing(Settings):
    """How a trained policy chooses: options of an agent's text."""

    sample: bool | None = Field(
        None, description="draw by the policy's probabilities; else the likeliest legal action is taken"
    )
    temperature: float | None = Field(
        None, gt=0, le=100, description="of draws: below 1 the likeliest are drawn more often, above 1 all alike"
    )


def read_playing(values: dict[str, Any]) -> Playing:
    """Return the options of a policy; a temperature alone means draws. Raises GameError for anything else."""
    playing = Playing.read(values)
    if playing.sample is False and playing.temperature is not None:
        raise GameError(f"temperature = {playing.temperature:g}: without draws it has no meaning; leave it out")
    if playing.sample is None:
        return Playing(sample=playing.temperature is not None, temperature=playing.temperature)
    return playing
