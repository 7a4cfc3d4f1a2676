"""How well a network could foretell the hands of others in insects, beside drawing them evenly as searches do.

A policy plays itself. A network that begins with what an even drawing knows learns from what players see which kinds
the next player holds, and is measured in other games. What it says is worth at most what ``lab.hidden`` measures.

python -m swarmzoo.lab.foretelling standard --positions 400000 --write
"""

import math
from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
import torch
import typer
from torch.nn.functional import binary_cross_entropy_with_logits

from swarmzoo.agents.answering import answering
from swarmzoo.agents.play.live import NOBODY, LiveGames
from swarmzoo.agents.policy.counts import Counts
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.insects.cards import KIND_NAMES, NUM_EVOLUTIONS, NUM_KINDS
from swarmzoo.envs.insects.state import IN_DECK, IN_HAND
from swarmzoo.lab.csv_table import write_csv
from swarmzoo.lab.games import even_game
from swarmzoo.lab.searched import task_of

COLUMNS = ("what is foretold", "held", "drawn evenly, nats", "foretold, nats")
GAMES, KEPT = 256, 4  # games side by side; of so many decisions one is kept, as those of one turn are much alike
WIDTH, BATCH, EPOCHS, STEP_SIZE = 256, 512, 2, 3e-4  # of the network, and of how it learns
SUREST = 1e-4  # no chance counts as nearer to 0 or 1


class Positions(NamedTuple):
    """What players see, which kinds the next player holds, and the chances of that by an even drawing."""

    observations: np.ndarray  # (k, size), of the game's type of numbers
    held: np.ndarray  # float32 (k, kinds), 0 or 1
    chances: np.ndarray  # float32 (k, kinds)


def chances_of(state: Any, kinds: np.ndarray, side: int, other: int) -> np.ndarray:
    """Return the chance that another one holds each kind, float64 (kinds,), as a side knows it, drawn evenly.

    ``kinds`` int (cards,): the kind of every card. The side knows cards that were stolen from it; every other card
    that it cannot see is as likely at every hidden place.
    """
    where = state["where"][: len(kinds)]
    is_hand = (where >= IN_HAND) & (where < IN_HAND + len(state["hand"])) & (where != IN_HAND + side)
    hidden = np.bincount(kinds[(where == IN_DECK) | is_hand], minlength=NUM_KINDS)
    all_known = np.zeros((len(state["hand"]), NUM_KINDS), np.int64)
    all_known[:, :NUM_EVOLUTIONS] = state["known"][side]
    hidden -= all_known.sum(axis=0)
    unknown, drawn = int(hidden.sum()), int(state["hand_size"][other] - all_known[other].sum())
    ways = math.comb(unknown, drawn)
    none = np.array([math.comb(unknown - count, drawn) / ways for count in hidden.tolist()])
    return np.where(all_known[other] > 0, 1.0, 1 - none)


def collect(game: Game, policy: str, room: int, seed: int) -> Positions:
    """Return positions of a policy's games against itself, in which it draws its actions."""
    player: Any = answering(game, f"{policy}:sample=true")
    if player is None or not hasattr(player, "act"):
        raise GameError(f"{policy}: not a trained policy of insects")
    games = LiveGames(game, [], np.full((GAMES, game.num_sides), NOBODY), autoreset=True)
    games.begin(np.arange(seed, seed + GAMES))
    table, generator = games.table, np.random.default_rng(seed)
    found: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    kinds = np.array(game.rules[0]["card_kind"][: int(game.rules[0]["num_cards"])])
    while len(found) < room:
        at, agents, rows = games.asked()
        observations, masks = table.seen(at, rows)
        actions = player.act(observations, masks)
        for i in np.flatnonzero((masks.sum(axis=1) > 1) & (generator.random(len(at)) < 1 / KEPT)):
            state, side = table.states[at[i]], int(agents[i])
            other = (side + 1) % game.num_sides
            found.append((observations[i].copy(), state["hand"][other] > 0, chances_of(state, kinds, side, other)))
        table.answer(at, agents, actions)
        table.step()
    seen, held, chances = (np.array(part) for part in zip(*found[:room], strict=True))
    return Positions(seen, held.astype(np.float32), chances.astype(np.float32))


