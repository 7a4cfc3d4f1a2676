"""The kernels against the slow reference, ply by ply over thousands of random plies."""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from swarmzoo.envs.core.table import Table
from swarmzoo.envs.insects import events, state, victory
from swarmzoo.envs.insects.actions import NUM_DIGITS
from swarmzoo.envs.insects.cards import KIND_KEYS, MIMIC, NUM_EVOLUTIONS
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from swarmzoo.envs.insects.terrain import TERRAIN_NAMES
from tests.envs.insects import reference as ref

DESKS, PLIES = 8, 400
MANY = {"base_movement": 2, "base_intelligence": 3, "starting_insects": 20}
SHORT = {"stack": 4, "attack": 4, "defense": 3, "reproduction": 3, "movement": 4, "intelligence": 3, "initiative": 4}
EXTRA = {name: 6 for name in ("waterbugs", "burrowing", "blood_suckers", "infestation", "revulsion", "webs", "mimic")}
EVENTS = {
    name: 4 for name in ("feeding_frenzy", "rush", "molt", "dormancy", "energy_burst", "rampage", "react_quickly")
}
ISLAND = """
5 5 5 5 5 5 5
5 a 2 b 5 5 5
5 9 3 8 5 5 5
5 c 4 d 5 5 5
5 0 7 5 5 5 5
5 5 5 5 5 5 5
"""[1:]
POND = """
5 5 5 5 5
5 a 1 3 5
5 4 0 b 5
5 5 6 5 5
"""[1:]
SETUPS: dict[str, dict[str, Any]] = {
    "two players": {"players": 2},
    "two players, many insects, short deck": {"players": 2, "rules": {**MANY, "cards": SHORT}},
    "two players, other numbers": {
        "players": 2,
        "rules": {
            "base_movement": 2,
            "base_intelligence": 3,
            "base_reproduction": 5,
            "slope_stack_loss": 2,
            "sand_loss": 3,
            "evolution_play": "may",
            "fight_scope": "active",
            "stack_limit_scope": "all",
            "sand_scope": "all",
            "grass_contested": False,
            "space_ties": "shared",
            "base_stack": 40,
            "starting_insects": 60,
            "den_control": "most",
            "space_control": "most",
            "terrain_weights": (3, 1, 3, 1, 1, 1, 1, 3, 3, 3),
        },
    },
    "two players, terrain without effect": {
        "players": 2,
        "rules": {
            **MANY,
            "water_blocks": False,
            "mud_stops": False,
            "roots_let_pass": False,
            "pick_up_and_drop": False,
            "leave_contested": False,
            "deck_end": "literal",
            "cards": SHORT,
        },
    },
    "two players, small island": {
        "players": 2,
        "map": POND,
        "max_rounds": 7,
        "rules": {**MANY, "base_stack": 6, "base_attack": 2, "space_ties": "shared", "starting_insects": 6},
    },
    "four players": {"players": 4, "extra_cards": True, "symmetric": True},
    "four players, many insects": {
        "players": 4,
        "extra_cards": True,
        "symmetric": True,
        "rules": {**MANY, "base_stack": 15, "terrain_weights": (1, 1, 1, 1, 1, 1, 1, 1, 1, 4)},
    },
    "four players, extra cards": {
        "players": 4,
        "extra_cards": True,
        "symmetric": True,
        "rules": {**MANY, "windows": "all", "cards": {**SHORT, **EXTRA}},
    },
    "four players, small island": {
        "players": 4,
        "extra_cards": True,
        "map": ISLAND,
        "rules": {**MANY, "base_stack": 15, "base_defense": 2, "cards": {**SHORT, **EXTRA, **EVENTS}},
    },
    "four players, small island, other numbers": {
        "players": 4,
        "extra_cards": True,
        "map": ISLAND,
        "rules": {
            **MANY,
            "base_stack": 9,
            "fight_scope": "active",
            "windows": "all",
            "webs_minimum": 1,
            "revulsion_stack_loss": 2,
            "revulsion_minimum": 3,
            "molt_defense": 2,
            "dormancy_movement": 1,
            "blood_suckers_every": 3,
            "infestation_range": 2,
            "cards": {**EXTRA, **EVENTS},
        },
    },
}


CASES = """
    all Dens; deck's end; last swarm; round limit; all swarms dead; active player dies; bid clockwise; blood sucked
    count above 31; cut on Den; cut on Slope; cut under Revulsion; dormant; energy burst; equal Initiative
    feeding_frenzy; first strike; hand; infestation; into Mud; into Water; into enemies; latency; migration; molt
    rampage; react_quickly; reproductive_cycle; rush; several classes in hand; sunk in sand; three in a space
    through enemies by Burrowing; through enemies in Roots; webs under the group
"""
RARE_CASES = [case.strip() for line in CASES.splitlines() for case in line.split(";") if case.strip()]


