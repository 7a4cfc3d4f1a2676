"""Training runs as folders: begin, resume, several seeds, manifest."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from swarmzoo.agents.find import fingerprints
from swarmzoo.agents.policy.archive import read_archive
from swarmzoo.agents.policy.config import Network
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import forget_unfinished, write_whole
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.provenance import made_again
from swarmzoo.lab.begun import refuse_other
from swarmzoo.training.config import LAST_SEED, TrainConfig
from swarmzoo.training.curve import draw_curve
from swarmzoo.training.device import device_of, name_of
from swarmzoo.training.folder import MANIFEST, RESUME, held, read_manifest, refuse_no_run, refuse_used
from swarmzoo.training.progress import Progress
from swarmzoo.training.trainer import Trainer

PACKAGES = ("swarmzoo", "numpy", "numba", "torch", "stable-baselines3", "sb3-contrib", "gymnasium", "pettingzoo")


def train(
    config: TrainConfig, game: Game, folder: Path, *, resume: bool, seeds: int, quiet: bool = False
) -> list[list[dict[str, Any]]]:
    """Train once, or once for each of several seeds; everything is written below ``folder``.

    Returns the evaluations of each run.

    Raises GameError for a new run in a folder that is used, for ``resume`` where no run began, where another process
    trains, and for a configuration that names another game.
    """
    config = _of_game(config, game)
    if config.seed + seeds - 1 > LAST_SEED:
        raise GameError(f"seed = {config.seed}: with {seeds} seeds it may be {LAST_SEED - seeds + 1} at most")
    numbers = [config.seed + number for number in range(seeds)]
    if resume:
        refuse_no_run(folder, numbers)
    histories = []
    for seed in numbers:
        where = folder if seeds == 1 else folder / f"seed_{seed}"
        histories.append(_train_once(config.model_copy(update={"seed": seed}), game, where, resume, quiet))
    if seeds > 1:
        draw_curve(folder / "curve.png", histories, game.num_sides)
    return histories


def _of_game(config: TrainConfig, game: Game) -> TrainConfig:
    """Return a configuration that names its game, by which a resumed run is known; most files do not name it."""
    if "game" in config.model_fields_set and config.game != game.name:
        raise GameError(f"game = {ascii(config.game)[:80]}: the configuration is for another game than {game.name}")
    return config.model_copy(update={"game": game.name})


def _train_once(config: TrainConfig, game: Game, folder: Path, resume: bool, quiet: bool) -> list[dict[str, Any]]:
    if not resume:
        refuse_used(folder)
    with Progress(quiet=quiet) as progress:
        network = None
        if resume:
            _refuse_changed(folder, config)
            network = _resumed_network(config, folder)
        trainer = Trainer(config, game, folder, progress, network)  # refuses what cannot be, before anything is written
        with held(folder):
            trainer.run(_prepare(trainer.config, game, folder, resume))
    return trainer.history


def _resumed_network(config: TrainConfig, folder: Path) -> Network | None:
    """Return the network of the resume point in a folder if its run began from the same start, otherwise None.

    The start itself may be elsewhere by now: all weights are in the point.
    """
    if config.start is None or not (folder / RESUME).exists():
        return None
    began = read_archive(folder / RESUME, "resume point")[0].get("training")
    if not isinstance(began, dict) or began.get("start") != config.start:
        return None  # refused once the folder is held
    return TrainConfig.read(began).network


def _prepare(config: TrainConfig, game: Game, folder: Path, resume: bool) -> bool:
    """Make a folder that is held ready for a run; return whether there is a point to resume from."""
    ready = resume and (folder / RESUME).exists()
    if ready:
        header = read_archive(folder / RESUME, "resume point")[0]
        _refuse_other(folder, config, header.get("training"))
        planned, done = header["training"].get("total_steps"), header.get("steps")
        if isinstance(done, int) and done > config.total_steps != planned:
            raise GameError(
                f"{folder}: it has learned from {done:,} decisions; total_steps = {config.total_steps} would be fewer, "
                "and only more can follow"
            )
    elif resume and _has_trained(folder):
        raise GameError(
            f"{folder}: it trained, and {RESUME}, where it would go on, is not there; begin a new run in another "
            "folder, whose start can be a checkpoint of this one"
        )
    elif resume and (folder / MANIFEST).exists():
        _refuse_other(folder, config, read_manifest(folder)["config"])
        print(f"swarmzoo: {folder} has no resume point yet; it starts from the beginning", file=sys.stderr)
    else:
        refuse_used(folder)  # another process may have been here meanwhile
    forget_unfinished(folder)
    write_manifest(folder, config, game)
    return ready


def _has_trained(folder: Path) -> bool:
    """Return whether a run ended in a folder, or went on once: it had a resume point then."""
    return (folder / "last.npz").exists() or any(folder.glob("progress_*.csv"))


def _refuse_other(folder: Path, config: TrainConfig, began: Any) -> None:
    """Refuse another configuration than the run began with; only total_steps may differ when it resumes."""
    if not isinstance(began, dict):
        raise GameError(f"{folder / RESUME}: it names no configuration; begin a new run")
    kept = {**TrainConfig.read(began).model_dump(mode="json"), "total_steps": config.total_steps}
    keeps = "a resumed run keeps its configuration (only total_steps may change)"
    refuse_other(folder, kept, config.model_dump(mode="json"), "run", keeps)


def _agents_of(config: TrainConfig) -> list[str]:
    """Return the names of all who play or teach in a run."""
    taught = [config.imitation.teacher, *config.imitation.opponents, *filter(None, [config.expert.teacher])]
    return list(dict.fromkeys([*config.self_play.bots, *taught, *config.evaluation.against]))


def _refuse_changed(folder: Path, config: TrainConfig) -> None:
    """Refuse to go on where a file of those that a run meets is another one than when it began, or is gone.

    So is the one that it starts from, as long as there is no resume point, which has all weights.
    """
    began = _manifest_before(folder)
    files, agents = began.get("files"), _agents_of(config)
    if config.start is not None and not (folder / RESUME).exists():
        agents.append(config.start)
    now = fingerprints(agents)
    for named, known in files.items() if isinstance(files, dict) else ():
        agent, _, path = named.rpartition(": ")
        if agent in agents and now.get(named) != known:  # other agents are another configuration
            what = "has changed since the run began" if named in now else "is not there"
            told = path if agent == path else f"{path}, of {agent},"
            raise GameError(
                f"{folder}: {told} {what}; a resumed run meets the same agents as before. It began in "
                f"{began.get('began_in')}: go on there, with the same files"
            )


def _manifest_before(folder: Path) -> dict[str, Any]:
    """Return the manifest of a run that goes on; nothing where there is none, or a damaged one."""
    try:
        return read_manifest(folder) if (folder / MANIFEST).exists() else {}
    except GameError:
        return {}


def write_manifest(folder: Path, config: TrainConfig, game: Game) -> None:
    """Write what the run was made with: configuration, versions, seed, threads, rules signature, command, files.

    The command that began a run stays; each that went on with it is noted beside it.
    """
    before = _manifest_before(folder)
    manifest = {
        "env": game.env_id,
        "rules_signature": game.rules_signature,
        "encoding": game.encoding,
        "seed": config.seed,
        "threads": config.threads,
        "device": name_of(device_of(config.device)),
        **made_again(PACKAGES, before),
        "began_in": before.get("began_in", os.getcwd()),
        "files": before.get("files", fingerprints([*_agents_of(config), *filter(None, [config.start])])),
        "config": config.model_dump(mode="json"),
    }
    write_whole(folder / MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode())
