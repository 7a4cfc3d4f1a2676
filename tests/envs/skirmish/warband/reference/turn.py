"""The phases of a turn, the activation of a character, and how the game ends."""

from collections import Counter
from fractions import Fraction

from tests.envs.skirmish.warband.reference.deeds import do, pick_up
from tests.envs.skirmish.warband.reference.game import Activation, Game
from tests.envs.skirmish.warband.reference.horde import scripted
from tests.envs.skirmish.warband.reference.legal import Action, legal_actions
from tests.envs.skirmish.warband.reference.people import Character, full_star

MOST_TOKENS = 12
HORDE = 1  # the warband that is one in versus_swarm


def begin(game: Game) -> list[Action]:
    """Begin the first turn, go on to the first real choice, and return what may be chosen then. [WAR-1, WAR-2]"""
    begin_turn(game)
    next_token(game)
    return go_on(game)


def take(game: Game, action: Action) -> list[Action]:
    """Carry out what was chosen, go on to the next real choice, and return what may be chosen then."""
    choose(game, action)
    return go_on(game)


def go_on(game: Game) -> list[Action]:
    """Go on to the next real choice: the only action is not asked for, nor is a neutral horde. [WAR-A4, WAR-A6]"""
    while not game.is_over:
        legal = legal_actions(game)
        if len(legal) == 1:
            choose(game, legal[0])
        elif game.config.neutral_horde and game.asked() == HORDE:
            choose(game, scripted(game, legal))
        else:
            return legal
    return []


def choose(game: Game, action: Action) -> None:
    """Carry out one action, asked for or not."""
    word, at = action
    if game.active is None:
        game.drawn = None
        if word == "pick":
            activate(game, at)
            check_ends(game)
    elif word == "end":
        end_activation(game)
    else:
        do(game, action)
        check_ends(game)
    if not game.is_over and game.active is None:
        next_token(game)


def activate(game: Game, who: Character) -> None:
    """Give a character its action points; the Stunned lose the activation, and the stun. [WAR-4, WAR-P7, WAR-P13]"""
    points = game.rules.action_points + (game.rules.haste_points if who.has_haste else 0)
    game.active = Activation(who, points)
    who.has_ward = who.has_haste = False
    if who.is_stunned:
        who.is_stunned = False
        end_activation(game)
    else:
        pick_up(game, game.active)


def end_activation(game: Game) -> None:
    """End an activation, and with it what a taunt does. [WAR-4, WAR-G4]"""
    assert game.active
    game.active.who.has_acted, game.active.who.taunted_by = True, None
    game.active = None


def next_token(game: Game) -> None:
    """Draw tokens until one has a character to activate; when the bag is empty, end the turn. [WAR-4]"""
    while game.drawn is None and not game.is_over:
        if not game.bag:
            resolve(game)
            continue
        owner = game.bag.pop(game.draw(len(game.bag)))
        if any(not who.is_out and not who.has_acted for who in game.warband(owner)):
            game.drawn = owner


def fill_bag(game: Game) -> None:
    """Put a token into the bag for every character that is not out, up to 12 for a warband. [WAR-1, WAR-3, WAR-A6]"""
    game.bag = []
    for number in range(game.config.warbands):
        alive = sum(not who.is_out for who in game.warband(number))
        game.bag += [number] * min(alive, MOST_TOKENS)


def begin_turn(game: Game) -> None:
    """Fill the bag; orders given in the turn before take effect, those that worked run out. [WAR-3, WAR-P10]"""
    game.turn += 1
    fill_bag(game)
    for who in game.people:
        who.has_acted = False
        who.order_works, who.order_given = who.order_given and not who.is_out, False


def resolve(game: Game) -> None:
    """Score the turn; after the last one the score decides. [WAR-5, WAR-A6]"""
    hold_centre(game)
    if game.is_over:
        return
    if game.turn >= game.config.max_turns:
        finish(game, best(game), name_of_count(game))
        return
    begin_turn(game)


