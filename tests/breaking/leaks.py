"""Positions of games in two worlds that differ in what a seat cannot know: it must be told the same, to the byte.

Channels: the page (board, log, question, reasons, own hand), the view as data and as words, and the door of programs.
"""

import json
from random import Random

import numpy as np

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.lab.games import game_for_persons
from swarmzoo.viewer.door.house import _seen
from swarmzoo.viewer.page.recording import Recorder
from swarmzoo.viewer.play.table import PersonTable
from tests.breaking.tally import Tally

SHOTS = 40  # positions that are looked at in a game at most


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Look at positions of random games, each in its own world and in another that the seat holds possible."""
    random, left, differ = Random(f"{game} {seed}"), inputs, 0
    made = game_for_persons(find_game(game), {"scenario": "ambush"} if game == "formation" else {})
    while left > 0:
        seat = random.choice(made.seats)
        agents = [find_agent(made, "random") for _ in made.seats[1:]]
        table = PersonTable(made, agents, seat, random.randrange(1 << 40))
        for _ in range(min(left, SHOTS)):
            for _ in range(random.randrange(4)):
                _play(table, random)
            if table.over:
                break
            with tally.trying(f"{game} seat {seat} seed {table.seed} step {table.number}"):
                differ += _compare(table, random.randrange(1 << 40))
            left -= 1
    if not differ:
        with tally.trying(game):
            raise AssertionError("no two worlds differed: nothing was tried")


def _play(table: PersonTable, random: Random) -> None:
    """Choose at random, if the game goes on."""
    if not table.over:
        question = table.question() or {"agents": []}
        table.act([random.choice(one["actions"])["action"] for one in question["agents"]])


def _compare(table: PersonTable, seed: int) -> bool:
    """Raise AssertionError unless the seat is told the same in another world; return whether that is another."""
    live = table._live
    true, progress, told = live.state.copy(), live.table.progress, _told(table)
    other = table._ask.determinized(true, table.seat, seed)
    live.table.put_back(other, progress)
    again = _told(table)
    live.table.put_back(true, progress)
    for channel, text in told.items():
        if again[channel] != text:
            raise AssertionError(f"{channel}: {_difference(text, again[channel])}")
    return bool(np.any(other.view(np.uint8) != true.view(np.uint8)))


def _told(table: PersonTable) -> dict[str, str]:
    """Return all that the seat is told, by channel."""
    view, drawn = table.view(), Recorder(table.game)
    drawn.add(table._world())
    return {
        "page": json.dumps([table.about(), table.question(), table.refused(), table.spoken()]),
        "board": json.dumps(drawn.since(0, 0)),
        "data": json.dumps(view.data()),
        "words": view.text(),
        "door": _seen(table),
    }


def _difference(one: str, other: str) -> str:
    """Return where two texts part."""
    at = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 40) : at + 40]!r} became {other[max(0, at - 40) : at + 40]!r}"
