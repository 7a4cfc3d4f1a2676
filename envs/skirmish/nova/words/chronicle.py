"""The log of a game in sentences; every roll is told with what made its number."""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.events import gone, told
from swarmzoo.envs.core.pieces import Piece, pool
from swarmzoo.envs.skirmish.nova import events
from swarmzoo.envs.skirmish.nova.actions import MODES, SUPPORT
from swarmzoo.envs.skirmish.nova.arms import DAMAGE_TYPES
from swarmzoo.envs.skirmish.nova.plan import Plan
from swarmzoo.envs.skirmish.nova.rule_numbers import NovaRules
from swarmzoo.envs.skirmish.nova.state import FATE_NAMES
from swarmzoo.envs.skirmish.nova.victory import ENDING_NAMES
from swarmzoo.envs.skirmish.nova.words.headline import COLOURS, Names, won
from swarmzoo.envs.skirmish.nova.words.nouns import Nouns, toward

# {p} and {q} are pieces, {side} is a side, {cell} a hex, {aim} what {what} says; the rest are numbers and words;
# {n:level} is "2 levels".
_SENTENCES = {
    events.ROUND_BEGUN: ("n", "round {n} begins"),
    events.INITIATIVE: ("p n", "{p} has initiative {n}"),
    events.DECLARED: ("p part what aim made", "{p} declares: {part}{at}{made}"),
    events.PLAN_MADE: ("p n", "{p} has declared {n:action}"),
    events.ACTS: ("p", "{p} acts"),
    events.IMPOSSIBLE: ("p part", "{p} can no longer do this: {part}"),
    events.REPLACED: ("p n", "{p} does something else{willed}"),
    events.ACTION_LOST: ("p part", "{p} loses an action"),
    events.TURN_LOST: ("p", "{p} can do nothing"),
    events.WENT: ("p cell", "{p} goes to {cell}"),
    events.TOOK_COVER: ("p", "{p} takes cover"),
    events.ROLLED: ("p purpose n m o", "{p} rolls {n:die} {purpose}{why}: {m:success}{needed}"),
    events.COUNTED: ("count n", "{count} {n}"),
    events.ATTACKED: ("p part weapon what aim", "{p} attacks {aim}: {part}{weapon}"),
    events.MANNER: ("mode how", "{mode}, aimed at {how}"),
    events.POOLED: ("p n", "{p} has {n:die}{why}"),
    events.HARD: ("n", "difficulty {n}{why}"),
    events.HIT: ("p q n", "{p} hits {q} with {n:success} to spare"),
    events.MISSED: ("p", "{p} misses"),
    events.PLACED: ("cell", "it lands at {cell}"),
    events.MOBBED: ("p q n", "{q} joins {p} with {n:member} more"),
    events.DEFENDED: ("p n m o", "{p} {defence}: {m:success}, {o} needed{enough}"),
    events.DODGED_TO: ("p cell", "{p} gets away to {cell}"),
    events.ABORTED_ACTION: ("p part n", "{p} gives up an action to defend itself: {part}{willed}"),
    events.SHIELDED: ("p q", "{q} shields {p}"),
    events.STRUCK: ("n what aim", "{n:die} of damage{on}{why}"),
    events.SOAKED: ("p type n m o", "{p} soaks {type} damage by {m}{why}: of {n:die} {left}"),
    events.THING_SOAKED: ("thing n m o", "{thing} soaks {m}{why}: of {n:die} {left}"),
    events.PINGED: ("p type", "a last die of damage on {p}, {type}"),
    events.ADDED: ("p n", "{p} takes {n:level} that soak does not stop"),
    events.LEVELS: ("p n type", "{n:level} on {p}, {type}"),
    events.ABLATED: ("p n", "the powers of {p} take {n:level}"),
    events.HURT: ("p n type m", "{p} takes {n:level}, {type}; {m} left"),
    events.FELL: ("p n m types", "{n} of {p} fall{types}; {m} left"),
    events.DAZED: ("p", "{p} is dazed"),
    events.STUNNED: ("p n", "{p} is stunned and loses {n:turn}"),
    events.POWERED: ("p", "{p} powers through"),
    events.MAIMED: ("p n", "{p} takes a grievous injury in place of the blow: {n:point} of flaws"),
    events.OUT_COLD: ("p", "{p} is out cold"),
    events.OUT: ("p fate", "{p} is out: {fate}"),
    events.KNOCKED: ("p n m", "{p} {knocked}"),
    events.KNOCKED_DOWN: ("p", "{p} is knocked down"),
    events.COLLIDED: ("p what aim n", "{p} is thrown against {aim}: {n:die}"),
    events.STRUCTURE_LOST: ("thing n m", "{thing} loses {n:level}{why}; {m} left"),
    events.BROKEN: ("thing", "{thing} is broken"),
    events.ARMOUR_GONE: ("p n", "the {layer} of {p} is destroyed"),
    events.SHUT_DOWN: ("p n", "{p} is shut down for {n:turn}"),
    events.HELD: ("p q", "{p} holds {q}"),
    events.RELEASED: ("p q", "{p} no longer holds {q}"),
    events.HEALED_STUN: ("p n", "{p} shakes off {n:level} of stun"),
    events.STABILISED: ("p q", "{p} saves {q}"),
    events.ATTACK_OVER: ("p", "the attack of {p} is over"),
    events.SIDE_BROKEN: ("side", "{side} gives up"),
    events.ESCAPED_NOW: ("p", "{p} gets through"),
    events.ENCOUNTER_WON: ("n m", "encounter {n} is over: {won}"),
    events.ENCOUNTER_BEGUN: ("n", "encounter {n} begins"),
    events.RECOVERED: ("p n", "{p} goes on with {n:level}"),
    events.GAME_ENDED: ("ending winners", "the game is over: {ending}, {winners}"),
}
PURPOSES = {
    events.FOR_ATTACK: "to hit",
    events.FOR_DODGE: "to dodge",
    events.FOR_PARRY: "to parry",
    events.FOR_DAMAGE: "of damage",
    events.FOR_GRIP: "to grip",
    events.FOR_FREEDOM: "to break free",
    events.FOR_FOOTING: "to keep its feet",
    events.FOR_WILLPOWER: "of Willpower",
    events.FOR_STUN: "to shake off stun",
    events.FOR_RESUSCITATION: "to resuscitate",
    events.FOR_COLLISION: "of the collision",
}
COUNTS = {
    events.OF_ATTRIBUTE: "attribute",
    events.OF_ABILITY: "ability",
    events.OF_MEGA: "mega-attribute",
    events.OF_ACCURACY: "accuracy",
    events.OF_BURST: "burst",
    events.OF_HENCHMEN: "henchmen",
    events.OF_MEMBERS: "members",
    events.OF_CLOSENESS: "close quarters",
    events.OF_TACTICS: "Tactics",
    events.OF_CAP: "more than it can use",
    events.OF_WOUNDS: "wounds",
    events.OF_SHORTFALL: "too weak for its armour",
    events.OF_MOBILITY: "armour",
    events.OF_INJURIES: "injuries",
    events.OF_ORDER: "several actions",
    events.OF_RANGE: "range",
    events.OF_COVER: "cover",
    events.OF_SHIELD: "human shield",
    events.OF_PRONE: "it lies",
    events.OF_DEFENCES: "hard to hit",
    events.OF_DAZE: "dazed",
    events.OF_THROUGH: "to throw it",
    events.OF_VITAL: "vital organ",
    events.OF_REPLACING: "in place of another",
    events.OF_SIZE: "tiny",
    events.OF_AREA: "area",
    events.OF_SPEED: "hard to dodge",
    events.OF_WEAPON: "weapon",
    events.OF_STRENGTH: "Strength",
    events.OF_NET: "successes to spare",
    events.OF_NATURAL: "natural soak",
    events.OF_ARMOUR: "armour",
    events.OF_POWERS: "powers",
    events.OF_PIERCING: "piercing",
    events.OF_GRIP: "grip",
    events.OF_HELP: "the shield's soak",
    events.OF_ADDS: "added levels",
    events.OF_EXTENT: "its size",
    events.OF_DEATH: "how far gone",
}
_PLURALS = {"die": "dice", "success": "successes", "hex": "hexes"}
_OF_DAMAGE = (events.FOR_DAMAGE, events.FOR_COLLISION)  # all successes count
# What asks for more successes of a roll, and is none of its dice.
_HARDER = (events.OF_AREA, events.OF_SPEED, events.OF_DAZE, events.OF_REPLACING, events.OF_DEATH)
_HOWS = ("the target", "the ground", "what is behind it", "a vital organ")
EVENT_NUMBERS = {code: tuple(names.split()) for code, (names, _) in _SENTENCES.items()}  # of the numbers of every event


