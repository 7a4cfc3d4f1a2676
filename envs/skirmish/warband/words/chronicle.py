"""The log of a game in sentences."""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.events import gone, told
from swarmzoo.envs.core.pieces import Piece, six_sided
from swarmzoo.envs.core.tallies import EventBook, Tally, names_of, tally
from swarmzoo.envs.skirmish.warband import events
from swarmzoo.envs.skirmish.warband.attack import BOLT_ATTACK, POWER_BLOW, RANGED_ATTACK
from swarmzoo.envs.skirmish.warband.config import SPELLS, TRAITS
from swarmzoo.envs.skirmish.warband.plan import Plan
from swarmzoo.envs.skirmish.warband.trials import MARKED, PACK
from swarmzoo.envs.skirmish.warband.victory import ENDING_NAMES
from swarmzoo.envs.skirmish.warband.words.headline import COLOURS, Names, won

# {p} and {q} are characters, {side} is a warband, {cell} a hex; the rest are numbers and words.
_SENTENCES = {
    events.TURN_BEGUN: ("n", "turn {n} begins"),
    events.TOKEN_DRAWN: ("side", "a token of {side} is drawn"),
    events.ACTIVATED: ("p", "{p} is activated"),
    events.STUN_ENDED: ("p", "{p} comes to itself; its activation is lost"),
    events.WENT: ("p cell n", "{p} goes to {cell} ({n} hexes of movement)"),
    events.STOOD_UP: ("p", "{p} gets up"),
    events.CHARGED: ("p q cell", "{p} charges at {q}, to {cell}"),
    events.ATTACKED: ("p q how n", "{p} {how} {q}: {n} hits"),
    events.IMPACT: ("p n m", "{p} takes {n} Impact and loses {m} Star"),
    events.BLOODIED_NOW: ("p", "{p} is Bloodied"),
    events.DIED: ("p", "{p} dies"),
    events.OUT_NOW: ("p", "{p} is out of action"),
    events.STUNNED_NOW: ("p", "{p} is Stunned"),
    events.AIMED: ("p q n", "{p} aims at {q} (+{n})"),
    events.RUNES_FAILED: ("p q other", "{p} cannot single out {q}; it must be {other}"),
    events.TOOK_COVER: ("p down", "{p} {down}"),
    events.BREATHED: ("p n", "{p} takes a breather and regains {n} Star"),
    events.RELOADED: ("p", "{p} loads its weapon"),
    events.RALLIED: ("p q passed", "{p} rallies {q}: {passed}"),
    events.ORDERED: ("p q", "{p} gives {q} an order"),
    events.CAST: ("p spell q", "{p} casts {spell} on {q}"),
    events.CAST_FAILED: ("p spell", "{p} fails to cast {spell}"),
    events.SHAKEN_NOW: ("p", "{p} is Shaken"),
    events.FLEEING_NOW: ("p", "{p} is Fleeing"),
    events.GOT_AWAY: ("p", "{p} gets away from the melee"),
    events.HELD_FAST: ("p", "{p} cannot get away"),
    events.TAUNTED: ("p q passed", "{p} taunts {q}: {passed}"),
    events.LOOTED: ("p n", "{p} picks up loot ({n})"),
    events.BROKEN: ("side", "{side} breaks"),
    events.SCORED: ("side n", "{side} holds the centre: {n}"),
    events.REFUSED: ("side", "{side} refuses the token"),
    events.GAME_ENDED: ("ending winners", "the game is over: {ending}, {winners}"),
    events.ROLLED: ("p test need dice", "{p} rolls {dice} {test}"),
    events.MORE_DICE: ("dice dice_2 dice_3 dice_4", "... and {dice}{dice_2}{dice_3}{dice_4}"),
    events.ORDER_HELPED: ("p n", "an order helps {p} (+{n} on the next die)"),
    events.TRAIT_HELPED: ("p trait", "{trait} helps {p}"),
}
TESTS = {
    events.TO_HIT: "to hit, with {need} or more",
    events.FOR_SHIELD: "for its Shield, {need} or less deflects, a 1 on the first die all",
    events.FOR_WOUND: "for its wound, the lowest counts",
    events.FOR_COURAGE: "for its courage, {need} or less passes",
    events.FOR_RUNES: "for its Runes, {need} or less passes",
    events.FOR_RALLY: "for its Coronet, {need} or less passes",
    events.FOR_KEY: "for its Key, {need} or less passes",
    events.AGAINST_ENEMY_KEY: "to get away, with {need} or more",
    events.TO_TAUNT: "to taunt, with {need} or more",
    events.FOR_BREATH: "for its Mallet, {need} or less regains a Star",
}
EVENT_NUMBERS = {code: tuple(names.split()) for code, (names, _) in _SENTENCES.items()}  # of the numbers of every event
BOOK = EventBook(
    names_of(events, len(EVENT_NUMBERS)),
    EVENT_NUMBERS,
    (
        tally("attack", "how", ("in melee", "with a shot", "with all its power", "with a bolt")),
        tally("spell", "spell", SPELLS),
        tally("trait", "trait", TRAITS),
        tally("roll", "test", [TESTS[k].partition(",")[0] for k in sorted(TESTS)]),
        Tally("success", ("passed",), {(1,): "rallied"}, frozenset({events.RALLIED})),
        Tally("success", ("passed",), {(1,): "taunted"}, frozenset({events.TAUNTED})),
    ),
)
_HOW = {RANGED_ATTACK: "shoots at", POWER_BLOW: "strikes with all its power at", BOLT_ATTACK: "sends a bolt at"}