def read_effects(s: Any, seat: int) -> Counter:
    """Return the effects of a player's cards in play; a Mimic counts as what it copies."""
    cards, copied = s["in_play"][seat].tolist(), s["mimicked"][seat].tolist()
    cards[MIMIC] = 0
    return Counter({KIND_KEYS[k]: cards[k] + copied[k] for k in range(NUM_EVOLUTIONS) if cards[k] + copied[k]})


def read_swarm(s: Any, seat: int) -> ref.Swarm:
    """Return one player's swarm of a state."""
    active = seat == int(s["active"])
    return ref.Swarm(
        seat,
        Counter(read_stacks(s, seat)),
        read_effects(s, seat),
        Counter({KIND_KEYS[k]: n for k, n in enumerate(s["burnt"][seat].tolist()) if n}),
        hand_size=int(s["hand_size"][seat]),
        latency=int(s["latency"][seat]),
        frenzy=int(s["frenzy"][seat]),
        rush=int(s["rush"][seat]),
        cycle=int(s["cycle"]) if active else 0,
        migration=int(s["migration"]) if active else 0,
        molted=bool(s["molt"][seat]),
        dormant=bool(s["dormant"][seat]),
        out=bool(s["out"][seat]),
    )


def read_stacks(s: Any, seat: int) -> dict[int, int]:
    """Return a player's insects by space."""
    return {h: n for h, n in enumerate(s["bugs"][seat].tolist()) if n}


@cache
def read_board(game: Any) -> dict[int, list[int | None]]:
    """Return the neighbours of each space."""
    rows = game.rules["neighbours"][0][: int(game.rules["num_hexes"][0])].tolist()
    return {h: [t if t >= 0 else None for t in row] for h, row in enumerate(rows)}


def read_world(game: Any, s: Any) -> ref.World:
    """Return the reference's form of a state."""
    beside, terrain = read_board(game), s["terrain"].tolist()
    swarms = [read_swarm(s, seat) for seat in range(game.config.players)]
    names = {h: TERRAIN_NAMES[terrain[h]] for h in beside}
    return ref.World(game.config.rules, names, beside, swarms, s["order"].tolist(), int(s["active"]))


def read_classes(row: Any) -> Counter:
    """Return insects by spaces moved."""
    return Counter({k if k < state.SPENT else ref.STOPPED: n for k, n in enumerate(row.tolist()) if n})


def read_march(s: Any) -> ref.March:
    """Return the Move Phase of a state."""
    counting = s["stage"] == state.COUNT
    waiting = {h: read_classes(s["moved"][h]) for h in np.flatnonzero(s["moved"].any(axis=1)).tolist()}
    return ref.March(
        waiting,
        read_classes(s["group"]),
        int(s["at"]),
        int(s["steps"]),
        int(s["burst"]),
        int(s["moves_made"]),
        bool(s["may_drop"]),
        bool(s["may_pick_up"]),
        (ref.GO, ref.PICK_UP, ref.DROP)[s["count_for"]] if counting else None,
        int(s["count_class"]),
        int(s["counted"]) if counting else 0,
    )


class Reader:
    """Reads the actions of a state in absolute terms."""

    def __init__(self, game: Any, s: Any):
        self.rules, self.actions, self.s = game.rules[0], game.actions, s
        self.actor, self.order = int(s["actor"]), s["order"].tolist()

    def legal(self) -> list[int]:
        return np.flatnonzero(self.s["mask"]).tolist()

    def name(self, action: int) -> tuple[str, int]:
        """Return an action's kind and its space, direction, digit or seat."""
        part, k = self.actions.part_of(action)
        if part.name in ("play", "burn"):
            return "card", action
        if part.name == "hex":
            return "hex", int(self.rules["hex_at"][self.actor][k])
        if part.name == "step":
            return "step", int(self.rules["direction_back"][self.actor][k])
        if part.name in ("pick up", "drop"):
            return {"pick up": ref.PICK_UP, "drop": ref.DROP}[part.name], 0
        if part.name != "seat":
            return part.name, k
        if self.s["stage"] == state.BID:
            return "seat", k
        return "seat", self.order[(self.order.index(self.actor) + k) % len(self.order)]

    def named(self, kind: str) -> set[int]:
        return {number for name, number in map(self.name, self.legal()) if name == kind}


