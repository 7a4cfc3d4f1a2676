"""Resume points: everything that decides how a run goes on, written between two updates and put back exactly."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from pydantic import Field

from swarmzoo.agents.policy.archive import part, read_archive, write_archive
from swarmzoo.agents.policy.checkpoint import game_header
from swarmzoo.agents.policy.weights import load_weights, weights_of
from swarmzoo.envs.core.config import Settings
from swarmzoo.envs.core.errors import GameError
from swarmzoo.training.device import random_states, set_random_states

if TYPE_CHECKING:  # the trainer imports this module
    from swarmzoo.training.trainer import Trainer


class Episode(Settings):
    """A game that ended: reward, length, and time, which is not measured."""

    r: float
    l: int  # noqa: E741  (the names that stable-baselines3 gives them)
    t: float


class Score(Settings):
    """What the learner won against an opponent, with its interval."""

    score: float
    low: float
    high: float
    games: int


class Evaluated(Settings):
    """An evaluation: after how many steps and seconds of training, and the scores by opponent."""

    steps: int
    seconds: float
    scores: dict[str, Score]


class PoolPoint(Settings):
    """How the opponents stand; their weights are arrays."""

    past: int = Field(ge=1)
    current: int = Field(ge=0)
    snapshots: int = Field(ge=1)
    last_save: int = Field(ge=0)
    last_swap: int = Field(ge=0)
    generators: list[dict]


class Point(Settings):
    """How far a run is: what its resume point holds beside the arrays and the name of the game."""

    training: dict
    steps: int = Field(ge=0)
    updates: int = Field(ge=0)
    numpy_pos: int = Field(ge=0, le=624)
    numpy_gauss: tuple[int, float] = Field(strict=False)
    episodes: list[Episode]
    pool: PoolPoint
    history: list[Evaluated] = Field(min_length=1)
    best: float
    last_evaluation: int = Field(ge=0)
    searched: int = Field(0, ge=0)
    device: str = "cpu"
    seconds: float = Field(ge=0)
    lessons_seconds: float = Field(0, ge=0)


def write_point(path: Path, trainer: "Trainer") -> None:
    """Write a resume point: weights, optimizer, all random states, the games, the opponents."""
    learner = trainer.learner
    pool, pool_arrays = trainer.pool.get_state()
    generator: Any = np.random.get_state(legacy=False)  # noqa: NPY002
    header = game_header(trainer.game) | {
        "training": trainer.config.model_dump(mode="json"),
        "steps": learner.steps,
        "updates": learner.updates,
        "numpy_pos": int(generator["state"]["pos"]),
        "numpy_gauss": [int(generator["has_gauss"]), float(generator["gauss"])],
        "episodes": list(learner.ended),
        "pool": pool,
        "history": trainer.history,
        "best": trainer.best,
        "last_evaluation": trainer.last_evaluation,
        "searched": trainer.searched,
        "device": trainer.device.type,
        "seconds": trainer.seconds,
        "lessons_seconds": trainer.lessons_seconds,
    }
    write_archive(path, header, _own(trainer) | _named("adam", _moments(trainer)) | _named("pool", pool_arrays))


def read_point(path: Path, trainer: "Trainer") -> None:
    """Put a trainer where it was when a resume point was written; raise GameError for a point of another run."""
    header, arrays = read_archive(path, "resume point")
    where = f"resume point {path}"
    point = _point(where, header, trainer)
    _check_like(arrays, _own(trainer), where)
    try:
        _put_back(point, arrays, trainer)
    except (KeyError, IndexError, TypeError, ValueError, OverflowError, RuntimeError) as error:
        told = error if isinstance(error, GameError) else ascii(error)[:200]
        raise GameError(f"{where}: it is of another run or version, or damaged ({told})") from None


def _point(where: str, header: dict[str, Any], trainer: "Trainer") -> Point:
    """Check a header, and that it is of the trainer's game."""
    game = game_header(trainer.game)
    for key, own in game.items():
        if header.get(key) != own:
            was, now = ascii(header.get(key))[:80], ascii(own)[:80]
            raise GameError(f"{where}: its {key} is {was}, not {now}; begin a new run")
    try:
        point = Point.read({key: value for key, value in header.items() if key not in (*game, "format", "sha256")})
    except GameError as error:
        raise GameError(f"{where}: {str(error)[:400]}; begin a new run") from None
    if point.device != trainer.device.type:
        raise GameError(
            f"{where}: the run learned on {ascii(point.device)[:40]} and would round its sums otherwise on "
            f"{trainer.device.type!r}; resume it where it began, or begin a new run from its best.npz (start)"
        )
    against = set(trainer.config.evaluation.against)
    if any(set(entry.scores) != against for entry in point.history):
        raise GameError(f"{where}: its evaluations are not against {', '.join(against)}; begin a new run")
    return point


