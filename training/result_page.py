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
    """A page ``training/NAME.md`` (in capitals), made of results of ``swarmzoo.training.NAME``."""

    name: str
    schema: int
    table: Callable[[list[Run]], str]
    draw: Callable[[list[Run]], bytes]

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
        found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
        if not found or any(run.get("schema") != self.schema for run in found):
            raise GameError(f"{folder}: results of swarmzoo.training.{self.name}, schema {self.schema}, are needed")
        return found

    def renewed(self, text: str, runs: list[Run]) -> str:
        """Return the page with its table made again."""
        block = re.compile(rf"(<!-- facts: {self.name} -->\n).*?(<!-- end -->)", re.DOTALL)
        return block.sub(lambda found: found[1] + self.table(runs) + found[2], text)

    def write(self, folder: Path) -> None:
        """Keep the results of a folder beside the page, and write its table and picture."""
        try:
            runs = self.read(folder)
        except GameError as error:
            raise SystemExit(f"{self.name}_page: {error}") from None
        write_whole(self.kept, (json.dumps(runs) + "\n").encode())
        write_whole(HERE / f"{self.name}.png", self.draw(runs))
        write_whole(self.page, self.renewed(self.page.read_text(encoding="utf-8"), runs).encode())
        print(f"{self.page}: {len(runs)} runs")
