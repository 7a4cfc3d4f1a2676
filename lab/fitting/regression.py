"""The regression behind valuations: which weights of the features tell who will win?

Bots play games against themselves, with a random move now and then, so that who wins depends on the position alone.
What every side had at some moments, and who came first in the end, makes a conditional logit (D. McFadden,
"Conditional logit analysis of qualitative choice behavior", 1974), fitted by maximum likelihood with a small ridge:
see ``appraisal``.

A game's ``valuation.py`` says in which configurations (LEARNED_FROM) and whose games (LEARNED_OF; without it those of
all bots) are watched: strong play tells what a position is worth to a search that is to be stronger. Scenarios with
``WEIGHTS_IN`` of their own are watched apart (LEARNED_IN: in which configurations; else as they come).

python -m swarmzoo.lab.fitting.regression warband --games 4000 --player captain --player focus
python -m swarmzoo.lab.fitting.regression warband --own
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import typer
from scipy.optimize import minimize
from scipy.special import log_softmax

from swarmzoo.agents.built_in import built_in, module_of, teachers
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.agents.search.appraisal import Brought, bench_fields, bind_all, pay_of, set_up_appraisal
from swarmzoo.agents.search.config import SearchConfig
from swarmzoo.agents.search.line_up import plan_of
from swarmzoo.agents.search.tree import TEMPLATES
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, new_records
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.random import draw_below, mix_seed, seed_rng
from swarmzoo.lab.games import made

MOMENTS = 30  # of a game, about
NOISE = (0, 3, 10, 30)  # random moves in a hundred, of a game's bots
HELD_OUT = 0.2  # share of games that tell how well the weights do
RIDGE = 1e-4  # for what the games hardly tell


@dataclass(frozen=True)
class Positions:
    """What was seen: ``features`` float32 (n, sides, features), who can still win bool (n, sides), the number of the
    game int64 (n,), and each side's share of first place in its game, float64 (n, sides)."""

    features: np.ndarray
    alive: np.ndarray
    game: np.ndarray
    share: np.ndarray


def _watch(states, rules, spares, bots, noise, seeds, every, features, alive, found, pays, benches):
    """Play games, one bot on all sides of each, and write what the sides have at some moments, and what they got."""
    s, r, b = states[0], rules[0], benches[0]
    for i in range(seeds.shape[0]):
        reset(s, r, seeds[i])  # noqa: F821  (bound to the game's kernel)
        seed_rng(b.rng, mix_seed(seeds[i], 1))
        count, wait = 0, draw_below(b.rng, every)
        while not s.done:
            if wait == 0 and count < features.shape[1]:
                for side in range(features.shape[2]):
                    alive[i, count, side] = outlook(s, r, side, features[i, count, side])  # noqa: F821
                count, wait = count + 1, draw_below(b.rng, 2 * every)
            wait = max(wait - 1, 0)
            acting(s, r, b.acts)  # noqa: F821
            for agent in range(b.acts.shape[0]):
                if b.acts[agent]:
                    legal(s, r, agent, b.mask)  # noqa: F821
                    bot = 0 if draw_below(b.rng, 100) < noise[i] else bots[i]
                    b.actions[agent] = chosen(s, r, agent, bot, b, spares)  # noqa: F821
            step(s, r, b.actions)  # noqa: F821
        found[i] = count
        rewards(s, r, b.pay, b.over)  # noqa: F821
        for side in range(features.shape[2]):
            pays[i, side] = pay_of(b.pay, b.side_of, side)


