"""What came of the inputs of one kind: refused with a sentence, accepted, or fallen."""

import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from swarmzoo.envs.core.errors import GameError

LONGEST = 100_000  # characters of an input that is kept


@dataclass
class Tally:
    """Counts inputs, and keeps those that broke something: in ``folder``, where one is given."""

    kind: str
    game: str
    folder: Path | None = None
    refused: int = 0
    accepted: int = 0
    fallen: Counter[str] = field(default_factory=Counter)

    @property
    def tried(self) -> int:
        """How many inputs there were."""
        return self.refused + self.accepted + sum(self.fallen.values())

    @contextmanager
    def trying(self, text: str | bytes) -> Iterator[None]:
        """Try one input: a GameError refuses it, any other error is a fall, nothing raised is an acceptance."""
        self._write("now", text)  # what is left where the process dies or hangs
        try:
            yield
        except GameError as error:
            self._check_sentence(error, text)
        except Exception as error:
            self._fell(_told(error), text)
        else:
            self.accepted += 1

    def _check_sentence(self, error: GameError, text: str | bytes) -> None:
        """A refusal is one short sentence."""
        if not 10 <= len(str(error)) <= 2000:
            self._fell(f"a sentence of {len(str(error))} characters: {str(error)[:60]}", text)
        else:
            self.refused += 1

    def _fell(self, what: str, text: str | bytes) -> None:
        self.fallen[what] += 1
        if self.fallen[what] <= 3:
            self._write(f"{len(self.fallen)}-{self.fallen[what]}", text, what)

    def _write(self, name: str, text: str | bytes, what: str = "") -> None:
        if self.folder is not None:
            content = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
            stem = f"{self.kind}-{self.game}-{name}"
            (self.folder / stem).write_bytes(content[:LONGEST])
            if what:
                (self.folder / f"{stem}.told").write_text(what, encoding="utf-8")

    def lines(self) -> Iterator[str]:
        """Yield what came of it, a line for each way of falling."""
        yield f"{self.kind} {self.game}: {self.tried} tried, {self.refused} refused, {self.accepted} accepted"
        yield from (f"  FELL {count} times: {what}" for what, count in self.fallen.most_common())


def _told(error: BaseException) -> str:
    """Return an error with the places where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    places = " < ".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__}: {str(error)[:160]} ({places})"


Attack = Callable[[str, int, int, Tally], None]