class Follower:
    """Follows one desk: replays the log on the reference and keeps what the two say differently."""

    def __init__(self, game: Any, report: "Report"):
        self.game, self.report = game, report
        self.world: ref.World
        self.here = ""

    def begin(self, s: Any, here: str) -> None:
        """Begin a new game."""
        self.fought: set[int] = set()
        self.fight: int | None = None
        self.struck: set[int] = set()
        self.named: dict[int, int] = {}
        self.homes: set[int] | None = None
        self.unplaced: int | None = None
        self.pending: tuple[str, int, int] | None = None
        self.places: dict[int, int] = {}
        self.here = here
        self.world = read_world(self.game, s)
        self.negated, self.round_number = False, int(s["round_number"])
        self.todo = s["order"].tolist()[int(s["turn"]) + 1 :]
        self.first = int(s["order"][0])
        if s["stage"] == state.REPRODUCTION_PHASE:
            self.begin_reproduction()

    def expect(self, topic: str, found: Any, wanted: Any, note: str = "") -> None:
        """Note a difference between kernel and reference."""
        self.report.seen[topic] += 1
        if found != wanted:
            text = f"{self.here} {note}: kernel {found}, reference {wanted}"
            self.report.differences.setdefault(topic, []).append(text)

    # Decisions: what is legal.

    def check_decision(self, s: Any) -> None:
        """Hold the legal actions of a state against the reference."""
        reader, stage = Reader(self.game, s), int(s["stage"])
        self.world = read_world(self.game, s)
        if self.game.config.rules.windows != "all":
            self.expect("choices", len(reader.legal()) > 1, True, "one legal action is not asked")
        if s["question"] != state.NO_QUESTION:
            return
        if stage in (state.PICK, state.COUNT, state.STEP):
            self.check_march(reader, read_march(s))
        elif stage == state.REPRODUCTION_PHASE:
            self.check_placing(reader)
        elif stage == state.FIGHT_ORDER:
            self.expect("fight order", reader.named("hex"), ref.fights_left(self.world, self.fought))
        elif stage == state.TARGET:
            self.check_target(reader)
        elif stage == state.BID:
            living = sum(not swarm.out for swarm in self.world.swarms)
            self.expect("bid", reader.named("seat"), set(range(living)) - set(self.places))
            self.expect("bid", reader.actor, ref.picking_order(self.world, self.first or 0)[len(self.places)])
        elif stage == state.EXCESS:
            swarm = self.world.swarms[reader.actor]
            self.expect("hand", swarm.hand_size > ref.hand_limit(self.world, swarm), True)

    def check_march(self, reader: Reader, march: ref.March) -> None:
        """Compare what may be picked, counted, stepped, dropped and picked up."""
        wanted = ref.options(self.world, march)
        topic = f"count to {march.purpose}" if march.purpose else "step" if march.group else "pick"
        found = {self.in_march(reader, action) for action in reader.legal()} - {None}
        if march.purpose is not None and max(n for _, n in wanted) >= NUM_DIGITS:
            high = int(reader.s["high_digit"])
            split = {divmod(n, NUM_DIGITS) for _, n in wanted}
            wanted = {("count", a if high < 0 else b) for a, b in split if high in (-1, a)}
            topic = "count above 31"
        self.expect(topic, found, wanted, f"at {march.at}")
        self.see_march(march)

    def in_march(self, reader: Reader, action: int) -> ref.Action | None:
        """Return an action of the Move Phase as the reference names it, None for cards."""
        name, number = reader.name(action)
        if name == "pass":
            return ("end" if reader.s["stage"] == state.PICK else "stop"), 0
        names = {"hex": "pick", "digit": "count"}
        return None if name == "card" else (names.get(name, name), number)

    def see_march(self, march: ref.March) -> None:
        """Count the rarer cases, so that the comparison is known not to be empty."""
        swarm = self.world.swarms[self.world.active]
        everyone = march.everyone()
        self.report.seen["webs near"] += any(ref.cards_near(self.world, swarm, h, "webs") for h in everyone)
        self.report.seen["webs under the group"] += bool(
            march.group and ref.cards_near(self.world, swarm, march.at, "webs")
        )
        self.report.seen["dormant"] += swarm.dormant
        self.report.seen["energy burst"] += march.burst > 0
        self.report.seen["migration"] += swarm.migration > 0
        self.report.seen["waterbugs"] += swarm.has("waterbugs") > 0
        self.report.seen["several classes in hand"] += len(+march.group) > 1

    def check_placing(self, reader: Reader) -> None:
        """Compare where new insects may go."""
        swarm = self.world.swarms[self.world.active]
        homes = self.homes or set()
        spaces = self.world.terrain if self.unplaced else ()
        wanted = {h for h in spaces if ref.can_place(self.world, swarm, h, homes)}
        self.expect("placing", reader.named("hex"), wanted)
        self.expect("placing", "pass" in {reader.name(a)[0] for a in reader.legal()}, not self.unplaced, "pass")
        self.report.seen["infestation"] += bool(wanted - homes)

    def check_target(self, reader: Reader) -> None:
        """Compare who names a target, and which."""
        assert self.fight is not None
        world, h = self.world, self.fight
        due = [
            seat
            for seat in ref.next_strikers(world, h, self.struck)
            if len(world.enemies(world.swarms[seat], h)) > 1 and seat not in self.named
        ]
        enemies = {other.seat for other in world.enemies(world.swarms[reader.actor], h)}
        self.expect("target", (reader.actor, reader.named("seat")), (due[0] if due else None, enemies))

    # Successors: what an action does.

    def follow(self, s: Any, action: int, after: Any) -> None:
        """Replay one decision and hold the outcome against the state after it."""
        reader = Reader(self.game, s)
        name, number = reader.name(action)
        first, last = int(s["logged"]), int(after["logged"])
        self.expect("log", last - first <= state.LOG_LENGTH, True, "the ring holds a whole transition")
        self.log = [tuple(after["log"][i % state.LOG_LENGTH].tolist()) for i in range(first, last)]
        self.after, self.left = after, int(self.game.rules["num_cards"][0]) - int(s["drawn"])
        self.world = read_world(self.game, s)
        codes = {entry[0] for entry in self.log}
        if s["question"] == state.NO_QUESTION and name != "card":
            if s["stage"] == state.TARGET:
                self.named[reader.actor] = number
            if s["stage"] in (state.PICK, state.COUNT, state.STEP) and after["question"] == state.NO_QUESTION:
                same = after["stage"] in (state.PICK, state.COUNT, state.STEP)
                if same and not codes & {events.TURN_BEGINS, events.EXTRA_PHASES}:
                    self.check_successor(s, self.in_march(reader, action), after)
        self.stage = int(s["stage"])
        self.replay()
        self.check_after(after)

    def check_successor(self, s: Any, action: ref.Action | None, after: Any) -> None:
        """Compare the group and all insects by spaces moved; choices with one option may have been made already."""
        world, march = read_world(self.game, s), read_march(s)
        assert action is not None
        if action[0] == "count":
            most = ref.count_range(world, march)[1]
            if most >= NUM_DIGITS:
                if s["high_digit"] < 0 and after["high_digit"] >= 0:
                    self.expect("high digit", int(after["high_digit"]), action[1])
                    return
                if s["high_digit"] < 0:  # one low digit is possible: that is the count
                    least = ref.count_range(world, march)[0]
                    action = ("count", max(least, action[1] * NUM_DIGITS))
                else:
                    action = ("count", int(s["high_digit"]) * NUM_DIGITS + action[1])
        before = march.everyone()
        ref.act(world, march, action)
        self.see_step(world, action, march, before)
        wanted, found = [shown(march)], shown(read_march(after))
        while wanted[-1] != found:
            forced = ref.options(world, march)
            if len(forced) != 1 or forced == {("end", 0)}:
                break
            ref.act(world, march, forced.pop())
            wanted.append(shown(march))
        self.expect(f"after {action[0]}", found if found not in wanted else None, None, f"{action} {wanted}")

    def see_step(self, world: ref.World, action: ref.Action, march: ref.March, before: dict[int, Counter]) -> None:
        """Count the rarer steps."""
        if action[0] != "step":
            return
        swarm, h = world.swarms[world.active], march.at
        enemies = bool(world.enemies(swarm, h))
        self.report.seen["into Mud"] += world.terrain[h] == "Mud"
        self.report.seen["into Water"] += world.terrain[h] == "Water"
        self.report.seen["into enemies"] += enemies and not march.group
        self.report.seen["through enemies in Roots"] += enemies and bool(march.group) and world.terrain[h] == "Roots"
        self.report.seen["through enemies by Burrowing"] += enemies and bool(march.group) and swarm.has("burrowing") > 0

    def replay(self) -> None:
        """Carry out the log on the reference, event by event."""
        handlers: dict[int, Callable[..., None]] = {
            events.CARD_BURNT: self.on_burnt,
            events.EVENT_PLAYED: self.on_event,
            events.EVOLUTION_PLAYED: self.on_evolution,
            events.CARD_SWAPPED: self.on_cards_changed,
            events.CARD_DESTROYED: self.on_cards_changed,
            events.INSECT_PLACED: self.on_placed,
            events.GROUP_MOVED: self.on_moved,
            events.FIGHT_BEGINS: self.on_fight,
            events.STRIKE: self.on_strike,
            events.CARDS_DRAWN: self.on_drawn,
            events.PLACE_PICKED: self.on_place,
            events.ROUND_BEGINS: self.on_round,
            events.TURN_BEGINS: self.on_turn,
            events.EXTRA_PHASES: self.on_extra_phases,
        }
        self.cuts: dict[tuple[int, int], int] = {}
        self.i = 0
        while self.i < len(self.log):
            code, *numbers = self.log[self.i]
            if code == events.STACK_CUT:
                self.cuts[numbers[0], numbers[1]] = numbers[2]
            elif code in (events.SAND_TOOK, events.ELIMINATED, events.INSECTS_SUCKED):
                self.expect("log", code, None, "an event out of place")
            self.i += 1
            if code in handlers:
                handlers[code](*numbers)

    def take(self, *codes: int) -> list[tuple[int, ...]]:
        """Take the next events of the log as long as they are of some kinds."""
        taken = []
        while self.i < len(self.log) and self.log[self.i][0] in codes:
            taken.append(self.log[self.i])
            self.i += 1
        return taken

    def next_code(self) -> int | None:
        return self.log[self.i][0] if self.i < len(self.log) else None

    def settle(self) -> None:
        """Let the Event card that waits for reactions take effect, unless it was negated. [INS-E10]"""
        if self.pending is None or self.negated:
            self.pending, self.negated = None, False
            return
        (name, seat, at), self.pending = self.pending, None
        rules, swarm = self.world.rules, self.world.swarms[seat]
        if name == "feeding_frenzy":
            swarm.frenzy += rules.frenzy_attack
        elif name == "rush":
            swarm.rush += rules.rush_initiative
        elif name == "latency":
            swarm.latency += rules.latency_initiative
        elif name == "molt":
            self.world.swarms[at].molted = True
        elif name == "reproductive_cycle":
            self.gain(rules.cycle_reproduction)
        self.report.seen[name] += 1

    def gain(self, count: int) -> None:
        """Add insects that are still to be placed."""
        assert self.unplaced is not None
        swarm = self.world.swarms[self.world.active]
        self.unplaced += max(0, min(count, self.world.rules.counters - swarm.size() - self.unplaced))

    def on_burnt(self, seat: int, card: int, kind: int, _: int) -> None:
        self.settle()
        name = KIND_KEYS[kind]
        self.world.swarms[seat].burnt[name] += 1
        if name == "reproduction" and self.stage == state.REPRODUCTION_PHASE:
            self.gain(self.world.rules.reproduction_per_card)

    def on_event(self, seat: int, card: int, at: int, _: int) -> None:
        name = KIND_KEYS[int(self.game.rules["card_kind"][0][card])]
        if name == "react_quickly":
            self.negated = not self.negated
            self.report.seen["react_quickly"] += 1
        else:
            self.settle()
            self.pending = (name, seat, at)

    def on_evolution(self, seat: int, card: int, kind: int, _: int) -> None:
        self.world.swarms[seat].evolutions[KIND_KEYS[kind]] += 1

    def on_cards_changed(self, *_: int) -> None:
        """Read anew what is in play, less the cards that are played later in this log."""
        later = [entry for entry in self.log[self.i :] if entry[0] == events.EVOLUTION_PLAYED]
        for swarm in self.world.swarms:
            if not self.after["out"][swarm.seat]:
                played_later = Counter(KIND_KEYS[kind] for _, seat, _, kind, *_ in later if seat == swarm.seat)
                swarm.evolutions = read_effects(self.after, swarm.seat) - played_later

    def begin_reproduction(self) -> None:
        """Reckon the new insects of the phase. [INS-11, INS-S12]"""
        swarm = self.world.swarms[self.world.active]
        self.homes = {h for h, n in swarm.stacks.items() if n > 0}
        self.unplaced = 0
        self.gain(ref.reproduction(self.world, swarm))

    def on_placed(self, seat: int, h: int, count: int, _: int) -> None:
        if self.unplaced is None:
            self.begin_reproduction()
        assert self.unplaced is not None and self.homes is not None
        self.expect("placing", ref.can_place(self.world, self.world.swarms[seat], h, self.homes), True)
        self.world.swarms[seat].stacks[h] += count
        self.unplaced -= count

    def on_moved(self, seat: int, start: int, end: int, count: int) -> None:
        self.world.swarms[seat].stacks[start] -= count
        self.world.swarms[seat].stacks[end] += count

    def on_fight(self, h: int, *_: int) -> None:
        self.expect("fight order", h in ref.fights_left(self.world, self.fought), True)
        self.fight, self.struck, self.named = h, set(), {}
        self.fought.add(h)

    def on_strike(self, *_: int) -> None:
        """Compare the blows of one Initiative, what they kill, and who is out."""
        self.settle()
        self.i -= 1
        world, h = self.world, self.fight
        assert h is not None
        strikers = ref.next_strikers(world, h, self.struck)
        block = [entry[1:4] for entry in self.log[self.i : self.i + len(strikers)] if entry[0] == events.STRIKE]
        self.i += len(block)
        target = {seat: at for seat, at, _ in block}
        for seat in strikers:
            enemies = [other.seat for other in world.enemies(world.swarms[seat], h)]
            self.expect("target", target.get(seat), enemies[0] if len(enemies) == 1 else self.named.get(seat))
        if set(target) != set(strikers):
            self.expect("strike", block, strikers, "who strikes")
            return
        self.report.seen["equal Initiative"] += len(strikers) > 1
        self.report.seen["first strike"] += len(strikers) == 1 and not self.struck
        self.report.seen["three in a space"] += len(world.owners(h)) > 2
        blows = ref.strike(world, h, strikers, target)
        self.expect("strike", block, blows)
        self.struck |= set(strikers)
        self.named = {}
        self.after_blows(h, Counter({seat: kills for seat, _, kills in blows}))

    def after_blows(self, h: int, killed: Counter) -> None:
        """Compare blood sucked, the dead, and the end of the game."""
        taken = self.take(events.ELIMINATED, events.INSECTS_SUCKED)
        gained = ref.suck_blood(self.world, h, killed)
        found = Counter({entry[1]: entry[2] for entry in taken if entry[0] == events.INSECTS_SUCKED})
        self.expect("blood", found, gained)
        self.report.seen["blood sucked"] += bool(gained)
        dead = self.bury([entry[1] for entry in taken if entry[0] == events.ELIMINATED])
        is_over = not ref.next_strikers(self.world, h, self.struck)
        living = {swarm.seat for swarm in self.world.swarms if not swarm.out}
        if len(living) < 2 and dead:
            self.check_end(("last swarm", living) if living else ("all swarms dead", dead))
        elif self.world.active in dead:
            self.report.seen["active player dies"] += 1
            self.check_end(ref.end_of_turn(self.world, False, living))
            turn_is_over = self.next_code() in (events.ROUND_BEGINS, events.TURN_BEGINS, events.GAME_OVER)
            self.expect("active dies", turn_is_over, True)
            is_over = True
        if is_over:
            self.fight = None
            for swarm in self.world.swarms:
                swarm.frenzy = swarm.rush = 0

    def bury(self, named: list[int]) -> set[int]:
        """Compare who is out; their cards are gone. [INS-P5, INS-S31]"""
        dead = {swarm.seat for swarm in self.world.swarms if not swarm.out and swarm.size() == 0}
        self.expect("elimination", set(named), dead)
        self.report.seen["eliminated"] += len(dead)
        for seat in dead:
            swarm = self.world.swarms[seat]
            swarm.out, swarm.evolutions, swarm.burnt = True, Counter(), Counter()
        return dead

    def check_end(self, wanted: tuple[str, set[int]] | None) -> None:
        """Compare whether and how the game ends here."""
        found = None
        if self.next_code() == events.GAME_OVER:
            winners = {seat for seat, won in enumerate(self.after["winner"].tolist()) if won}
            found = (victory.ENDING_NAMES[self.log[self.i][1]], winners)
            self.report.seen[found[0]] += 1
        self.expect("end", found, wanted)

    def on_drawn(self, seat: int, count: int, *_: int) -> None:
        """Compare stacks cut before the Event Phase's draw, and Sand and the end of the turn after it."""
        wanted = min(self.game.config.rules.cards_drawn, self.left)
        is_over = self.left == 0 or (self.left <= wanted and self.game.config.rules.deck_end == "emptied")
        self.left -= count
        rest = [entry[0] for entry in self.log[self.i :]]
        ends = {events.ROUND_BEGINS, events.TURN_BEGINS, events.GAME_OVER}
        place = next((i for i, code in enumerate(rest) if code in ends), None)
        if place is None or not set(rest[:place]) <= {events.SAND_TOOK, events.ELIMINATED}:
            return  # Cocoon or Adaptation
        self.expect("draw", count, wanted)
        self.settle()
        self.expect("stack limit", self.cuts, ref.stacks_cut(self.world))
        self.see_cuts()
        self.lose(self.cuts)
        alive = {swarm.seat for swarm in self.world.swarms if not swarm.out}
        sunk = {(entry[1], entry[2]): entry[3] for entry in self.take(events.SAND_TOOK)}
        self.expect("sand", sunk, ref.sand_takes(self.world))
        self.report.seen["sunk in sand"] += bool(sunk)
        self.lose(sunk)
        self.bury([entry[1] for entry in self.take(events.ELIMINATED)])
        self.check_end(ref.end_of_turn(self.world, is_over, alive) or self.last_round())

    def last_round(self) -> tuple[str, set[int]] | None:
        """The end after the last turn of the last round, if that is a rule. [INS-S42]"""
        if self.round_number != self.game.config.max_rounds or any(not self.world.swarms[p].out for p in self.todo):
            return None
        return "round limit", ref.winners_by_spaces(self.world)

    def lose(self, lost: dict[tuple[int, int], int]) -> None:
        for (seat, h), count in lost.items():
            self.world.swarms[seat].stacks[h] -= count

    def see_cuts(self) -> None:
        """Count the rarer stack limits."""
        for seat, h in self.cuts:
            swarm = self.world.swarms[seat]
            self.report.seen[f"cut on {self.world.terrain[h]}"] += 1
            self.report.seen["cut under Revulsion"] += ref.cards_near(self.world, swarm, h, "revulsion") > 0

    def on_place(self, seat: int, place: int, *_: int) -> None:
        """Compare who picks a place."""
        self.settle()
        assert self.first is not None
        order = ref.picking_order(self.world, self.first)
        self.expect("bid", seat, order[len(self.places)])
        if not self.places:
            self.see_ties(order)
        self.places[place] = seat

    def see_ties(self, order: list[int]) -> None:
        """Count how the first two pickers were told apart."""
        a, b = (self.world.swarms[seat] for seat in order[:2])
        for name in ("initiative", "intelligence", "movement"):
            if ref.trait(self.world, a, name) != ref.trait(self.world, b, name):
                self.report.seen[f"bid by {name}"] += 1
                return
        self.report.seen["bid clockwise"] += 1

    def on_round(self, number: int, *_: int) -> None:
        self.round_number = number

    def on_turn(self, seat: int, *_: int) -> None:
        """Begin a turn: what held for the last one is gone."""
        if self.unplaced is not None:
            self.expect("placing", self.unplaced, 0, "insects left over")
        if self.places:
            out = [swarm.seat for swarm in self.world.swarms if swarm.out]
            self.world.order = [self.places[place] for place in sorted(self.places)] + out
            self.todo = self.world.order[: len(self.places)]
            self.first, self.places = self.world.order[0], {}
        self.todo = [p for p in self.todo if not self.world.swarms[p].out]
        self.expect("turn order", seat, self.todo[0] if self.todo else None)
        self.todo = self.todo[1:]
        self.world.active = seat
        self.fought, self.fight, self.homes, self.unplaced, self.pending = set(), None, None, None, None
        for swarm in self.world.swarms:
            swarm.burnt = Counter()
            swarm.latency = swarm.frenzy = swarm.rush = swarm.cycle = swarm.migration = 0
            swarm.molted = swarm.dormant = False

    def on_extra_phases(self, *_: int) -> None:
        self.fought = set()
        self.report.seen["rampage"] += 1

    def check_after(self, after: Any) -> None:
        """Compare all stacks, and the insects that are still to be placed."""
        if after["question"] != state.REACTION:
            if after["stage"] == state.REPRODUCTION_PHASE and self.unplaced is None:
                self.begin_reproduction()
            self.settle()
        for swarm in self.world.swarms:
            wanted = {h: n for h, n in swarm.stacks.items() if n > 0}
            self.expect("stacks", read_stacks(after, swarm.seat), wanted)
        if after["stage"] == state.REPRODUCTION_PHASE and after["question"] == state.NO_QUESTION:
            self.expect("reproduction", int(after["unplaced"]), self.unplaced)
            swarm = self.world.swarms[self.world.active]
            self.report.seen["on Grass"] += any(self.world.terrain[h] == "Grass" for h in +swarm.stacks)


