"""How far a search must look to tell what actions are worth: settings of expert iteration by advantages, compared.

Expert iteration can teach a policy by how much actions are worth more than its likeliest (``expert.teaches``). A
search tries the likeliest actions, the policy plays on for ``cut`` env steps, and the position is valued. A short look
is cheap and steady, and may tell little of what the actions come to in the end. Here positions are taken of a policy's
own games, in which it is not sure, as many games as positions. Its likeliest actions are tried often, till the games
are over: what those pay are the true gains. Then they are tried as in a lesson, by every cut and valuation. The table
gives the share of the true gains that a lesson shows on average (1: all of it), how much of their variance one lesson
explains, lessons a second of processor time, and the product of the last two ("told a second"), which decides how fast
a policy learns.

python -m swarmzoo.lab.lookahead warband strong
python -m swarmzoo.lab.lookahead nova squad_duel --keywords scenario=squad_duel --cut 24,64,-1 --valuation 0,0.5
"""

import time
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from swarmzoo.agents.answering import answering
from swarmzoo.agents.play.live import NOBODY, LiveGames
from swarmzoo.agents.policy.choice import shares_of
from swarmzoo.agents.policy.policy_agent import PolicyAgent
from swarmzoo.agents.search.config import SearchConfig
from swarmzoo.agents.search.led_together import JointEngine
from swarmzoo.agents.search.line_up import Plan, plan_of
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.lab.games import even_game, keywords_of
from swarmzoo.lab.searched import task_of

COLUMNS = ("cut", "valuation", "found of true gains", "95% interval", "explained", "lessons/s", "told a second")
GAMES = 64  # side by side
MOST = 50  # times that so many games are played
REPEATS = 4  # lessons of each setting and position
RESAMPLED = 1000


class Positions(NamedTuple):
    """Positions of a policy's own games, in which a side is to choose."""

    states: np.ndarray  # (k,)
    sides: np.ndarray  # int (k,)
    games: np.ndarray  # int (k,): the same for positions of one game


class Measured(NamedTuple):
    """What lessons tell of the true gains."""

    found: float
    low: float
    high: float
    explained: float
    per_second: float


def collect(game: Game, player: Any, room: int, sure: float, seed: int) -> Positions:
    """Return positions of games of a policy that draws its actions, where it holds none likelier than ``sure``.

    As many games are played to their ends, and all such positions of them are as likely to be among those returned.
    Raises GameError where games hold too few.
    """
    generator = np.random.default_rng(seed)
    side_of = np.array(game.side_of_agent)
    kept: list[tuple[np.ndarray, int, int]] = []
    seen = 0
    for begun in range(0, MOST * GAMES, GAMES):
        games = LiveGames(game, [], np.full((GAMES, game.num_sides), NOBODY))
        games.begin(generator.integers(0, 1 << 62, GAMES))
        table = games.table
        while len(games.waiting):
            at, agents, rows = games.asked()
            observations, masks = table.seen(at, rows)
            likely = shares_of(np.where(masks, player.net.logits(observations), -np.inf))
            unsure = likely.max(axis=1) <= sure
            for one, side in np.unique(np.stack([at, side_of[agents]], axis=1)[unsure], axis=0).tolist():
                seen += 1
                place = len(kept) if len(kept) < room else int(generator.integers(seen))
                if place < room:
                    kept[place : place + 1] = [(table.states[one].copy(), side, begun + one)]
            table.answer(at, agents, player.act(observations, masks))
            games.play(games.waiting)
        if seen >= room and begun + GAMES >= min(room, MOST * GAMES):
            states, sides, played = zip(*kept, strict=True)
            return Positions(np.stack(states), np.array(sides), np.array(played))
    raise GameError(
        f"in {MOST * GAMES:,} games {seen:,} decisions are less sure than {sure}; raise --sure, or ask for fewer"
    )