def hold_centre(game: Game) -> None:
    """Count a turn for the warband that is alone, or has the most, at the centre, but for the Stunned. [WAR-A11]"""
    if game.config.scenario != "hold_centre":
        return
    there = Counter(who.warband for who in game.standing() if game.is_in_centre(who.cell) and not who.is_stunned)
    most = [number for number, count in there.items() if count == max(there.values())]
    if len(most) == 1 and (game.rules.centre_rule == "most" or len(there) == 1):
        (holder,) = most
        game.turns_held[holder] += 1
        if game.turns_held[holder] >= game.rules.centre_points:
            finish(game, [holder], "the centre was held")


def break_share(game: Game) -> int:
    """Return the losses, in 100, at which a warband breaks in the scenario; 0: losses alone break nobody. [WAR-A6]"""
    by_scenario = {
        "kill_leader": game.rules.leader_break_share,
        "loot": game.rules.loot_break_share,
        "hold_centre": game.rules.centre_break_share,
    }
    return by_scenario.get(game.config.scenario, game.rules.break_share)


def is_lost(game: Game, leader: Character) -> bool:
    """Tell whether a leader is out, or has no more than the share of its Star at which it yields. [WAR-A9]"""
    yields = game.rules.leader_yields
    return leader.is_out or (yields > 0 and 100 * leader.star <= yields * full_star(game.rules, leader.entry))


def why_beaten(game: Game, number: int) -> str:
    """Tell why a warband breaks, if it does: its share lost, its leader in kill_leader, all out. [WAR-A6]"""
    everybody = game.warband(number)
    lost = sum(who.is_out for who in everybody)
    if 0 < break_share(game) * len(everybody) <= 100 * lost:
        return "last warband standing"
    if game.config.scenario == "kill_leader" and is_lost(game, game.first_leader(number)):
        return "the leader was lost"
    return "last warband standing" if lost == len(everybody) else ""


def check_ends(game: Game) -> None:
    """Take warbands that break off the field; the last one standing wins, or who has its loot. [WAR-A6, WAR-A8]"""
    ending = ""
    for number in range(game.config.warbands):
        why = "" if game.broken[number] else why_beaten(game, number)
        if why:
            ending = why
            game.broken[number] = True
            game.bag = [owner for owner in game.bag if owner != number]
            for who in game.warband(number):
                who.is_out = True
    left = [number for number, is_broken in enumerate(game.broken) if not is_broken]
    if len(left) == 1:
        finish(game, left, ending)
        return
    rich = [number for number in left if game.tokens[number] >= game.rules.loot_goal]
    if game.config.scenario == "loot" and game.rules.loot_goal and rich:
        finish(game, rich, "the loot was won")


def best(game: Game) -> list[int]:
    """List the warbands that are first when the turns are over. [WAR-A6]"""
    left = [number for number, is_broken in enumerate(game.broken) if not is_broken]
    most = max(score(game, number) for number in left)
    return [number for number in left if score(game, number) == most]


def score(game: Game, number: int) -> tuple[Fraction, ...]:
    """Return what counts at the end: tokens, turns held, or the leader's Star and the share that is left. [WAR-A6]"""
    if game.config.scenario == "loot":
        return (Fraction(game.tokens[number]),)
    if game.config.scenario == "hold_centre":
        return (Fraction(game.turns_held[number]),)
    everybody = game.warband(number)
    left = Fraction(sum(not who.is_out for who in everybody), len(everybody))
    if game.config.scenario == "kill_leader" and game.rules.leader_counts:
        leader = game.first_leader(number)
        return Fraction(leader.star, full_star(game.rules, leader.entry)), left
    return (left,)


def name_of_count(game: Game) -> str:
    """Return how a game ends after its last turn. [WAR-A6]"""
    if len(best(game)) == game.config.warbands:
        return "even at the end"
    counts = game.config.scenario in ("loot", "hold_centre")
    return "most points at the end" if counts else "most left at the end"


def finish(game: Game, winners: list[int], ending: str) -> None:
    """End the game and pay: (n-k)/(k(n-1)) to each of k first of n, -1/(n-1) to the others. [WAR-A8]"""
    n, k = game.config.warbands, len(winners)
    game.is_over, game.ending, game.active, game.drawn = True, ending, None, None
    game.pay = [(n - k) / (k * (n - 1)) if number in winners else -1 / (n - 1) for number in range(n)]
