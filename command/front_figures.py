"""The table of speed on the front page: rows of what `swarmzoo bench --peers` measured, ours beside those of others."""

import csv
from typing import NamedTuple

from swarmzoo.envs.catalogue import find_game

DRAWN = "random play with mask and observation, batch of 1024"
SEEN = "random play with masks and observations, 64 a side, view 3"
NAMED = "PettingZoo's Parallel dictionaries, 64 a side"


class Row(NamedTuple):
    """A row of the table: whose run it is of, and of ours and of others the label and the figure's name."""

    what: str
    game: str
    ours: dict[str, str]
    others: dict[str, str]
    counting_all: bool = False  # the figure after ours counts all soldiers, as others do


ROWS = (
    Row(
        "a board game in batches of 1,024, masks and observations, decisions/s",
        "insects",
        {"insects": DRAWN},
        {"Pgx, connect four": "Pgx, connect four in batches of 1,024", "Pgx, hex": "Pgx, hex in batches of 1,024"},
    ),
    Row(
        "PettingZoo's AEC loop, checks included, steps/s",
        "insects",
        {"insects": "AEC through PettingZoo's loop, checks included"},
        {"PettingZoo classic, Texas hold'em": "PettingZoo classic, Texas hold'em through AEC"},
    ),
    Row(
        "a battle in batches, choices/s",
        "formation",
        {"formation, 64 a side": SEEN},
        {"MAgent2, 81 a side, C++ calls": "MAgent2, battle, 81 a side, through its C++ batch calls"},
        counting_all=True,
    ),
    Row(
        "the same through PettingZoo's dictionaries",
        "formation",
        {"formation, 64 a side": NAMED},
        {"MAgent2, 81 a side": "MAgent2, battle, 81 a side, through its dictionaries"},
        counting_all=True,
    ),
)


def front() -> list[list[str]]:
    """Return the rows of the table, its header first."""
    table = [["measured on one core, peers in the same run", "swarmzoo", "peers"]]
    for row in ROWS:
        kept = find_game(row.game).folder / "measured" / "peers.csv"
        rates = list(csv.reader(kept.read_text(encoding="utf-8").splitlines()))
        names, medians = [one[0] for one in rates], [one[1] for one in rates]
        ours, others = (
            [f"{label}: {medians[names.index(figure)]}" for label, figure in side.items()]
            for side in (row.ours, row.others)
        )
        if row.counting_all:
            (figure,) = row.ours.values()
            everybody = medians[names.index(figure) + 1]
            ours = [f"{ours[0]} with two actions or more; counting all soldiers, {everybody}"]
        table.append([row.what, "; ".join(ours), "; ".join(others)])
    return table
