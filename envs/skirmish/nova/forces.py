"""Who fights in the scenarios: forces of the sides, in configurations that give none. [NOV-A3]"""

from swarmzoo.envs.skirmish.nova.people import Henchmen, Unit

SCENARIOS = ("squad_duel", "nova_vs_mob", "firefight", "demolition", "hostage", "convoy", "gauntlet")
PLATOON = (Henchmen(type="ranger", count=6), Henchmen(type="gunner", count=2), Henchmen(type="rocketeer", count=1))
COMMANDERS = (
    Unit(sheet="commander", henchmen=PLATOON),
    Unit(sheet="commander", henchmen=(Henchmen(type="ninja", count=5), Henchmen(type="gunner", count=2))),
    Unit(sheet="commander", henchmen=(Henchmen(type="conscript", count=8), Henchmen(type="bomber", count=2))),
)
NOVAS = (Unit(sheet="bruiser"), Unit(sheet="blaster"))
MOBS = (Unit(sheet="thug", members=15), Unit(sheet="thug", members=15), Unit(sheet="thug", members=15))
LINE = (Unit(sheet="medic"), Unit(sheet="guard", members=5), Unit(sheet="guard", members=5))
SAPPERS = (Unit(sheet="sapper"), Unit(sheet="soldier"))
GARRISON = (Unit(sheet="hunter"), Unit(sheet="elite"), Unit(sheet="hunter"), Unit(sheet="elite"))
RESCUERS = (Unit(sheet="elite"), Unit(sheet="medic"))
CAPTORS = (Unit(sheet="gangster"), Unit(sheet="guard", members=8), Unit(sheet="guard", members=7))
COLUMN = (Unit(sheet="truck"), Unit(sheet="car"), Unit(sheet="truck"))
AMBUSH = (Unit(sheet="hunter"), Unit(sheet="guard", members=4))
HEROES = (Unit(sheet="bruiser"), Unit(sheet="elite"))
ENCOUNTERS = (
    (Unit(sheet="thug", members=14), Unit(sheet="thug", members=14)),
    (Unit(sheet="hunter"), Unit(sheet="robot")),
    (Unit(sheet="blaster"), Unit(sheet="soldier")),
)
FORCES = {  # by scenario: of side_0, and of all others
    "squad_duel": (COMMANDERS, COMMANDERS),
    "nova_vs_mob": (NOVAS, MOBS),
    "firefight": (LINE, LINE),
    "demolition": (SAPPERS, GARRISON),
    "hostage": (RESCUERS, CAPTORS),
    "convoy": (COLUMN, AMBUSH),
    "gauntlet": (HEROES, ENCOUNTERS[0]),
}
COUNTS = {  # units of the sides
    "squad_duel": (1, 1),
    "nova_vs_mob": (1, 3),
    "firefight": (3, 3),
    "demolition": (2, 4),
    "hostage": (2, 3),
    "convoy": (3, 2),
    "gauntlet": (2, 2),
}
ROUNDS = {"nova_vs_mob": 40, "demolition": 15, "hostage": 15, "convoy": 20, "gauntlet": 36}  # else 30
