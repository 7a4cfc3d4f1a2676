"""The log of a game in sentences; every roll is told with what made its number."""

from collections.abc import Iterator

import numpy as np

from swarmzoo.envs.core.events import gone, told
from swarmzoo.envs.core.pieces import Piece, percentile
from swarmzoo.envs.skirmish.overseer import events
from swarmzoo.envs.skirmish.overseer.actions import PARTS
from swarmzoo.envs.skirmish.overseer.plan import Plan
from swarmzoo.envs.skirmish.overseer.state import ATTACK_NAMES
from swarmzoo.envs.skirmish.overseer.victory import ENDING_NAMES
from swarmzoo.envs.skirmish.overseer.words.headline import COLOURS, COMMAND_NAMES, Names, won

# {p} and {q} are units, {side} is a side, {cell} a hex; the rest are numbers and words.
_SENTENCES = {
    events.ROUND_BEGUN: ("n", "round {n} begins"),
    events.TURN_BEGUN: ("p", "{p} has its turn"),
    events.COMMANDED: ("p command", "{p} chooses {command}"),
    events.WENT: ("p cell n", "{p} goes to {cell}; US {n} in rank there"),
    events.ENGAGED_ATTACK: ("p q", "{p} attacks {q}, who leaves the melee"),
    events.TESTED: ("p test n m passed", "{p} rolls {n} {test}, {m} or less is needed{why}: {result}"),
    events.MODIFIED: ("modifier n bracket", "{modifier} {n}"),
    events.ATTACKED: ("p attack q weapon special", "{p} attacks {q}: {attack} with {weapon}{special}"),
    events.HIT: ("p q n", "{p} hits {q}: {n_hits}"),
    events.EVADED: ("p n", "{p} evades {n_hits}"),
    events.DAMAGE_ROLLED: ("p n fury", "{p} rolls {n} damage{fury}"),
    events.STRUCK: ("p body n m", "{n} damage on {body} of {p}, {m} are taken off"),
    events.KILLED: ("p n", "{p} loses {n_men}"),
    events.SPECIALIST_KILLED: ("p", "the Specialist of {p} falls"),
    events.WOUNDED: ("p n m", "{p} loses {n_wounds}, {m} left"),
    events.OVERSEER_DIED: ("p", "{p} dies"),
    events.DISSOLVED: ("p", "the Swarm of {p} dissolves"),
    events.COLLAPSED: ("p", "the Swarm of {p} collapses and flees"),
    events.PINNED_NOW: ("p", "{p} is pinned"),
    events.UNPINNED: ("p", "{p} is pinned no longer"),
    events.SHOCKED: ("p n shock", "{p} rolls {n} on the Shock Table: {shock}"),
    events.SNAPPED_OUT: ("p", "{p} snaps out of it"),
    events.RALLIED: ("p n", "{p} rallies {n_men}"),
    events.OUT_OF_RANK: ("p n", "{n_men} of {p} out of rank"),
    events.FLED: ("n", "{n_men} fled from the field"),
    events.MARKED: ("p q", "{p} marks {q}"),
    events.AIMED: ("p", "{p} takes aim"),
    events.WATCHES: ("p", "{p} keeps watch"),
    events.TENDED: ("p q n", "{p} tends {q}: {n_wounds} healed"),
    events.WORKED: ("p cell raised", "{p} {raised} a barrier at {cell}"),
    events.ESCAPED_NOW: ("p n", "{p} breaks through with US {n}"),
    events.SCORED: ("side n", "{side} scores {n}"),
    events.SHOCK_PASSED: ("p", "{p} is itself again"),
    events.FELL_BACK: ("p cell", "{p} falls back to {cell}"),
    events.GAME_ENDED: ("ending winners", "the game is over: {ending}, {winners}"),
    events.ROUTED: ("side", "{side} is routed"),
    events.TIME_UP: ("", "the last round is over"),
    events.DEADLIER: ("quality n", "{quality}: a deadly blow kills {n_men}{more}"),
}
TESTS = {
    events.FOR_ATTACK: "to hit",
    events.FOR_FURY: "to confirm the fury",
    events.FOR_EVASION: "to evade",
    events.FOR_BREAK: "against breaking",
    events.FOR_PINNING: "against pinning",
    events.FOR_FEAR: "against fear",
    events.FOR_SNAPPING_OUT: "to snap out of it",
    events.FOR_RALLY: "to rally",
    events.FOR_TENDING: "to tend wounds",
    events.FOR_WORK: "to do the works",
}
MODIFIERS = {
    events.OF_WS: "WS",
    events.OF_BS: "BS",
    events.OF_AGILITY: "Agility",
    events.OF_WILLPOWER: "Willpower",
    events.OF_COMMAND: "Command",
    events.OF_SKILL: "skill",
    events.OF_STRENGTH: "USM",
    events.OF_CONCENTRATION: "Concentrated Fire",
    events.OF_SUPPRESSION: "Suppressing Fire",
    events.OF_OVERWATCH: "Overwatch",
    events.OF_RANGE: "range",
    events.OF_HEIGHT: "higher ground",
    events.OF_RUNNING: "it runs",
    events.OF_COVERING_GROUND: "it covers ground",
    events.OF_MELEE: "into a melee",
    events.OF_MARK: "Marked Attack",
    events.OF_STAND_AND_FIGHT: "Stand and Fight",
    events.OF_CHARGE: "Charge",
    events.OF_AIM: "Aim",
    events.OF_TEAM: "Weapons Team",
    events.OF_CALL: "Called Shot",
    events.OF_NERVES: "unnerved",
    events.OF_PANIC: "panic",
    events.OF_HOLD_FAST: "Hold Fast",
    events.OF_RULE: "the rules",
    events.OF_LOSSES: "losses",
    events.OF_FEAR: "level of Fear",
    events.OF_HELP: "Special Team",
}
BRACKETS = ("out of", "Assault", "Close", "Medium", "Long", "Extreme")
QUALITIES = ("Spray", "Blast", "Devastating")
SHOCKS = (
    "only one Half Action next turn",
    "unnerved",
    "wary and unnerved",
    "frozen",
    "panicked",
    "faints",
    "helpless",
)
EVENT_NUMBERS = {code: tuple(names.split()) for code, (names, _) in _SENTENCES.items()}  # of the numbers of every event
_NOUNS = {"n_hits": "hit", "n_men": "Underling", "n_wounds": "Wound"}