_DICE = {events.ROLLED: slice(3, 4), events.MORE_DICE: slice(4)}  # which numbers of an event hold dice


def dice_in(number: int) -> Iterator[tuple[int, bool]]:
    """Yield the dice that a number of the log holds, and whether each confirms the one before."""
    while number:
        number, die = divmod(number, PACK)
        yield (die - MARKED, True) if die > MARKED else (die, False)


def dice_told(number: int) -> str:
    """Return the dice that a number of the log holds; behind a six stands the die that confirms it."""
    words = ""
    for die, confirms in dice_in(number):
        words += f" (then {die})" if confirms else f"{', ' if words else ''}{die}"
    return words or "no dice"


def dice_shown(code: int, numbers: list[int]) -> tuple[Piece, ...]:
    """Return the dice of an event."""
    held = numbers[_DICE[code]] if code in _DICE else []
    return tuple(six_sided(die, confirms=confirms) for number in held for die, confirms in dice_in(number))


class Chronicle:
    """Tells the events of games of one configuration."""

    def __init__(self, plan: Plan, names: Names):
        self.plan, self.names = plan, names

    def tell(self, s: np.void, since: int) -> tuple[list[str], int]:
        """Return the sentences of the events after number ``since``, led by how many are gone, and the last number."""
        kept, lost, last = told(s, since)
        return gone(lost) + [self._sentence(event) for event in kept], last

    def show(self, s: np.void, since: int) -> list[tuple[Piece, ...]]:
        """Return for each of these sentences its dice."""
        kept, lost, _ = told(s, since)
        return [()] * bool(lost) + [dice_shown(code, numbers) for code, *numbers in kept]

    def _sentence(self, event: list[int]) -> str:
        code, *numbers = event
        roles, pattern = _SENTENCES[code]
        words = {role: self._word(role, n) for role, n in zip(roles.split(), numbers, strict=False)}
        if "test" in words:
            words["test"] = words["test"].format(need=words["need"])
        return pattern.format(**words)

    def _word(self, role: str, number: int) -> str:
        """Return what a number of an event stands for."""
        sides = len(self.plan.rosters)
        words = {
            "p": lambda: self.names.of(number),
            "q": lambda: self.names.of(number),
            "other": lambda: self.names.of(number),
            "side": lambda: COLOURS[number],
            "cell": lambda: " ".join(map(str, self.plan.field.place(number))),
            "how": lambda: _HOW.get(number, "strikes at"),
            "down": lambda: "falls prone" if number else "makes the most of its cover",
            "passed": lambda: "it works" if number else "in vain",
            "spell": lambda: SPELLS[number],
            "trait": lambda: TRAITS[number].replace("_", " ").title(),
            "ending": lambda: ENDING_NAMES[number],
            "winners": lambda: won([k for k in range(sides) if number >> k & 1], sides),
            "test": lambda: TESTS[number],
            "dice": lambda: dice_told(number),
            **dict.fromkeys(("dice_2", "dice_3", "dice_4"), lambda: f", {dice_told(number)}" if number else ""),
        }
        return words[role]() if role in words else str(number)
