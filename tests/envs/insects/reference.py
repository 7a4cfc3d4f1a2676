"""The hard rules of insects, stated slowly and plainly, to be held against the kernels.

Spaces are numbers, stacks and effects are dictionaries; nothing here calls or copies a kernel. A *march* is the Move
Phase of the active player: who waits where, the group in hand, and what has been used up.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from swarmzoo.envs.insects.config import InsectsRules

STOPPED = 10_000  # spaces moved by insects that Mud or an enemy has stopped: no move left this turn
GO, PICK_UP, DROP = "go", "pick up", "drop"
Action = tuple[str, int]  # "pick" and a space, "count" and a number, "step" and a direction, "stop", "end", DROP ...


@dataclass
class Swarm:
    """One player's insects and what is in force for them; ``stacks`` maps spaces to insects."""

    seat: int
    stacks: Counter = field(default_factory=Counter)
    evolutions: Counter = field(default_factory=Counter)  # in play, by name; a Mimic counts as what it copies
    burnt: Counter = field(default_factory=Counter)
    hand_size: int = 0
    latency: int = 0
    frenzy: int = 0
    rush: int = 0
    cycle: int = 0
    migration: int = 0
    molted: bool = False
    dormant: bool = False
    out: bool = False

    def has(self, name: str) -> int:
        """Count the cards of a name in force."""
        return self.evolutions[name] + self.burnt[name]

    def size(self) -> int:
        """Count all insects."""
        return sum(self.stacks.values())


@dataclass
class March:
    """The Move Phase: insects by space and by spaces moved, and the group in hand."""

    waiting: dict[int, Counter]
    group: Counter = field(default_factory=Counter)
    at: int = -1
    steps: int = 0
    burst: int = 0
    moves_made: int = 0
    may_drop: bool = False
    may_pick_up: bool = False
    purpose: str | None = None  # a count is asked: GO, PICK_UP or DROP
    spaces_moved: int = -1  # of the insects that are counted
    counted: int = 0  # insects named in this count so far

    def everyone(self) -> dict[int, Counter]:
        """Return all insects by space and spaces moved, the group in hand among them."""
        spaces = {h: Counter(classes) for h, classes in self.waiting.items()}
        spaces.setdefault(self.at, Counter()).update(self.group)
        return {h: +classes for h, classes in spaces.items() if +classes}


@dataclass
class World:
    """A position: ``beside[h]`` are the six neighbours of a space, None beyond the edge; ``order`` the turn order."""

    rules: InsectsRules
    terrain: dict[int, str]
    beside: dict[int, list[int | None]]
    swarms: list[Swarm]
    order: list[int]
    active: int

    def owners(self, h: int) -> list[Swarm]:
        """Return the swarms with a stack in a space."""
        return [swarm for swarm in self.swarms if swarm.stacks[h] > 0]

    def enemies(self, swarm: Swarm, h: int) -> list[Swarm]:
        """Return the others with a stack in a space."""
        return [other for other in self.owners(h) if other is not swarm]

    def near(self, h: int) -> set[int]:
        """Return a space and its neighbours."""
        return {h, *(t for t in self.beside[h] if t is not None)}

    def in_turn_order(self, seats: Iterable[int]) -> list[int]:
        """Sort seats by turn order, from the active player."""
        first = self.order.index(self.active)
        return sorted(seats, key=lambda seat: (self.order.index(seat) - first) % len(self.order))


# Attributes.


def trait(world: World, swarm: Swarm, name: str) -> int:
    """A base value, and the bonus of each card in play or burnt. [INS-4, INS-16, INS-17]"""
    return getattr(world.rules, f"base_{name}") + getattr(world.rules, f"{name}_per_card") * swarm.has(name)


def intelligence(world: World, swarm: Swarm) -> int:
    """Stacks that may be moved; Migration adds to it. [INS-4, INS-V4]"""
    return trait(world, swarm, "intelligence") + swarm.migration


def hand_limit(world: World, swarm: Swarm) -> int:
    """Two cards and Intelligence. [INS-10]"""
    return world.rules.hand_limit + trait(world, swarm, "intelligence")


