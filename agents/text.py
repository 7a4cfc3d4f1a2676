"""An agent's text, read once: which kind of agent it names, where it is, and its options.

The grammar stands at the top of ``find``. Nothing is opened or looked up here: the same text always reads the same.
"""

import re
import shlex
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.plain_yaml import Unreadable, parse

Kind = Literal["name", "search", "class", "checkpoint", "model", "settings", "process", "entry"]
PREFIXES: dict[str, Kind] = {"search": "search", "process": "process", "sb3": "model", "entry": "entry"}
ENDINGS: dict[str, Kind] = {".npz": "checkpoint", ".zip": "model", ".yaml": "settings", ".yml": "settings"}
_BAN = r"""-(?:"[^"]*"|'[^']*'|[^\s"'\-][^\s"'/:=.]*|)(?=\s|$)"""  # -burn, -"play Rampage"; alone it is a mistake
_BANS = re.compile(rf"((?:\s+{_BAN})+)\s*$")
_BANS_OF_COMMANDS = re.compile(rf"\s--{_BANS.pattern}")
SHORT = "simulations"  # the option that a value without a key means
MODEL = "model"  # the option of a search that takes the rest of the text, for it names another agent


@dataclass(frozen=True)
class AgentText:
    """What a text says: ``kind``; ``name``, of what it names; ``options`` of a search or a policy; ``bans``.

    ``text`` is all that was written but the bans.
    ``name`` is a word (name, entry), the path of a file (checkpoint, model, settings), a command (process), or of a
    class the path and the name in it, as they were written. Of a search it is empty.
    """

    kind: Kind
    name: str
    text: str
    options: dict[str, Any] = field(default_factory=dict)
    bans: tuple[str, ...] = ()  # names of the actions that the agent is forbidden

    @property
    def path(self) -> Path:
        """The file that is named; of a class the one that it stands in."""
        return Path(self.name.rpartition(":")[0] if self.kind == "class" else self.name)

    @property
    def attribute(self) -> str:
        """The name of a class or a function in its file."""
        return self.name.rpartition(":")[2]


def read_text(text: str) -> AgentText:
    """Return what an agent's text says; raise GameError for options that cannot be read, and a file without a class."""
    head, bans = _without_bans(text)
    return replace(_read(head), bans=bans)


def _without_bans(text: str) -> tuple[str, tuple[str, ...]]:
    """Part a text from the bans at its end; those of a command, which may have such words itself, follow a ``--``."""
    found = (_BANS_OF_COMMANDS if text.startswith("process:") else _BANS).search(text)
    if found is None:
        return text, ()
    bans = tuple(ban[1:].strip("\"' ") for ban in re.findall(_BAN, found[1]))
    if not all(bans):
        raise GameError(
            f"agent {text!r}: a - forbids nothing by itself; name a part of the actions, for instance -pass"
        )
    return text[: found.start()], bans


def _read(text: str) -> AgentText:
    """Return what a text without bans says."""
    head, colon, rest = text.partition(":")
    if (kind := PREFIXES.get(head)) is not None and (colon or kind == "search"):
        if kind == "search":
            return AgentText(kind, "", text, search_options(rest, f"agent {text!r}"))
        return _with_options(kind, rest, text) if kind == "model" else AgentText(kind, rest, text)
    if text.endswith(".py"):
        raise GameError(f"agent {text!r}: name the class in the file too, for instance {text}:MyBot")
    if text.rpartition(":")[0].endswith(".py"):
        return AgentText("class", text, text)
    return _with_options(None, text, text)


def _with_options(kind: Kind | None, named: str, text: str) -> AgentText:
    """Return a name or a file with the options behind its last colon, where KEY=VALUE follows it."""
    name, _, options = named.rpartition(":")
    if not re.match(r"\w+=", options):
        name, options = named, ""
    kind = kind or ENDINGS.get(Path(name).suffix, "name")
    if options and kind == "settings":
        raise GameError(f"agent {text!r}: options are those of trained policies; a bot has its own in {name}")
    return AgentText(kind, name, text, read_options(options, f"agent {text!r}"))


def search_options(text: str, where: str) -> dict[str, Any]:
    """Return the options of a search: ``model=AGENT`` stands last and takes the rest, commas and colons included."""
    options, *model = re.split(rf"(?:^|,){MODEL}=", text, maxsplit=1)
    return read_options(options, where, SHORT) | dict.fromkeys([MODEL] * len(model), *model)


def read_options(text: str, where: str, short: str | None = None) -> dict[str, Any]:
    """Return the options of ``key=value,key=value``, values as in YAML; a value alone is that of the key ``short``."""
    values: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals and short is None:
            raise GameError(f"{where}: {part!r} has no value; write {part}=VALUE")
        if not equals:
            key, value = str(short), part
        if key in values:
            raise GameError(f"{where}: {key} is given twice")
        if not value.strip():
            raise GameError(f"{where}: {key} has no value; write {key}=VALUE, or leave it out")
        try:
            values[key] = parse(value)
        except Unreadable:
            raise GameError(f"{where}: {value!r} is not a value for {key}") from None
    return values


def words_in(command: str) -> list[str]:
    """Return the words of a command that may name files: also what follows an equals sign."""
    words = shlex.split(command)
    return [*words, *(piece for word in words for piece in re.split("[:,=]", word))]
