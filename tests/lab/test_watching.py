"""What is seen of games that valuations are learned from: which moments, of whom, how often a random move is made."""

from types import FunctionType, SimpleNamespace

import numpy as np

from swarmzoo.lab.fitting import watching

SIDES, AGENTS, ROOM = 2, 4, 6


class Play:
    """Games of some plies that say when they are asked; draws come from a list, ``random`` ones from another."""

    def __init__(self, plies, waits, luck):
        self.plies, self.waits, self.luck = plies, list(waits), list(luck)
        self.seen, self.bots, self.limits = [], [], []

    def watch(self, games, every, noise, bots):
        """Run the template on these games; return what it wrote."""
        states, rules = [SimpleNamespace(done=False, at=0)], [None]
        bench = SimpleNamespace(rng="rng", acts=np.zeros(AGENTS, np.int8), mask=None, actions=np.zeros(AGENTS, int))
        bench.pay, bench.over = np.zeros(AGENTS), np.zeros(AGENTS)
        bench.side_of = np.arange(AGENTS) % SIDES
        names = {name: getattr(self, name) for name in dir(self) if name in watching._watch.__code__.co_names}
        watch = FunctionType(watching._watch.__code__, names)
        features = np.zeros((games, ROOM, SIDES, 1), np.float32)
        alive, found, pays = np.zeros((games, ROOM, SIDES), np.int8), np.zeros(games, int), np.zeros((games, SIDES))
        seeds = 5 + np.arange(games)
        watch(states, rules, None, bots, noise, seeds, every, features, alive, found, pays, [bench])
        return features, alive, found, pays

    def reset(self, s, r, seed):
        s.done, s.at, s.seed = False, 0, seed

    def seed_rng(self, rng, seed):
        self.limits.append(("seed", seed))

    def mix_seed(self, seed, salt):
        return seed + 1000 * salt

    def draw_below(self, rng, limit):
        drawn = self.luck.pop(0) if limit == 100 else self.waits.pop(0)
        self.limits.append(limit)
        assert drawn < limit
        return drawn

    def pay_of(self, pay, side_of, side):
        return pay[(0, 3)[side]]

    def outlook(self, s, r, side, room):
        self.seen.append((s.seed, s.at, side))
        room[0] = 10 * s.at + side
        return s.at + side < 3

    def acting(self, s, r, flags):
        flags[:] = [1, 0, 0, s.at % 2]

    def legal(self, s, r, agent, mask):
        pass

    def chosen(self, s, r, agent, bot, b, spares):
        self.bots.append(int(bot))
        return agent

    def step(self, s, r, actions):
        s.at += 1
        s.done = s.at == self.plies

    def rewards(self, s, r, pay, over):
        pay[:] = [1.0, 0.25, 0.5, -1.0]


def test_moments_are_as_far_apart_as_was_drawn_and_both_sides_are_seen():
    play = Play(9, waits=[2, 3, 1, 0, 0, 0], luck=[50] * 13)
    features, alive, found, pays = play.watch(1, 4, np.array([0]), np.array([7]))
    assert [at for _, at, side in play.seen if side == 0] == [2, 5, 6, 7, 8] and found.tolist() == [5]
    assert features[0, :5, :, 0].tolist() == [[10 * at, 10 * at + 1] for at in (2, 5, 6, 7, 8)]
    assert alive[0, :2].tolist() == [[1, 0], [0, 0]] and pays.tolist() == [[1.0, -1.0]]
    assert [limit for limit in play.limits if limit not in (100, ("seed", 1005))] == [4, 8, 8, 8, 8, 8]


def test_no_more_moments_are_written_than_there_is_room_for():
    play = Play(30, waits=[0] * 8, luck=[50] * 45)
    features, _, found, _ = play.watch(1, 4, np.array([0]), np.array([7]))
    assert found.tolist() == [ROOM] and features[0, :, 0, 0].tolist() == [10.0 * at for at in range(ROOM)]


def test_random_moves_are_as_many_in_a_hundred_as_are_asked_for():
    play = Play(2, waits=[3, 3], luck=[0, 9, 10, 0, 29, 30])
    play.watch(2, 4, np.array([10, 30]), np.array([7, 8]))
    assert play.bots == [0, 0, 7, 0, 0, 8], "bot 0 plays at random; in every other ply a second agent acts"
    assert [limit for limit in play.limits if isinstance(limit, tuple)] == [("seed", 1005), ("seed", 1006)]
