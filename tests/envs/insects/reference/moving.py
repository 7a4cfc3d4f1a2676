"""The Move Phase. [INS-12]"""

from collections import Counter

from tests.envs.insects.reference.attributes import allowance, in_force, intelligence, kinds_in_play, near
from tests.envs.insects.reference.hexes import DIRECTIONS, Hex, beside
from tests.envs.insects.reference.playing import usable_cards, use_card
from tests.envs.insects.reference.position import (
    MUD,
    PASS,
    ROOTS,
    STOPPED,
    WATER,
    Asking,
    Game,
    Group,
    Option,
    ask,
    ask_number,
)
from tests.envs.insects.reference.windows import hold_window


def move_phase(game: Game) -> Asking[None]:
    """Move up to Intelligence stacks or parts of stacks, after the window of the others. [INS-12] [INS-W2]

    After Cocoon the phase is passed over, and Rampage's as well unless Cocoon counts for one phase. [INS-S40]
    """
    game.phase = "move"
    if not game.is_cocooned:
        yield from hold_window(game, lambda: game.in_turn_order(game.active)[1:], lambda seat: ["move of another"])
        yield from move_stacks(game)
    if game.rules.cocoon_scope == "phase":
        game.is_cocooned = False
    if game.rules.migration_scope == "phase":
        game.migration = 0


def move_stacks(game: Game) -> Asking[None]:
    """Let the active player pick stacks and use cards, until it passes or gives the moves up. [INS-12] [INS-S24]"""
    while not game.is_cocooned:
        answer = yield from ask(game.active, "move", [PASS, *stacks_to_pick(game), *cards_before_a_move(game)])
        if answer == PASS:
            return
        if answer[0] == "space":
            yield from move_group(game, answer[1])
        else:
            yield from use_card(game, game.active, answer, "move")


def moves_left(game: Game) -> int:
    """Return how many more stacks may be moved. [INS-12] [INS-S16]"""
    return intelligence(game, game.active) - game.moves_used


def cards_before_a_move(game: Game) -> list[Option]:
    """Return the cards for between moves: Cocoon only before the first pick of the turn. [INS-S40] [INS-S24]

    With no move left nothing is burnt but what adds one.
    """
    cards = usable_cards(game, game.active, "move")
    if moves_left(game) <= 0:
        adding = ["intelligence", "mimic"] if "intelligence" in kinds_in_play(game) else ["intelligence"]
        cards = [card for card in cards if card[0] == "play" or card[1] in adding]
    if game.players[game.active].hand["cocoon"] and not is_too_late_for_cocoon(game):
        cards.append(("play", "cocoon"))
    return cards


def is_too_late_for_cocoon(game: Game) -> bool:
    """Tell whether a stack was picked this turn, or only those moves count that are used up. [INS-E11] [INS-S40]"""
    return game.moves_used > 0 or (game.has_picked and game.rules.cocoon_scope == "turn")


def stacks_to_pick(game: Game) -> list[Option]:
    """Return the stacks of which a part can step, while a move is left. [INS-S16]"""
    if moves_left(game) <= 0:
        return []
    own = game.stacks(game.active)
    return [("space", space) for space in own if fresh(game, space, game.moved[space], 0) and ways_out(game, space)]


def fresh(game: Game, space: Hex, insects: Counter[int], burst: int) -> list[int]:
    """Return the classes of spaces moved, fewest first, that have a move left in a space. [INS-S17] [INS-S18]"""
    limit = allowance(game, space, burst)
    game.meet("under Webs", near(game, game.active, space, "webs"))
    return [spaces for spaces in sorted(insects) if insects[spaces] > 0 and spaces < limit]


def ways_out(game: Game, space: Hex) -> list[Hex]:
    """Return the directions in which a space can be left. [INS-2.5]"""
    return [direction for direction in DIRECTIONS if may_enter(game, beside(space, direction))]


def may_enter(game: Game, space: Hex) -> bool:
    """Tell whether a space is on the board and not Water, unless with Waterbugs. [INS-2.5] [INS-E1] [INS-S22]"""
    if space not in game.terrain:
        return False
    is_blocked = game.terrain[space] == WATER and game.rules.water_blocks
    return not is_blocked or in_force(game, game.active, "waterbugs") > 0


def must_stop(game: Game, space: Hex) -> bool:
    """Tell whether a group that enters a space must stop: Mud, or enemies. [INS-2.7] [INS-12] [INS-2.9] [INS-E2]"""
    if game.terrain[space] == MUD and game.rules.mud_stops:
        return True
    is_open = game.terrain[space] == ROOTS and game.rules.roots_let_pass
    return bool(game.enemies(space, game.active)) and not is_open and not in_force(game, game.active, "burrowing")


