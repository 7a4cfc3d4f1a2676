"""How much of what can be won from a strategy do exploiters find? In small games where that is known exactly.

python -m tests.small_games
python -m tests.small_games --simulations 256 --decisions 0 --games 100

Prints for each game and each strategy to exploit the exact exploitability by OpenSpiel (mean of both seats, in the
game's pay) and which share of it a search against the strategy and a policy trained against it find. In Phantom
Tic-Tac-Toe and Dark Hex the exact number is known for a strategy without draws; against random play there is no share,
and what the search wins there is a lower bound.
"""

import argparse

from tests.small_games.blind_boards import NAMES as BOARDS
from tests.small_games.blind_boards import most_from_first, won_by_search
from tests.small_games.finding import by_search, by_training
from tests.small_games.tabulated import tabulated
from tests.small_games.targets import NAMES, Target

TABLES = ("kuhn_poker", "leduc_poker")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--simulations", type=int, default=1024, help="of the searches")
    parser.add_argument("--decisions", type=int, default=100_000, help="that policies learn from; 0: none are trained")
    parser.add_argument("--games", type=int, default=200, help="in Phantom Tic-Tac-Toe and Dark Hex")
    given = parser.parse_args()
    print(f"{'game':24}{'strategy':10}{'exact':>8}{'search':>8}{'trained':>9}  share found by the best", flush=True)
    for name in TABLES:
        for strategy in NAMES:
            tabulated_row(name, strategy, given.simulations, given.decisions)
    for name in BOARDS:
        for strategy in ("first", "uniform"):
            board_row(name, strategy, given.simulations, given.games)


def tabulated_row(name: str, strategy: str, simulations: int, decisions: int) -> None:
    """Print what is found in a game whose tree is known."""
    game = tabulated(name)
    target = Target(game, strategy)
    exact = target.exact()
    found = [target.won_by(by_search(game, target, simulations))]
    found += [target.won_by(by_training(game, target, decisions))] if decisions else []
    trained = f"{found[1]:9.3f}" if decisions else f"{'-':>9}"
    print(f"{name:24}{strategy:10}{exact:8.3f}{found[0]:8.3f}{trained}  {max(found) / exact:.0%}", flush=True)


def board_row(name: str, strategy: str, simulations: int, games: int) -> None:
    """Print what a search wins in a game whose tree is too large."""
    won, error = won_by_search(name, strategy, simulations, games)
    if strategy == "first":
        exact = most_from_first(name)
        print(f"{name:24}{strategy:10}{exact:8.3f}{won:8.3f}{'-':>9}  {won / exact:.0%}", flush=True)
    else:
        told = f"not known; it is at least {won - 1.645 * error:.3f} (95%)"
        print(f"{name:24}{strategy:10}{'-':>8}{won:8.3f}{'-':>9}  {told}", flush=True)


if __name__ == "__main__":
    main()