def shown(march: ref.March) -> tuple[Any, ...]:
    """Return what is compared of a Move Phase."""
    in_hand = march.purpose is not None or bool(+march.group)
    return (
        march.everyone(),
        +march.group,
        march.at if in_hand else None,
        march.moves_made,
        (march.purpose, march.spaces_moved, march.counted) if march.purpose else None,
        (march.may_drop, march.may_pick_up) if in_hand and march.steps else None,
    )


class Report:
    """What was compared, and what differed."""

    def __init__(self) -> None:
        self.seen: Counter = Counter()
        self.differences: dict[str, list[str]] = {}


WEIGHTS = {"pass": 2, "card": 3, "hex": 4, "step": 6, ref.PICK_UP: 6, ref.DROP: 6, "digit": 3, "seat": 4}


def choose(dice: random.Random, s: Any, game: Any) -> int:
    """Draw a legal action, steps towards enemies and uncommon actions more often."""
    reader = Reader(game, s)
    legal = reader.legal()
    weights = []
    for action in legal:
        name, number = reader.name(action)
        weight = float(WEIGHTS[name])
        if name == "step":
            there = game.rules["neighbours"][0][int(s["at"])][number]
            weight *= 3 if s["bugs"][:, there].sum() > s["bugs"][int(s["active"]), there] else 1
        weights.append(weight)
    return dice.choices(legal, weights)[0]


