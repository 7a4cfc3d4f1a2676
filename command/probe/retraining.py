"""`--retrain PRESET`: what a probe needs to train policies again for the rules that it looks at."""

from pathlib import Path
from typing import Annotated, Any

import typer

from swarmzoo.command.options import load_settings
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError

RetrainOption = Annotated[
    str | None,
    typer.Option("--retrain", metavar="PRESET", help="Train a policy for these rules by a preset; it plays too."),
]
SHORT = 6  # characters of the rules signature in a checkpoint's name


class Retraining:
    """Trains policies below a probe's folder, by a preset; a policy for each rule set, kept and gone on with."""

    def __init__(self, preset: str, game: Any, folder: Path, seed: int):
        from swarmzoo.training.config import TrainConfig

        self._base = load_settings(TrainConfig, f"{find_game(game.name).place}/train", preset)
        if any(game.bans):
            raise GameError("--retrain: a policy cannot be trained for a game that forbids sides some actions")
        self.preset, self._folder, self._seed = preset, folder, seed

    def text(self, game: Any) -> str:
        """Return the text of the policy for a game's rules, whether it was trained already or not."""
        return str(self._folder / "retrained" / f"{Path(self.preset).stem}-{game.rules_signature[:SHORT]}.npz")

    def train(self, game: Any) -> str:
        """Train the policy for a game's rules, if that was not done, and return its text."""
        from swarmzoo.training.interruption import Stopped
        from swarmzoo.training.retraining import retrain

        try:
            retrain(self._base, game, self._seed, Path(self.text(game)))
        except Stopped:
            raise KeyboardInterrupt from None
        return self.text(game)


def told(texts: list[str]) -> str:
    """Say in a report that policies were trained for its rules."""
    return f"Trained for these rules: {', '.join(texts)}. "
