"""Plays the compiled game and the second engine side by side, and tells where they differ."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from swarmzoo.agents.formation.bots import BOT_NAMES, TEACHER_NAMES, choose
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.formation.actions import ACTION_NAMES, ACTIONS
from swarmzoo.envs.formation.config import FormationConfig
from swarmzoo.envs.formation.game import formation
from tests.envs.formation.reference import choices, formations, turn, victory
from tests.envs.formation.reference.battle import CROSSED, DOWNED, Battle, Formation, Soldier
from tests.envs.formation.reference.kernels import Reader
from tests.envs.formation.reference.scenarios import PLAYERS, configuration
from tests.envs.formation.reference.turning import turned

MOVEMENT = ("orders", "short move", "step", "reaction")
LEARNER = -1
NUM_BOTS = len(BOT_NAMES) + len(TEACHER_NAMES) - 1
KINDS = [ACTIONS.part_of(action)[0].name for action in range(ACTIONS.num_actions)]


def compare(seed: int, scenario: str) -> int:
    """Play one game of a scenario in both; return how many decisions were compared, raise AssertionError otherwise."""
    return match(seed, scenario).play()


def match(seed: int, scenario: str) -> "Match":
    """Return a game of a scenario, of which a while may have been played, and which may have been turned then."""
    luck = random.Random(f"{scenario} {seed}")
    config = configuration(scenario, luck)
    first = Match(config, seed, players=PLAYERS.get(scenario, ()))
    if "turned" in scenario:
        first.play(luck.randint(0, 40))
        if not first.battle.over:
            return Match(config, seed, first.turned())
    return first


class Habit:
    """What a player is inclined to: it follows a bot for a while, or plays at random with a taste of its own."""

    def __init__(self, luck: random.Random, bot: int = LEARNER):
        self.bot = bot
        self.taste = {kind: luck.expovariate(1) ** 2 for kind in sorted(set(KINDS))}

    def choose(self, luck: random.Random, legal: list[int]) -> int:
        """Choose one of the legal actions."""
        return luck.choices(legal, [self.taste[KINDS[action]] + 0.01 for action in legal])[0]


def new_habit(luck: random.Random) -> Habit:
    """Return a habit at random."""
    return Habit(luck, luck.choice([LEARNER, luck.randint(1, NUM_BOTS)]))


class Match:
    """One game, played by both."""

    def __init__(self, config: FormationConfig, seed: int, position: str = "", players: tuple[str, ...] = ()):
        self.game, self.seed, self.luck = formation(config), seed, random.Random(seed)
        self.reader, self.table = Reader(self.game), Table(self.game, 1, choose)
        self.table.arrange(everyone=True, pausing=True)
        self.table.seat(LEARNER)
        self.table.seed(np.array([seed]))
        self.table.begin()
        self.changes = 0.0 if players else 0.1  # how likely a player takes to another habit in an env step
        self.habits = [Habit(self.luck, BOT_NAMES.index(name)) for name in players]
        self.habits = self.habits or [new_habit(self.luck), new_habit(self.luck)]
        self.decisions, self.plies, self.met = 0, 0, Counter[str]()
        if position:
            self.table.enter(self.game.words.read_position(position, seed))
            self.battle = self.reader.battle(self.state)
        else:
            self.battle = self.reader.beginning(self.state)
            turn.begin(self.battle)

    @property
    def state(self) -> Any:
        """The compiled game's state."""
        return self.table.states[0]

    def play(self, most: int = 10**6) -> int:
        """Play to the end; return how many choices were compared. Raise AssertionError at a difference."""
        self.check(self.table.states.copy(), {})
        while not self.table.done[0] and self.plies < most:
            before = self.table.states.copy()
            actions = self.step()
            turn.play(self.battle, actions)
            self.plies += 1
            self.met.update(seen_in(self.battle))
            self.check(before, actions)
        return self.decisions

    def turned(self) -> str:
        """Return the position after half a turn."""
        field, squads = self.reader.plan.field, 1 + max(self.reader.plan.squad)
        text = self.game.words.write_position(self.table.states)
        return turned(text, field.columns, field.rows, squads // 2)

    def step(self) -> dict[int, int]:
        """Let both companies choose, and the compiled game take its step; return everybody's actions."""
        acting = np.flatnonzero(self.table.acting[0]).tolist()
        for side in (0, 1):
            if self.luck.random() < self.changes:
                self.habits[side] = new_habit(self.luck)
        self.table.seat(np.array([habit.bot for habit in self.habits]))
        for i in acting:
            legal = np.flatnonzero(self.table.masks[0, i]).tolist()
            self.table.actions[0, i] = self.habits[self.battle.soldiers[i].company].choose(self.luck, legal)
        self.table.step()
        actions = {i: int(self.table.actions[0, i]) for i in acting}
        self.met.update(f"{self.battle.phase}: {KINDS[action]}" for action in actions.values())
        return actions

    def check(self, before: np.ndarray, actions: dict[int, int]) -> None:
        """Compare everything: state, who is asked, every legal action, pay."""
        found = list(differences(facts(self.reader.battle(self.state)), facts(self.battle)))
        if not found:
            found = list(self.differences_in_choices())
        self.decisions += int(self.table.acting[0].sum())
        if found:
            raise AssertionError(self.report(found, before, actions))

    def differences_in_choices(self) -> Iterator[str]:
        """Yield what differs in the legal actions, in who is asked, and in the pay."""
        wanted = choices.choices(self.battle)
        for i, legal in wanted.items():
            name, kernel = self.game.agents[i], set(np.flatnonzero(self.table.masks[0, i]).tolist())
            if kernel != legal:
                only = f"{names(kernel - legal)}, only in the reference {names(legal - kernel)}"
                yield f"{name}: legal only in the kernels {only}"
            if bool(self.table.acting[0, i]) != (len(legal) > 1):
                yield f"{name}: asked by the kernels: {bool(self.table.acting[0, i])}, legal {names(legal)}"
        if self.battle.over and self.table.pay[0].tolist() != victory.pay(self.battle):
            yield f"pay: kernels {self.table.pay[0].tolist()}, reference {victory.pay(self.battle)}"

    def report(self, found: list[str], before: np.ndarray, actions: dict[int, int]) -> str:
        """Return a readable difference: the game, what differs, what was chosen, and the position before."""
        chosen = ", ".join(f"{self.game.agents[i]} {ACTION_NAMES[a]}" for i, a in actions.items() if a)
        lines = [f"seed {self.seed}, ply {self.plies}, {self.game.config.model_dump(exclude_defaults=True)}", *found]
        return "\n".join([*lines, f"actions: {chosen}", "position before:", self.game.words.write_position(before)])


def seen_in(battle: Battle) -> Iterator[str]:
    """Yield the rarer things that a battle shows, so that what was compared can be known."""
    yield battle.ending
    flags = ("dazed", "wounded", "panicked", "berserk", "hidden", "charging", "evading")
    for each in battle.soldiers:
        yield each.fate
        yield from (flag for flag in flags if each.stands and getattr(each, flag))
        yield from ["unloaded"] if each.stands and not each.loaded else []
    yield from ["broken"] if any(battle.breakups) else []
    yield from ["a part waits"] if any(formations.waits(battle, f) for f in battle.formations) else []
    yield from ["leader apart"] if any(is_apart(battle, f) for f in battle.formations) else []


def is_apart(battle: Battle, formation: int) -> bool:
    """Tell whether a formation's leader stands apart from the other members."""
    director = battle.director(formation)
    if director is None or not director.stands:
        return False
    return not any(other.formation == formation for other in battle.neighbours(director))


def names(actions: set[int]) -> str:
    """Return the names of actions."""
    return ", ".join(ACTION_NAMES[action] for action in sorted(actions)) or "-"


def differences(kernel: dict[str, Any], reference: dict[str, Any]) -> Iterator[str]:
    """Yield what two sets of facts say differently."""
    for key in sorted(kernel.keys() | reference.keys()):
        if kernel.get(key) != reference.get(key):
            yield f"{key}: kernels {kernel.get(key)}, reference {reference.get(key)}"


def facts(battle: Battle) -> dict[str, Any]:
    """Return all that counts in a battle, by name."""
    found: dict[str, Any] = {
        name: getattr(battle, name)
        for name in ("over", "winner", "ending", "turn", "active", "checked", "due", "panicked_ever", "held", "alone")
    }
    found |= {"breakups": battle.breakups, "fallen": battle.fallen}
    if not battle.over:
        found |= {name: getattr(battle, name) for name in ("phase", "moment", "step", "parts_move")}
        found |= {"formations": formations_of(battle)}
        if battle.phase == "reaction":
            found["movers"] = battle.movers
    for each in battle.soldiers:
        for name, value in facts_of(battle, each).items():
            found[f"{'red' if each.company == 0 else 'blue'} soldier {each.number} {name}"] = value
    return found


def facts_of(battle: Battle, soldier: Soldier) -> dict[str, Any]:
    """Return what counts about one soldier."""
    plain = ["fate", "hex", "wounded", "intact", "panics"]
    if soldier.fate == CROSSED:
        plain.append("crossed_in_line")
    if soldier.fate == DOWNED:
        plain += ["harm", "lies_at", "fell_now"]
    if soldier.stands:
        plain += ["facing", "dazed", "panicked", "berserk", "hidden", "complex", "quick", "melee", "exhausted", "moved"]
        plain += ["acted", "evading", "charging", "forming", "defending", "target", "fought", "attacked", "loaded"]
        if soldier.charging:
            plain.append("straight")
        if soldier.company == battle.active and battle.phase in MOVEMENT:
            plain.append("points")
            plain += ["ended", "held"] if soldier.is_able or soldier.berserk else []
    return {name: getattr(soldier, name) for name in plain}


def formations_of(battle: Battle) -> set[Any]:
    """Return the formations that have members in the field, by their members."""
    found = set()
    for number, one in battle.formations.items():
        members = tuple(each.number for each in battle.members(number))
        if members:
            moving = battle.phase in MOVEMENT and one.company == battle.active
            found.add((members, one.director, one.size, progress(battle, number, one) if moving else ()))
    return found


def progress(battle: Battle, number: int, one: Formation) -> tuple[Any, ...]:
    """Return how the Movement of a formation goes."""
    queue = next((queue for queue in battle.queues if number in queue), [])
    after = (
        [tuple(each.number for each in battle.members(part)) for part in queue[: queue.index(number)]] if queue else []
    )
    return one.gap, one.astray, one.done, one.steps, tuple(part for part in after if part)
