"""The page's table of moments says what the rules do."""

import csv
from pathlib import Path

import swarmzoo.envs.insects
from swarmzoo.envs.insects import state
from swarmzoo.envs.insects.cards import KIND_NAMES
from swarmzoo.envs.insects.windows import BURNS_AT, EVENTS_AT

PAGE = Path(swarmzoo.envs.insects.__file__).parent / "README.md"
MOMENTS = {
    "the Bid (window 1)": state.BID_WINDOW,
    "own Reproduction Phase": state.REPRODUCTION_PHASE,
    "start of a Move Phase (window 2)": state.MOVE_WINDOW,
    "own Move Phase, before a stack is picked": state.PICK,
    "own Move Phase, with a group in hand": state.STEP,
    "each fight, before the first blow (window 3)": state.FIGHT_WINDOW,
    "end of the own Attack Phase": state.RAMPAGE_OFFER,
    "Stack Limit Phase (window 4)": state.LIMIT_WINDOW,
    "after an Event card (window 5)": state.REACTION,
}


def kinds(bits: int) -> set[str]:
    return {name for kind, name in enumerate(KIND_NAMES) if bits >> kind & 1}


def named(cell: str) -> set[str]:
    return {name.strip() for name in cell.split(",") if name.strip()}


def test_the_table_of_moments_names_every_card_that_fits_each():
    text = PAGE.read_text(encoding="utf-8")
    table = text.partition("### When each card may be played")[2].partition("\n\nMimic")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| ")]
    cells = {row[0].strip(): (named(row[2]), named(row[3])) for row in rows}
    for moment, decision in MOMENTS.items():
        assert cells[moment] == (kinds(BURNS_AT[decision]), kinds(EVENTS_AT[decision])), moment
    told = {decision for decision in range(state.NUM_DECISIONS) if BURNS_AT[decision] or EVENTS_AT[decision]}
    assert told == set(MOMENTS.values())


def test_with_three_and_more_players_good_bots_win_in_every_way_of_the_source():
    with (PAGE.parent / "measured" / "counts.csv").open(encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    for players in range(3, 7):
        ours = [row for row in rows if row["settings"] == f"players={players}" and row["heading"] == "ending"]
        shares = {row["name"]: int(row["times"]) / int(row["games"]) for row in ours}
        assert min(shares[name] for name in ("all Dens", "deck's end", "last swarm")) >= 0.1, players