def attack(world: World, swarm: Swarm, h: int) -> int:
    """Damage of one insect, with Rocks and Feeding Frenzy. [INS-2.4, INS-V1]"""
    rocks = world.rules.rocks_attack if world.terrain[h] == "Rocks" else 0
    return trait(world, swarm, "attack") + rocks + swarm.frenzy


def defense(world: World, swarm: Swarm, h: int) -> int:
    """Damage that kills one insect: Molt replaces the swarm's value, a Mound still helps. [INS-2.3, INS-S40]"""
    mound = world.rules.mound_defense if world.terrain[h] == "Mound" else 0
    return (world.rules.molt_defense if swarm.molted else trait(world, swarm, "defense")) + mound


def reproduction(world: World, swarm: Swarm) -> int:
    """New insects: cards, Reproductive Cycle, and each Grass space where the swarm has a stack. [INS-2.2, INS-P6]"""
    grass = [h for h, n in swarm.stacks.items() if n > 0 and world.terrain[h] == "Grass"]
    if not world.rules.grass_contested:
        grass = [h for h in grass if not world.enemies(swarm, h)]
    return trait(world, swarm, "reproduction") + swarm.cycle + world.rules.grass_reproduction * len(grass)


def cards_near(world: World, swarm: Swarm, h: int, name: str) -> int:
    """Count cards in force of enemies with a stack in the same or an adjacent space. [INS-E5, INS-E6]"""
    near = world.near(h)
    return sum(
        other.has(name) for other in world.swarms if other is not swarm and any(other.stacks[t] > 0 for t in near)
    )


def stack_limit(world: World, swarm: Swarm, h: int) -> int:
    """Insects that may stay: cards, Den, then Slope and Revulsion with their minimums. [INS-2.6, INS-2.8, INS-E5]"""
    limit = trait(world, swarm, "stack")
    if world.terrain[h] == "Den":
        limit += world.rules.den_stack
    if world.terrain[h] == "Slope":
        limit = max(limit - world.rules.slope_stack_loss, min(limit, world.rules.stack_minimum))
    revulsion = world.rules.revulsion_stack_loss * cards_near(world, swarm, h, "revulsion")
    return max(limit - revulsion, min(limit, world.rules.revulsion_minimum))


def allowance(world: World, swarm: Swarm, h: int, burst: int = 0) -> int:
    """Spaces an insect that leaves a space may have moved, that step included. [INS-S20, INS-S21, INS-S23, INS-S40]

    Webs lower Movement to 0 at least; Energy Burst comes on top of what they leave.
    """
    spaces = world.rules.dormancy_movement if swarm.dormant else trait(world, swarm, "movement")
    webs = world.rules.webs_movement_loss * cards_near(world, swarm, h, "webs")
    return max(spaces - webs, min(spaces, world.rules.webs_minimum)) + burst


# The Bid.


def picking_order(world: World, last_first: int) -> list[int]:
    """Initiative, Intelligence, Movement, then clockwise from the last round's first player. [INS-8, INS-S5]"""

    def rank(seat: int) -> tuple[int, int, int, int]:
        swarm = world.swarms[seat]
        return (
            -trait(world, swarm, "initiative") - swarm.latency,
            -trait(world, swarm, "intelligence"),
            -trait(world, swarm, "movement"),
            (seat - last_first) % len(world.swarms),
        )

    return sorted((swarm.seat for swarm in world.swarms if not swarm.out), key=rank)


# Reproduction.


def can_place(world: World, swarm: Swarm, h: int, homes: set[int]) -> bool:
    """Stacks of the phase's beginning; with Infestation enemies' spaces near those. [INS-11, INS-P13, INS-S12]"""
    if h in homes:
        return True
    reached = set(homes)
    for _ in range(world.rules.infestation_range):
        reached |= {t for space in reached for t in world.near(space)}
    return bool(swarm.has("infestation") and world.enemies(swarm, h) and h in reached and can_enter(world, swarm, h))


# Movement.


