"""Agents found by their text: the same texts on the command line, in configurations and in Python.

    text    = name | file | prefix
    name    = a built-in bot or teacher of the game | a trained baseline | "search" | an agent of an installed package
    file    = PATH.py:NAME     a class with act(view), an object of one, or a function of a view
            | PATH.npz         a checkpoint of swarmzoo
            | PATH.zip         a model of stable-baselines3
            | PATH.yaml        the settings of a bot in a process of its own (.yml too)
    prefix  = search:OPTIONS   a tree search
            | process:COMMAND  a program that speaks the line protocol
            | sb3:PATH         a model of stable-baselines3, whatever its file is called
            | entry:NAME       an agent of an installed package (entry points of the group swarmzoo.agents)
    OPTIONS = nothing | OPTION{,OPTION}      OPTION = SIMULATIONS | KEY=VALUE, values as in YAML

Any text may end with bans, " -NAME" each: actions that the agent is forbidden wherever it sits, by the names of
``Actions.named``: greedy -burn, search:64 -"play Rampage" -hex_3. Behind process:COMMAND they follow " --".

The last option of a search may be model=TEXT, the agent that plays all other sides in it: a bot of the game or a
trained policy. It takes the rest of the text, commas and colons included: search:256,model=standard:sample=true.

A text that names a trained policy (a baseline, PATH.npz, PATH.zip, sb3:PATH) may end with a colon and options of
``policy.config.Playing``: standard:sample=true,temperature=0.5.

A text is read as a prefix where it begins with one, else as a file where it ends as one, else as a name; names are
looked for in the order above, and last as the path of a checkpoint without an ending. ``text.read_text`` reads it.
"""

import inspect
from collections.abc import Sequence
from difflib import get_close_matches
from functools import partial
from hashlib import blake2b, file_digest
from pathlib import Path
from typing import Any

from swarmzoo.agents.agent import Agent, Restricted, Seated
from swarmzoo.agents.built_in import baselines, built_in, homes, kinds, teachers
from swarmzoo.agents.outside import entries, from_entry, from_file, seated
from swarmzoo.agents.policy.saved import load_named
from swarmzoo.agents.process.settings import BotSettings, read_settings, settings_of
from swarmzoo.agents.text import PREFIXES, AgentText, read_text, words_in
from swarmzoo.envs.api.opponents import BatchOpponent, CompiledOpponent, SeededOpponent
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import is_file
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.printable import printable
from swarmzoo.envs.core.reading import quoted

LONGEST = 10_000  # characters of an agent's text
FORMS = (
    "search:256 (simulations), file.py:Name (a class or a function), a checkpoint (.npz), a model of stable-baselines3 "
    "(.zip), a bot's settings (.yaml), process:COMMAND, entry:NAME; policies take :sample=true,temperature=0.5"
)


