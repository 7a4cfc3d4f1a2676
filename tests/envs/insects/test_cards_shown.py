"""The cards as small drawings: every kind has letters of its own."""

from swarmzoo.envs.insects.cards import KIND_NAMES
from swarmzoo.envs.insects.words.cards_shown import code_of, shown


def test_every_kind_of_card_has_letters_of_its_own():
    codes = [code_of(kind) for kind in range(len(KIND_NAMES))]
    assert len(set(codes)) == len(KIND_NAMES) and all(2 <= len(code) <= 3 for code in codes)


def test_a_card_is_called_by_its_name_and_by_its_kind_where_no_name_is_known():
    assert shown(1, "Barbs").words == "card Barbs" and shown(1).words == "card Attack"