@cache
def played(setup: str, desks: int = DESKS, plies: int = PLIES, seed: int = 1) -> Report:
    """Play games side by side and follow every decision."""
    game = insects(InsectsConfig.read(SETUPS[setup]))
    table, report, dice = Table(game, desks), Report(), random.Random(f"{setup} {seed}")
    table.seed(np.arange(desks) + 1000 * seed)
    followers = [Follower(game, report) for _ in range(desks)]
    table.arrange(autoreset=False)
    table.begin()
    for i, follower in enumerate(followers):
        follower.begin(table.states[i].copy(), f"desk {i}")
    for ply in range(plies):
        before = table.states.copy()
        for i, follower in enumerate(followers):
            if not before[i]["done"]:
                follower.here = f"desk {i} game {table.episodes[i]} ply {ply}"
                follower.check_decision(before[i])
                table.actions[i, before[i]["actor"]] = choose(dice, before[i], game)
        actions = table.actions.copy()
        table.step(np.flatnonzero(~before["done"]))
        table.begin(np.flatnonzero(before["done"]))
        for i, follower in enumerate(followers):
            if before[i]["done"]:
                follower.begin(table.states[i], f"desk {i} ply {ply}")
            else:
                follower.follow(before[i], int(actions[i, before[i]["actor"]]), table.states[i])
    return report


