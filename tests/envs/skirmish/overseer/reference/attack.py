"""An attack, from its targets to what follows from it. [OVR-13 to OVR-29]"""

from dataclasses import dataclass, field
from typing import Any

from tests.envs.skirmish.overseer.reference.courage import pin
from tests.envs.skirmish.overseer.reference.game import Asking, Game, degrees
from tests.envs.skirmish.overseer.reference.hits import deal, share
from tests.envs.skirmish.overseer.reference.people import Unit
from tests.envs.skirmish.overseer.reference.shots import aimed_sum, can_shoot

VOLLEY, CONCENTRATED, SUPPRESSION, OVERWATCHED = "volley", "concentrated fire", "suppressing fire", "overwatch"
SUPPORTED, ASSAULTED, CHARGED, OPPORTUNE = "the Specialist", "assault", "charge", "attack of opportunity"
OWN_SHOT, OWN_BLOW, CALLED_SHOT, CALLED_BLOW = "shot", "blow", "called shot", "called blow"
SWARM_SHOTS = (VOLLEY, CONCENTRATED, SUPPRESSION, OVERWATCHED)
SHOTS = (*SWARM_SHOTS, SUPPORTED, OWN_SHOT, CALLED_SHOT)
OWN = (OWN_SHOT, OWN_BLOW, CALLED_SHOT, CALLED_BLOW)
CALLED = (CALLED_SHOT, CALLED_BLOW)
MOST_TARGETS = 4


@dataclass
class Attack:
    """An attack that is carried out."""

    kind: str
    unit: Unit
    targets: list[Unit]
    body: str = ""  # of a Called Shot
    by_specialist: bool = False
    by_leader: bool = False
    is_charge: bool = False
    weapon: Any = None
    needed: int = 0
    rolled: int = 0
    hits: int = 0
    is_marked: bool = False
    team_damage: int = 0
    damage: int | None = None  # of a Swarm's, rolled once
    fury: bool = False
    on: dict[int, int] = field(default_factory=dict)  # hits on targets

    @property
    def is_shot(self) -> bool:
        """Whether it is made at a distance."""
        return self.kind in SHOTS

    @property
    def is_double(self) -> bool:
        """Whether the hits may be allotted freely. [OVR-17]"""
        return self.rolled % 11 == 0


# whom


def targets_of(game: Game, kind: str, unit: Unit) -> list[Unit]:
    """List whom a unit may attack in a way."""
    foes = game.foes(unit)
    if kind in SWARM_SHOTS:
        return [] if game.is_engaged(unit) else [foe for foe in foes if can_shoot(game, unit, foe, game.shots_of(unit))]
    if kind == SUPPORTED:
        weapon = game.special_weapon(unit)
        return [] if game.is_engaged(unit) else [foe for foe in foes if can_shoot(game, unit, foe, weapon)]
    if kind == ASSAULTED:
        return [foe for foe in foes if game.blades_of(unit) and game.in_touch(unit, foe)]
    near = game.leader_strikes(unit)
    if kind in (OWN_SHOT, CALLED_SHOT):
        return [] if near else [foe for foe in foes if can_shoot(game, unit, foe, unit.weapon)]
    return near if unit.blade else []


# what is needed


def usm(game: Game, unit: Unit) -> int:
    """Return the Unit Strength Modifier. [OVR-10]"""
    has_it = game.has(unit, "strength")
    return int(min(game.rules.most_us_modifier, game.rules.us_modifier * unit.us)) if has_it else 0


def kind_sum(game: Game, attack: Attack) -> int:
    """Return what an attack adds as the one that it is. [OVR-P6 to OVR-P9]"""
    rules = game.rules
    total = {CONCENTRATED: rules.concentrated_bonus, SUPPRESSION: -rules.suppress_loss}.get(attack.kind, 0)
    total -= rules.overwatch_loss * (attack.kind == OVERWATCHED)
    return int(total + rules.charge_bonus * attack.is_charge)


def team(game: Game, attack: Attack) -> int:
    """Take what a Weapons Team adds to the damage, and return what it adds to the test. [OVR-P9]"""
    unit, turn = attack.unit, game.turn
    is_free = attack.kind == SUPPORTED or not (turn and turn.swarm_attacked)
    if not attack.weapon.heavy or not is_free or game.suspends(unit):
        return 0
    fives, rules = unit.us // 5, game.rules
    hit = min(rules.team_most_hit, game.effect(unit, "heavy_hit") * fives)
    attack.team_damage = min(rules.team_most_damage, game.effect(unit, "heavy_damage") * fives)
    if turn and (hit or attack.team_damage):
        turn.swarm_attacked = True
    return int(hit)


def needed(game: Game, attack: Attack) -> int:
    """Return the number that the test must not exceed."""
    unit, rules, first = attack.unit, game.rules, attack.targets[0]
    against = rules.run_ws * first.runs
    if attack.by_leader:
        if attack.kind == OPPORTUNE:
            return game.own(unit, unit.profile.ws + against)
        total = rules.aim_bonus * unit.aim + kind_sum(game, attack)
        if attack.kind in CALLED:
            total -= max(rules.called_loss, usm(game, first))
        if not attack.is_shot:
            return game.own(unit, unit.profile.ws + against + total)
        total += aimed_sum(game, unit, first, attack.weapon, counts_mark=False) + team(game, attack)
        return game.own(unit, unit.profile.bs + total)
    men, total = game.men(unit), kind_sum(game, attack)
    if not attack.by_specialist and attack.kind != OPPORTUNE:
        total += usm(game, unit)
    if not attack.is_shot:
        return int(men.ws + total + game.effect(unit, "melee_hit") + against)
    total += min(aimed_sum(game, unit, one, attack.weapon, counts_mark=True) for one in attack.targets)
    return int(men.bs + total + (team(game, attack) if attack.kind == SUPPORTED else 0))


