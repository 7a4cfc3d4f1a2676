"""What all probes share: the game, how sure they must be, how much they may play."""

from collections.abc import Sequence
from typing import Any

from pydantic import Field

from swarmzoo.agents.find import fingerprints
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.config import Settings, changed
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.games import even_game
from swarmzoo.lab.probing.jobs import BANS, written


class ProbeConfig(Settings):
    """What all probes have."""

    game: str = Field("insects", description="the game")
    env: dict = Field(default_factory=dict, description="the game's own configuration")
    seed: int = Field(0, ge=0, le=2**61, description="first seed of the games")
    error: float = Field(
        0.05, gt=0, lt=0.5, description="how often, at most, a report may accuse a clean game of anything"
    )
    margin: float = Field(0.02, gt=0, lt=0.5, description="a difference in share of first place that is none")
    trust: bool = Field(False, description="load models of others that can run code (SB3's .zip)")
    isolate: bool = Field(False, description="play every Python class in a process of its own")

    def made(self) -> Game:
        """Return the game, on maps that favour no seat unless something else is said; raise GameError."""
        return even_game(find_game(self.game), self.env, "env.")


def values_of(game: Game) -> str:
    """Return the configuration of a game, and what it forbids to its sides, as jobs have them."""
    return written(changed(game.config) | ({BANS: [list(actions) for actions in game.bans]} if game.bans else {}))


def about(game: Game, config: ProbeConfig, agents: Sequence[str]) -> dict[str, Any]:
    """Return what must be the same when a probe goes on: the rules, what was asked, the files of its agents."""
    return {
        "env_id": game.env_id,
        "rules_signature": game.rules_signature,
        "values": values_of(game),
        "config": config.model_dump(mode="json"),
        "files": fingerprints(agents),
    }