def assert_same(setup: str, *topics: str) -> None:
    """Fail with the first differences of some topics."""
    report = played(setup)
    found = [f"{topic}: {text}" for topic in topics for text in report.differences.get(topic, [])]
    assert not found, "\n".join(found[:5])


each_setup = pytest.mark.parametrize("setup", SETUPS)


@each_setup
@pytest.mark.rule("INS-8", "INS-S5", "INS-V6")
def test_swarms_pick_their_places_in_the_order_of_the_reference(setup: str) -> None:
    assert_same(setup, "bid", "turn order")


@each_setup
@pytest.mark.rule("INS-10")
def test_excess_cards_are_asked_for_above_the_hand_limit_of_the_reference(setup: str) -> None:
    assert_same(setup, "hand")


@each_setup
@pytest.mark.rule("INS-11", "INS-2.2", "INS-P6", "INS-S12", "INS-S14", "INS-E4", "INS-P13", "INS-V2", "INS-3")
def test_new_insects_are_as_many_and_go_where_the_reference_says(setup: str) -> None:
    assert_same(setup, "reproduction", "placing")


@each_setup
@pytest.mark.rule("INS-12", "INS-2.5", "INS-P11", "INS-P12", "INS-S15", "INS-S16", "INS-S17", "INS-S18", "INS-S20")
@pytest.mark.rule("INS-S21", "INS-S22", "INS-E1", "INS-E6", "INS-E15", "INS-V3", "INS-V4")
def test_stacks_may_be_picked_counted_and_moved_as_in_the_reference(setup: str) -> None:
    assert_same(setup, "pick", "step", "count to go", "count to pick up", "count to drop", "count above 31")


