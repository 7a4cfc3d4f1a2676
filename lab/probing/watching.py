"""Games to watch: which ones show what a finding says, and their replays."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from swarmzoo.agents.play.match import play_games
from swarmzoo.agents.play.restricted import game_at
from swarmzoo.envs.core.config import changed
from swarmzoo.lab.probing.jobs import Played, agent_of, game_of
from swarmzoo.lab.probing.page import REPLAYS
from swarmzoo.lab.probing.verdict import Finding, Report, Watch
from swarmzoo.lab.replay import Replay, end_hash, packed

SHOWN = 3


def typical(rows: Iterable[Played], why: str) -> tuple[Watch, ...]:
    """Return up to three games to watch: those whose length is nearest to the middle of all."""
    games = [row for row in rows if not row.fault]
    if not games:
        return ()
    middle = float(np.median([row.length for row in games]))
    nearest = sorted(games, key=lambda row: (abs(row.length - middle), row.seed, row.nth))[:SHOWN]
    return tuple(
        Watch(row.cell, row.seed, row.nth, f"{why} ({' - '.join(_names(row))}, seed {row.seed})") for row in nearest
    )


def with_replays(
    report: Report,
    game: str,
    rows: Sequence[Played],
    trust: bool,
    isolate: bool,
    folder: str,
    paged: Callable[[Replay], bytes] | None = None,
) -> dict[str, bytes]:
    """Play the games to watch again; write their files' names into the report and return their contents by name.

    ``paged`` returns the page that plays a replay back; every game gets one.
    """
    by_place = {(row.cell, row.seed, row.nth): row for row in rows}
    contents: dict[str, bytes] = {}
    numbers: dict[str, list[tuple[str, int, int]]] = {}  # games by the name that their finding gives them
    findings: list[Finding] = []
    for finding in report.findings:
        watch = []
        for one in finding.watch:
            name = _file_of(finding.about, one, numbers)
            page = f"{name.removesuffix('.replay')}.html" if paged is not None else ""
            if name not in contents:
                kept = replay_of(game, by_place[one.cell, one.seed, one.nth], trust, isolate)
                contents[name] = packed(kept)
                if paged is not None:
                    contents[page] = paged(kept)
            watch.append(replace(one, replay=f"{folder}/{name}", page=page))
        findings.append(replace(finding, watch=tuple(watch)))
    report.findings = findings
    return contents


def _file_of(about: str, one: Watch, numbers: dict[str, list[tuple[str, int, int]]]) -> str:
    """Return the file of a game: letters that every system and every shell takes as they are, another for each game."""
    plain, game = (
        f"{re.sub(r'[^A-Za-z0-9.]+', '_', about).strip('_')}-{one.seed}-{one.nth}",
        (one.cell, one.seed, one.nth),
    )
    known = numbers.setdefault(plain.lower(), [])
    if game not in known:
        known.append(game)
    nth = known.index(game)
    return f"{REPLAYS}/{plain}{f'-{nth + 1}' if nth else ''}.replay"


def replay_of(name: str, row: Played, trust: bool = False, isolate: bool = False) -> Replay:
    """Play a game again and return its replay."""
    game = game_of(name, row.values)
    agents = [agent_of(name, row.values, text, trust, isolate) for text in row.players]
    found = play_games(
        game, agents, np.array([row.seats]), np.array([row.seed], np.int64), record=True, forfeits=True, summaries=False
    )
    fault, at = found.faults[0], game_at(game, agents, np.array(row.seats))
    return Replay(
        *(game.name, game.env_id, at.rules_signature, changed(game.config), row.seed),
        agents=tuple(_names(row)),
        pay=tuple(float(pay) for pay in found.pay[0]),
        length=int(found.length[0]),
        end=end_hash(found.ends[0], int(found.length[0])),
        actions=found.tapes[0],
        fault=None if fault is None else (fault.side, fault.kind, fault.sentence),
        bans=at.bans,
    )


def _names(row: Played) -> list[str]:
    """Return the players by side."""
    return [row.players[player] for player in row.seats]
