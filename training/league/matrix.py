"""What the members of a league win from each other: kept pair by pair, as a table and as a picture."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.csv_table import write_csv
from swarmzoo.lab.evaluate import WinRate, win_rate
from swarmzoo.lab.probing.strategies_pictures import score_picture
from swarmzoo.training.league.config import LeagueConfig
from swarmzoo.training.league.stages import checkpoint

KEPT = "met.json"


class Matrix:
    """The shares of first place of members against each other; what was played is not played again."""

    def __init__(self, game: Game, config: LeagueConfig, folder: Path):
        self.game, self.config, self.folder = game, config, folder
        self._met = self._read()

    def _read(self) -> dict[str, WinRate]:
        path = self.folder / KEPT
        if not path.exists():
            return {}
        try:
            return {pair: WinRate(*values) for pair, values in json.loads(path.read_bytes()).items()}
        except (ValueError, TypeError, AttributeError):
            raise GameError(f"{path}: it is damaged; remove it, and the members play again") from None

    def met(self, one: str, other: str) -> WinRate:
        """Return what a member wins from another one that sits in all other seats."""
        if one == other:
            even = 1 / self.game.num_sides
            return WinRate(even, even, even, 0)
        back = self._met.get(f"{other} {one}") if self.game.num_sides == 2 else None
        if back is not None:
            return WinRate(1 - back.score, 1 - back.high, 1 - back.low, back.games)
        pair = f"{one} {other}"
        if pair not in self._met:
            players = [find_agent(self.game, str(checkpoint(self.folder, name))) for name in (one, other)]
            self._met[pair] = win_rate(self.game, *players, games=self.config.games, seed=self.config.seed)
            kept = {name: [rate.score, rate.low, rate.high, rate.games] for name, rate in self._met.items()}
            write_whole(self.folder / KEPT, (json.dumps(kept, indent=1) + "\n").encode())
        return self._met[pair]

    def write(self, members: Sequence[str]) -> None:
        """Write payoffs.csv and payoffs.png: every member against every other."""
        rates = [[self.met(one, other) for other in members] for one in members]
        rows = [
            (one, other, rate.games, f"{rate.score:.4f}", f"{rate.low:.4f}", f"{rate.high:.4f}")
            for one, line in zip(members, rates, strict=True)
            for other, rate in zip(members, line, strict=True)
            if one != other
        ]
        write_csv(self.folder / "payoffs.csv", [("agent", "against", "games", "score", "low", "high"), *rows])
        scores, games = (
            np.array([[getattr(rate, name) for rate in line] for line in rates]) for name in ("score", "games")
        )
        picture = score_picture(members, scores, games)
        picture.savefig(self.folder / "payoffs.png", dpi=120)