class Foretelling:
    """A network that adds to what an even drawing knows."""

    def __init__(self, game: Game, seed: int):
        torch.manual_seed(seed)
        self.counts, self.generator = Counts(game), np.random.default_rng(seed)
        last = torch.nn.Linear(WIDTH, NUM_KINDS)
        torch.nn.init.zeros_(last.weight)
        torch.nn.init.zeros_(last.bias)
        self.layers = torch.nn.Sequential(torch.nn.Linear(self.counts.size, WIDTH), torch.nn.ReLU(), last)

    def losses(self, positions: Positions, rows: Any, foretold: bool = True) -> torch.Tensor:
        """Return how surprising the hands of some positions are, in nats, (k, kinds), to the network or without it."""
        chances = positions.chances[rows].clip(SUREST, 1 - SUREST)
        logits = torch.from_numpy(np.log(chances / (1 - chances)))
        if foretold:
            logits = logits + self.layers(torch.from_numpy(self.counts(positions.observations[rows])))
        return binary_cross_entropy_with_logits(logits, torch.from_numpy(positions.held[rows]), reduction="none")

    def learn(self, positions: Positions) -> None:
        """Learn from positions."""
        optimizer = torch.optim.Adam(self.layers.parameters(), lr=STEP_SIZE)
        count = len(positions.held)
        for _ in range(EPOCHS):
            for rows in np.array_split(self.generator.permutation(count), max(count // BATCH, 1)):
                optimizer.zero_grad()
                self.losses(positions, rows).sum(1).mean().backward()
                optimizer.step()

    @torch.no_grad()
    def measure(self, positions: Positions) -> tuple[np.ndarray, np.ndarray]:
        """Return the mean surprise of each kind, in nats, float64 (kinds,): drawn evenly, and foretold."""
        parts = np.array_split(np.arange(len(positions.held)), max(len(positions.held) // BATCH, 1))
        totals = [sum(self.losses(positions, rows, way).double().sum(0) for rows in parts) for way in (False, True)]
        even, foretold = (np.asarray(total) / len(positions.held) for total in totals)
        return even, foretold


def rows_of(held: np.ndarray, even: np.ndarray, foretold: np.ndarray, most: int) -> list[Sequence[str]]:
    """Return rows: the whole hand, then the kinds of which most can be foretold."""
    rows: list[Sequence[str]] = [("the whole hand", "", f"{even.sum():.3f}", f"{foretold.sum():.3f}")]
    for kind in np.argsort(foretold - even, kind="stable")[:most]:
        rows.append((KIND_NAMES[kind], f"{held[kind]:.1%}", f"{even[kind]:.3f}", f"{foretold[kind]:.3f}"))
    return rows


def main(
    policy: Annotated[str, typer.Argument(help="A trained policy of insects.")],
    positions: Annotated[
        int, typer.Option(min=2, help="To learn from; an eighth as many more are foretold.")
    ] = 400_000,
    kinds: Annotated[int, typer.Option(min=0, max=NUM_KINDS, help="Kinds that the table names.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Of the first game.")] = 10_000_000,
    write: Annotated[bool, typer.Option("--write", help="Write the table of the page.")] = False,
) -> None:
    """Print how surprising the hands of others are when they are drawn evenly, and when a network foretells them."""
    try:
        found = find_game("insects")
        game = even_game(found, task_of(found, policy).env)
        learned, unseen = (
            collect(game, policy, max(room, 2), first)
            for room, first in ((positions, seed), (positions // 8, seed + 10_000_000))
        )
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    foretelling = Foretelling(game, seed)
    foretelling.learn(learned)
    rows = rows_of(unseen.held.mean(axis=0), *foretelling.measure(unseen), kinds)
    for row in rows:
        print(", ".join(f"{name} {cell}" for name, cell in zip(COLUMNS, row, strict=True) if cell))
    if write:
        write_csv(found.folder / "measured" / "foretold.csv", [COLUMNS, *rows])


if __name__ == "__main__":
    typer.run(main)
