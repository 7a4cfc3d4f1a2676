"""The Reproduction Phase. [INS-11]"""

from tests.envs.insects.reference.attributes import grass, in_force, reproduction
from tests.envs.insects.reference.hexes import DIRECTIONS, Hex, beside
from tests.envs.insects.reference.moving import may_enter
from tests.envs.insects.reference.playing import gain_insects, usable_cards, use_card
from tests.envs.insects.reference.position import PASS, Asking, Game, Option, ask, ask_digit


def reproduction_phase(game: Game) -> Asking[None]:
    """Place as many new insects as Reproduction and Grass give. [INS-11] [INS-S12] [INS-S14]"""
    game.phase = "reproduction"
    seat = game.active
    stacks = game.stacks(seat)
    game.to_place = 0
    gain_insects(game, reproduction(game, seat) + grass(game, seat))
    while True:
        spaces: list[Option] = [("space", space) for space in places(game, seat, stacks)]
        cards = usable_cards(game, seat, "reproduction")
        answer = yield from ask(seat, "reproduction", [*(spaces if game.to_place else [PASS]), *cards])
        if answer == PASS:
            return
        if answer[0] != "space":
            yield from use_card(game, seat, answer, "reproduction")
            continue
        yield from place(game, seat, answer[1])
        if game.to_place == 0:
            return


def places(game: Game, seat: int, stacks: list[Hex]) -> list[Hex]:
    """Return where new insects go: on stacks that stood, with Infestation among enemies near. [INS-11] [INS-E4]"""
    if not in_force(game, seat, "infestation"):
        return stacks
    near = within(game, stacks, game.rules.infestation_range)
    infested = [space for space in near if game.enemies(space, seat) and may_enter(game, space)]
    return stacks + [space for space in infested if space not in stacks]


def within(game: Game, spaces: list[Hex], reach: int) -> list[Hex]:
    """Return the spaces that are so many steps or fewer from some of others, steps over the edge not counted."""
    near = list(spaces)
    for _ in range(reach):
        around = [beside(space, direction) for space in near for direction in DIRECTIONS]
        near += [space for space in dict.fromkeys(around) if space in game.terrain and space not in near]
    return near


def place(game: Game, seat: int, space: Hex) -> Asking[None]:
    """Place one new insect, or with place_groups as many as the player says. [INS-S13] [INS-A6]"""
    number = (yield from ask_group(seat, game.to_place)) if game.rules.place_groups else 1
    game.meet("infestation", game.insects[space][seat] == 0)
    game.meet("more than 31 placed", number > 31)
    game.insects[space][seat] += number
    game.to_place -= number


def ask_group(seat: int, left: int) -> Asking[int]:
    """Ask how many of several are placed: a number, or all of them. [INS-S13] [INS-A3]"""
    what = "how many to place"
    if left == 1:
        return 1
    if left < 32:
        answer = yield from ask(seat, what, [PASS, *(("digit", number) for number in range(1, left + 1))])
        return left if answer == PASS else int(answer[1])
    high = yield from ask(seat, what, [PASS, *(("digit", digit) for digit in range(left // 32 + 1))])
    if high == PASS:
        return left
    first = 32 * int(high[1])
    return first + (yield from ask_digit(seat, what, max(0, 1 - first), min(31, left - first)))
