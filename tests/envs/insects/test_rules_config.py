"""The configuration: every number of the rules can be changed, and impossible ones are refused."""

import pytest

from swarmzoo.envs.core.config import allowed, fields_of
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.insects.cards import KIND_KEYS, MAX_CARDS, NUM_ATTRIBUTES
from swarmzoo.envs.insects.config import InsectsConfig, InsectsRules
from swarmzoo.envs.insects.rules import rules_signature
from tests.envs.insects.positions import new_game, play


@pytest.mark.rule("INS-S42")
def test_a_game_that_draws_no_cards_needs_max_rounds():
    with pytest.raises(GameError, match="max_rounds"):
        InsectsConfig.read({"rules": {"cards_drawn": 0}})
    game = new_game(max_rounds=2, rules={"cards_drawn": 0})
    left = game.cards_left
    while not game.s["done"]:
        game.does(sorted(game.can)[-1])
    assert game.ending == "round limit" and game.cards_left == left and game.s["round_number"] == 2


@pytest.mark.rule("INS-4")
@pytest.mark.parametrize("name", KIND_KEYS[:NUM_ATTRIBUTES])
def test_every_base_attribute_can_be_changed(name):
    game = new_game(rules={f"base_{name}": 4, f"{name}_per_card": 2})
    assert game.attribute("a", name) == 4
    assert game.rules["per_card"][KIND_KEYS.index(name)] == 2


@pytest.mark.rule("INS-6", "INS-15", "INS-10")
def test_the_numbers_of_set_up_and_draws_can_be_changed():
    game = new_game(rules={"starting_insects": 5, "starting_cards": 4, "hand_limit": 9})
    assert game.bugs("a") == 5 and len(game.hand("b")) == 4
    drawn = play("phase: event\nboard:\n6a1 1 6b1\n", cards_drawn=5)
    assert drawn.told("CARDS_DRAWN") == [[0, 5, 0, 0]]
    cut = play("phase: evolution\nhand a: Hive, Rush, Latency\nboard:\n6a1 1 6b1\n", hand_limit=0)
    assert cut.asked == "a excess"


@pytest.mark.rule("INS-P15")
def test_shaping_is_off_by_default_and_pays_nothing_before_the_end():
    rules = InsectsConfig.read({}).rules
    assert rules.shaping_dens == rules.shaping_spaces == 0.0
    game = new_game(seed=2)
    for _ in range(20):
        assert game.pay == [0.0, 0.0] and not game.table.potential.any()
        game.does(sorted(game.can)[-1])


@pytest.mark.rule("INS-P15")
def test_the_potential_of_shaping_is_the_share_of_dens_and_of_spaces():
    text = "phase: move\nboard:\n6a3 6a1 1a1 6b3 6\n"
    game = play(text, shaping_dens=0.5)
    game.does("pass")
    assert game.table.potential[0].tolist() == [0.25, 0.125]
    spaces = play(text, shaping_spaces=1.0).passes()
    assert [round(float(value), 6) for value in spaces.table.potential[0]] == [0.6, 0.2]


@pytest.mark.rule("INS-P1")
def test_terrain_odds_can_be_weighted():
    only_dirt = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    assert sorted(set(new_game(rules={"terrain_weights": only_dirt}).s["terrain"][:37].tolist())) == [1, 6]
    with pytest.raises(GameError, match="ten whole numbers"):
        InsectsConfig.read({"rules": {"terrain_weights": [0] * 10}})
    with pytest.raises(GameError, match=r"characters\): ten whole numbers") as told:
        InsectsConfig.read({"rules": {"terrain_weights": [1] * 10_000}})
    assert len(str(told.value)) < 300


@pytest.mark.rule("INS-A6")
def test_limits_on_counters_bind_from_the_first_move():
    assert new_game(rules={"starting_insects": 1023}).bugs("a") == 1023
    assert new_game(rules={"starting_insects": 9, "counters": 4}).bugs("a") == 4
    with pytest.raises(GameError, match="1023"):
        InsectsConfig.read({"rules": {"starting_insects": 1024}})


@pytest.mark.rule("INS-S41")
def test_decks_beyond_the_capacity_are_refused():
    with pytest.raises(GameError, match=f"at most {MAX_CARDS}"):
        InsectsConfig.read({"extra_cards": True, "rules": {"decks": 4, "cards": {"stack": 30}}})


def test_every_field_of_the_rules_is_documented_and_names_its_rule():
    for path, info in fields_of(InsectsConfig):
        assert info.description and info.json_schema_extra["rule"].startswith("INS-"), path


def test_every_number_of_the_rules_changes_the_rules_record():
    plain = rules_signature(InsectsConfig.read({"extra_cards": True}))
    for name, info in InsectsRules.model_fields.items():
        if isinstance(info.default, bool):
            changed = not info.default
        elif isinstance(info.default, int):
            changed = info.default + 1 if name != "counters" else 500
        else:
            continue
        config = InsectsConfig.read({"extra_cards": True, "rules": {name: changed}})
        assert rules_signature(config) != plain, name


@pytest.mark.rule("INS-5")
def test_counts_of_optional_cards_need_the_optional_list():
    with pytest.raises(GameError, match=r"rules\.cards\.rampage = 3: .* extra_cards = True"):
        InsectsConfig.read({"rules": {"cards": {"rampage": 3}}})
    assert InsectsConfig.read({"extra_cards": True, "rules": {"cards": {"rampage": 3}}}).deck_size() == 91


def test_fields_that_are_none_are_refused_in_one_sentence_with_the_fields_there_are():
    with pytest.raises(GameError, match=r"^xyz, quux are not fields; the fields are players, radius, .*, rules$"):
        InsectsConfig.read({"xyz": 1, "quux": 2})
    with pytest.raises(GameError, match=r"^radus is not a field; did you mean radius\?$"):
        InsectsConfig.read({"radus": 1})


def test_a_map_file_that_is_missing_or_no_text_is_refused(tmp_path):
    with pytest.raises(GameError, match="file not found"):
        InsectsConfig.read({"map": str(tmp_path / "none.txt")}).map_text()
    (tmp_path / "picture.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(GameError, match="not a text file"):
        InsectsConfig.read({"map": str(tmp_path / "picture.txt")}).map_text()
    with pytest.raises(GameError, match="cannot be read"):
        InsectsConfig.read({"map": str(tmp_path)}).map_text()


def test_what_a_field_takes_is_told_in_words():
    fields = dict(fields_of(InsectsConfig))
    told = {name: allowed(fields[name]) for name in ("map", "radius", "symmetric", "rules.terrain_weights")}
    assert told == {
        "map": "text or none",
        "radius": "1 to 6",
        "symmetric": "true, false",
        "rules.terrain_weights": "a list",
    }
