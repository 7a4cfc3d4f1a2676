"""The configuration of the game: every number of the rules, validated and documented."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field, model_validator

from swarmzoo.envs.core.config import Settings, choice, number
from swarmzoo.envs.core.reading import quoted, text_of_file, whole_text
from swarmzoo.envs.insects.cards import CARD_NAMES, EXTRA_KINDS, KIND_KEYS, MAX_CARDS
from swarmzoo.envs.insects.state import MAX_COUNT
from swarmzoo.envs.insects.terrain import TERRAIN_NAMES

DECKS = {2: 1, 3: 3, 4: 3, 5: 3, 6: 4}  # by players: a deck that lasts 18 to 36 rounds


class CardCounts(Settings):
    """How many cards of each kind the deck holds, by default those of the printed lists. [INS-5]

    The kinds of the optional list need ``extra_cards``.
    """

    initiative: int = number(9, 0, 60, "INS-5", "Initiative cards", "cards")
    attack: int = number(10, 0, 60, "INS-5", "Attack cards", "cards")
    defense: int = number(8, 0, 60, "INS-5", "Defense cards", "cards")
    movement: int = number(7, 0, 60, "INS-5", "Movement cards", "cards")
    reproduction: int = number(9, 0, 60, "INS-5", "Reproduction cards", "cards")
    stack: int = number(15, 0, 60, "INS-5", "Stack cards", "cards")
    intelligence: int = number(9, 0, 60, "INS-5", "Intelligence cards", "cards")
    waterbugs: int = number(1, 0, 20, "INS-E1", "Waterbugs cards", "cards")
    burrowing: int = number(1, 0, 20, "INS-E2", "Burrowing cards", "cards")
    blood_suckers: int = number(1, 0, 20, "INS-E3", "Blood Suckers cards", "cards")
    infestation: int = number(1, 0, 20, "INS-E4", "Infestation cards", "cards")
    revulsion: int = number(1, 0, 20, "INS-E5", "Revulsion cards", "cards")
    webs: int = number(1, 0, 20, "INS-E6", "Webs cards", "cards")
    mimic: int = number(1, 0, 20, "INS-E7", "Mimic cards", "cards")
    feeding_frenzy: int = number(1, 0, 20, "INS-V1", "Feeding Frenzy cards", "cards")
    reproductive_cycle: int = number(1, 0, 20, "INS-V2", "Reproductive Cycle cards", "cards")
    energy_burst: int = number(1, 0, 20, "INS-V3", "Energy Burst cards", "cards")
    migration: int = number(1, 0, 20, "INS-V4", "Migration cards", "cards")
    rush: int = number(1, 0, 20, "INS-V5", "Rush cards", "cards")
    latency: int = number(1, 0, 20, "INS-V6", "Latency cards", "cards")
    adaptation: int = number(1, 0, 20, "INS-E8", "Adaptation cards", "cards")
    metamorphosis: int = number(1, 0, 20, "INS-E9", "Metamorphosis cards", "cards")
    react_quickly: int = number(1, 0, 20, "INS-E10", "React Quickly cards", "cards")
    cocoon: int = number(1, 0, 20, "INS-E11", "Cocoon cards", "cards")
    co_opt: int = number(1, 0, 20, "INS-E12", "Co-Opt Evolution cards", "cards")
    devolution: int = number(1, 0, 20, "INS-E13", "Devolution cards", "cards")
    molt: int = number(1, 0, 20, "INS-E14", "Molt cards", "cards")
    dormancy: int = number(1, 0, 20, "INS-E15", "Dormancy cards", "cards")
    rampage: int = number(1, 0, 20, "INS-E16", "Rampage cards", "cards")


class InsectsRules(Settings):
    """Every number and every house rule of the game; the defaults are the source's and the proposals'."""

    base_initiative: int = number(1, 0, 20, "INS-4", "Initiative without cards", "levels")
    base_attack: int = number(1, 0, 20, "INS-4", "Attack of an insect without cards", "damage")
    base_defense: int = number(1, 1, 20, "INS-4", "Defense of an insect without cards", "damage")
    base_movement: int = number(1, 0, 10, "INS-4", "Movement of an insect without cards", "spaces")
    base_reproduction: int = number(1, 0, 100, "INS-4", "Reproduction without cards", "insects")
    base_stack: int = number(1, 1, MAX_COUNT, "INS-4", "limit of a stack without cards", "insects")
    base_intelligence: int = number(1, 0, 20, "INS-4", "Intelligence without cards", "stacks moved")

    initiative_per_card: int = number(1, 0, 10, "INS-17", "Initiative of an Initiative card", "levels")
    attack_per_card: int = number(1, 0, 10, "INS-17", "Attack of an Attack card", "damage")
    defense_per_card: int = number(1, 0, 10, "INS-17", "Defense of a Defense card", "damage")
    movement_per_card: int = number(1, 0, 5, "INS-17", "Movement of a Movement card", "spaces")
    reproduction_per_card: int = number(1, 0, 20, "INS-17", "Reproduction of a Reproduction card", "insects")
    stack_per_card: int = number(1, 0, 20, "INS-17", "Stack of a Stack card", "insects")
    intelligence_per_card: int = number(1, 0, 10, "INS-17", "Intelligence of an Intelligence card", "stacks moved")

    starting_insects: int = number(3, 1, MAX_COUNT, "INS-6", "insects of each player on its first Den", "insects")
    starting_cards: int = number(2, 0, 10, "INS-6", "cards dealt to each player", "cards")
    cards_drawn: int = number(2, 0, 10, "INS-15", "cards drawn in the Event Phase", "cards")
    hand_limit: int = number(2, 0, 20, "INS-10", "cards of a hand beyond Intelligence", "cards")
    counters: int = number(MAX_COUNT, 1, MAX_COUNT, "INS-3", "insect counters of each player", "insects")

    grass_reproduction: int = number(1, 0, 20, "INS-2.2", "Reproduction for each Grass space occupied", "insects")
    mound_defense: int = number(1, 0, 20, "INS-2.3", "Defense of stacks on a Mound", "damage")
    rocks_attack: int = number(1, 0, 20, "INS-2.4", "Attack of stacks on Rocks", "damage")
    water_blocks: bool = choice(True, "INS-2.5", "Water cannot be entered")
    den_stack: int = number(4, 0, 100, "INS-2.6", "Stack of a stack in a Den", "insects")
    mud_stops: bool = choice(True, "INS-2.7", "a group that enters Mud must stop")
    slope_stack_loss: int = number(1, 0, 100, "INS-2.8", "Stack lost on a Slope", "insects")
    stack_minimum: int = number(1, 1, 100, "INS-2.8", "least limit of a stack on a Slope", "insects")
    roots_let_pass: bool = choice(True, "INS-2.9", "enemies in Roots do not stop a group")
    sand_loss: int = number(1, 0, 100, "INS-2.0", "insects lost by a stack that ends its turn on Sand", "insects")

    frenzy_attack: int = number(3, 0, 20, "INS-V1", "Attack that Feeding Frenzy adds", "damage")
    cycle_reproduction: int = number(3, 0, 100, "INS-V2", "insects that Reproductive Cycle adds", "insects")
    burst_movement: int = number(3, 0, 10, "INS-V3", "spaces that Energy Burst adds", "spaces")
    migration_intelligence: int = number(3, 0, 20, "INS-V4", "Intelligence that Migration adds", "stacks moved")
    rush_initiative: int = number(3, 0, 20, "INS-V5", "Initiative that Rush adds", "levels")
    latency_initiative: int = number(3, 0, 20, "INS-V6", "Initiative that Latency adds in a Bid", "levels")
    blood_suckers_every: int = number(4, 1, 100, "INS-E3", "enemies killed for one insect of Blood Suckers", "insects")
    revulsion_stack_loss: int = number(1, 0, 20, "INS-E5", "Stack lost for each Revulsion near", "insects")
    revulsion_minimum: int = number(1, 0, 20, "INS-P13", "least limit of a stack under Revulsion", "insects")
    webs_movement_loss: int = number(1, 0, 10, "INS-E6", "spaces lost for each Webs near", "spaces")
    webs_minimum: int = number(0, 0, 10, "INS-P13", "least Movement under Webs", "spaces")
    infestation_range: int = number(1, 0, 2, "INS-P13", "how far from a stack Infestation reaches", "spaces")
    adaptation_draw: int = number(2, 0, 10, "INS-E8", "cards drawn by Adaptation", "cards")
    adaptation_discard: int = number(2, 0, 10, "INS-E8", "cards discarded by Adaptation", "cards")
    cocoon_draw: int = number(2, 0, 10, "INS-E11", "cards drawn by Cocoon", "cards")
    molt_defense: int = number(1, 1, 20, "INS-E14", "Defense of a swarm under Molt", "damage")
    dormancy_movement: int = number(0, 0, 10, "INS-E15", "Movement of a swarm under Dormancy", "spaces")

    terrain_weights: tuple[int, ...] = Field(
        (1,) * 10,
        strict=False,
        description="odds of each terrain in the order of its number, Sand (0) first",
        json_schema_extra={"rule": "INS-P1", "unit": "shares"},
    )
    starts: Literal["alike", "farthest"] = choice(
        "alike",
        "INS-P1",
        "starts of random maps: the farthest that every seat sees in the same place, or the farthest of all",
    )
    den_control: Literal["alone", "most"] = choice(
        "alone", "INS-P2", "who controls a Den: a stack alone in it, or the largest one"
    )
    space_control: Literal["alone", "most"] = choice(
        "alone", "INS-P3", "who holds a space when the deck ends: the only occupant, or the largest one"
    )
    space_ties: Literal["insects", "shared"] = choice(
        "insects", "INS-P3", "equal spaces: more insects win, or first place is shared"
    )
    deck_end: Literal["emptied", "literal"] = choice(
        "emptied", "INS-P4", "the end: a draw that empties the deck or fails, or a phase begun with an empty deck"
    )
    last_swarm_wins: bool = choice(True, "INS-P5", "the last swarm with insects wins at once")
    grass_contested: bool = choice(True, "INS-P6", "a contested Grass space counts for all its occupants")
    evolution_play: Literal["must", "may"] = choice(
        "must", "INS-P7", "whether an Evolution card must be played, or may be"
    )
    fight_scope: Literal["all", "active"] = choice(
        "all", "INS-P8", "who fights in an Attack Phase: everyone, or the active player's stacks"
    )
    stack_limit_scope: Literal["active", "all"] = choice(
        "active", "INS-P9", "whose stacks the Stack Limit Phase checks"
    )
    sand_scope: Literal["active", "all"] = choice("active", "INS-P9", "whose stacks lose insects to Sand")
    migration_scope: Literal["phase", "turn"] = choice(
        "phase", "INS-V4", "how long Migration lasts: for the Move Phase, or also in Rampage's second one"
    )
    cocoon_scope: Literal["turn", "phase"] = choice(
        "turn",
        "INS-E11",
        "what Cocoon gives up: every move of the turn, or those of the Move Phase in which it is played",
    )
    windows: Literal["holders", "all", "once"] = choice(
        "holders",
        "INS-P10",
        "windows ask holders of a fitting card, everyone concerned, or each holder until it has played one card",
    )
    pick_up_and_drop: bool = choice(True, "INS-P11", "groups may pick up and drop insects on their way")
    leave_contested: bool = choice(True, "INS-P12", "stacks may leave a contested space freely")
    mimic_lasts: bool = choice(True, "INS-P14", "a Mimic keeps its kind when the original leaves play")
    rampage_restarts_moves: bool = choice(True, "INS-P16", "Rampage renews Intelligence moves and spaces moved")
    react_to_burns: bool = choice(False, "INS-S38", "React Quickly also answers Evolution cards used as events")
    place_groups: bool = choice(False, "INS-S13", "new insects are placed by space and count, not one by one")
    decks: int | None = Field(
        None,
        ge=1,
        le=4,
        description="how many times the deck holds each card; none: 1 for 2 players, 3 for 3 to 5, 4 for 6",
        json_schema_extra={"rule": "INS-S41", "unit": "decks"},
    )
    cards: CardCounts = CardCounts()
    shaping_dens: float = Field(
        0.0,
        ge=0,
        le=1,
        description="potential of the share of Dens held",
        json_schema_extra={"rule": "INS-P15", "unit": "reward"},
    )
    shaping_spaces: float = Field(
        0.0,
        ge=0,
        le=1,
        description="potential of the share of spaces held",
        json_schema_extra={"rule": "INS-P15", "unit": "reward"},
    )

    @model_validator(mode="after")
    def _check(self) -> "InsectsRules":
        weights = self.terrain_weights
        if len(weights) != len(TERRAIN_NAMES) or min(weights) < 0 or max(weights) > 1000 or sum(weights) == 0:
            raise ValueError(
                f"terrain_weights = {quoted(list(weights))}: ten whole numbers from 0 to 1000 are needed, not all 0"
            )
        return self


class InsectsConfig(Settings):
    """What can be chosen about a game of insects; each field is a keyword of every way to make the environment."""

    learning: ClassVar[Mapping[str, float]] = {"shaping_dens": 0.5, "shaping_spaces": 0.5}

    players: int = number(2, 2, 6, "INS-1", "players", "players")
    radius: int | None = Field(
        None,
        ge=1,
        le=6,
        description="radius of the board; none: 3 for 2 players, 4 for more",
        json_schema_extra={"rule": "INS-P1", "unit": "spaces"},
    )
    extra_cards: bool = choice(False, "INS-5", "the 16 optional cards are in the deck")
    extra_dens: int = number(0, 0, 60, "INS-P1", "Dens beyond one for each player", "Dens")
    symmetric: bool = choice(False, "INS-S3", "terrain favours no seat")
    map: str | None = Field(
        None,
        description="a map file, or a map as text; none: a random map",
        json_schema_extra={"rule": "INS-P1", "unit": ""},
    )
    max_rounds: int | None = Field(
        None,
        ge=1,
        le=10_000,
        description="the game ends after this round, as with an empty deck; none: no limit",
        json_schema_extra={"rule": "INS-S42", "unit": "rounds"},
    )
    rules: InsectsRules = InsectsRules()

    @classmethod
    def for_persons(cls, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return plain values by which windows ask all, unless they say otherwise: who is asked then tells nothing."""
        rules = values.get("rules", {})
        return dict(values) | {"rules": {"windows": "all"} | dict(rules)} if isinstance(rules, Mapping) else values

    @model_validator(mode="after")
    def _check(self) -> "InsectsConfig":
        if self.symmetric and self.players == 5:
            raise ValueError(
                "symmetric = True: no rotation or reflection of a hex board permutes 5 starts; "
                "use symmetric=False, or 2, 3, 4 or 6 players"
            )
        if self.rules.cards_drawn == 0 and self.max_rounds is None:
            raise ValueError("rules.cards_drawn = 0 never empties the deck: give max_rounds")
        self._check_deck()
        return self

    def _check_deck(self) -> None:
        size, rules = self.deck_size(), self.rules
        for key in () if self.extra_cards else (KIND_KEYS[kind] for kind in EXTRA_KINDS):
            if (count := getattr(rules.cards, key)) not in (0, CardCounts.model_fields[key].default):
                raise ValueError(
                    f"rules.cards.{key} = {count}: this card is optional; "
                    "the deck holds it only with extra_cards = True"
                )
        least = rules.starting_cards * self.players + 1
        if size < least:
            raise ValueError(
                f"rules.cards: the deck has {size} cards; {self.players} players need at least {least} "
                f"({rules.starting_cards} each and one more)"
            )
        if size > MAX_CARDS:
            raise ValueError(f"rules.cards: the deck has {size} cards; at most {MAX_CARDS} are allowed")

    def count_of(self, kind: int) -> int:
        """Return how many cards of a kind the deck holds."""
        if kind in EXTRA_KINDS and not self.extra_cards:
            return 0
        return int(getattr(self.rules.cards, KIND_KEYS[kind])) * self.num_decks()

    def num_decks(self) -> int:
        """Return how many times the deck holds each card: by default as often as lets swarms meet, and as fits."""
        if self.rules.decks is not None:
            return self.rules.decks
        kinds = (kind for kind in range(len(KIND_KEYS)) if kind not in EXTRA_KINDS or self.extra_cards)
        once = sum(int(getattr(self.rules.cards, KIND_KEYS[kind])) for kind in kinds)
        return max(1, min(DECKS[self.players], MAX_CARDS // max(once, 1)))

    def deck_size(self) -> int:
        """Return the number of cards of the deck."""
        return sum(self.count_of(kind) for kind in range(len(KIND_KEYS)))

    def card_names(self) -> list[tuple[int, str]]:
        """Return (kind, name) of every card of the deck; copies beyond the printed ones repeat the names."""
        return [
            (kind, CARD_NAMES[kind][copy % len(CARD_NAMES[kind])])
            for kind in range(len(KIND_KEYS))
            for copy in range(self.count_of(kind))
        ]

    @property
    def even_seats(self) -> bool:
        """Whether swarms are alike by design: some rotation or reflection of the board takes every start to each."""
        alike = self.players in (2, 3, 6) or (self.players == 4 and self.rules.starts == "alike")
        return self.map is None and (self.symmetric or alike)

    def board_radius(self) -> int:
        """Return the radius of the random board."""
        if self.radius is not None:
            return self.radius
        return 3 if self.players == 2 else 4

    def map_text(self) -> str | None:
        """Return the text of the map: the field itself if it has several lines, else the file's."""
        if self.map is None:
            return None
        return whole_text(self.map, "map") if "\n" in self.map else text_of_file(self.map, "map")