def _put_back(point: Point, arrays: dict[str, np.ndarray], trainer: "Trainer") -> None:
    learner = trainer.learner
    load_weights(learner.policy, part(arrays, "policy."), "weights")
    _load_optimizer(part(arrays, "adam."), trainer)
    trainer.pool.set_state(point.pool.model_dump(), part(arrays, "pool."))
    for number, games in enumerate(learner.games):
        games.table.set_opponents(trainer.pool.opponents_in(number), trainer.pool.weights())  # who played is there
        games.env.set_state(part(arrays, f"{_of('env', number)}."))
        games.observations, games.starts = arrays[_of("last_obs", number)], arrays[_of("last_starts", number)]
    learner.steps, learner.updates = point.steps, point.updates
    learner.ended.clear()
    learner.ended.extend(game.model_dump() for game in point.episodes)
    trainer.history, trainer.best = [entry.model_dump() for entry in point.history], point.best
    trainer.last_evaluation, trainer.last_save = point.last_evaluation, point.steps
    trainer.seconds, trainer.lessons_seconds = point.seconds, point.lessons_seconds
    trainer.searched = point.searched
    set_random_states(trainer.device, arrays)
    state: Any = np.random.get_state(legacy=False)  # noqa: NPY002
    state["state"] = {"key": arrays["numpy_rng"], "pos": point.numpy_pos}
    state["has_gauss"], state["gauss"] = point.numpy_gauss
    np.random.set_state(state)  # noqa: NPY002


def _own(trainer: "Trainer") -> dict[str, np.ndarray]:
    """Return the arrays that are as large in every point of a run."""
    learner = trainer.learner
    generator: Any = np.random.get_state(legacy=False)  # noqa: NPY002
    arrays = _named("policy", weights_of(learner.policy)) | random_states(trainer.device)
    for number, games in enumerate(learner.games):
        arrays |= _named(_of("env", number), games.env.get_state())
        arrays |= {_of("last_obs", number): games.observations, _of("last_starts", number): games.starts}
    return arrays | {"numpy_rng": np.asarray(generator["state"]["key"])}


def _of(name: str, number: int) -> str:
    """Return the name of an array of the run's game, 0, or of a variant."""
    return f"{name}{number or ''}"


def _moments(trainer: "Trainer") -> dict[str, np.ndarray]:
    """Return what the optimizer remembers, by the number of the parameter; nothing before the first update."""
    remembered = trainer.learner.policy.optimizer.state_dict()["state"]
    return {
        f"{number}.{key}": np.asarray(value.cpu().numpy())
        for number, moments in remembered.items()
        for key, value in moments.items()
    }


def _load_optimizer(arrays: dict[str, np.ndarray], trainer: "Trainer") -> None:
    optimizer = trainer.learner.policy.optimizer
    parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    moments: dict[int, dict[str, torch.Tensor]] = {}
    for name, array in arrays.items():
        number, key = name.split(".")
        if array.dtype != np.float32 or array.shape not in ((), tuple(parameters[int(number)].shape)):
            raise ValueError(f"the optimizer's {name} does not fit the network")
        moments.setdefault(int(number), {})[key] = torch.from_numpy(array)
    if moments and len(moments) < len(parameters):
        raise ValueError("the optimizer's moments of some weights are missing")
    optimizer.load_state_dict({"state": moments, "param_groups": optimizer.state_dict()["param_groups"]})


def _named(prefix: str, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {f"{prefix}.{name}": array for name, array in arrays.items()}


def _check_like(arrays: dict[str, np.ndarray], own: dict[str, np.ndarray], where: str) -> None:
    """Refuse arrays of other kinds or shapes than the trainer's own."""
    for name, array in own.items():
        given = arrays.get(name)
        if given is None or (given.dtype, given.shape) != (array.dtype, array.shape):
            has = "missing" if given is None else f"{given.dtype} {given.shape}"
            raise GameError(f"{where}: {name} is {has}; {array.dtype} {array.shape} is needed; begin a new run")
