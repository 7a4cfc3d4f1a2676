"""The kinds of cards: which are Evolutions, which Events, and in which phase or window each is used."""

ATTRIBUTES = ("initiative", "attack", "defense", "movement", "reproduction", "stack", "intelligence")
EVOLUTIONS = (*ATTRIBUTES, "waterbugs", "burrowing", "blood_suckers", "infestation", "revulsion", "webs", "mimic")
EVENTS = (
    *("feeding_frenzy", "reproductive_cycle", "energy_burst", "migration", "rush", "latency"),
    *("adaptation", "metamorphosis", "react_quickly", "cocoon", "co_opt", "devolution", "molt", "dormancy", "rampage"),
)
KINDS = EVOLUTIONS + EVENTS

# what is burnt and what is played at each moment [INS-16] [INS-P10]
BURNT_IN = {
    "bid": ("initiative", "intelligence", "movement"),
    "reproduction": ("reproduction", "infestation"),
    "move": ("intelligence", "movement", "waterbugs", "burrowing"),
    "move of another": ("webs",),
    "fight": ("attack", "defense", "initiative", "blood_suckers"),
    "own limit": ("stack",),
    "limit of another": ("revulsion",),
}
ANY_TIME = ("adaptation", "metamorphosis", "co_opt", "devolution")
PLAYED_IN = {
    "bid": ("latency",),
    "reproduction": ("reproductive_cycle", *ANY_TIME),
    "move": ("migration", *ANY_TIME),
    "move of another": ("dormancy",),
    "fight": ("feeding_frenzy", "rush", "molt"),
    "own limit": (),
    "limit of another": (),
}
