"""Whole games of nova played by the kernels and by the reference side by side."""

from swarmzoo.envs.skirmish.nova import game as game_of
from swarmzoo.envs.skirmish.nova.plan import plan_of
from swarmzoo.envs.skirmish.nova.victory import ENDING_NAMES
from tests.envs.skirmish.nova.reference.adapter import Adapter
from tests.envs.skirmish.nova.reference.beginning import new_game
from tests.envs.skirmish.nova.reference.game import Over
from tests.envs.skirmish.nova.reference.players import TASTES, choose
from tests.envs.skirmish.nova.reference.scenarios import own
from tests.envs.skirmish.nova.reference.setups import SCENARIOS
from tests.envs.skirmish.nova.reference.turn import play
from tests.envs.skirmish.overseer.reference.beginning import seeded
from tests.envs.skirmish.side_by_side import SideBySide


class Pair(SideBySide):
    """A game of the kernels and the same game of the reference."""

    game_of, setups, endings = staticmethod(game_of), SCENARIOS, ENDING_NAMES
    tastes, choose, over = TASTES, staticmethod(choose), Over

    def begin(self) -> None:
        """Make the reference's game, and what translates between the two."""
        plan = plan_of(self.kernels.config)
        self.adapter, self.stream = Adapter(plan), seeded(self.seed)
        self.reference = new_game(self.kernels.config, plan, self.stream.draw)
        self.agents = {piece: agent for agent, piece in enumerate(plan.piece_of)}
        self.going = play(self.reference)

    def pay(self) -> list[tuple[float, bool]]:
        """Return what every agent is paid, and whether the game is over for it.

        In a free for all a side without anybody in the field has lost before the end; who is out cold may wake up.
        """
        game, told = self.reference, list[tuple[float, bool]]()
        there = {piece.index: piece for piece in game.pieces}
        for index in self.agents:
            side = index // self.adapter.plan.slots
            is_own = game.rules.rewards == "own" and game.config.scenario != "gauntlet"  # there the fallen come back
            has_lost = is_own and there[index].is_gone
            is_gone = game.config.sides > 2 and not any(piece.is_here for piece in own(game, side))
            is_over = self.is_over or has_lost or is_gone
            pay = self.won(-1) if has_lost else self.won(side) * self.kept()
            told.append((pay if is_over else 0.0, is_over))
        return told

    def kept(self) -> float:
        """Return what is left of the pay: who wins has paid for its hits on the hostage."""
        game = self.reference
        hits = sum(game.hits[side] for side in game.winners or () if side < len(game.hits))
        return 1 - min(0.9, hits * game.rules.hostage_hit / 100)


def compare(seed: int, scenario: str) -> int:
    """Play a game in both; return the decisions compared, raise AssertionError with the first difference."""
    return Pair(seed, scenario).play()