@each_setup
@pytest.mark.rule("INS-12", "INS-2.7", "INS-2.9", "INS-P11", "INS-S17", "INS-S18", "INS-S19", "INS-S20", "INS-E2")
def test_groups_move_as_in_the_reference(setup: str) -> None:
    steps = ("step", "stop", "pick", "count", ref.PICK_UP, ref.DROP, "end")
    assert_same(setup, "high digit", *(f"after {name}" for name in steps))


@each_setup
@pytest.mark.rule("INS-13", "INS-2.3", "INS-2.4", "INS-P8", "INS-S27", "INS-S28", "INS-S29", "INS-S30")
@pytest.mark.rule("INS-S32", "INS-S40", "INS-V1", "INS-V5", "INS-E3", "INS-E14")
def test_fights_go_as_in_the_reference(setup: str) -> None:
    assert_same(setup, "fight order", "target", "strike", "blood")


@each_setup
@pytest.mark.rule("INS-1", "INS-P2", "INS-P3", "INS-P4", "INS-P5", "INS-S31", "INS-S37")
def test_swarms_die_and_games_end_as_in_the_reference(setup: str) -> None:
    assert_same(setup, "elimination", "active dies", "end", "draw")


@each_setup
@pytest.mark.rule("INS-14", "INS-2.6", "INS-2.8", "INS-P9", "INS-P13", "INS-E5")
def test_stacks_are_cut_as_in_the_reference(setup: str) -> None:
    assert_same(setup, "stack limit")


@each_setup
@pytest.mark.rule("INS-2.0", "INS-P9", "INS-S37")
def test_sand_takes_what_it_takes_in_the_reference(setup: str) -> None:
    assert_same(setup, "sand")


@each_setup
def test_the_log_tells_the_whole_story_and_single_choices_are_not_asked(setup: str) -> None:
    assert_same(setup, "log", "stacks", "choices")


def test_every_difference_belongs_to_a_topic_and_rare_cases_were_met() -> None:
    seen: Counter = Counter()
    for setup in SETUPS:
        assert not played(setup).differences
        seen.update(played(setup).seen)
    assert not [case for case in RARE_CASES if seen[case] == 0], seen
