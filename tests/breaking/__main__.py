"""Send broken inputs to every reader of the project, and print what fell.

    python -m tests.breaking                                   # all kinds, all games, 1000 inputs each
    python -m tests.breaking positions maps --game insects --inputs 100000 --seed 7

Every kind is a module of this package. Compiled code checks its bounds here (SWARMZOO_BOUNDSCHECK=1), so the first run
compiles all games anew. Inputs that broke something lie in --out; one that killed or hung the process is the file
that ends in -now. The exit status is 1 if anything fell.
"""

import os

os.environ.setdefault("SWARMZOO_BOUNDSCHECK", "1")  # before any kernel is made

import argparse
import faulthandler
import pkgutil
import sys
from importlib import import_module
from pathlib import Path

import tests.breaking
from swarmzoo.envs.catalogue import games
from tests.breaking.tally import Attack, Tally

HANGS_AFTER_S = 1800


def kinds() -> dict[str, Attack]:
    """Return the kinds of inputs by name: the modules of this package that attack."""
    found = {}
    for module in pkgutil.iter_modules(tests.breaking.__path__):
        if module.name != "__main__":
            attack = getattr(import_module(f"{tests.breaking.__name__}.{module.name}"), "attack", None)
            if attack is not None:
                found[module.name] = attack
    return found


def main() -> int:
    """Attack, and print a line for each kind and game."""
    known = kinds()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"only these: {', '.join(known)}")
    parser.add_argument("--game", action="append", choices=[game.name for game in games()], help="only this game")
    parser.add_argument("--inputs", type=int, default=1000, help="of each kind, for each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("runs/breaking"), help="where inputs that broke it are kept")
    options = parser.parse_args()
    if unknown := set(options.kinds) - set(known):
        parser.error(f"unknown kinds: {', '.join(sorted(unknown))}; the kinds are {', '.join(known)}")
    options.out.mkdir(parents=True, exist_ok=True)
    fell = 0
    for kind in options.kinds or known:
        for game in options.game or [game.name for game in games()]:
            tally = Tally(kind, game, options.out)
            faulthandler.dump_traceback_later(HANGS_AFTER_S + options.inputs, exit=True)
            known[kind](game, options.inputs, options.seed, tally)
            faulthandler.cancel_dump_traceback_later()
            print("\n".join(tally.lines()), flush=True)
            fell += sum(tally.fallen.values())
    return 1 if fell else 0


if __name__ == "__main__":
    sys.exit(main())
