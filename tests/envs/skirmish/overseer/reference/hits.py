"""Hits: evasion, whom they strike, damage, who falls. [OVR-15 to OVR-29]"""

from typing import Any

from tests.envs.skirmish.overseer.reference.game import Action, Asking, Game
from tests.envs.skirmish.overseer.reference.land import distance
from tests.envs.skirmish.overseer.reference.people import Piece, Unit
from tests.envs.skirmish.overseer.reference.shots import bracket


class Blows:
    """What an attack does to one of its targets: armour and bracket as they are when its hits begin."""

    def __init__(self, game: Game, attack: Any, target: Unit) -> None:
        self.game, self.attack, self.target = game, attack, target
        self.bracket = bracket(game, attack.unit, target, attack.weapon)
        self.is_once = not attack.by_leader  # damage is rolled once
        self.leader_less = self.reduction(target.profile, self.leader_level(), 0)
        self.men_less = 0
        if target.us:
            armour = game.effect(target, "armour")
            self.men_less = self.reduction(game.men(target), self.swarm_level(), armour)

    def swarm_level(self) -> int:
        """Return the cover of the Swarm: in overwatch only what an advance keeps. [OVR-40]"""
        if not self.attack.is_shot:
            return 0
        now = self.game.swarm_cover(self.attack.unit, self.target)
        if self.attack.kind == "overwatch":
            return self.target.kept_cover if now else 0
        return now

    def leader_level(self) -> int:
        """Return the cover of the leader."""
        if not self.attack.is_shot or self.attack.kind == "overwatch":
            return self.swarm_level()
        return self.game.leader_cover(self.attack.unit, self.target)

    def reduction(self, profile: Any, level: int, armour: int) -> int:
        """Return what damage must exceed. [OVR-19, OVR-P4, OVR-H4]"""
        cover = self.game.rules.cover_armour[level - 1] if level else 0
        return int(max(0, profile.armour + armour + cover - self.attack.weapon.pen) + profile.toughness // 10)

    def damage(self) -> int:
        """Return the damage of a hit: of a Swarm rolled once for all. [OVR-26]"""
        if not self.is_once:
            return self.rolled()
        if self.attack.damage is None:
            self.attack.damage = self.rolled()
        return int(self.attack.damage)

    def rolled(self) -> int:
        """Roll damage, with fury. [OVR-P5]"""
        game, attack, rules = self.game, self.attack, self.game.rules
        is_marked = attack.is_marked
        dice = [1 + game.draw(10) for _ in range(attack.weapon.dice + (attack.weapon.sniper and is_marked))]
        attack.fury = 10 in dice and game.test(attack.needed)[0]
        if attack.fury:
            game.met["fury"] += 1
            dice.append(1 + game.draw(10))
        total = sum(dice) + attack.weapon.bonus + attack.team_damage + rules.mark_damage * is_marked
        if not attack.by_leader and not attack.is_shot:
            total += game.effect(attack.unit, "melee_damage")
        return int(total + rules.called_damage * bool(attack.body))

    def on_leader(self, hits: int) -> None:
        """Strike the leader. [OVR-20]"""
        if self.is_once and hits:
            self.wound(self.damage() + hits - 1)
        for _ in range(0 if self.is_once else hits):
            if self.target.is_here:
                self.wound(self.damage())

    def wound(self, damage: int) -> None:
        """Take wounds from the leader; at 0 it dies and the Swarm dissolves. [OVR-11, OVR-20]"""
        self.target.wounds -= max(0, damage - self.leader_less)
        if self.target.wounds <= 0:
            die(self.game, self.target)

    def on_specialist(self, hits: int) -> None:
        """Strike the Specialist; extra kills of Blast and Devastating strike the others. [OVR-23, OVR-24]"""
        special = self.target.specialist
        assert special or not hits
        for k in range(min(hits, 1) if self.is_once else hits):
            damage = self.damage() + (hits - 1 if self.is_once and k == 0 else 0)
            if damage > self.men_less:
                self.game.met["a Specialist fell"] += 1
                self.target.lost += 1
                remove(special)
                self.fall(self.extra())
                return

    def on_ordinary(self, hits: int) -> None:
        """Strike ordinary Underlings: a Swarm's hits are spread over them, own ones come one by one. [OVR-26]"""
        if not hits:
            return
        if not self.is_once:
            for _ in range(hits):
                if self.target.num_ordinary and self.damage() > self.men_less:
                    self.fall(self.kills())
            return
        n = self.target.num_ordinary
        if n == 0:
            return
        damage = self.damage()
        spread = [damage + hits // n - (k >= hits % n) for k in range(n)]
        blows = [damage] * hits if hits <= n else spread
        self.fall(self.kills() * sum(blow > self.men_less for blow in blows))

    def kills(self) -> int:
        """Return how many a killing blow kills. [OVR-22, OVR-23, OVR-24]"""
        first = self.bracket * (2 if self.attack.fury else 1) if self.attack.weapon.spray else 1
        return int(first + self.extra())

    def extra(self) -> int:
        """Return the extra kills of Blast and Devastating. [OVR-23, OVR-24]"""
        weapon = self.attack.weapon
        blast = max(2, weapon.blast) if self.attack.fury else 2
        return int((blast if weapon.blast else 0) + weapon.devastating)

    def fall(self, number: int) -> None:
        """Let so many ordinary Underlings fall, the nearest to the attacker first. [OVR-P4]"""
        unit, target = self.attack.unit, self.target
        for piece in sorted(target.ordinary, key=lambda one: distance(unit.cell, one.cell)):
            gone = min(number, piece.models)
            piece.models -= gone
            number -= gone
            target.lost += gone
            if piece.models == 0:
                remove(piece)


def remove(piece: Piece) -> None:
    """Take a piece out of the field."""
    if piece.unit:
        piece.unit.strike_off(piece)
    piece.models, piece.cell, piece.flees = 0, None, False


def die(game: Game, unit: Unit) -> None:
    """Let a leader die. [OVR-11]"""
    game.met["an Overseer died"] += 1
    unit.fate, unit.cell, unit.wounds = "dead", None, 0
    unit.dissolve(flees=False)
    game.rank_all()


def deal(game: Game, attack: Any, target: Unit, hits: int) -> Asking:
    """Deal the hits on a target: evasion, bodies, damage."""
    hits = yield from evade(game, attack, target, hits)
    if hits <= 0:
        return
    blows = Blows(game, attack, target)
    leader, special = yield from bodies(game, attack, target, hits)
    blows.on_leader(leader)
    if target.is_here:
        blows.on_specialist(special)
        blows.on_ordinary(hits - leader - special)


def evade(game: Game, attack: Any, target: Unit, hits: int) -> Asking:
    """Ask whether to evade; return the hits that are left. [OVR-29, OVR-P8]"""
    by_swarm = target.us > 0 and attack.body != "overseer"
    has_reaction = target.swarm_reaction if by_swarm else target.own_reaction
    if not target.is_able or not has_reaction:
        return hits
    word, _ = yield from game.ask(target, "evading", [("evade", None), ("end", None)])
    if word == "end":
        return hits
    profile = game.men(target) if by_swarm else target.profile
    value = profile.agility if attack.is_shot else max(profile.agility, profile.ws)
    if by_swarm:
        target.swarm_reaction = False
    else:
        target.own_reaction, target.aim = False, 0
        value = game.own(target, value)
    is_passed, dos = game.test(value)
    return hits - 1 - dos if is_passed else hits


def share(game: Game, unit: Unit, stage: str, left: int) -> Asking:
    """Let a leader choose how many of the hits that are left: shares equal to an earlier one are not offered."""
    numbers: dict[int, str] = {}
    for word, number in (("none", 0), ("one", min(1, left)), ("half", (left + 1) // 2), ("all", left)):
        numbers.setdefault(number, word)
    legal: list[Action] = [("share", word) for word in numbers.values()]
    _, chosen = yield from game.ask(unit, stage, legal)
    return next(number for number, word in numbers.items() if word == chosen)


def bodies(game: Game, attack: Any, target: Unit, hits: int) -> Asking:
    """Return how many hits strike the leader and the Specialist. [OVR-15, OVR-17, OVR-18]"""
    if attack.body:
        return (hits, 0) if attack.body == "overseer" else (0, hits)
    if target.us == 0:
        return hits, 0
    ordinary = target.num_ordinary
    if ordinary and not attack.is_double:
        return 0, 0
    leader = yield from share(game, attack.unit, "allotting", hits)
    if ordinary == 0:
        return leader, hits - leader
    special = 0
    if target.specialist:
        special = yield from share(game, attack.unit, "allotting", hits - leader)
    return leader, special
