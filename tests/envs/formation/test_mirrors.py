"""Half a turn of the field with the companies exchanged: every soldier sees the same bytes and may do the same."""

import re

import numpy as np
import pytest

from swarmzoo.envs.core.hexes import DIRECTION_NAMES
from swarmzoo.envs.core.table import Table
from swarmzoo.envs.formation import game as make_game
from swarmzoo.envs.formation.state import STAGE_NAMES

COMPANY_LINES = ("triggers", "due", "panicked_ever", "holds", "breakups", "lost")
OTHER = {"red": "blue", "blue": "red"}
MOST_OF_A_STAGE = 5
SHOOTERS = ["swordsman", "crossbowman"]


def mirrored(text, game):
    """Return the text form of a position after half a turn, with the companies' names exchanged."""
    field, squads = game.words._plan.field, max(game.words._plan.squad) + 1
    lines, rows = [], []
    for line in text.splitlines():
        key, colon, value = line.partition(":")
        if not colon:
            rows.append(" ".join(reversed(line.split())))
            continue
        if key == "soldiers":
            lines += reversed(rows)
        of_companies = f"{key}: {' '.join(reversed(value.split()))}"
        lines.append(of_companies if key in COMPANY_LINES else _exchanged(line, field, squads))
    return "\n".join(lines) + "\n"


def _exchanged(line, field, squads):
    line = re.sub(r"\b(red|blue)(?=_\d|$)", lambda found: OTHER[found[1]], line)
    line = re.sub(
        r"(at) (\d+) (\d+)",
        lambda found: f"{found[1]} {field.columns - 1 - int(found[2])} {field.rows - 1 - int(found[3])}",
        line,
    )
    line = re.sub(r"squad (\d+)", lambda found: f"squad {(int(found[1]) + squads // 2) % squads}", line)
    return re.sub(
        r"facing ([a-z-]+)", lambda found: f"facing {DIRECTION_NAMES[(DIRECTION_NAMES.index(found[1]) + 3) % 6]}", line
    )


def seen(table, text):
    """Return all observations and masks at a position, red's rows first, then blue's."""
    table.states[:] = table.game.words.read_position(text, 1)
    table.look()
    n = table.game.num_agents
    return table.observations[0, :n].copy(), table.masks[0, :n].copy()


def positions(game, seeds):
    """Yield stage and text form of the positions of random games."""
    for seed in seeds:
        table = Table(game, 1, at_random=True)
        table.seed(seed)
        table.begin()
        while not table.done[0]:
            yield STAGE_NAMES[table.states[0]["stage"]], game.words.write_position(table.states)
            table.step()


@pytest.mark.rule("FOR-P25", "FOR-A6")
@pytest.mark.parametrize(
    "keywords",
    [
        {"scenario": "clash", "size": 8},
        {"scenario": "bridge", "size": 8, "red": SHOOTERS, "blue": SHOOTERS},
        {"scenario": "clash", "size": 16, "rules": {"evasion": "evading"}},
    ],
)
def test_every_soldier_sees_its_mirror_images_position_alike(keywords):
    game = make_game(**keywords)
    met, half, table = {}, game.num_agents // 2, Table(game, 1, everyone=True)
    table.begin()
    for number, (stage, text) in enumerate(positions(game, range(4))):
        if met.get(stage, 0) == MOST_OF_A_STAGE:
            continue
        met[stage] = met.get(stage, 0) + 1
        observations, masks = seen(table, text)
        images, image_masks = seen(table, mirrored(text, game))
        for i in range(game.num_agents):
            image = (i + half) % game.num_agents
            differ = np.flatnonzero(observations[i] != images[image])
            assert not len(differ), (number, stage, game.agents[i], differ, observations[i][differ])
            assert (masks[i] == image_masks[image]).all(), (number, stage, game.agents[i])
    assert {"orders", "step", "missile", "melee"} <= set(met) and sum(met.values()) >= 4 * MOST_OF_A_STAGE