def watched(game: Game, games: int, seed: int, players: Sequence[str] = ()) -> Positions:
    """Return positions of games that bots (or orders) play, each against itself; without ``players`` all bots do."""
    plan = plan_of(game, SearchConfig())
    known = plan.orders | {teacher.name: teacher.bot for teacher in teachers(game).values()}
    bots = [_found(known, name, game) for name in players or plan.orders]
    features = len(plan.brought.weights)
    bench = new_records(_bench_dtype(game, features), 1)
    set_up_appraisal(bench[0], game, plan.brought)
    watch = _watcher(game, plan.brought)
    numbers = np.arange(games)
    found, pays = np.zeros(games, np.int64), np.zeros((games, game.num_sides), np.float32)
    rows = np.zeros((games, 2 * MOMENTS, game.num_sides, features), np.float32)
    alive = np.zeros(rows.shape[:3], np.int8)
    watch(
        game.new_states(1),
        game.rules,
        game.new_states(2),
        np.array(bots)[numbers % len(bots)],
        np.array(NOISE)[numbers // len(bots) % len(NOISE)],
        numbers + seed,
        max(_usual_length(game, seed) // MOMENTS, 1),
        rows,
        alive,
        found,
        pays,
        bench,
    )
    share = share_of_first(pays)
    seen = np.arange(rows.shape[1]) < found[:, None]
    of_game = np.repeat(numbers, found)
    return Positions(rows[seen], alive[seen] != 0, of_game, share[of_game])


def _found(known: dict[str, int], name: str, game: Game) -> int:
    if name not in known:
        raise GameError(f"{game.name} has no player {name!r} for positions; it has {', '.join(known)}")
    return known[name]


def _usual_length(game: Game, seed: int) -> int:
    """Return the mean length of a game of every bot against itself."""
    bots = [bot for bot in built_in(game).values() if bot.bot > 0]
    seating = np.repeat(np.arange(len(bots))[:, None], game.num_sides, axis=1)
    return int(play_games(game, bots, seating, seed + np.arange(len(bots))).length.mean())


def _bench_dtype(game: Game, features: int) -> np.dtype:
    return np.dtype(
        [
            ("rng", np.uint32, 4),
            ("mask", np.int8, game.num_actions),
            ("acts", np.int8, game.room),
            ("actions", np.int32, game.room),
            *bench_fields(game, features),
        ],
        align=True,
    )


def _watcher(game: Game, brought: Brought) -> Any:
    bindings = bind_all(game.kernels, brought, {"chosen": TEMPLATES["chosen"]}) | {"reset": game.kernels.reset}
    return entry_point(_watch, f"{game.name}_watch", bindings)


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


def joined(parts: list[Positions]) -> Positions:
    """Return the positions of several configurations with as many sides as one, each game renumbered."""
    starts = np.cumsum([0, *(part.game.max() + 1 for part in parts)])
    return Positions(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.alive for part in parts]),
        np.concatenate([part.game + start for part, start in zip(parts, starts, strict=False)]),
        np.concatenate([part.share for part in parts]),
    )


def main(
    game: Annotated[str, typer.Argument(help="The game.")],
    games: Annotated[int, typer.Option(min=50, help="Games of all configurations together.")] = 4000,
    seed: Annotated[int, typer.Option(min=0, help="Of the first game.")] = 1,
    player: Annotated[
        list[str] | None, typer.Option(help="Whose games; repeatable. Without it those of the valuation's LEARNED_OF.")
    ] = None,
    own: Annotated[
        bool, typer.Option("--own", help="Of scenarios that have weights of their own, each apart.")
    ] = False,
) -> None:
    """Let bots play and print the weights that tell who won, and how well they do in games held out."""
    try:
        found = module_of(made(game), "valuation")
        if found is None:
            raise GameError(f"{game} has no module agents/{game}/valuation.py with features")
        scenarios = list(getattr(found, "WEIGHTS_IN", {}))
        if own and not scenarios:
            raise GameError(f"--own: no scenario of {game} has weights of its own (WEIGHTS_IN); leave it out")
        players: Sequence[str] = player or getattr(found, "LEARNED_OF", [])
        if not own:
            sets = [_fit(game, found.LEARNED_FROM, games, seed, players)]
        else:
            learned = {name: (f"scenario={name}",) for name in scenarios} | getattr(found, "LEARNED_IN", {})
            sets = [_fit(game, learned[name], games, seed, players) for name in scenarios]
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    if own:
        print(f"    # {', '.join(scenarios)}")
    for name, *row in zip(found.WEIGHTS, *(fit.weights for fit in sets), strict=True):
        numbers = ", ".join(f"{weight:.3f}" for weight in row)
        print(f'    "{name}": ({numbers}),' if len(row) > 1 else f'    "{name}": {numbers},')


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
