"""A league as a folder: its stages one after another, each resumed where it was stopped, and then the matrix."""

import json
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import Any

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.provenance import made_again
from swarmzoo.lab.begun import refuse_other
from swarmzoo.training.config import LAST_SEED, TrainConfig
from swarmzoo.training.folder import LEAGUE, held, is_run, refuse_used
from swarmzoo.training.interruption import Stopped
from swarmzoo.training.league.config import LeagueConfig
from swarmzoo.training.league.matrix import Matrix
from swarmzoo.training.league.stages import (
    FAR,
    FIRST,
    Stage,
    checkpoint,
    exploiter_config,
    is_exploiter,
    main_config,
    stages,
)
from swarmzoo.training.progress import Progress
from swarmzoo.training.run import PACKAGES, train
from swarmzoo.training.start import policy_path
from swarmzoo.training.trainer import Trainer

Say = Callable[[str], None]


def play_league(config: LeagueConfig, game: Game, folder: Path, *, resume: bool, say: Say) -> None:
    """Train a league in a folder, and write what its members win from each other.

    Raises GameError for a new league in a folder that is used, for ``resume`` where none began or another one did, and
    for what ``train`` refuses; Stopped when somebody interrupts it.
    """
    folder = folder.absolute()
    _refuse_training(config, game)
    _begin(config, game, folder, resume)
    with held(folder):
        _write_begun(config, game, folder)
        matrix = Matrix(game, config, folder)
        try:
            members = _train_all(config, game, matrix, say)
        except Stopped:
            raise Stopped(
                f"{folder}: stopped; continue with `swarmzoo league {game.name} --resume --out {quote(str(folder))}`"
            ) from None
        say("compare all members")
        matrix.write(members)


def _refuse_training(config: LeagueConfig, game: Game) -> None:
    if config.training.game != game.name:
        told = f"training.game = {ascii(config.training.game)[:80]}"
        raise GameError(f"{told}: the configuration is for another game than {game.name}")
    if config.training.seat is not None:
        told = f"training.seat = {config.training.seat}"
        raise GameError(f"{told}: members of a league meet on every side; leave it out (--set seat=null)")
    if (seed := config.training.seed) > (most := LAST_SEED - FAR - config.rounds):
        raise GameError(f"training.seed = {seed}: those of exploiters lie {FAR} further; allowed: 0 to {most}")


def _begin(config: LeagueConfig, game: Game, folder: Path, resume: bool) -> None:
    """Refuse what cannot be begun or gone on with, before anything is written."""
    if not resume:
        refuse_used(folder)
        start = config.start or config.training.start
        first = config.training.model_copy(update={"start": start})
        Trainer(first, game, folder, Progress(quiet=True))  # refuses opponents that there are not, and the like
        return
    if (began := kept_league(folder)) is None:
        told = "; a run is here, which `swarmzoo train` continues" if is_run(folder) else f" ({LEAGUE} not found)"
        raise GameError(f"{folder}: no league to resume here{told}")
    before, now = began["config"], config.model_dump(mode="json")
    keeps = "a resumed league keeps everything but the number of rounds"
    refuse_other(folder, {**before, "rounds": 0}, {**now, "rounds": 0}, "league", keeps)
    if now["rounds"] < before["rounds"]:
        raise GameError(f"{folder}: the league began with {before['rounds']} rounds; more may be played, not fewer")


def kept_league(folder: Path) -> dict[str, Any] | None:
    """Return with what the league in a folder was begun, None where there is none; GameError for a damaged file."""
    path = folder / LEAGUE
    if not path.exists():
        return None
    try:
        found = dict(json.loads(path.read_bytes()))
        LeagueConfig.read(found["config"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise GameError(f"{path}: it is damaged; begin a new league") from None
    return found


def _write_begun(config: LeagueConfig, game: Game, folder: Path) -> None:
    made = made_again(PACKAGES, kept_league(folder))
    about = {"env": game.env_id, "rules_signature": game.rules_signature, **made}
    text = json.dumps({**about, "config": config.model_dump(mode="json")}, indent=1)
    write_whole(folder / LEAGUE, (text + "\n").encode())


def _train_all(config: LeagueConfig, game: Game, matrix: Matrix, say: Say) -> list[str]:
    """Train every stage that is not done; return the members in the order in which they came."""
    folder = matrix.folder
    _first(config, game, folder, say)
    members = [FIRST]
    for stage in stages(config.rounds):
        if is_exploiter(stage.name):
            whom, training = stage.rival, exploiter_config(config, stage, folder)
        else:
            shares = {name: matrix.met(name, stage.rival).score for name in members}
            whom, training = "all", main_config(config, stage, folder, shares)
        if not _is_done(folder / stage.name):
            say(f"round {stage.round} of {config.rounds}: {stage.name} learns to win from {whom}")
            _train(training, game, folder / stage.name)
        members.append(stage.name)
        say(_outcome(matrix, stage))
    return members


def _first(config: LeagueConfig, game: Game, folder: Path, say: Say) -> None:
    """Bring the first main policy: a trained one, or one that is trained now."""
    if _is_done(folder / FIRST):
        return
    if config.start is None:
        say(f"{FIRST} is trained")
        _train(config.training, game, folder / FIRST)
    else:
        write_whole(checkpoint(folder, FIRST), policy_path("start", config.start, game).read_bytes())


def _is_done(folder: Path) -> bool:
    """Tell whether a stage has come to its end."""
    return checkpoint(folder.parent, folder.name).exists()


def _train(config: TrainConfig, game: Game, folder: Path) -> None:
    """Train a stage, or go on with it."""
    train(config, game, folder, resume=is_run(folder), seeds=1)


def _outcome(matrix: Matrix, stage: Stage) -> str:
    """Say what a stage came to."""
    if is_exploiter(stage.name):
        found = matrix.met(stage.name, stage.rival)
        return f"{stage.name} wins {_share(found)} from {stage.rival}"
    before, own = matrix.met(stage.name, stage.rival), matrix.met(stage.name, f"exploiter_{stage.round}")
    return f"{stage.name} wins {_share(before)} from {stage.rival}, and {_share(own)} from exploiter_{stage.round}"


def _share(rate: Any) -> str:
    return f"{rate.score:.0%} ({rate.low:.0%} to {rate.high:.0%})"
