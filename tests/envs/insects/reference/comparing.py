"""Whole games played by the kernels and by the second engine at once, compared at every decision."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from swarmzoo.envs.core.table import Table
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from tests.envs.insects.reference.cards import KINDS
from tests.envs.insects.reference.chance import Chance
from tests.envs.insects.reference.hexes import beside
from tests.envs.insects.reference.position import Asking, Game, Option, Question
from tests.envs.insects.reference.reading import QUESTIONS, Reader, decision_of
from tests.envs.insects.reference.setting_up import set_up
from tests.envs.insects.reference.whole_game import play_game

SHOWN = 12

Choose = Callable[[Question, Game], Option]


class Match:
    """One game on both sides; ``met`` are the questions asked and the cases that came up."""

    def __init__(self, keywords: dict[str, Any], seed: int):
        self.compiled = insects(InsectsConfig.read(keywords))
        self.reader = Reader(self.compiled)
        self.table = Table(self.compiled, 1)
        self.table.arrange(autoreset=False, quiet=True)
        self.table.seed(np.array([seed]))
        self.table.begin()
        self.chance = Chance.of_seed(seed)
        land = self.reader.land()
        self.game = set_up(self.compiled.config, self.reader.starts, land, self.chance.draw)
        self.asking: Asking[None] = play_game(self.game)
        self.question = next(self.asking, None)
        self.history: list[str] = []
        self.decisions = 0
        self.met: set[str] = set()

    @property
    def s(self) -> Any:
        """The kernels' state."""
        return self.table.states[0]

    def play(self, choose: Choose) -> None:
        """Play the game to its end on both sides, comparing them at each decision and at the end."""
        self.compare()
        while self.question is not None:
            option = choose(self.question, self.game)
            self.history.append(f"seat {self.question.seat}, {self.question.what}: {option[0]} {option[1]}")
            self.act(option)
            self.compare()
        self.met |= self.game.met

    def act(self, option: Option) -> None:
        """Give both sides the answer to the question."""
        assert self.question is not None
        seat = self.question.seat
        self.table.actions[0, seat] = self.reader.action(option, seat, self.s["order"].tolist())
        self.table.step()
        try:
            self.question = self.asking.send(option)
        except StopIteration:
            self.question = None

    def compare(self) -> None:
        """Compare who is asked what, the legal actions, the whole state, the end and the pay."""
        s, game = self.s, self.game
        self.same("the game is over", bool(s["done"]), self.question is None)
        self.same("the generator", s["rng"].tolist(), self.chance.words)
        self.same("how the game ended", self.reader.ending(s), game.ending)
        if self.question is not None:
            self.compare_question(self.question)
        found, wanted = self.reader.table_of_state(s), self.reader.table_of_game(game, s)
        if found != wanted:
            for name in found:
                self.same(name, found[name], wanted[name])
        pay = [player.pay or 0.0 for player in game.players]
        self.same("pay", self.table.pay[0].tolist(), np.array(pay, np.float32).tolist())

    def compare_question(self, question: Question) -> None:
        """Compare who is asked, what, and every legal action."""
        s = self.s
        self.decisions += 1
        self.met.add(question.what)
        self.same("who is asked", int(s["actor"]), question.seat)
        self.same("what is asked", decision_of(s), QUESTIONS[question.what])
        order = s["order"].tolist()
        actions = [self.reader.action(option, question.seat, order) for option in question.options]
        self.same("legal actions", np.flatnonzero(s["mask"]).tolist(), sorted(actions))

    def same(self, what: str, found: Any, wanted: Any) -> None:
        """Raise AssertionError where the two sides differ."""
        if found != wanted:
            raise AssertionError(f"{what}: kernels {found}, reference {wanted}")

    def told(self) -> str:
        """Return where the game is: the question, the last actions, the position."""
        last = "\n".join(self.history[-SHOWN:])
        position = self.compiled.words.write_position(self.table.states[:1])
        return f"asked by the reference: {self.question}\nthe last actions:\n{last}\nthe kernels' position:\n{position}"


class Chooser:
    """Chooses at random, in every game with other likings; in some games cards are kept for groups on their way."""

    def __init__(self, seed: int):
        self.dice = random.Random(seed)
        names = ("pass", "play", "burn", "space", "step", "drop", "pick up", "digit", "seat", "place", "kind")
        self.liking: dict[Any, float] = {name: self.dice.choice((0.2, 1.0, 3.0, 8.0)) for name in names}
        self.liking.update({kind: self.dice.choice((0.3, 1.0, 1.0, 4.0)) for kind in KINDS})
        self.keeps_cards = self.dice.random() < 0.3

    def __call__(self, question: Question, game: Game) -> Option:
        """Return an option of a question."""
        weights = [self.weight(name, what, question, game) for name, what in question.options]
        return self.dice.choices(question.options, weights)[0]

    def weight(self, name: str, what: Any, question: Question, game: Game) -> float:
        """Return how much an option is liked; steps towards enemies are liked more."""
        weight = self.liking[name] * self.liking.get(what, 1.0)
        if leads_to_enemies(name, what, game):
            weight *= 3
        if self.keeps_cards and name in ("play", "burn"):
            weight *= 5 if question.what == "step" else 0.1
        return weight


def leads_to_enemies(name: str, what: Any, game: Game) -> bool:
    """Tell whether an option is a step into a space with enemies."""
    if name != "step" or game.group is None:
        return False
    return bool(game.enemies(beside(game.group.space, what), game.active))


def played(seed: int, keywords: dict[str, Any]) -> Match:
    """Play a game of a configuration on both sides; raise AssertionError with the first difference."""
    match = Match(keywords, seed)
    try:
        match.play(Chooser(seed))
    except AssertionError as difference:
        where = f"insects with {keywords}, seed {seed}, decision {match.decisions}"
        raise AssertionError(f"{where}: {difference}\n{match.told()}") from difference
    return match
