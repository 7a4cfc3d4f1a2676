"""What of the log is counted over games: Commands, attacks, weapons and their qualities, reactions, tests, Shock."""

from swarmzoo.envs.core.tallies import EventBook, Tally, names_of, tally
from swarmzoo.envs.skirmish.overseer import events
from swarmzoo.envs.skirmish.overseer.actions import PARTS
from swarmzoo.envs.skirmish.overseer.rule_numbers import OverseerRules
from swarmzoo.envs.skirmish.overseer.state import ATTACK_NAMES, OPPORTUNE, OVERWATCHED
from swarmzoo.envs.skirmish.overseer.weapons import Weapon
from swarmzoo.envs.skirmish.overseer.words.chronicle import (
    BRACKETS,
    EVENT_NUMBERS,
    MODIFIERS,
    QUALITIES,
    SHOCKS,
    TESTS,
)
from swarmzoo.envs.skirmish.overseer.words.headline import COMMAND_NAMES

_BODIES = ("the Overseer", "the Specialist", "Underlings")
_BURSTS = {"semi": "semi-automatic", "full": "automatic"}
_OTHERS = ("spray", "blast", "devastating", "sniper", "heavy")


def book_of(rules: OverseerRules) -> EventBook:
    """Return what can be counted in games with these rules: weapons of one's own are among it."""
    weapons = rules.named("weapons")
    return EventBook(
        names_of(events, len(EVENT_NUMBERS)),
        EVENT_NUMBERS,
        (
            tally("Command", "command", [COMMAND_NAMES.get(name, "") for name, _ in PARTS]),
            tally("attack", "attack", ["", *ATTACK_NAMES[1:]]),
            tally("weapon", "weapon", weapons),
            *(_with_quality(quality, weapons) for quality in (*_BURSTS.values(), *_OTHERS)),
            tally("deadlier by", "quality", QUALITIES),
            tally("damage", "fury", ["", "fury"]),
            tally("range", "bracket", ["", *BRACKETS[1:]]),
            tally("body", "body", _BODIES),
            Tally("reaction", ("test",), {(events.FOR_EVASION,): "evasion"}),
            Tally("reaction", ("attack",), {(kind,): ATTACK_NAMES[kind] for kind in (OVERWATCHED, OPPORTUNE)}),
            Tally("test", ("test", "passed"), {(k, 0): f"{TESTS[k]}: failure" for k in sorted(TESTS)}),
            Tally("test", ("test", "passed"), {(k, 1): f"{TESTS[k]}: success" for k in sorted(TESTS)}),
            tally("modifier", "modifier", [MODIFIERS[k] for k in sorted(MODIFIERS)]),
            tally("Shock", "shock", SHOCKS),
        ),
    )


def _with_quality(quality: str, weapons: dict[str, Weapon]) -> Tally:
    """Return the tally of attacks with weapons that have a quality."""
    return tally(
        "weapon quality", "weapon", [quality if quality in _qualities(one) else "" for one in weapons.values()]
    )


def _qualities(weapon: Weapon) -> list[str]:
    """Return the qualities of a weapon."""
    return [*(name for name in _OTHERS if getattr(weapon, name)), _BURSTS.get(weapon.burst, "")]
