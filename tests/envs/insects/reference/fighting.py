"""The Attack Phase. [INS-13]"""

from tests.envs.insects.reference.attributes import attack, defense, in_force, initiative
from tests.envs.insects.reference.hexes import Hex
from tests.envs.insects.reference.playing import ask_seat
from tests.envs.insects.reference.position import Asking, Game, TurnIsOver, ask
from tests.envs.insects.reference.victory import eliminate_the_dead
from tests.envs.insects.reference.windows import hold_window


def attack_phase(game: Game) -> Asking[None]:
    """Fight once in each contested space, in the order that the active player chooses. [INS-13] [INS-P8]"""
    game.phase = "attack"
    game.fought = set()
    while spaces := spaces_to_fight(game):
        answer = yield from ask(game.active, "fight", [("space", space) for space in spaces])
        game.fight = answer[1]
        yield from fight(game, answer[1])
        game.fought.add(answer[1])
        game.fight = None
        game.frenzy.clear()
        game.rush.clear()
        if game.players[game.active].is_out:
            raise TurnIsOver


def spaces_to_fight(game: Game) -> list[Hex]:
    """Return the contested spaces without a fight in this phase. [INS-P8] [INS-S30]"""
    contested = [space for space in game.insects if len(game.owners(space)) > 1 and space not in game.fought]
    if game.rules.fight_scope == "all":
        return contested
    return [space for space in contested if game.insects[space][game.active]]


def present(game: Game, space: Hex) -> list[int]:
    """Return who has a stack in a space, in turn order from the active player. [INS-W3] [INS-S26]"""
    return [seat for seat in game.in_turn_order(game.active) if game.insects[space][seat]]


def fight(game: Game, space: Hex) -> Asking[None]:
    """Ask for cards, then let the stacks strike in falling Initiative. [INS-13] [INS-W3] [INS-S25] [INS-S27]"""
    yield from hold_window(game, lambda: present(game, space), lambda seat: ["fight"])
    waiting = present(game, space)
    while waiting and not game.players[game.active].is_out:
        highest = max(initiative(game, seat) + game.rush[seat] for seat in waiting)
        strikers = [seat for seat in waiting if initiative(game, seat) + game.rush[seat] == highest]
        game.meet("equal Initiative", len(strikers) > 1)
        game.meet("three in a space", len(waiting) > 2)
        targets = yield from name_targets(game, space, strikers)
        strike(game, space, targets)
        eliminate_the_dead(game)
        waiting = [seat for seat in waiting if seat not in strikers and game.insects[space][seat]]


def name_targets(game: Game, space: Hex, strikers: list[int]) -> Asking[dict[int, int]]:
    """Let each striker name an enemy in the space, in turn order. [INS-13] [INS-S27]"""
    targets = {}
    for seat in strikers:
        if enemies := game.enemies(space, seat):
            targets[seat] = yield from ask_seat(seat, "target", enemies)
    return targets


def strike(game: Game, space: Hex, targets: dict[int, int]) -> None:
    """Strike at the same time: each blow is divided by Defense on its own. [INS-13] [INS-S28] [INS-S29]"""
    numbers = list(game.insects[space])
    killed_by = {}
    for seat, target in targets.items():
        blow = attack(game, seat, space) * numbers[seat]
        dead = min(blow // defense(game, target, space), game.insects[space][target])
        game.insects[space][target] -= dead
        killed_by[seat] = dead
    for seat, dead in killed_by.items():
        suck_blood(game, space, seat, dead)


def suck_blood(game: Game, space: Hex, seat: int, dead: int) -> None:
    """Add insects to a stack that killed and still stands. [INS-E3] [INS-S32] [INS-A6]"""
    gained = in_force(game, seat, "blood_suckers") * (dead // game.rules.blood_suckers_every)
    if gained and game.insects[space][seat]:
        game.meet("blood sucked")
        game.insects[space][seat] += min(gained, game.supply(seat))
