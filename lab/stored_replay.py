"""The replays of a tournament's games."""

from pathlib import Path
from typing import Any

from swarmzoo.agents.find import banned_by
from swarmzoo.agents.text import read_text
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.bans import signed
from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.replay import Replay, unpack_actions
from swarmzoo.lab.store import STORE, Store


def replay_of(folder: Path, number: int) -> Replay:
    """Return the replay of a game of a tournament: of those that count, in their order, from 0 on."""
    store = Store(folder / STORE, read_only=True)
    try:
        began, row = store.tournament(), store.one(number)
        count = store.ask("select count(*) from counted")[0][0]
    finally:
        store.close()
    if row is None:
        raise GameError(f"game {number}: {folder} has the games 0 to {count - 1}")
    if not row.end:
        raise GameError(f"game {number}: {folder} kept no actions (replays = false)")
    try:
        actions = unpack_actions(row.actions)
    except ValueError as error:
        raise GameError(f"game {number}: {folder}: the store is damaged: {error}") from None
    bans = _bans(began, row.seats)
    return Replay(
        game=began["config"]["game"],
        env_id=began["env_id"],
        rules_signature=signed(began["rules_signature"], bans),
        config=began["env"],
        seed=row.seed,
        agents=tuple(began["names"][agent] for agent in row.seats),
        pay=row.pay,
        length=row.length,
        end=row.end,
        actions=actions,
        fault=None if row.fault is None else (row.fault.side, row.fault.kind, row.fault.sentence),
        bans=bans,
    )


def _bans(began: dict[str, Any], seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the actions that each side was forbidden, as the texts of the agents say; (): none was."""
    texts = [read_text(text) for text in began["config"]["agents"]]
    if not any(text.bans for text in texts):
        return ()
    game = find_game(began["config"]["game"]).read(began["env"])
    return game.banned({side: banned_by(game, texts[agent]) for side, agent in enumerate(seats)}).bans
