"""The types of the functions that make a game's environments, written from its configuration into ``__init__.pyi``.

    python -m swarmzoo.command.signatures          # writes all; `make pages` does it
    python -m swarmzoo.command.signatures --check  # names those that are not as they would be written

At run time the functions take ``**keywords`` and the configuration checks them. Type checkers and editors read these
files: they know every keyword, every number of the rules and what each function returns.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from swarmzoo.envs.catalogue import FoundGame, games

HEAD = '''"""What a type checker knows of {module}; `make pages` writes it from the configuration."""

from collections.abc import Sequence
from os import PathLike
from typing import Literal, TypedDict, Unpack

from pettingzoo import AECEnv, ParallelEnv

from swarmzoo.envs.api.aec import GameEnv
from swarmzoo.envs.api.keywords import AgentKeywords, GymKeywords, Sb3Keywords, VectorKeywords
from swarmzoo.envs.api.sb3 import SwarmVecEnv
from swarmzoo.envs.api.simultaneous import GameParallelEnv
from swarmzoo.envs.api.single import LearnerEnv
from swarmzoo.envs.api.vector import GameVectorEnv
from swarmzoo.envs.core.game import Game
'''
MAKERS = (  # function, its first parameter, keywords beside the configuration's, what it returns
    ("vector_env", "num_envs: int = 1, ", "VectorKeywords", "GameVectorEnv"),
    ("gym_env", "", "GymKeywords", "LearnerEnv"),
    ("sb3_vec_env", "num_envs: int = 1, ", "Sb3Keywords", "SwarmVecEnv"),
)


def stub(game: FoundGame) -> str:
    """Return the text of a game's ``__init__.pyi``."""
    models = list(dict.fromkeys(_models(game.config)))
    imports = [f"from {model.__module__} import {model.__name__}\n" for model in models[:-1]]
    classes = [_class(model, top=model is game.config) + "\n\n" for model in models]
    return (
        "".join([HEAD.format(module=game.module), *sorted(imports), "\n", *classes])
        + "\n".join(_functions(game))
        + "\n"
    )


def _functions(game: FoundGame) -> Iterator[str]:
    """Yield the signatures, each kind of environment with a TypedDict of all its keywords."""
    fields = _name(game.config)
    native, other = ("GameEnv", "ParallelEnv") if game.read({}).sequential else ("AECEnv", "GameParallelEnv")
    agents = [("env", "", "AgentKeywords", native), ("raw_env", "", "AgentKeywords", native)]
    makers = [*agents, ("parallel_env", "", "AgentKeywords", other), *MAKERS]
    kinds = dict.fromkeys(kind for _, _, kind, _ in makers)
    for kind in kinds:
        yield f"class _{kind}({fields}, {kind}, total=False): ..."
    yield f"\ndef game(**keywords: Unpack[{fields}]) -> Game: ..."
    for name, first, kind, made in makers:
        yield f"def {name}({first}**keywords: Unpack[_{kind}]) -> {made}: ..."


def _class(model: type[BaseModel], top: bool) -> str:
    """Return the TypedDict of a part of the configuration; ``top``: paths may stand in its texts' places."""
    lines = [f"class {_name(model)}(TypedDict, total=False):"]
    for name, info in model.model_fields.items():
        kinds = _written(info.annotation).split(" | ")
        kind = " | ".join("str | PathLike[str]" if one == "str" and top else one for one in kinds)
        lines.append(f"    {name}: {kind}")
    return "\n".join(lines)


def _written(annotation: Any) -> str:
    """Return an annotation as source; parts of the configuration may be given as dictionaries."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if annotation in (None, NoneType):
        return "None"
    if origin is Annotated:
        return _written(inner[0])
    if origin in (Union, UnionType):
        return " | ".join(_written(part) for part in inner)
    if origin is Literal:
        return f"Literal[{', '.join(_quoted(value) for value in inner)}]"
    if origin is tuple and inner[1:] == (...,):
        return f"Sequence[{_written(inner[0])}]"
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return f"{annotation.__name__} | {_name(annotation)}"
    if annotation in (int, bool, float, str):
        return str(annotation.__name__)
    raise TypeError(f"{annotation} of a configuration: say here how a type checker knows it")


def _quoted(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _name(model: type[BaseModel]) -> str:
    return f"{model.__name__}Fields"


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models in an annotation, those that others are made of first."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        for info in annotation.model_fields.values():
            yield from _models(info.annotation)
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)


def path_of(game: FoundGame) -> Path:
    """Return where a game's signatures stand."""
    return game.folder / "__init__.pyi"


def stale() -> list[Path]:
    """Return the files that are not as they would be written."""
    return [
        path_of(game)
        for game in games()
        if not path_of(game).exists() or path_of(game).read_text(encoding="utf-8") != stub(game)
    ]


def main() -> None:
    """Write the files, or with ``--check`` name those that are stale."""
    if "--check" in sys.argv[1:]:
        for path in stale():
            print(f"{path} is not as `make pages` writes it")
        sys.exit(1 if stale() else 0)
    for game in games():
        path_of(game).write_text(stub(game), encoding="utf-8")


if __name__ == "__main__":
    main()
