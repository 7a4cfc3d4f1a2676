"""What it is worth to see what is hidden: a search against itself, where one side is shown it and the other guesses.

Who is shown what is hidden knows the others' hands, or where their hidden soldiers lie; the dice and the deck's order
stay unknown to all. A search draws what it cannot know in every simulation, so the share of first place above an even
one is the most that any foretelling of it could add to that search. Every seed is played once with each side shown.

python -m swarmzoo.lab.hidden insects search:64 search:256 --games 400
python -m swarmzoo.lab.hidden formation search:16 --keywords scenario=ambush --games 100
"""

from dataclasses import replace
from typing import Annotated, Any

import typer

from swarmzoo.agents.text import read_text
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.kernel import bind, kernel
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.insects.hands import shuffle_deck
from swarmzoo.lab.csv_table import write_csv
from swarmzoo.lab.evaluate import WinRate
from swarmzoo.lab.games import even_game, keywords_of
from swarmzoo.lab.worth import share_of_favoured

COLUMNS = ("agent", "shown what is hidden against itself", "95% interval", "games")


@kernel
def redraw_deck(s, r, seed):
    """Redraw the generator and the order of the deck alone."""
    seed_rng(s.rng, seed)
    shuffle_deck(s, r)


@kernel
def redraw_dice(s, r, seed):
    """Redraw the generator alone."""
    seed_rng(s.rng, seed)


REST = {
    "insects": redraw_deck,
    "formation": redraw_dice,
}  # what nobody knows, by game


def _determinize(s, r, side, seed):
    """Redraw what a side cannot know; for the side that is shown it, what nobody knows."""
    if side == shown:  # noqa: F821  (bound below, as the two after it)
        redraw_rest(s, r, seed)  # noqa: F821
    else:
        guess(s, r, side, seed)  # noqa: F821


def with_shown(game: Game, side: int) -> Game:
    """Return a game in which what is hidden is shown to one side's searches; raise GameError where nothing is."""
    if game.name not in REST:
        raise GameError(f"{game.name}: nothing is hidden from a side; of the games something is in {', '.join(REST)}")
    names = {"shown": side, "redraw_rest": REST[game.name], "guess": game.kernels.determinize}
    return replace(game, kernels=replace(game.kernels, determinize=bind(_determinize, names)))


def worth_of_seeing(game: Game, agent: str, games: int, seed: int) -> WinRate:
    """Return how often an agent that is shown what is hidden is first against itself, which is not."""
    return share_of_favoured([with_shown(game, side) for side in range(game.num_sides)], agent, games, seed)


def main(
    game: Annotated[str, typer.Argument(help="The game.")],
    agents: Annotated[list[str], typer.Argument(help="Searches that play against themselves.")],
    keywords: Annotated[str, typer.Option(help="Of the game, for instance players=3.")] = "",
    count: Annotated[int, typer.Option("--games", min=2, help="Games of each agent.")] = 400,
    seed: Annotated[int, typer.Option(min=0, help="Of the first game.")] = 1,
    write: Annotated[bool, typer.Option("--write", help="Write the table of the page.")] = False,
) -> None:
    """Print how often each search is first when it is shown what is hidden."""
    rows: list[tuple[Any, ...]] = [COLUMNS]
    try:
        found = find_game(game)
        played = even_game(found, keywords_of(keywords))
        for agent in agents:
            if read_text(agent).kind != "search":
                raise GameError(f"{agent}: only searches redraw what is hidden; name one, such as search:64")
            rate = worth_of_seeing(played, agent, count, seed)
            rows.append((agent, f"{rate.score:.1%}", f"{rate.low:.1%} to {rate.high:.1%}", str(rate.games)))
            print(f"{agent}: {rows[-1][1]} ({rows[-1][2]}), {rate.games} games", flush=True)
    except GameError as error:
        raise typer.BadParameter(str(error)) from None
    if write:
        write_csv(found.folder / "measured" / "hidden.csv", rows)


if __name__ == "__main__":
    typer.run(main)
