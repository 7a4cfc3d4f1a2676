"""What nova's page says of its scenarios, in the table that was measured last."""

import re

from swarmzoo.envs.catalogue import find_game
from swarmzoo.lab.seats import rows_of, table_of

LOPSIDED = ("nova_vs_mob", "demolition", "hostage", "convoy", "gauntlet")


def test_either_side_wins_two_games_in_five_between_two_paragons():
    rows = rows_of(table_of(find_game("nova")))
    for scenario in LOPSIDED:
        (row,) = (row for row in rows if (row["settings"], row["agent"]) == (f"scenario={scenario}", "paragon"))
        first, second = map(float, re.findall(r"([0-9.]+)% \(", row["shares"]))
        assert int(row["games"]) >= 1000 and min(first, second) >= 40, row


def test_the_table_is_about_the_forces_of_today():
    found = find_game("nova")
    for row in rows_of(table_of(found)):
        if row["settings"] in [f"scenario={scenario}" for scenario in LOPSIDED]:
            assert row["rules"] == found.read({"scenario": row["settings"].partition("=")[2]}).rules_signature
