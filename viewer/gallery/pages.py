"""The pages of the gallery: one for each game that is shown, and an index with a picture of each."""

from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game
from swarmzoo.viewer.page.document import replay_page
from swarmzoo.viewer.page.replayed import watched_data
from swarmzoo.viewer.watch import played

INDEX = "index.html"


class Shown(NamedTuple):
    """A game of the gallery."""

    game: str
    agents: tuple[str, ...]
    seed: int
    title: str
    about: str
    keywords: dict[str, Any]

    @property
    def name(self) -> str:
        """The name of its page, without an ending."""
        return f"{self.game}-{self.title.lower().replace(' ', '-')}"


def listed(games: Sequence[str] = ()) -> list[Shown]:
    """Return what the gallery shows, of all games or of some; raise GameError where it shows nothing of a game."""
    text = (files("swarmzoo.viewer.gallery") / "shown.yaml").read_text(encoding="utf-8")
    found = [Shown(**{"keywords": {}} | one | {"agents": tuple(one["agents"])}) for one in yaml.safe_load(text)]
    known = list(dict.fromkeys(one.game for one in found))
    for game in games:
        if game not in known:
            raise GameError(f"unknown game {game!r}; the gallery shows {', '.join(known)}")
    return [one for one in found if not games or one.game in games]


def write_gallery(folder: Path, shown: Sequence[Shown], tell: Callable[[Path, int], None]) -> None:
    """Play the games and write their pages, and the index last; ``tell`` is told each file and its size."""
    cards = []
    for one in shown:
        game = find_game(one.game).read(one.keywords)
        agents = [find_agent(game, agent) for agent in one.agents]
        data = watched_data(game, agents, one.seed)
        page, middle = replay_page(data), len(data["steps"]) // 2
        write_whole(folder / f"{one.name}.html", page)
        tell(folder / f"{one.name}.html", len(page))
        cards.append(_card(one, data, middle, next(islice(played(game, agents, one.seed), middle, None)), game))
    index = _index(cards)
    write_whole(folder / INDEX, index)
    tell(folder / INDEX, len(index))


def _card(one: Shown, data: dict[str, Any], middle: int, state: np.ndarray, game: Game) -> str:
    """Return the link to a page: a picture of the middle of the game, and what it is."""
    players = escape(" - ".join(data["agents"]))
    return (
        f'<li><a href="{one.name}.html#step={middle}">{game.words.svg(state)}'
        f"<strong>{escape(one.game)}: {escape(one.title)}</strong></a>"
        f"<p>{escape(one.about[0].upper() + one.about[1:])}. {players}: {len(data['steps']) - 1} steps, ended by "
        f"{escape(data['ending'])}.</p></li>"
    )


def _index(cards: Sequence[str]) -> bytes:
    static = files("swarmzoo.viewer")
    style = (static / "page" / "static" / "page.css").read_text(encoding="utf-8")
    page = (static / "gallery" / "static" / "index.html").read_text(encoding="utf-8")
    for name, content in {"style": style, "cards": "\n".join(cards)}.items():
        page = page.replace(f"<!--{name}-->", content)
    return page.encode()