class Count(int):
    """A number that is told with what it counts."""

    def __format__(self, noun: str) -> str:
        """Return the number, or with a noun the number of those."""
        return f"{int(self)} {_PLURALS.get(noun, f'{noun}s') if self != 1 else noun}" if noun else str(int(self))


class Chronicle:
    """Tells the events of games of one configuration."""

    def __init__(self, plan: Plan, names: Names, rules: NovaRules):
        self.plan, self.names, self.nouns = plan, names, Nouns(plan, names, rules)

    def tell(self, s: np.void, since: int) -> tuple[list[str], int]:
        """Return the sentences of the events after number ``since``, led by how many are gone, and the last number."""
        kept, lost, last = told(s, since)
        return gone(lost) + list(self._sentences(s, kept)), last

    def show(self, s: np.void, since: int) -> list[tuple[Piece, ...]]:
        """Return for each of these sentences its pool of dice, where it tells a roll."""
        kept, lost, _ = told(s, since)
        pools = [_pool(code, numbers) for code, *numbers in kept if code != events.COUNTED]
        return [()] * bool(lost) + pools

    def _sentences(self, s: np.void, kept: list[list[int]]) -> Iterator[str]:
        """Yield a sentence for every event; what counts for a number goes into the sentence of the number."""
        why: list[tuple[int, int]] = []
        for code, *numbers in kept:
            if code == events.COUNTED:
                why.append((numbers[0], numbers[1]))
                continue
            yield self._sentence(s, code, numbers, why)
            why = []

    def _sentence(self, s: np.void, code: int, numbers: list[int], why: list[tuple[int, int]]) -> str:
        names, pattern = _SENTENCES[code]
        given = dict(zip(names.split(), numbers, strict=False))
        words = {role: self._word(s, role, number, given) for role, number in given.items()}
        harder = [part for part in why if code == events.ROLLED and part[0] in _HARDER]
        words["why"] = _parts([part for part in why if part not in harder])
        if "n" in given:
            words |= {
                "willed": " by a roll of Willpower" if given["n"] else " for a point of Willpower",
                "defence": "parries" if given["n"] == 2 else "dodges",
                "won": "won" if given.get("m") else "not won",
            }
        if "o" in given:
            words["left"] = _left(given["o"])
            words["needed"] = "" if given.get("purpose") in _OF_DAMAGE else _needed(given["o"], harder)
        if code == events.DEFENDED:
            words["enough"] = "" if given["m"] >= given["o"] else ", not enough"
        if code == events.KNOCKED:
            words["knocked"] = _knocked(Count(given["n"]), Count(given["m"]))
        if code == events.ARMOUR_GONE:
            words["layer"] = self.names.layer(s, given["p"], given["n"])
        if "what" in given:
            words["at"] = toward(given.get("part"), str(words["aim"]))
            words["on"] = f" on {words['aim']}" if words["aim"] else ""
        return pattern.format(**words)

    def _word(self, s: np.void, role: str, number: int, given: dict[str, int]) -> str | Count:
        """Return what a number of an event stands for."""
        words = {
            "p": lambda: self.nouns.who(number),
            "q": lambda: self.nouns.who(number),
            "side": lambda: COLOURS[number],
            "cell": lambda: self.nouns.hex(number),
            "part": lambda: self.names.action(s, given["p"], number, given.get("weapon")),
            "made": lambda: ", in place of what cannot be done" if number else "",
            "aim": lambda: self.nouns.aim(s, given["what"], number),
            "thing": lambda: self.nouns.thing(s, number),
            "count": lambda: COUNTS[number],
            "types": lambda: f" ({self.names.henchmen(s, given['p'], number)})" if number else "",
            "purpose": lambda: PURPOSES[number],
            "weapon": lambda: f", {self.names.weapon_name(number)}" if given["part"] == SUPPORT else "",
            "mode": lambda: MODES[number],
            "how": lambda: _HOWS[number],
            "type": lambda: DAMAGE_TYPES[number],
            "fate": lambda: FATE_NAMES[number],
            "ending": lambda: ENDING_NAMES[number],
            "winners": lambda: won([k for k in range(self.plan.sides) if number >> k & 1], self.plan.sides),
        }
        return words[role]() if role in words else Count(number)


