"""What sides have in positions of games, and who came first in the end: what the regression of valuations learns from.

Compiled bots play with a random move now and then, trained policies draw their actions: so who wins depends on the
position more than on who plays, and positions of many kinds come up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from swarmzoo.agents.answering import answering
from swarmzoo.agents.built_in import built_in, teachers
from swarmzoo.agents.play.live import NOBODY, LiveGames
from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.agents.policy.policy_agent import PolicyAgent
from swarmzoo.agents.search.appraisal import Brought, bench_fields, bind_all, pay_of, set_up_appraisal
from swarmzoo.agents.search.config import SearchConfig
from swarmzoo.agents.search.line_up import Plan, plan_of
from swarmzoo.agents.search.tree import TEMPLATES
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, new_records
from swarmzoo.envs.core.kernel import entry_point
from swarmzoo.envs.core.random import draw_below, mix_seed, seed_rng

MOMENTS = 30  # of a game, about
NOISE = (0, 3, 10, 30)  # random moves in a hundred, of a game's bots
AT_ONCE = 128  # games of a policy side by side


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
    """Return positions of games that players, each against itself, play equally often; without ``players`` all bots do.

    Players are bots, orders or trained policies. Raises GameError for one that is unknown.
    """
    plan = plan_of(game, SearchConfig())
    policies = {name: player for name in players if (player := _policy(game, name)) is not None}
    bots = [name for name in dict.fromkeys(players) if name not in policies]
    each = games // max(len(policies) + len(bots), 1)
    if policies and each == 0:
        raise GameError(f"{games} games of {game.name} for {len(policies) + len(bots)} players; ask for a game of each")
    parts = [_of_policy(game, plan.brought, player, each, seed) for player in policies.values()]
    if bots or not policies:
        parts.append(_of_bots(game, plan, games - len(policies) * each, seed, bots))
    return joined(parts)


def _policy(game: Game, name: str) -> PolicyAgent | None:
    """Return the trained policy of a name, drawing its actions; None where the name is that of no policy."""
    found = answering(game, name)
    return found.drawing() if isinstance(found, PolicyAgent) else None


def _look(states, rules, features, alive):
    """Write what every side has in some states, and whether it can still win."""
    for i in range(states.shape[0]):
        for side in range(alive.shape[1]):
            alive[i, side] = outlook(states[i], rules[0], side, features[i, side])  # noqa: F821


def _of_policy(game: Game, brought: Brought, player: PolicyAgent, games: int, seed: int) -> Positions:
    """Return positions of a policy's games against itself, some MOMENTS of each."""
    look, generator = entry_point(_look, f"{game.name}_look", {"outlook": brought.outlook}), np.random.default_rng(seed)
    parts = []
    for first in range(0, games, AT_ONCE):
        count = min(AT_ONCE, games - first)
        live = LiveGames(game, [], np.full((count, game.num_sides), NOBODY))
        live.begin(np.arange(count) + seed + first)
        table, found = live.table, []
        while len(waiting := live.waiting):
            features = np.zeros((len(waiting), game.num_sides, len(brought.weights)), np.float32)
            alive = np.zeros(features.shape[:2], np.int8)
            look(table.states[waiting], game.rules, features, alive)
            found.append((features, alive != 0, waiting))
            at, agents, rows = live.asked()
            table.answer(at, agents, player.act(*table.seen(at, rows)))
            live.play(waiting)
        features, can_win, of_game = (np.concatenate(part) for part in zip(*found, strict=True))
        kept = _some_of_each(of_game, generator)
        share = share_of_first(game.pay_of_sides(table.pay))[of_game]
        parts.append(Positions(features[kept], can_win[kept], of_game[kept], share[kept]))
    return joined(parts)


def _some_of_each(groups: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Return the rows of MOMENTS members of every group, or of all where it has fewer, drawn at random."""
    order = generator.permutation(len(groups))
    order = order[np.argsort(groups[order], kind="stable")]
    starts = np.searchsorted(groups[order], groups[order])
    return np.sort(order[np.arange(len(order)) - starts < MOMENTS])


def _of_bots(game: Game, plan: Plan, games: int, seed: int, players: Sequence[str]) -> Positions:
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


def joined(parts: list[Positions]) -> Positions:
    """Return the positions of several configurations with as many sides as one, each game renumbered."""
    starts = np.cumsum([0, *(part.game.max() + 1 for part in parts)])
    return Positions(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.alive for part in parts]),
        np.concatenate([part.game + start for part, start in zip(parts, starts, strict=False)]),
        np.concatenate([part.share for part in parts]),
    )