def find_agent(game: Game, text: str, *, trust: bool = False, isolate: bool = False) -> Agent:
    """Return the agent that a text names, by the grammar above.

    ``trust`` runs code that a model's file holds. ``isolate`` plays every Python class in a process of its own, which
    sees what its side may know and nothing else. Raises GameError for what cannot be found, read or made.
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise GameError(f"agent = {quoted(text)}: a text of at most {LONGEST} characters is needed, as 'greedy'")
    if not text.strip():
        raise GameError(f"agent = {quoted(text)}: it is empty; name one, as 'greedy', or a search, as 'search:64'")
    found = read_text(text)
    bans = banned_by(game, found)
    agent: Any = _found(game, found, trust, isolate)
    if (name := printable(agent.name)) != agent.name:  # it is shown in tables, and on terminals
        agent.name = name
    return restricted(agent, found.bans, bans) if bans else agent


def banned_by(game: Game, found: AgentText) -> tuple[int, ...]:
    """Return the actions that a text forbids its agent, sorted; raise GameError for unknown ones, and for all of them.

    Names are those of ``Actions.named``; ``swarmzoo agents GAME`` lists them.
    """
    try:
        bans = sorted({action for name in found.bans for action in game.actions.named(name)})
    except GameError as error:
        raise GameError(f"agent {found.text!r}: bans: {error}; swarmzoo agents {game.name} lists the names") from None
    if len(bans) == game.num_actions:
        raise GameError(
            f"agent {found.text!r}: bans: they forbid every action, so nothing is left to choose; name fewer"
        )
    return tuple(bans)


def restricted(agent: Any, names: Sequence[str], bans: tuple[int, ...]) -> Restricted:
    """Return an agent that is forbidden actions; its name says by which names."""
    told = [f'-"{name}"' if " " in name else f"-{name}" for name in names]
    return Restricted(" ".join([agent.name, *told]), agent, bans)


def _found(game: Game, found: AgentText, trust: bool, isolate: bool) -> Agent:
    """Return the agent that a text names, its bans aside."""
    match found.kind:
        case "name":
            return _by_name(game, found, isolate)
        case "search":
            return _search(game, found)
        case "class":
            return _isolated(game, found.text) if isolate else from_file(found.path, found.attribute)
        case "checkpoint" | "model":
            return load_named(game, found, trust=trust)
        case "settings":
            return _in_process(game, read_settings(found.path), found.path.parent)
        case "process":
            return _in_process(game, settings_of(found.name), Path.cwd())
        case "entry":
            return _isolated(game, found.text) if isolate else from_entry(found.name)


def _by_name(game: Game, found: AgentText, isolate: bool) -> Agent:
    bots = built_in(game) | teachers(game)
    if found.name not in bots and (
        found.name in baselines(game) or (_exists(found.path) and found.name not in entries())
    ):
        return load_named(game, found)
    if found.options and found.name in [*bots, *entries()]:
        raise GameError(f"agent {found.text!r}: {found.name} has no options; trained policies have sample, temperature")
    if found.name in bots:
        return bots[found.name]
    if found.name in entries():
        return _isolated(game, f"entry:{found.name}") if isolate else from_entry(found.name)
    raise unknown(found, [*kinds(game), "search", *entries()], game.name)


def unknown(found: AgentText, names: list[str], game: str) -> GameError:
    """Return the error that refuses a text that names no agent: its game, or the nearest name and all allowed ones."""
    if elsewhere := homes(found.name):
        return GameError(
            f"agent {found.text!r} plays {' and '.join(elsewhere)}, not {game}: name that game, on the command line by "
            f"--game {elsewhere[0]}; {game} has {', '.join(names)}"
        )
    head, colon, rest = found.text.partition(":")
    close = get_close_matches(head, PREFIXES if colon else names, n=1)
    hint = f"; did you mean {close[0]}{colon}{rest}? Allowed" if close else "; allowed"
    return GameError(f"unknown agent {found.text!r}{hint}: {', '.join(names)}, {FORMS}")


def _search(game: Game, found: AgentText) -> Agent:
    from swarmzoo.agents.search.tree_search import TreeSearch  # compiles

    return TreeSearch(game, **found.options)


def _in_process(game: Game, settings: BotSettings, folder: Path) -> Seated:
    """Seat a bot in a process of its own; it is started now, so that mistakes are told before the first game."""
    from swarmzoo.agents.process.process_agent import ProcessAgent

    agent = ProcessAgent(game, settings, folder)
    agent.start()
    return Seated(agent.name, agent, partial(ProcessAgent, game, settings, folder))


def _isolated(game: Game, text: str) -> Seated:
    from swarmzoo.agents.isolation.isolated import isolated

    return isolated(game, text)


def isolated_agent(game: Game, made: Any) -> Agent:
    """Return what a program made itself as an agent that runs no class of others in this process.

    Classes and functions are played in processes of their own; raises GameError for those that cannot be.
    """
    from swarmzoo.agents.isolation.isolated import is_foreign, text_of

    if isinstance(made, type) or inspect.isfunction(made):
        return _isolated(game, text_of(made))
    agent = as_agent(made)
    if is_foreign(agent):
        raise GameError(f"agent {agent.name}: isolate=True needs its class, which makes an object in its own process")
    return agent


def as_agent(made: Any) -> Agent:
    """Return an agent as it is; seat a class with act(view), an object of one, or a function of a view."""
    if isinstance(made, Seated | CompiledOpponent | Restricted) or hasattr(made, "act_on"):
        return made
    name = getattr(made, "__name__", type(made).__name__)
    acts_on_batches = isinstance(made, SeededOpponent) or hasattr(made, "policy")
    if acts_on_batches and isinstance(made, BatchOpponent) and not isinstance(made, type):
        return made
    return seated(made, name, name)


def files_of(text: str) -> list[Path]:
    """Return the files that an agent's text names and that are there: its own, its program's, its policy's."""
    return [path for path in dict.fromkeys(_paths(read_text(text))) if is_file(path)]


def fingerprints(specs: Sequence[str]) -> dict[str, str]:
    """Return a hash of every file that an agent is made of, as far as its text names them: an edited bot is another."""
    found = {}
    for spec in specs:
        for path in files_of(spec):
            with path.open("rb") as file:
                found[f"{spec}: {path}"] = file_digest(file, partial(blake2b, digest_size=8)).hexdigest()
    return found


def _paths(found: AgentText) -> list[Path]:
    """Return what may be a file of an agent."""
    match found.kind:
        case "search":
            named = [found.options[key] for key in ("policy", "model") if isinstance(found.options.get(key), str)]
            return [path for text in named for path in _paths(read_text(text))]
        case "process":
            return [Path(word) for word in words_in(found.name)]
        case "settings":
            command = read_settings(found.path).command if is_file(found.path) else ""
            return [found.path, *(found.path.parent / word for word in words_in(command))]
        case "entry":
            return []
        case _:
            return [found.path]


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # too long for a name
        return False
