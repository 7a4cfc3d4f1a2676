"""The deck: 29 kinds of cards that matter to play, and the names printed on 73 + 16 cards. [INS-5, INS-17]"""

from enum import IntEnum

NUM_KINDS = 29
NUM_EVOLUTIONS = 14
NUM_ATTRIBUTES = 7

# Attributes, and the kinds of Evolution card that raise them. [INS-4, INS-17]
INITIATIVE, ATTACK, DEFENSE, MOVEMENT, REPRODUCTION, STACK, INTELLIGENCE = range(7)
# Extra Evolution cards.
WATERBUGS, BURROWING, BLOOD_SUCKERS, INFESTATION, REVULSION, WEBS, MIMIC = range(7, 14)
# Event cards.
FEEDING_FRENZY, REPRODUCTIVE_CYCLE, ENERGY_BURST, MIGRATION, RUSH, LATENCY = range(14, 20)
# Extra Event cards.
ADAPTATION, METAMORPHOSIS, REACT_QUICKLY, COCOON, CO_OPT, DEVOLUTION, MOLT, DORMANCY, RAMPAGE = range(20, 29)
NO_KIND = -1


class Kind(IntEnum):
    """The kinds of cards; a value is the index in every array over kinds."""

    INITIATIVE = INITIATIVE
    ATTACK = ATTACK
    DEFENSE = DEFENSE
    MOVEMENT = MOVEMENT
    REPRODUCTION = REPRODUCTION
    STACK = STACK
    INTELLIGENCE = INTELLIGENCE
    WATERBUGS = WATERBUGS
    BURROWING = BURROWING
    BLOOD_SUCKERS = BLOOD_SUCKERS
    INFESTATION = INFESTATION
    REVULSION = REVULSION
    WEBS = WEBS
    MIMIC = MIMIC
    FEEDING_FRENZY = FEEDING_FRENZY
    REPRODUCTIVE_CYCLE = REPRODUCTIVE_CYCLE
    ENERGY_BURST = ENERGY_BURST
    MIGRATION = MIGRATION
    RUSH = RUSH
    LATENCY = LATENCY
    ADAPTATION = ADAPTATION
    METAMORPHOSIS = METAMORPHOSIS
    REACT_QUICKLY = REACT_QUICKLY
    COCOON = COCOON
    CO_OPT = CO_OPT
    DEVOLUTION = DEVOLUTION
    MOLT = MOLT
    DORMANCY = DORMANCY
    RAMPAGE = RAMPAGE


KIND_NAMES = (
    "Initiative",
    "Attack",
    "Defense",
    "Movement",
    "Reproduction",
    "Stack",
    "Intelligence",
    "Waterbugs",
    "Burrowing",
    "Blood Suckers",
    "Infestation",
    "Revulsion",
    "Webs",
    "Mimic",
    "Feeding Frenzy",
    "Reproductive Cycle",
    "Energy Burst",
    "Migration",
    "Rush",
    "Latency",
    "Adaptation",
    "Metamorphosis",
    "React Quickly",
    "Cocoon",
    "Co-Opt Evolution",
    "Devolution",
    "Molt",
    "Dormancy",
    "Rampage",
)
KIND_KEYS = tuple(kind.name.lower() for kind in Kind)

_COMMON = {
    STACK: "Swarm, Congregate, Hive, Social Insects, Caste System, Colony, Safety in Numbers, Symbiotes, Multitude, "
    "Cluster, Phermones, Cooperation, Super Organism, Mass Flight, Increase Density",
    ATTACK: "Mandibles, Pincers, Poison Glands, Acid Spit, Sting, Bite, Spines, Digestive Secretions, Barbs, Venom",
    DEFENSE: "Carapace, Exoskeleton, Segmentation, Chitin, Shell, Regeneration, Size Increase, Noxious Chemicals",
    REPRODUCTION: "Queen, Drones, Clones, Incubation, Eat own Parents, Quick Gestation, Care for Larvae, "
    "Lay Eggs in Host, Breeding Pools",
    MOVEMENT: "Wings, Jumping, Articulation, High Metabolism, Long Legs, Digging, Hopping",
    INTELLIGENCE: "Antennae, Compound Eyes, Complexity, Signaling, Group Think, Instincts, Processing, Ganglia, "
    "Awareness",
    INITIATIVE: "Ambush, Reflexes, Coordination, Nocturnal, Speed, Camoflage, Aggression, Infiltrate, Overrun",
}
CARD_NAMES: dict[int, tuple[str, ...]] = {kind: tuple(names.split(", ")) for kind, names in _COMMON.items()}
CARD_NAMES |= {kind: (KIND_NAMES[kind],) for kind in range(NUM_KINDS) if kind not in CARD_NAMES}

EXTRA_KINDS = (*range(WATERBUGS, MIMIC + 1), *range(ADAPTATION, RAMPAGE + 1))
MAX_CARDS = 360  # the longest deck a state can hold: four of the 89 cards and a few more


def is_evolution(kind: int) -> bool:
    """Tell an Evolution card from an Event card."""
    return kind < NUM_EVOLUTIONS


def kind_named(name: str) -> int | None:
    """Return the kind of a card or kind name, in any case, or None."""
    wanted = name.strip().lower()
    for kind in range(NUM_KINDS):
        if wanted in (KIND_NAMES[kind].lower(), KIND_KEYS[kind]):
            return kind
    for kind, names in CARD_NAMES.items():
        if wanted in [card.lower() for card in names]:
            return kind
    return None
