"""The configuration of a policy's network."""

from typing import Literal

from pydantic import Field

from swarmzoo.envs.core.config import Settings


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
