"""Whole games of overseer played by the kernels and by the reference side by side."""

from swarmzoo.envs.skirmish.overseer import game as game_of
from swarmzoo.envs.skirmish.overseer.plan import plan_of
from swarmzoo.envs.skirmish.overseer.victory import ENDING_NAMES
from tests.envs.skirmish.overseer.reference.adapter import Adapter
from tests.envs.skirmish.overseer.reference.beginning import new_game, seeded
from tests.envs.skirmish.overseer.reference.game import Over
from tests.envs.skirmish.overseer.reference.players import TASTES, choose
from tests.envs.skirmish.overseer.reference.setups import SCENARIOS
from tests.envs.skirmish.overseer.reference.turn import is_dead, play
from tests.envs.skirmish.side_by_side import SideBySide


class Pair(SideBySide):
    """A game of the kernels and the same game of the reference."""

    game_of, setups, endings = staticmethod(game_of), SCENARIOS, ENDING_NAMES
    tastes, choose, over = TASTES, staticmethod(choose), Over

    def begin(self) -> None:
        """Make the reference's game, and what translates between the two."""
        plan = plan_of(self.kernels.config)
        self.adapter, self.stream = Adapter(plan), seeded(self.seed)
        self.reference = new_game(self.kernels.config, plan.field, plan.slots, plan.radius, self.stream.draw)
        self.agents = {unit.index: agent for agent, unit in enumerate(self.reference.units)}
        self.going = play(self.reference)

    def note(self) -> None:
        """Count the stage, the states and the attack that are met."""
        super().note()
        for unit in self.reference.here():
            self.met.update([unit.shock, *(["pinned"] if unit.is_pinned else [])])
            self.met["out of rank"] += len(unit.roll) - len(unit.ranks)
        self.met["fleeing"] += sum(piece.flees for piece in self.reference.pieces)

    def pay(self) -> list[tuple[float, bool]]:
        """Return what every leader is paid, and whether the game is over for it; who is out before the end has lost."""
        told = list[tuple[float, bool]]()
        for unit in self.reference.units:
            has_died = self.reference.rules.rewards == "own" and unit.fate == "dead"
            is_over = self.is_over or has_died or is_dead(self.reference, unit.side)
            told.append((self.won(-1 if has_died else unit.side) if is_over else 0.0, is_over))
        return told


def compare(seed: int, scenario: str) -> int:
    """Play a game in both; return the decisions compared, raise AssertionError with the first difference."""
    return Pair(seed, scenario).play()
