"""Files of bots, ``bot.yaml``, damaged: each is refused in a sentence, or names a bot that could be started."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from swarmzoo.agents.process.settings import BotSettings, read_settings, words_of
from tests.breaking.mutations import mutated, mutated_bytes
from tests.breaking.tally import Tally

FILES = (
    "command: python bot.py\n",
    "command: python bot.py --level 3 'two words'\nname: my bot\ninit_seconds: 20\nmove_seconds: 0.5\n",
    "# a bot\ncommand: ./bot\nname: é ☃\nmove_seconds: 1e-1\nmemory_mib: null\n",
    '{"command": "java -jar bot.jar", "name": "java", "init_seconds": 30.0}\n',
)
ODD = (
    *(".nan", ".inf", "-.inf", "1e400", "0x10", "1:30", "2001-01-01", "yes", "~", "9" * 5000, "'\\0'", '"\\0"', "[]"),
    *(
        '"\\ud800"',
        '"\\x1b[2J"',
        "!!binary aGk=",
        "!!python/object/apply:os.system [true]",
        "!!set {a}",
        "&a [*a]",
        "<<",
    ),
    *("[" * 30_000, "{a: " * 5000, "- " * 20_000, "&a x\nb: &b [*a, *a]\nc: &c [*b, *b]", "|\n  a\n  b", "x" * 300_000),
)


def bomb(depth: int, width: int) -> str:
    """Return a file of some lines that stands for ``width ** depth`` values."""
    lines = ["a0: &a0 [x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * width)}]" for n in range(1, depth)]
    return "\n".join([*lines, f"command: *a{depth - 1}"])


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Read damaged files; they are the same for every game, drawn from its name and a seed."""
    random = Random(f"{game} {seed}")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bot.yaml"
        for _ in range(inputs):
            data = _damaged(random)
            path.write_bytes(data)
            with tally.trying(data):
                settings = read_settings(path)
                _refuse_wrong(settings)
                words_of(settings.command, path.parent)


def _damaged(random: Random) -> bytes:
    """Return a damaged file."""
    text, kind = random.choice(FILES), random.random()
    if kind < 0.1:
        return mutated_bytes(text.encode(), random)
    if kind < 0.15:
        return bomb(random.randrange(2, 40), random.randrange(1, 12)).encode()
    if kind < 0.5:
        key = random.choice([*BotSettings.model_fields, "more", "? [a]", "''"])
        return (
            (text + f"{key}: {random.choice(ODD)}\n").replace("command:", random.choice(("command:", "c:")), 1).encode()
        )
    return mutated(text, random).encode("utf-8", "surrogatepass")


def _refuse_wrong(settings: BotSettings) -> None:
    """What was accepted is what the fields allow."""
    times = settings.init_seconds, settings.move_seconds
    assert all(0 < seconds <= 3600 for seconds in times), f"times of {times} seconds"
    assert settings.memory_mib is None or 16 <= settings.memory_mib <= 1 << 24, f"memory of {settings.memory_mib} MiB"
    assert settings.name is None or settings.name.isprintable(), f"the name {settings.name!r}"
