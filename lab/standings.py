"""The table of a tournament: ratings, scores, faults, pairs and seats, from its store."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from swarmzoo.agents.faults import FAULT_KINDS
from swarmzoo.agents.play.results import share_of_first
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.cross_table import CrossTable, cross_table
from swarmzoo.lab.csv_table import csv_text
from swarmzoo.lab.play import GameRow
from swarmzoo.lab.ratings import Ratings
from swarmzoo.lab.referee import ratings_of
from swarmzoo.lab.store import Store

BY_CLOCK = "(by the clock)"


@dataclass
class Standing:
    """An agent's line of the table; Elo counts from the mean of all agents."""

    name: str
    elo: float
    low: float
    high: float
    score: float  # mean share of first place
    games: int
    won: int
    shared: int
    lost: int
    decisions: float  # mean length of its games
    retired: bool
    by_clock: bool = False  # its moves depend on the time that the machine gave it
    faults: dict[str, int] = field(default_factory=dict)  # games lost by a fault, by its kind

    @property
    def marked(self) -> str:
        """The name for a table, with a mark if the agent plays by the clock."""
        return f"{self.name} {BY_CLOCK}" if self.by_clock else self.name

    def faults_text(self) -> str:
        """Return the faults in words."""
        text = ", ".join(f"{count} {kind}" for kind, count in self.faults.items())
        return (f"{text}; retired" if text else "retired") if self.retired else text or "-"


_ABOUT = ("env_id", "rules_signature", "maps", "games", "stopped", "decided")


@dataclass
class Standings:
    """All that the games of a tournament say; ``rows`` by rating, ``order`` the agents' indices in that order."""

    env_id: str
    rules_signature: str
    names: list[str]
    games: int
    stopped: str
    rows: list[Standing]
    order: list[int]
    ratings: Ratings
    pairs: CrossTable
    config: dict
    about: dict
    decided: str | None = None  # H0 or H1, by the sequential test
    maps: str = ""  # on which the games were played, in words

    @property
    def title(self) -> str:
        """The head of the table: game, maps, how many games, and why there are no more."""
        return f"{', '.join(filter(None, (self.env_id, self.maps)))}: {self.games} games, {self.stopped}"

    def plain(self) -> dict[str, Any]:
        """Return all of it as plain values: lines by rating, pairs that met, advantages of the seats."""
        ratings = self.ratings
        seats = zip(ratings.seat_advantage, ratings.seat_low, ratings.seat_high, strict=True)
        return {
            **{name: getattr(self, name) for name in _ABOUT},
            "agents": self.rows,
            "pairs": pair_rows(self),
            "seats": [{"advantage": one, "low": low, "high": high} for one, low, high in seats],
            "config": self.config,
            "about": self.about,
        }


def standings(store: Store) -> Standings:
    """Return the table of a tournament, finished or not."""
    tournament, games = store.tournament(), store.rows(counted=True)
    names = tournament["names"]
    if not games:
        raise GameError(f"{store.path}: no game is finished yet; continue with `swarmzoo arena --resume --out FOLDER`")
    seating, pay = np.array([row.seats for row in games]), np.array([row.pay for row in games], np.float64)
    groups = np.array([row.group for row in games])
    ratings = ratings_of(games, len(names))
    retired = set(store.get("retired") or ())
    by_clock = set(store.get("by_clock") or ())
    lines = [_line(k, name, games, seating, pay, ratings, name in retired) for k, name in enumerate(names)]
    for line in lines:
        line.by_clock = line.name in by_clock
    order = sorted(range(len(names)), key=lambda k: (-np.nan_to_num(ratings.elo[k], nan=-1e9), k))
    return Standings(
        env_id=tournament["env_id"],
        rules_signature=tournament["rules_signature"],
        names=names,
        games=len(games),
        stopped=store.get("stopped") or "not finished",
        rows=[lines[k] for k in order],
        order=order,
        ratings=ratings,
        pairs=cross_table(len(names), seating, pay, groups),
        config=tournament["config"],
        about=store.get("about"),
        maps=store.get("maps") or "",
        decided=store.get("decided"),
    )