def count_hits(game: Game, attack: Attack, dos: int) -> int:
    """Return how many hits a success is. [OVR-P6, OVR-P7, OVR-G6]"""
    unit = attack.unit
    by_burst = {"single": 1, "semi": 1 + dos // 2, "full": 1 + dos}
    if attack.by_leader or attack.by_specialist:
        return by_burst[attack.weapon.burst] if attack.is_shot and attack.kind not in CALLED else 1
    if not attack.is_shot:
        return min(1 + dos, game.in_touch(unit, attack.targets[0]))
    if attack.kind == SUPPRESSION:
        return min(1 + dos // 2, unit.us)
    is_double = attack.kind == CONCENTRATED and attack.weapon.burst != "single"
    return min(1 + dos, unit.us * (2 if is_double else 1))


# carrying out


def carry_out(game: Game, kind: str, unit: Unit, target: Unit, body: str = "", is_charge: bool = False) -> Asking:
    """Carry out an attack of a Swarm, a Specialist or a leader, with everything that it sets off."""
    attack = Attack(kind, unit, [target], body=body, is_charge=is_charge)
    game.attack = attack
    game.met[kind] += 1
    attack.by_specialist = kind == SUPPORTED
    attack.by_leader = kind in OWN or (kind == OPPORTUNE and not men_strike(game, unit, target))
    attack.weapon = weapon_of(game, attack)
    if kind in (VOLLEY, CONCENTRATED):
        yield from split(game, attack)
    yield from roll(game, attack)
    others = attack.targets
    if special_follows(game, attack):
        yield from by_specialist(game, attack)
    if kind == SUPPRESSION and game.has(unit, "pinning"):
        for one in others:
            pin(game, unit, one)
    if kind in OWN:
        unit.aim = 0
    if (kind in SWARM_SHOTS or kind == SUPPORTED) and unit.marked in others:
        unit.marked = None
    game.attack = None


def men_strike(game: Game, unit: Unit, other: Unit) -> bool:
    """Tell whether Underlings make an attack of opportunity."""
    return game.blades_of(unit) is not None and game.in_touch(unit, other) > 0


def weapon_of(game: Game, attack: Attack) -> Any:
    """Return the weapon of an attack."""
    if attack.by_leader:
        return attack.unit.weapon if attack.is_shot else attack.unit.blade
    if attack.by_specialist:
        return game.special_weapon(attack.unit)
    return game.shots_of(attack.unit) if attack.is_shot else game.blades_of(attack.unit)


def split(game: Game, attack: Attack) -> Asking:
    """Add further targets. [OVR-25]"""
    unit = attack.unit
    while len(attack.targets) < MOST_TARGETS and unit.us > len(attack.targets):
        more = [one for one in targets_of(game, attack.kind, unit) if one not in attack.targets]
        if not more:
            return
        word, target = yield from game.ask(unit, "splitting", [("end", None), *(("at", one) for one in more)])
        if word == "end":
            return
        attack.targets.append(target)


def roll(game: Game, attack: Attack) -> Asking:
    """Roll, share out the hits, and deal them. [OVR-25, OVR-26, OVR-28]"""
    attack.needed = needed(game, attack)
    uses_mark = attack.is_shot and not attack.by_leader
    attack.is_marked = uses_mark and attack.targets == [attack.unit.marked]
    attack.rolled = game.d100()
    if not game.passes(attack.rolled, attack.needed):
        return
    attack.hits = count_hits(game, attack, degrees(attack.rolled, attack.needed, True))
    yield from share_out(game, attack)
    for one in list(attack.targets):
        if one.is_here and attack.on.get(one.index):
            yield from deal(game, attack, one, attack.on[one.index])


def share_out(game: Game, attack: Attack) -> Asking:
    """Share out the hits among the targets."""
    for one in attack.targets[:-1]:
        number = yield from share(game, attack.unit, "sharing", attack.hits)
        attack.on[one.index] = number
        attack.hits -= number
    attack.on[attack.targets[-1].index] = attack.hits


def special_follows(game: Game, attack: Attack) -> bool:
    """Tell whether the Specialist attacks too, with its own weapon, at the first target. [OVR-8]"""
    unit, target = attack.unit, attack.targets[0]
    weapon = game.special_weapon(unit)
    if weapon is None or attack.by_leader or not target.is_here or not unit.is_here:
        return False
    if attack.kind in SWARM_SHOTS:
        return can_shoot(game, unit, target, weapon)
    if attack.kind in (ASSAULTED, CHARGED):
        return weapon.metres == 0 and game.stands_beside(unit.specialist, target)
    return False


def by_specialist(game: Game, whole: Attack) -> Asking:
    """Carry out the Specialist's own test."""
    attack = Attack(whole.kind, whole.unit, whole.targets[:1], by_specialist=True, is_charge=whole.is_charge)
    attack.weapon = game.special_weapon(whole.unit)
    game.attack = attack
    game.met["the Specialist too"] += 1
    yield from roll(game, attack)
