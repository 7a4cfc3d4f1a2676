"""The regression behind valuations: which weights of the features tell who will win?

Players play against themselves, and not always their best, so that who wins depends on the position (``watching``).
What every side had at some moments, and who came first in the end, makes a conditional logit (D. McFadden,
"Conditional logit analysis of qualitative choice behavior", 1974), fitted by maximum likelihood with a small ridge:
see ``appraisal``.

A game's ``valuation.py`` says in which configurations (LEARNED_FROM) and whose games (LEARNED_OF; without it those of
all bots) are watched: strong play tells what a position is worth to a search that is to be stronger. Scenarios with
``WEIGHTS_IN`` of their own are watched apart (LEARNED_IN: in which configurations; else as they come). So are those
with ``LED_WEIGHTS_IN``, for searches that a policy leads, in games of trained policies (LED_LEARNED_OF: whose).

python -m swarmzoo.lab.fitting.regression warband --games 4000 --player captain --player focus
python -m swarmzoo.lab.fitting.regression warband --own
python -m swarmzoo.lab.fitting.regression formation --led
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import typer
from scipy.optimize import minimize
from scipy.special import log_softmax

from swarmzoo.agents.built_in import module_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.fitting.watching import Positions, joined, watched
from swarmzoo.lab.games import made

HELD_OUT = 0.2  # share of games that tell how well the weights do
RIDGE = 1e-4  # for what the games hardly tell


@dataclass(frozen=True)
class Fit:
    """Weights (features,) of all games, and how well those of four fifths do in the rest: log loss with and without
    them, how often right."""

    weights: np.ndarray
    loss: float
    loss_without: float
    right: float


def fitted(positions: Positions) -> Fit:
    """Return the weights by which the sides' likelihoods to win are nearest to who won.

    How well they do is told by games that are drawn, not counted off: bots take turns in the games, so that every
    fifth game may be the same bot's.
    """
    scale = positions.features[positions.alive].std(axis=0) + 1e-9
    x = np.where(positions.alive[..., None], positions.features / scale, 0.0).astype(np.float64)
    fallen = np.where(positions.alive, 0.0, -1e9)

    def loss(weights: np.ndarray, rows: np.ndarray, ridge: float) -> tuple[float, np.ndarray]:
        logs = log_softmax(x[rows] @ weights + fallen[rows], axis=1)
        gradient = np.einsum("nsf,ns->f", x[rows], np.exp(logs) - positions.share[rows]) / len(logs)
        value = -(positions.share[rows] * np.maximum(logs, -50)).sum(axis=1).mean()
        return value + ridge * weights @ weights, gradient + 2 * ridge * weights

    def best(rows: np.ndarray) -> np.ndarray:
        return minimize(loss, none, (rows, RIDGE), jac=True, method="L-BFGS-B").x

    none = np.zeros(x.shape[2])
    held_out = np.random.default_rng(0).random(positions.game.max() + 1)[positions.game] < HELD_OUT
    tried = best(~held_out)
    chosen = (x[held_out] @ tried + fallen[held_out]).argmax(axis=1)
    right = positions.share[held_out][np.arange(len(chosen)), chosen].mean()
    weights = best(np.ones_like(held_out))
    return Fit(weights / scale, loss(tried, held_out, 0.0)[0], loss(none, held_out, 0.0)[0], float(right))


def main(
    game: Annotated[str, typer.Argument(help="The game.")],
    games: Annotated[int, typer.Option(min=50, help="Games of all configurations together.")] = 4000,
    seed: Annotated[int, typer.Option(min=0, help="Of the first game.")] = 1,
    player: Annotated[
        list[str] | None,
        typer.Option(help="Whose games: a bot or a policy; repeatable. Without it those that the valuation names."),
    ] = None,
    own: Annotated[
        bool, typer.Option("--own", help="Of scenarios that have weights of their own, each apart.")
    ] = False,
    led: Annotated[
        bool, typer.Option("--led", help="Of scenarios with weights of their own for searches led by a policy.")
    ] = False,
) -> None:
    """Let players play and print the weights that tell who won, and how well they do in games held out."""
    try:
        if own and led:
            raise GameError("--own and --led: these are other weights; give one of the two")
        found = module_of(made(game), "valuation")
        if found is None:
            raise GameError(f"{game} has no module agents/{game}/valuation.py with features")
        players: Sequence[str] = player or getattr(found, "LEARNED_OF", [])
        scenarios: list[str] = []
        if own or led:
            scenarios = _apart(game, found, "--led" if led else "--own")
            learned = {name: (f"scenario={name}",) for name in scenarios} | getattr(found, "LEARNED_IN", {})
            whose = getattr(found, "LED_LEARNED_OF", {}) if led and not player else {}
            sets = [_fit(game, learned[name], games, seed, whose.get(name, players)) for name in scenarios]
        else:
            sets = [_fit(game, found.LEARNED_FROM, games, seed, players)]
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    if scenarios:
        print(f"    # {', '.join(scenarios)}")
    for name, *row in zip(found.WEIGHTS, *(fit.weights for fit in sets), strict=True):
        numbers = ", ".join(f"{weight:.3f}" for weight in row)
        print(f'    "{name}": ({numbers}),' if len(row) > 1 else f'    "{name}": {numbers},')


def _apart(game: str, valuation: Any, option: str) -> list[str]:
    """Return the scenarios that have weights of their own, for searches that a policy leads or for all."""
    name = "LED_WEIGHTS_IN" if option == "--led" else "WEIGHTS_IN"
    scenarios = list(getattr(valuation, name, {}))
    if not scenarios:
        raise GameError(f"{option}: no scenario of {game} has weights of its own ({name}); leave it out")
    return scenarios


def _fit(game: str, configurations: Sequence[str], games: int, seed: int, players: Sequence[str]) -> Fit:
    """Watch games of some configurations, so many in all, and say how well the weights found in them do."""
    parts = []
    for keywords in configurations:
        parts.append(watched(made(game, keywords), games // len(configurations), seed, players))
        print(f"{keywords or 'standard'}: {len(parts[-1].game):,} positions", flush=True)
    fit = fitted(joined(parts))
    print(f"log loss {fit.loss:.3f} (without weights {fit.loss_without:.3f}); right in {fit.right:.1%}", flush=True)
    return fit


if __name__ == "__main__":
    typer.run(main)
