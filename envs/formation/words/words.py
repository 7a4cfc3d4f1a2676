"""How the game speaks to people: actions, questions, the field, the log, positions."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np

from swarmzoo.envs.core.events import told
from swarmzoo.envs.core.hex_drawing import cells_of
from swarmzoo.envs.core.painting import Disc, Drawing
from swarmzoo.envs.core.words import Blow, Measure, PartedWords
from swarmzoo.envs.formation.actions import ACTION_NAMES
from swarmzoo.envs.formation.config import FormationConfig
from swarmzoo.envs.formation.events import OPPORTUNITY, SHOT, STRUCK
from swarmzoo.envs.formation.orders.book import ORDER_NAMES
from swarmzoo.envs.formation.plan import Plan
from swarmzoo.envs.formation.reasons import REASONS
from swarmzoo.envs.formation.state import BLUE, NOBODY, RED
from swarmzoo.envs.formation.validity import FormationValidity
from swarmzoo.envs.formation.victory import ENDING_NAMES
from swarmzoo.envs.formation.words.chronicle import BOOK, Chronicle
from swarmzoo.envs.formation.words.field_text import field_text
from swarmzoo.envs.formation.words.headline import question
from swarmzoo.envs.formation.words.picture import Picture
from swarmzoo.envs.formation.words.position import Positions
from swarmzoo.envs.formation.words.scene import scene, time
from swarmzoo.envs.formation.words.squads import asked_for, head_cell, own_squads, squads, strength

_ATTACKS = (SHOT, STRUCK, OPPORTUNITY)


class FormationWords(PartedWords):
    """The words of one configuration (see ``Words``). Every state is an array of one record, shape (1,)."""

    reasons: Sequence[str] = REASONS
    book = BOOK

    def __init__(self, config: FormationConfig, plan: Plan, rules: np.ndarray, validity: FormationValidity):
        self._plan, self._scenario, self._by_orders = plan, config.scenario, config.control == "orders"
        self._picture = Picture(plan, config.scenario)
        super().__init__(Chronicle(plan.names), Positions(plan, rules, validity), ENDING_NAMES)

    def action_name(self, state: np.ndarray, agent: int, action: int) -> str:
        """Return an action in words; directions are counted from the company's front."""
        return ORDER_NAMES[action] if self._by_orders else ACTION_NAMES[action]

    def prompt(self, state: np.ndarray, agent: int) -> str:
        """Return what is decided now, or how the game has ended, and whether a soldier waits for others."""
        s = state[0]
        if self._by_orders and not s["done"]:
            return asked_for(s, self._plan, agent)
        waits = not s["done"] and s["choices"][agent] <= 1
        return f"{self._plan.names[agent]} waits: {question(s)}" if waits else question(s)

    def spot(self, state: np.ndarray, agent: int, action: int) -> Disc | None:
        """Return where the head of a squad stands that is given an order; None where soldiers decide."""
        cell = head_cell(state[0], self._plan, agent) if self._by_orders else NOBODY
        return None if cell == NOBODY else self._picture.sheet.spot(cell)

    def spots(self, state: np.ndarray, agent: int, actions: Sequence[int]) -> list[Disc | None]:
        """Return where actions of an agent aim, each as ``spot`` says: all orders at the same place."""
        return [self.spot(state, agent, 0)] * len(actions)

    def blows(self, before: np.ndarray, after: np.ndarray, since: int) -> list[Blow]:
        """Return who shot and struck at whom."""
        kept = told(after[0], since)[0]
        pairs = ((p, q) for code, p, q, *_ in kept if code in _ATTACKS and q != NOBODY)
        return self._picture.sheet.blows(cells_of(pairs, before[0], after[0]))

    def text(self, state: np.ndarray) -> str:
        """Return the field, both companies and a legend in plain text: see ``field_text``."""
        return field_text(state[0], self._plan, self._scenario)

    def time(self, state: np.ndarray) -> dict[str, Any]:
        """Return which turn it is and what is done, as plain values: the ``time`` of a scene."""
        return time(state[0], self._plan, self._scenario)

    def scene(self, state: np.ndarray, side: int) -> dict[str, Any]:
        """Return what a company knows of a state as plain values; hexes by column and row."""
        found = scene(state[0], self._plan, self._scenario, side)
        return found | {"squads": squads(state[0], self._plan, side)} if self._by_orders else found

    def own(self, state: np.ndarray, side: int) -> list[str]:
        """Return what a company's squads are ordered to do, and who of them is left, where they are given orders."""
        if not self._by_orders:
            return []
        own = own_squads(state[0], self._plan, side)
        return ["orders in force:", *(f"{one['name']}, {strength(one)}: {one['order']}" for one in own)]

    def drawing(self, state: np.ndarray) -> Drawing:
        """Return a picture of the field and both companies; its size depends on the configuration alone."""
        return self._picture.draw(state[0])

    def moment(self, state: np.ndarray) -> Hashable:
        """Return what changes with every turn of a company."""
        return int(state[0]["turn"]), bool(state[0]["done"])

    def measures(self, state: np.ndarray) -> Iterator[Measure]:
        """Yield the turns, and of both companies how many are out, have crossed, are intact and have arrived intact."""
        s = state[0]
        yield Measure("turns", "turns", int(s["turn"]))
        for company in (RED, BLUE):
            for name, unit, value in self._counted(s, company):
                yield Measure(name, unit, value, company)

    def _counted(self, s: np.void, company: int) -> Iterator[tuple[str, str, int]]:
        started, crossed = int(s["started"][company]), int(s["crossed"][company])
        n = len(self._plan.start)
        intact = int(s["intact"][:n][s["company"][:n] == company].sum())
        has_arrived = company == RED and self._scenario == "march" and s["done"] and s["winner"] == RED
        yield "out", "soldiers", started - int(s["in_field"][company]) - crossed
        yield "crossed", "soldiers", crossed
        yield "breakups", "formations", int(s["breakups"][company])
        yield "intact", "soldiers", intact
        yield "arrived intact", "games", int(has_arrived and 5 * intact >= 4 * started)