def move_group(game: Game, space: Hex) -> Asking[None]:
    """Use an Intelligence move: choose who goes, and step until the group stops. [INS-S16]"""
    game.moves_used += 1
    game.has_picked = True
    pool = game.moved[space]
    classes = fresh(game, space, pool, 0)
    chosen = yield from ask_how_many(game, "how many go", pool, classes, sum(pool[spaces] for spaces in classes))
    group = game.group = Group(space, chosen)
    while True:
        answer = yield from ask(game.active, "step", choices_on_the_way(game, group))
        if answer == PASS:
            break
        if answer[0] == "step":
            step(game, group, answer[1])
            if must_stop(game, group.space):
                break
        elif answer[0] == "drop":
            yield from drop(game, group)
        elif answer[0] == "pick up":
            yield from pick_up(game, group)
        else:
            yield from use_card(game, game.active, answer, "move")
    game.group = None


def choices_on_the_way(game: Game, group: Group) -> list[Option]:
    """Return what a group in hand may do; it must take a first step if it can. [INS-12] [INS-S15] [INS-S16]"""
    steps: list[Option] = []
    if fresh(game, group.space, group.insects, group.burst):
        steps = [("step", direction) for direction in ways_out(game, group.space)]
    stop = [PASS] if group.steps > 0 or not steps else []
    game.meet("robbed of the first step", not group.steps and not steps)
    drop: list[Option] = [("drop", None)] if steps and may_drop(game, group) else []
    pick: list[Option] = [("pick up", None)] if may_pick_up(game, group) else []
    cards = usable_cards(game, game.active, "move")
    if game.players[game.active].hand["energy_burst"]:
        cards.append(("play", "energy_burst"))
    return stop + steps + drop + pick + cards


def may_drop(game: Game, group: Group) -> bool:
    """Tell whether a group may leave insects that could go on: once in each space entered. [INS-S15] [INS-P11]"""
    entered = group.steps > 0 and game.rules.pick_up_and_drop
    able = sum(group.insects[spaces] for spaces in fresh(game, group.space, group.insects, group.burst))
    return entered and not group.has_dropped and able > 1


def may_pick_up(game: Game, group: Group) -> bool:
    """Tell whether insects that can go on wait here: once in each space entered. [INS-S15] [INS-P11]"""
    entered = group.steps > 0 and game.rules.pick_up_and_drop
    waiting = fresh(game, group.space, others_here(game, group), group.burst)
    return bool(entered and not group.has_picked_up and waiting and ways_out(game, group.space))


def others_here(game: Game, group: Group) -> Counter[int]:
    """Return the insects in the group's space that are not in the group."""
    return game.moved[group.space] - group.insects


def step(game: Game, group: Group, direction: Hex) -> None:
    """Move the insects with a move left one space on; the others stay behind. [INS-12] [INS-S18] [INS-S19]"""
    seat, start = game.active, group.space
    going = Counter({spaces: group.insects[spaces] for spaces in fresh(game, start, group.insects, group.burst)})
    group.space = beside(start, direction)
    game.insects[start][seat] -= going.total()
    game.moved[start] -= going
    come = Counter({spaces + 1: number for spaces, number in going.items()})
    meet_on_the_way(game, group.space, len(+going))
    if must_stop(game, group.space):
        come = Counter({STOPPED: come.total()})
    game.insects[group.space][seat] += come.total()
    game.moved[group.space] += come
    group.insects = come
    group.steps += 1
    group.has_dropped = group.has_picked_up = False


def meet_on_the_way(game: Game, space: Hex, classes: int) -> None:
    """Note the rarer cases of a step into a space."""
    enemies = bool(game.enemies(space, game.active))
    terrain, has_to_stop = game.terrain[space], must_stop(game, space)
    game.meet(f"into terrain {terrain}")
    game.meet("several classes in hand", classes > 1)
    game.meet("into enemies", enemies and has_to_stop)
    game.meet(f"through enemies in terrain {terrain}", enemies and not has_to_stop)


def drop(game: Game, group: Group) -> Asking[None]:
    """Leave some insects of the group here. [INS-12] [INS-S15] [INS-S17]"""
    classes = fresh(game, group.space, group.insects, group.burst)
    able = sum(group.insects[spaces] for spaces in classes)
    left = yield from ask_how_many(game, "how many to drop", group.insects, classes, able - 1)
    group.insects = group.insects - left
    group.has_dropped = True


def pick_up(game: Game, group: Group) -> Asking[None]:
    """Take insects that wait here along. [INS-12] [INS-S15] [INS-S17]"""
    pool = others_here(game, group)
    classes = fresh(game, group.space, pool, group.burst)
    taken = yield from ask_how_many(game, "how many to pick up", pool, classes, sum(pool[s] for s in classes))
    group.insects = group.insects + taken
    group.has_picked_up = True


def ask_how_many(game: Game, what: str, pool: Counter[int], classes: list[int], most: int) -> Asking[Counter[int]]:
    """Ask for each class of spaces moved, fewest first, how many; one at least in all. [INS-S17]"""
    chosen: Counter[int] = Counter()
    game.meet("several classes counted", len(classes) > 1)
    for at, spaces in enumerate(classes):
        is_last = at == len(classes) - 1
        least = 1 if is_last and not chosen.total() else 0
        number = yield from ask_number(game.active, what, least, min(pool[spaces], most - chosen.total()))
        chosen[spaces] = number
        game.meet("count above 31", number > 31)
    return +chosen