def ratings_csv(found: Standings) -> str:
    """Return the table as CSV: agent, Elo with its interval, score, games, won, shared, lost, faults."""
    rows: list[tuple[Any, ...]] = [
        ("agent", "Elo", "95% interval", "score", "games", "won", "shared", "lost", "faults")
    ]
    for row in found.rows:
        interval = f"{row.low:+.0f} to {row.high:+.0f}"
        counts = (row.games, row.won, row.shared, row.lost, row.faults_text())
        rows.append((row.marked, f"{row.elo:+.0f}", interval, f"{row.score:.1%}", *counts))
    return csv_text(rows)


def pair_rows(found: Standings) -> list[dict[str, Any]]:
    """Return a line for each pair that met: names, games, won, shared, lost, score and its interval."""
    pairs = found.pairs
    return [
        {
            "agent": found.names[a],
            "against": found.names[b],
            "games": int(pairs.games[a, b]),
            "won": int(pairs.wins[a, b]),
            "shared": int(pairs.draws[a, b]),
            "lost": int(pairs.losses[a, b]),
            "score": float(pairs.score[a, b]),
            "low": float(pairs.low[a, b]),
            "high": float(pairs.high[a, b]),
        }
        for a in found.order
        for b in found.order
        if a != b and pairs.games[a, b]
    ]


def typical_games(store: Store, each: int) -> dict[frozenset[str], list[int]]:
    """Return by the names of two agents that met the numbers of some games of theirs, of a length in the middle."""
    games = store.ask("select number, agents, length from counted where end_hash <> '' and fault_kind is null")
    met: dict[frozenset[str], list[tuple[int, int]]] = {}
    for number, agents, length in games:
        for pair in combinations(sorted(set(agents)), 2):
            met.setdefault(frozenset(pair), []).append((length, number))
    found: dict[frozenset[str], list[int]] = {}
    for names, played in met.items():
        middle = float(np.median([length for length, _ in played]))
        nearest = sorted(played, key=lambda one: (abs(one[0] - middle), one[1]))[:each]
        found[names] = [number for _, number in nearest]
    return found


def faults(store: Store) -> list[tuple[str, str, str]]:
    """Return agent, kind and sentence of every game that was lost by a fault."""
    found = store.ask("select agents[fault_side + 1], fault_kind, fault from counted where fault_kind is not null")
    return [(str(agent), str(kind), str(sentence)) for agent, kind, sentence in found]


def endings(store: Store) -> list[tuple[str, int]]:
    """Return how games ended and how many of them, the most frequent first."""
    question = """select case when fault_kind is null then ending else 'a fault: ' || fault_kind end as how, count(*)
        from counted group by how order by 2 desc, 1"""
    return [(str(ending), int(count)) for ending, count in store.ask(question)]


def _line(
    k: int, name: str, games: list[GameRow], seating: np.ndarray, pay: np.ndarray, ratings: Ratings, retired: bool
) -> Standing:
    """Return an agent's line."""
    mine = seating == k
    plays = mine.any(axis=1)
    shares = (share_of_first(pay) * mine).sum(axis=1)[plays]
    own = [row for row, is_in in zip(games, plays, strict=True) if is_in]
    faults = Counter(row.fault.kind for row in own if row.fault is not None and row.seats[row.fault.side] == k)
    return Standing(
        name=name,
        elo=float(ratings.elo[k]),
        low=float(ratings.low[k]),
        high=float(ratings.high[k]),
        score=float(shares.mean()) if len(shares) else 0.0,
        games=len(own),
        won=int((shares > 1 - 1e-9).sum()),
        shared=int(((shares > 1e-9) & (shares <= 1 - 1e-9)).sum()),
        lost=int((shares <= 1e-9).sum()),
        decisions=float(np.mean([row.length for row in own])) if own else 0.0,
        retired=retired,
        faults={kind: faults[kind] for kind in FAULT_KINDS if faults[kind]},
    )
