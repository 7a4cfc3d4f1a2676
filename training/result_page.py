"""A page of measured runs: their results are kept beside it, and its table and picture are made of them again."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole

HERE = Path(__file__).parent
Run = dict[str, Any]


class ResultPage(NamedTuple):
    """A page ``training/NAME.md`` (in capitals), made of results of a command."""

    name: str
    schema: int
    table: Callable[[list[Run]], str]
    draw: Callable[[list[Run]], bytes]
    command: str

    @property
    def page(self) -> Path:
        """The page."""
        return HERE / f"{self.name.upper()}.md"

    @property
    def kept(self) -> Path:
        """The results that the page shows."""
        return HERE / "measured" / f"{self.name}.json"

    def read(self, folder: Path) -> list[Run]:
        """Return the results in a folder, in the order of their names; raise GameError where there are none."""
        found = [self._one(path) for path in sorted(folder.glob("*.json"))]
        if not found:
            raise GameError(f"{folder}: no results; {self._needed}")
        return found

    def _one(self, path: Path) -> Run:
        try:
            run: Run = json.loads(path.read_bytes())
        except ValueError:
            raise GameError(f"{path}: not JSON; {self._needed}") from None
        if not isinstance(run, dict) or run.get("schema") != self.schema:
            raise GameError(f"{path}: not a result; {self._needed}")
        return run

    @property
    def _needed(self) -> str:
        return f"results of {self.command}, schema {self.schema}, are needed"

    def renewed(self, text: str, runs: list[Run]) -> str:
        """Return the page with its table made again."""
        block = re.compile(rf"(<!-- facts: {self.name} -->\n).*?(<!-- end -->)", re.DOTALL)
        return block.sub(lambda found: found[1] + self.table(runs) + found[2], text)

    def write(self, folder: Path) -> None:
        """Keep the results of a folder beside the page, and write its table and picture."""
        try:
            runs = self.read(folder)
            picture, page = self.draw(runs), self.renewed(self.page.read_text(encoding="utf-8"), runs)
        except GameError as error:
            raise SystemExit(f"{self.name}_page: {error}") from None
        except (KeyError, IndexError):
            raise SystemExit(f"{self.name}_page: {folder}: a result is incomplete; {self._needed}") from None
        write_whole(self.kept, (json.dumps(runs) + "\n").encode())
        write_whole(HERE / f"{self.name}.png", picture)
        write_whole(self.page, page.encode())
        print(f"{self.page}: {len(runs)} runs")
