"""Configurations on the command line: a YAML file or preset, then `--set path=value` for single fields."""

from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from swarmzoo.envs.catalogue import FoundGame
from swarmzoo.envs.core.config import Settings, with_value
from swarmzoo.envs.core.errors import GameError, nearest
from swarmzoo.envs.core.files import check_place
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.plain_yaml import Unreadable, parse, read_file

Model = TypeVar("Model", bound=Settings)
LONGEST_SHOWN = 200  # characters of an override in a sentence

ConfigOption = Annotated[
    str | None, typer.Option("--config", "-c", metavar="FILE_OR_PRESET", help="A YAML file, or the name of a preset.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", "-s", metavar="PATH=VALUE", help="One field, for instance rules.base_attack=2; repeatable."),
]
TrustOption = Annotated[bool, typer.Option("--trust", help="Load models that can run code: only for files you trust.")]
IsolateOption = Annotated[
    bool,
    typer.Option("--isolate", help="Play every Python class in its own process: for those of strangers."),
]
CsvOption = Annotated[
    Path | None, typer.Option("--csv", callback=check_place, help="Also write the table to a CSV file.")
]
FilmOption = Annotated[
    Path | None,
    typer.Option(
        "--film",
        "--gif",
        metavar="FILE",
        callback=check_place,
        help="Write a film: its name ends in .gif, .webp or .mp4.",
    ),
]
HtmlOption = Annotated[
    Path | None,
    typer.Option(
        "--html",
        metavar="FILE",
        callback=check_place,
        help="Write a page that plays the game in a browser; it needs no network.",
    ),
]
ReviewOption = Annotated[
    str,
    typer.Option(
        "--review",
        metavar="SEARCH",
        help="With --html: have a search such as search:256 look at the game: chances, best choices, greatest losses.",
    ),
]
EveryOption = Annotated[
    int | None,
    typer.Option(min=1, help="With --film: decisions between two frames; by default 4, or 1 where all act at once."),
]
MillisecondsOption = Annotated[int, typer.Option(min=20, help="With --film: milliseconds per frame.")]


def load_settings(model: type[Model], job: str, source: str | None, overrides: Iterable[str] | None = None) -> Model:
    """Build a configuration from a file or preset and overrides.

    ``job`` is the folder of presets, for instance "insects/train". Raises GameError in sentences that name the file,
    the field's path, the value and what is allowed.
    """
    overrides = list(overrides or ())
    values = read_yaml(config_path(source, job)) if source is not None else {}
    apply_overrides(values, overrides)
    try:
        return model.read(values)
    except GameError as error:
        given = ([str(source)] if source is not None else []) + (["--set"] if overrides else [])
        raise GameError(f"{' and '.join(given)}: {error}" if given else str(error)) from None


def source_of(preset: str | None, config: str | None) -> str | None:
    """Return what --preset or --config names; raise GameError where both are given."""
    if preset is not None and config is not None:
        raise GameError("--preset and --config: both name what is trained; give one of them")
    return config if preset is None else preset


def settings_of(game: FoundGame, source: str | None, overrides: Iterable[str] | None = None) -> Settings:
    """Build the configuration of a game from a file or preset and overrides."""
    return load_settings(game.config, f"{game.place}/game", source, overrides)


def even_game_of(game: FoundGame, source: str | None, overrides: Iterable[str] | None = None) -> Game:
    """Make a game from a file or preset and overrides, on maps that favour no seat unless something else is said."""
    values = read_yaml(config_path(source, f"{game.place}/game")) if source is not None else {}
    return even_game_from(game, values, overrides)


def even_game_from(
    game: FoundGame, values: dict[str, Any], overrides: Iterable[str] | None = None, *, persons: bool = False
) -> Game:
    """Make a game from plain values and overrides, on maps that favour no seat unless something else is said.

    ``persons``: as people play it, where that is left open.
    """
    from swarmzoo.lab.games import even_game, game_for_persons

    changed = dict(values)
    apply_overrides(changed, overrides or ())
    return game_for_persons(game, changed) if persons else even_game(game, changed)


def settings_from(model: type[Model], values: dict[str, Any], overrides: Iterable[str] | None) -> Model:
    """Build a configuration from plain values and overrides."""
    changed = dict(values)
    apply_overrides(changed, overrides or ())
    return model.read(changed)


def config_path(source: str, job: str) -> Path:
    """Return the file that a source means: a path if it looks like one, else a preset of the job."""
    if source.endswith((".yaml", ".yml")) or "/" in source or "\\" in source:
        return Path(source)
    known = presets(job)
    if source not in known:
        more = nearest(source, known) if known else ""
        raise GameError(f"unknown preset {source!r} of {job}{more} (a file's name ends in .yaml)")
    return known[source]


def presets(job: str) -> dict[str, Path]:
    """Return the files of a job's presets by their names."""
    folder = Path(str(files("swarmzoo.configs"))) / job
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def read_yaml(path: Path) -> dict[str, Any]:
    """Read a YAML file of keys and values; raise GameError with line and column for what is none."""
    values = read_file(path, str(path))
    if values is None:
        return {}
    if not isinstance(values, dict):
        raise GameError(f"{path}: keys and values are needed, not {_kind(values)}")
    return values


def apply_overrides(values: dict[str, Any], overrides: Iterable[str]) -> None:
    """Write overrides `path=value` into nested values; later ones win. Values are read as YAML."""
    for override in overrides:
        path, sign, text = override.partition("=")
        if not sign or not all(path.strip().split(".")):
            raise GameError(f"--set {override}: PATH=VALUE is needed, for instance rules.base_attack=2")
        try:
            value = parse(text)
        except Unreadable as error:
            raise GameError(f"--set {override[:LONGEST_SHOWN]}: the value is no YAML{error}") from None
        values.update(with_value(values, path.strip(), value, f"--set {override}"))


def _kind(value: Any) -> str:
    return "a list" if isinstance(value, list) else repr(value)