def can_enter(world: World, swarm: Swarm, h: int) -> bool:
    """Water is closed but to Waterbugs. [INS-2.5, INS-E1, INS-S22]"""
    return world.terrain[h] != "Water" or not world.rules.water_blocks or swarm.has("waterbugs") > 0


def exits(world: World, swarm: Swarm, h: int) -> set[int]:
    """Return the directions in which a space may be left. [INS-12, INS-P12]"""
    if not world.rules.leave_contested and world.enemies(swarm, h):
        return set()
    return {d for d, t in enumerate(world.beside[h]) if t is not None and can_enter(world, swarm, t)}


def with_moves(world: World, swarm: Swarm, classes: Counter, h: int, burst: int = 0) -> Counter:
    """Return those insects, by spaces moved, that may move on from a space. [INS-12, INS-S18]"""
    most = allowance(world, swarm, h, burst)
    return Counter({k: n for k, n in classes.items() if n > 0 and k < most})


def options(world: World, march: March) -> set[Action]:
    """Everything the active player may do about its insects now. [INS-12]"""
    if march.purpose is not None:
        least, most = count_range(world, march)
        return {("count", n) for n in range(least, most + 1)}
    if not march.group:
        return {("end", 0), *(("pick", h) for h in stacks_to_pick(world, march))}
    may = {("step", d) for d in directions(world, march)}
    if march.steps > 0:  # a group must take one step [INS-S16]
        may.add(("stop", 0))
    if may_drop(world, march):
        may.add((DROP, 0))
    if may_pick_up(world, march):
        may.add((PICK_UP, 0))
    return may


def act(world: World, march: March, action: Action) -> None:
    """Carry out one of the options."""
    name, number = action
    if name == "pick":
        march.at, march.steps, march.burst, march.moves_made = number, 0, 0, march.moves_made + 1  # [INS-S16]
        begin_count(world, march, GO)
    elif name == "count":
        count(world, march, number)
    elif name == "step":
        take_step(world, march, number)
    elif name == "stop":
        stop(march)
    else:
        begin_count(world, march, name)


def stacks_to_pick(world: World, march: March) -> set[int]:
    """Stacks that can step, while an Intelligence move is left. [INS-12, INS-S16]"""
    swarm = world.swarms[world.active]
    if march.moves_made >= intelligence(world, swarm):
        return set()
    return {h for h, who in march.waiting.items() if with_moves(world, swarm, who, h) and exits(world, swarm, h)}


def directions(world: World, march: March) -> set[int]:
    """Directions in which the group in hand may step. [INS-12]"""
    swarm = world.swarms[world.active]
    able = with_moves(world, swarm, march.group, march.at, march.burst)
    return exits(world, swarm, march.at) if able else set()


def may_pick_up(world: World, march: March) -> bool:
    """Once in a space entered, if insects that can step wait there. [INS-P11, INS-S15]"""
    swarm = world.swarms[world.active]
    able = classes_asked(world, march, PICK_UP)
    return march.may_pick_up and march.steps > 0 and bool(able and exits(world, swarm, march.at))


def may_drop(world: World, march: March) -> bool:
    """Once in a space entered, if of those that can step on some can stay and some go. [INS-P11, INS-S15]"""
    swarm = world.swarms[world.active]
    able = sum(classes_asked(world, march, DROP).values())
    return march.may_drop and march.steps > 0 and able > 1 and bool(exits(world, swarm, march.at))


def classes_asked(world: World, march: March, purpose: str) -> Counter:
    """Return the insects that a count is about, by spaces moved: those that can still step. [INS-S17, INS-S18]"""
    insects = march.group if purpose == DROP else march.waiting.get(march.at, Counter())
    return with_moves(world, world.swarms[world.active], insects, march.at, march.burst)


def begin_count(world: World, march: March, purpose: str) -> None:
    """Ask how many go, or are picked up or dropped: fewest spaces moved first; once in a space. [INS-S15, INS-S17]"""
    march.purpose, march.spaces_moved, march.counted = purpose, -1, 0
    if purpose == PICK_UP:
        march.may_pick_up = False
    elif purpose == DROP:
        march.may_drop = False
    next_class(world, march)


