"""A sweep from its plan to its report."""

from swarmzoo.envs.core.game import Game
from swarmzoo.lab.probing.jobs import Played
from swarmzoo.lab.probing.measuring import Train, no_training
from swarmzoo.lab.probing.session import Session
from swarmzoo.lab.probing.sweep import Measured, Plan, SweepConfig, Sweeping, cures, grid_of
from swarmzoo.lab.probing.sweep_report import Reporting
from swarmzoo.lab.probing.sweep_screen import screen
from swarmzoo.lab.probing.sweep_search import FINALISTS, search
from swarmzoo.lab.probing.verdict import Report


def run_sweep(
    game: Game, config: SweepConfig, plan: Plan, session: Session, train: Train = no_training
) -> tuple[Report, list[Played]]:
    """Judge the game as it is, go through the rule sets, look for cures; return the report and the games that judge."""
    grid = grid_of(plan, config) if config.method == "grid" else []
    sweeping = Sweeping(game, config, plan, session, train)
    base = sweeping.judge([{}])[0]
    telling = Reporting(game, config, sweeping, base)
    judged: list[Measured] = []
    if telling.faults:
        judged += (found := cures(sweeping))
        telling.add_cures(found)
    if config.method == "grid":
        tried = sweeping.measure(grid, sweeping.choosing(), "choose ")
        telling.add_grid(tried)
        best = sorted(tried, key=lambda one: one.missed(plan.targets))[:FINALISTS]
        judged += (found := sweeping.judge([one.point for one in best]))
        telling.add_judged(found, "grid")
    elif config.method == "screen":
        told, _ = screen(sweeping)
        telling.add_screen(told)
    else:
        searched = search(sweeping)
        judged += searched.judged
        telling.add_search(searched)
        telling.add_judged(searched.judged, "search")
    return telling.report(), [row for one in (base, *judged) for row in one.rows]