class Lookahead:
    """Searches of the same positions, by one cut and one valuation."""

    def __init__(self, game: Game, player: PolicyAgent, positions: Positions, plan: Plan):
        self.engine = JointEngine(game, plan, player.net, shaping=player.shaping)
        self.positions = positions

    def gains(self, times: int, seed: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """Try all actions of every position; return by how much they are worth more than all, and how likely they are.

        Each is a float64 array for every position, an element for each action that is tried.
        """
        seeds = np.random.default_rng(seed).integers(0, 1 << 62, len(self.positions.sides))
        search = self.engine.begin(self.positions.states, self.positions.sides, seeds, times)
        likely = [np.exp(scores) / np.exp(scores).sum() for _, scores in search.scores()]  # their own, without a try
        search.try_all(times)
        worths = [total[: len(p)] / times for total, p in zip(search.roots()[1], likely, strict=True)]
        return [worth - (p * worth).sum() for worth, p in zip(worths, likely, strict=True)], likely


def products(one: list[np.ndarray], other: list[np.ndarray], likely: list[np.ndarray]) -> np.ndarray:
    """Return for every position the mean product of gains: what a policy would learn by is p (1 - p)."""
    return np.array([(p * (1 - p) * a * b).sum() for a, b, p in zip(one, other, likely, strict=True)])


class Truth:
    """The true gains of positions, from two independent estimates; raises GameError where they tell nothing."""

    def __init__(self, lookahead: Lookahead, times: int, seed: int):
        one, likely = lookahead.gains(times, seed)
        other, _ = lookahead.gains(times, seed + 1)
        self.mean = [(a + b) / 2 for a, b in zip(one, other, strict=True)]
        self.signal = products(one, other, likely)  # noise of the two is independent, and so averages out
        names, which = np.unique(lookahead.positions.games, return_inverse=True)
        even = np.full(len(names), 1 / len(names))
        drawn = np.random.default_rng(seed).multinomial(len(names), even, RESAMPLED)
        self.counts = drawn[:, which].astype(float)  # (resampled, positions): games are drawn, with all their positions
        if np.quantile(self.counts @ self.signal, 0.025) <= 0:
            raise GameError(
                f"{times} games of each action in {len(one)} positions do not show that actions differ; raise --truth "
                "or --positions"
            )

    def measure(self, lookahead: Lookahead, draws: int, seed: int) -> Measured:
        """Return what lessons tell."""
        lookahead.gains(1, seed)  # compiles, where it is the first
        began = time.process_time()
        lessons = [lookahead.gains(draws, seed + repeat) for repeat in range(REPEATS)]
        spent = (time.process_time() - began) / (REPEATS * len(self.mean))
        likely = lessons[0][1]
        shared = np.mean([products(gains, self.mean, likely) for gains, _ in lessons], axis=0)
        spread = np.mean([products(gains, gains, likely) for gains, _ in lessons], axis=0).sum()
        found = (self.counts @ shared) / (self.counts @ self.signal)
        low, high = np.quantile(found, [0.025, 0.975])
        explained = max(shared.sum(), 0.0) ** 2 / (self.signal.sum() * spread) if spread else 0.0
        return Measured(shared.sum() / self.signal.sum(), low, high, min(explained, 1.0), 1 / max(spent, 1e-9))


def numbers(text: str, name: str, kind: type) -> list[Any]:
    """Return the numbers of a text, between commas; raise GameError for anything else."""
    try:
        return [kind(part) for part in text.split(",")]
    except ValueError:
        raise GameError(f"{name} = {text!r}: give numbers with commas between them, for instance 8,16") from None


def main(
    game: Annotated[str, typer.Argument(help="The game.")],
    policy: Annotated[str, typer.Argument(help="A trained policy of it.")],
    keywords: Annotated[str, typer.Option(help="Of the game, in place of the policy's own task.")] = "",
    cut: Annotated[
        str, typer.Option(help="Env steps that the policy plays on, with commas between; -1: to the end.")
    ] = "8,16,48,-1",
    valuation: Annotated[str, typer.Option(help="Weights of the game's valuation, with commas between.")] = "0,0.5,1",
    considered: Annotated[int | None, typer.Option(min=2, max=10_000, help="Likely actions that are tried.")] = None,
    draws: Annotated[int, typer.Option(min=1, help="Tries of each action in a lesson.")] = 1,
    positions: Annotated[int, typer.Option(min=20, help="Positions.")] = 200,
    truth: Annotated[
        int, typer.Option(min=1, help="Games played to the end for each action, in each of two independent estimates.")
    ] = 24,
    sure: Annotated[
        float, typer.Option(min=0.5, max=1, help="Take only positions in which no action is likelier than this.")
    ] = 0.97,
    seed: Annotated[int, typer.Option(min=0, help="Of positions and searches.")] = 1,
) -> None:
    """Print how much a search tells of what actions come to in the end, by how far it looks."""
    try:
        cuts, weights = numbers(cut, "--cut", int), numbers(valuation, "--valuation", float)
        found = find_game(game)
        task = keywords_of(keywords) if keywords else task_of(found, policy).env
        played = even_game(found, task)
        player: Any = answering(played, policy)
        if player is None or not hasattr(player, "net"):
            raise GameError(f"{policy}: not a trained policy of {game}")
        more = {"considered": considered} if considered is not None else {}
        plans = {
            (c, w): plan_of(played, SearchConfig.read({"policy": policy, "cut": c, "valuation": w, **more}, "search: "))
            for c in cuts
            for w in (weights if c != -1 else [0.0])  # games that are over are worth what they pay
        }
        end = plan_of(played, SearchConfig.read({"policy": policy, "cut": -1, "valuation": 0.0, **more}, "search: "))
        chosen = collect(played, player.drawing(), positions, sure, seed)
        true = Truth(Lookahead(played, player, chosen, end), truth, seed + 1)
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    print(", ".join(COLUMNS))
    for (c, w), plan in plans.items():
        told = true.measure(Lookahead(played, player, chosen, plan), draws, seed + 10)
        cells = [f"{told.found:.2f}", f"{told.low:.2f} to {told.high:.2f}", f"{told.explained:.1%}"]
        rate = f"{told.per_second:.0f}", f"{told.explained * told.per_second:.2f}"
        print(", ".join([str(c), f"{w:g}", *cells, *rate]), flush=True)


if __name__ == "__main__":
    typer.run(main)