def next_class(world: World, march: March) -> None:
    """Go on to the next class of insects; empty ones are skipped. [INS-S17]"""
    assert march.purpose is not None
    later = [k for k in classes_asked(world, march, march.purpose) if k > march.spaces_moved]
    if later:
        march.spaces_moved = min(later)
    else:
        march.purpose = None


def count_range(world: World, march: March) -> tuple[int, int]:
    """Least and greatest answer: somebody goes, is picked up or dropped; a drop leaves somebody in hand. [INS-S16]"""
    assert march.purpose is not None
    asked = classes_asked(world, march, march.purpose)
    most = asked[march.spaces_moved]
    if march.purpose == DROP and sum(asked.values()) == most:
        most -= 1
    is_last = max(asked) == march.spaces_moved
    return (min(1, most) if is_last and march.counted == 0 else 0), most


def count(world: World, march: March, number: int) -> None:
    """Move insects of the class that is asked about into the group, or out of it. [INS-S17]"""
    some = Counter({march.spaces_moved: number})
    if march.purpose == DROP:
        march.group -= some
        _wait(march, some)
    else:
        march.waiting[march.at] -= some
        march.group += some
    march.counted += number
    next_class(world, march)


def is_stopped_in(world: World, swarm: Swarm, h: int) -> bool:
    """Mud stops, and enemies do but in Roots or with Burrowing. [INS-2.7, INS-2.9, INS-12, INS-E2, INS-P13]"""
    if world.terrain[h] == "Mud" and world.rules.mud_stops:
        return True
    passes = swarm.has("burrowing") or (world.terrain[h] == "Roots" and world.rules.roots_let_pass)
    return bool(world.enemies(swarm, h)) and not passes


def take_step(world: World, march: March, direction: int) -> None:
    """Move the group: who has no move left stays behind, who is stopped is done. [INS-S18, INS-S19]"""
    swarm = world.swarms[world.active]
    going = with_moves(world, swarm, march.group, march.at, march.burst)
    _wait(march, march.group - going)
    there = world.beside[march.at][direction]
    assert there is not None
    march.group = Counter({k + 1: n for k, n in going.items()})
    swarm.stacks[march.at] -= sum(going.values())
    swarm.stacks[there] += sum(going.values())
    march.at, march.steps = there, march.steps + 1
    march.may_drop = march.may_pick_up = world.rules.pick_up_and_drop
    if is_stopped_in(world, swarm, there):
        march.group = Counter({STOPPED: sum(going.values())})
        stop(march)


def stop(march: March) -> None:
    """Put the group down. [INS-12]"""
    _wait(march, march.group)
    march.group, march.burst, march.steps = Counter(), 0, 0
    march.may_drop = march.may_pick_up = False


def _wait(march: March, classes: Counter) -> None:
    march.waiting.setdefault(march.at, Counter()).update(classes)


# Combat.


def contested(world: World, h: int) -> bool:
    """Stacks of two swarms or more share the space. [INS-13]"""
    return len(world.owners(h)) > 1


def fights_left(world: World, fought: set[int]) -> set[int]:
    """Contested spaces without their exchange in this phase. [INS-P8, INS-S30]"""
    mine = world.swarms[world.active]
    return {
        h
        for h in world.terrain
        if contested(world, h) and h not in fought and (world.rules.fight_scope == "all" or mine.stacks[h] > 0)
    }


def next_strikers(world: World, h: int, struck: set[int]) -> list[int]:
    """The stacks of highest Initiative that are yet to strike an enemy, in turn order. [INS-13, INS-S27]"""
    ready = [s for s in world.owners(h) if s.seat not in struck and world.enemies(s, h)]
    if not ready:
        return []
    initiative = {s.seat: trait(world, s, "initiative") + s.rush for s in ready}
    best = max(initiative.values())
    return world.in_turn_order(seat for seat, value in initiative.items() if value == best)


