"""What of the log is counted over games: actions, weapons, damage, soak, defences, what counts for rolls."""

from collections.abc import Collection, Sequence

from swarmzoo.envs.core.tallies import EventBook, Tally, names_of, tally
from swarmzoo.envs.skirmish.nova import events
from swarmzoo.envs.skirmish.nova.actions import HOWS, LIGHT_BLOW, MODES, PARTS, TAKE_COVER
from swarmzoo.envs.skirmish.nova.arms import DAMAGE_TYPES, SKILLS, Weapon
from swarmzoo.envs.skirmish.nova.casualties import FATES_TOLD
from swarmzoo.envs.skirmish.nova.fight.soaking import MILDER
from swarmzoo.envs.skirmish.nova.rule_numbers import NovaRules
from swarmzoo.envs.skirmish.nova.state import BY_DODGE, BY_PARRY, FATE_NAMES
from swarmzoo.envs.skirmish.nova.words.chronicle import COUNTS, EVENT_NUMBERS, PURPOSES

_PROPERTIES = (
    *("strength", "thrown", "guided", "long_range", "close_quarters", "single_range", "fast", "light"),
    *("mental", "chemical", "adds", "ap", "area", "dodge"),
)
_KINDS = [name.replace("_", " ") if LIGHT_BLOW <= k <= TAKE_COVER else "" for k, (name, _) in enumerate(PARTS)]
_APART = {events.OF_MOBILITY: "penalty of armour"}  # else named as what armour soaks


def book_of(rules: NovaRules) -> EventBook:
    """Return what can be counted in games with these rules: weapons of one's own are among it."""
    weapons: dict[str, Weapon] = rules.named("weapons")
    return EventBook(
        names_of(events, len(EVENT_NUMBERS)),
        EVENT_NUMBERS,
        (
            tally("action", "part", _KINDS, (events.DECLARED,)),
            tally("weapon", "weapon", [_in_words(name) for name in weapons]),
            *(_of(name, [bool(getattr(one, name)) for one in weapons.values()]) for name in _PROPERTIES),
            _of("unsoakable", [not one.soakable for one in weapons.values()]),
            *(_of(f"with {skill}", [one.skill == skill for one in weapons.values()]) for skill in SKILLS),
            tally("burst", "mode", MODES),
            tally("aimed at", "how", HOWS),
            tally("damage soaked", "type", DAMAGE_TYPES, (events.SOAKED,)),
            tally("last die", "type", _if_in(MILDER, DAMAGE_TYPES), (events.PINGED,)),
            tally("damage taken", "type", DAMAGE_TYPES, (events.HURT,)),
            Tally("defence", ("n",), {(BY_DODGE,): "dodge", (BY_PARRY,): "parry"}, frozenset({events.DEFENDED})),
            tally("given up", "n", ("for a point", "by a roll"), (events.ABORTED_ACTION,)),
            tally("rolled", "purpose", [PURPOSES[k] for k in sorted(PURPOSES)]),
            tally("counts", "count", [_APART.get(k, COUNTS[k]) for k in sorted(COUNTS)]),
            tally("out", "fate", _if_in(FATES_TOLD, FATE_NAMES)),
        ),
    )


def _if_in(told: Collection[int], names: Sequence[str]) -> list[str]:
    """Return names by number, none of what is never told."""
    return [name if k in told else "" for k, name in enumerate(names)]


def _in_words(name: str) -> str:
    return name.replace("_", " ")


def _of(name: str, has: Sequence[bool]) -> Tally:
    """Return the tally of attacks with weapons that have a property."""
    return tally("weapon property", "weapon", [_in_words(name) if one else "" for one in has])
