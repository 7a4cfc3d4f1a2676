"""Games of persons that are over, as replays: to be watched, reviewed, and played on from any step."""

from pathlib import Path
from shlex import quote

import numpy as np

from swarmzoo.agents.find import banned_by
from swarmzoo.agents.play.live import NOBODY, LiveGame
from swarmzoo.agents.play.results import forfeit_pay
from swarmzoo.agents.text import AgentText, read_text
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.printable import printable
from swarmzoo.lab.replay import MAGIC, Replay, end_hash, read_replay, started
from swarmzoo.viewer.play.kept import Kept, is_kept, read_kept


def any_replay(path: Path) -> Replay:
    """Return the replay in a file, or that of a kept game which is over; raise GameError for anything else."""
    with path.open("rb") as file:
        head = file.read(len(MAGIC))
    return replay_of(read_kept(path), str(path)) if is_kept(head) else read_replay(path)


def replay_of(kept: Kept, where: str) -> Replay:
    """Return a kept game as a replay; raise GameError where it is not over, which a fault of an agent makes it too.

    While it goes on it holds what persons cannot know.
    """
    free = find_game(kept.game).read(kept.config, f"{where}: ")
    names, texts = _seated(kept, free, where)
    game = free.banned({side: list(banned_by(free, text)) for side, text in texts.items() if text.bans})
    if game.rules_signature != kept.rules:
        raise GameError(
            f"{where}: the game was played by rules {kept.rules}; here are the rules {game.rules_signature}"
        )
    live = LiveGame(game, (), pausing=True)
    try:
        live.begin(kept.seed, [NOBODY] * game.num_sides, started(game, kept.start, kept.seed))
    except GameError as error:
        raise GameError(f"{where}: start: {error}") from None
    for step, actions in enumerate(kept.taken):
        if live.over:
            raise GameError(f"{where}: step {step}: the game was over before")
        try:
            live.take(np.array(actions, np.int64))
        except GameError as error:
            raise GameError(f"{where}: step {step}: {error}") from None
    fault = None if live.over or kept.fault is None else _told(kept.fault, game, where)
    if not live.over and fault is None:
        raise GameError(f"{where}: the game is not over; go on with it by: swarmzoo play --resume {quote(str(where))}")
    return Replay(
        *(game.name, game.env_id, game.rules_signature, game.config.model_dump(mode="json"), kept.seed, names),
        pay=tuple(float(one) for one in (live.pay if fault is None else forfeit_pay(game.num_sides, fault[0]))),
        length=live.length,
        end=end_hash(Questions(game).overview(live.state), live.length),
        actions=np.array([action for actions in kept.taken for action in actions], np.int16),
        fault=fault,
        bans=game.bans,
        start=kept.start,
    )


def _told(fault: tuple[int, str, str], game: Game, where: str) -> tuple[int, str, str]:
    """Return a fault as it can be shown; raise GameError for that of a side which the game has not."""
    side, kind, sentence = fault
    if side >= game.num_sides:
        raise GameError(f"{where}: fault: side {side}; {game.env_id} has the sides 0 to {game.num_sides - 1} here")
    return side, printable(kind), printable(sentence)


def _seated(kept: Kept, game: Game, where: str) -> tuple[tuple[str, ...], dict[int, AgentText]]:
    """Return who plays each side, and the texts of those that are agents by side."""
    persons = (kept.seat, *kept.more_seats)
    seats = [side for side in game.seats if side not in persons]
    if len(seats) != len(kept.agents):
        raise GameError(f"{where}: {len(seats)} opponents are needed, {len(kept.agents)} are given")
    texts = {side: read_text(text) for side, text in zip(seats, kept.agents, strict=True)}
    person = "you" if len(persons) == 1 else "a person"
    named = {side: printable(text.text) for side, text in texts.items()} | dict.fromkeys(persons, person)
    return tuple(named.get(side, name) for side, name in enumerate(game.side_names)), texts