def strike(world: World, h: int, strikers: list[int], target: dict[int, int]) -> list[tuple[int, int, int]]:
    """Blows of equal Initiative fall together, each divided by Defense on its own. [INS-13, INS-S27, INS-S28]

    Return (seat, target, killed); where the blows could kill more than there are, the first in turn order are credited.
    """
    damage = {seat: attack(world, world.swarms[seat], h) * world.swarms[seat].stacks[h] for seat in strikers}
    blows = []
    for seat in strikers:
        victim = world.swarms[target[seat]]
        killed = min(damage[seat] // defense(world, victim, h), victim.stacks[h])
        victim.stacks[h] -= killed
        blows.append((seat, victim.seat, killed))
    return blows


def suck_blood(world: World, h: int, killed: Counter) -> Counter:
    """One insect for every four killed by a blow joins each stack that still stands. [INS-E3, INS-S32, INS-3]"""
    gained: Counter = Counter()
    for seat, kills in killed.items():
        swarm = world.swarms[seat]
        if swarm.stacks[h] > 0:
            gain = kills // world.rules.blood_suckers_every * swarm.has("blood_suckers")
            gained[seat] = min(gain, world.rules.counters - swarm.size())
            swarm.stacks[h] += gained[seat]
    return +gained


# The end of a turn, and of the game.


def _checked(world: World, scope: str) -> list[Swarm]:
    """Return the swarms whose stacks a phase looks at. [INS-P9]"""
    return world.swarms if scope == "all" else [world.swarms[world.active]]


def stacks_cut(world: World) -> dict[tuple[int, int], int]:
    """Insects lost by (seat, space) in the Stack Limit Phase. [INS-14]"""
    excess = {
        (swarm.seat, h): n - stack_limit(world, swarm, h)
        for swarm in _checked(world, world.rules.stack_limit_scope)
        for h, n in swarm.stacks.items()
    }
    return {key: lost for key, lost in excess.items() if lost > 0}


def sand_takes(world: World) -> dict[tuple[int, int], int]:
    """Insects lost by (seat, space) to Sand at the end of a turn. [INS-2.0]"""
    return {
        (swarm.seat, h): min(n, world.rules.sand_loss)
        for swarm in _checked(world, world.rules.sand_scope)
        for h, n in swarm.stacks.items()
        if n > 0 and world.terrain[h] == "Sand"
    }


def spaces_held(world: World, swarm: Swarm, control: str) -> set[int]:
    """Spaces where a swarm is the only occupant, or has the largest stack. [INS-P2, INS-P3]"""
    held = set()
    for h, n in swarm.stacks.items():
        others = [other.stacks[h] for other in world.enemies(swarm, h)]
        if n > 0 and (not others or (control == "most" and n > max(others))):
            held.add(h)
    return held


def holder_of_all_dens(world: World) -> int | None:
    """The swarm that controls every Den, or None. [INS-1, INS-P2]"""
    dens = {h for h, kind in world.terrain.items() if kind == "Den"}
    control = world.rules.den_control
    return next((swarm.seat for swarm in world.swarms if dens <= spaces_held(world, swarm, control)), None)


def winners_by_spaces(world: World) -> set[int]:
    """Most spaces; ties go to more insects, then are shared. [INS-1, INS-P3]"""
    by_size = world.rules.space_ties == "insects"
    score = {
        swarm.seat: (len(spaces_held(world, swarm, world.rules.space_control)), swarm.size() if by_size else 0)
        for swarm in world.swarms
        if not swarm.out
    }
    best = max(score.values())
    return {seat for seat, value in score.items() if value == best}


def end_of_turn(world: World, deck_is_over: bool, alive_before: set[int]) -> tuple[str, set[int]] | None:
    """How the game ends after Sand, if it does, and who shares first place. [INS-S37, INS-S31, INS-P5]"""
    alive = {swarm.seat for swarm in world.swarms if swarm.size() > 0}
    if not alive:
        return "all swarms dead", alive_before
    if len(alive) == 1 and alive != alive_before and world.rules.last_swarm_wins:
        return "last swarm", alive
    holder = holder_of_all_dens(world)
    if holder is not None:
        return "all Dens", {holder}
    return ("deck's end", winners_by_spaces(world)) if deck_is_over else None