class Chronicle:
    """Tells the events of games of one configuration."""

    def __init__(self, plan: Plan, names: Names, weapons: tuple[str, ...]):
        self.plan, self.names, self.weapons = plan, names, weapons

    def tell(self, s: np.void, since: int) -> tuple[list[str], int]:
        """Return the sentences of the events after number ``since``, led by how many are gone, and the last number."""
        kept, lost, last = told(s, since)
        return gone(lost) + list(self._sentences(kept)), last

    def show(self, s: np.void, since: int) -> list[tuple[Piece, ...]]:
        """Return for each of these sentences its two dice, where it tells a roll against 100."""
        kept, lost, _ = told(s, since)
        dice = [_dice(code, numbers) for code, *numbers in kept if code != events.MODIFIED]
        return [()] * bool(lost) + dice

    def _sentences(self, kept: list[list[int]]) -> Iterator[str]:
        """Yield a sentence for every event; what modifies a test goes into the sentence of the test."""
        why: list[str] = []
        for code, *numbers in kept:
            if code == events.MODIFIED:
                why.append(_modifier(numbers, first=not why))
                continue
            yield self._sentence(code, numbers, why)
            why = []

    def _sentence(self, code: int, numbers: list[int], why: list[str]) -> str:
        roles, pattern = _SENTENCES[code]
        words = {role: self._word(role, n) for role, n in zip(roles.split(), numbers, strict=False)}
        if code == events.TESTED:
            words |= {"why": f" ({', '.join(why)})" if why else "", "result": _result(*numbers[2:5])}
        if code == events.DEADLIER:
            words["more"] = "" if numbers[0] == events.BY_SPRAY else " more"
        if "n" in roles.split():
            number = numbers[roles.split().index("n")]
            words |= {role: f"{number} {noun}{'s' if number != 1 else ''}" for role, noun in _NOUNS.items()}
        return pattern.format(**words)

    def _word(self, role: str, number: int) -> str:
        """Return what a number of an event stands for."""
        sides = len(self.plan.forces)
        words = {
            "p": lambda: self.names.of(number),
            "q": lambda: self.names.of(number),
            "side": lambda: COLOURS[number],
            "cell": lambda: " ".join(map(str, self.plan.field.place(number))),
            "command": lambda: COMMAND_NAMES.get(PARTS[number][0], PARTS[number][0]),
            "attack": lambda: ATTACK_NAMES[number],
            "weapon": lambda: self.weapons[number],
            "body": lambda: ("the Overseer", "the Specialist", "Underlings")[number],
            "special": lambda: ", the Specialist" if number else "",
            "fury": lambda: ", with fury" if number else "",
            "raised": lambda: "raises" if number else "tears down",
            "shock": lambda: SHOCKS[number],
            "quality": lambda: QUALITIES[number],
            "test": lambda: TESTS[number],
            "ending": lambda: ENDING_NAMES[number],
            "winners": lambda: won([k for k in range(sides) if number >> k & 1], sides),
        }
        return words[role]() if role in words else str(number)


def _dice(code: int, numbers: list[int]) -> tuple[Piece, ...]:
    """Return the dice of an event; those of damage are not logged, only their sum."""
    return (percentile(numbers[2], bool(numbers[4])),) if code == events.TESTED else ()


def _modifier(numbers: list[int], first: bool) -> str:
    """Return what modifies a test, and by how much; the number itself without a sign, the range with its bracket."""
    of_range = numbers[0] == events.OF_RANGE
    name = f"{BRACKETS[numbers[2]]} {MODIFIERS[numbers[0]]}" if of_range else MODIFIERS[numbers[0]]
    return f"{name} {numbers[1] if first else f'{numbers[1]:+d}'}"


def _result(rolled: int, needed: int, passed: int) -> str:
    """Return how a test went, with degrees, and whether its roll was a double."""
    degrees = max(0, (needed - rolled) // 10 if passed else (rolled - needed) // 10)
    words = f"{'success' if passed else 'failure'}"
    words += f" by {degrees} degree{'s' if degrees != 1 else ''}" if degrees else ""
    return words + (", a double" if rolled % 11 == 0 else "")