def _pool(code: int, numbers: list[int]) -> tuple[Piece, ...]:
    """Return the pool of a roll and its successes; what single dice showed is not logged."""
    if code != events.ROLLED:
        return ()
    _, purpose, dice, successes, needed = numbers
    return (pool(dice, successes, 0 if purpose in _OF_DAMAGE else needed),)


def _parts(why: list[tuple[int, int]]) -> str:
    """Return what counts for a number and by how much, in brackets; the first is the number itself."""
    parts = (f"{COUNTS[what]} {f'{by:+d}' if k else by}" for k, (what, by) in enumerate(why))
    return f" ({', '.join(parts)})" if why else ""


def _needed(needed: int, harder: list[tuple[int, int]]) -> str:
    """Return how many successes a roll takes, with what makes it harder: "3 needed (1, area +1, dazed +1)"."""
    usual = needed - sum(by for _, by in harder)
    parts = "".join(f", {COUNTS[what]} {by:+d}" for what, by in harder)
    return f", {needed} needed" + (f" ({usual}{parts})" if harder else "")


def _knocked(metres: Count, hexes: Count) -> str:
    """Return how far somebody is knocked back."""
    if metres == 0:
        return "stays where it is"
    return f"is knocked back {metres} m" + (f", {hexes:hex}" if hexes else ", and stays in its hex")


def _left(dice: int) -> str:
    """Return how many dice of damage are left after soak."""
    return f"{max(dice, 0) or 'none'} {'is' if dice < 2 else 'are'} left"
