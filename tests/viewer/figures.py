"""How fast the pages are in a real browser: the table of viewer/README.md.

python -m tests.viewer.figures                          # all rows, some five minutes
python -m tests.viewer.figures insects --repeats 3      # the rows whose names begin so
python -m tests.viewer.figures --write                  # keeps what was measured for the page; then make pages

An answer is what passes from a click on an action until the page has drawn what came of it, the opponents' own time
included. Rules are compiled before anything is measured.
"""

import argparse
import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.lab.csv_table import csv_text, write_csv
from swarmzoo.viewer.page.document import replay_page
from swarmzoo.viewer.page.replayed import watched_data
from tests.viewer.browser import browser, table

KEPT = Path(__file__).parents[2] / "viewer" / "measured" / "pages.csv"
COLUMNS = ("page", "what", "median", "most", "unit", "below")
CLICKS = 20  # of a game that is played
WARM = 3  # clicks before them
# When the page stands, and when an answer is drawn: the frame after the one in which the page worked on it.
CLOCK = """
  const stands = () => window.shown || document.querySelector("#board") && document.querySelector(".choices button");
  window.painted = new Promise((done) => {
    const look = () => (stands() ? setTimeout(() => done(performance.now())) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  window.WebSocket = class extends WebSocket {
    constructor(...words) {
      super(...words);
      this.addEventListener("message", ({ data }) => {
        const drawn = () => setTimeout(() => window.answer?.(performance.now()));
        if (data.startsWith('{"type":"game"')) requestAnimationFrame(drawn);
      });
    }
  };
"""
CLICK = """turn => new Promise((done, failed) => {
  setTimeout(() => failed(new Error("no answer: " + document.querySelector(".said")?.textContent)), 60_000);
  const ways = document.querySelector("#rest") ? "#rest" : ".choices button[aria-disabled=false]";
  const found = [...document.querySelectorAll(ways)];
  if (!found.length) return done(null);
  const began = performance.now();
  window.answer = (now) => done(now - began);
  found[(turn * 7919) % found.length].click();
})"""
SCRUB = """() => {
  const slider = document.getElementById("step"), last = Number(slider.max), times = [];
  const stride = Math.max(1, Math.floor(last / 300));
  for (let step = 0; step <= last; step += stride) {
    const began = performance.now();
    slider.value = step;
    slider.dispatchEvent(new Event("input"));
    times.push(performance.now() - began);
  }
  return times;
}"""


@dataclass
class Played:
    """A game that is played in the browser, and how soon it must answer, milliseconds."""

    name: str
    words: tuple[str, ...]
    answer: int = 100


@dataclass
class Watched:
    """A game that is watched: its keywords, its agents, and how many bytes its page may have."""

    name: str
    game: str
    keywords: dict[str, Any]
    agents: tuple[str, str]
    most: int = 1_000_000


PLAYED = (
    Played("insects", ("insects", "--against", "greedy")),
    Played("warband", ("warband", "--against", "captain")),
    Played("formation, 1,024 by orders", ("formation", "--against", "charger", "-s", "size=512"), 300),
)
WATCHED = (
    Watched("insects", "insects", {}, ("expert", "greedy")),
    Watched("warband", "warband", {}, ("captain", "aggressor")),
    Watched("formation, 1,024", "formation", {"size": 512}, ("commander", "charger"), 5_000_000),
)
Row = tuple[str, str, str, str, str, str]


def _row(page: str, what: str, values: Sequence[float], unit: str, below: int) -> Row:
    shown = (f"{one:,.1f}" if unit == "ms" and one < 100 else f"{one:,.0f}" for one in (median(values), max(values)))
    return (page, what, *shown, unit, f"{below:,}")


def _first_paints(started: Any, address: str, repeats: int) -> list[float]:
    """Return after how many milliseconds the board stood, in tabs that know nothing of each other."""
    found = []
    for _ in range(repeats):
        context = started.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
        page = context.new_page()
        page.add_init_script(CLOCK)
        page.goto(address)
        found.append(page.evaluate("window.painted"))
        context.close()
    return found


def _answers(started: Any, address: str, clicks: int) -> list[float]:
    """Return the milliseconds from each click to what came of it; a game that is over is started again."""
    context = started.new_context(viewport={"width": 1400, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.add_init_script(CLOCK)
    page.goto(address)
    found: list[float] = []
    turn = 0
    while len(found) < WARM + clicks:
        page.locator(".choices button[aria-disabled=false]").or_(page.locator("#end")).first.wait_for()
        if page.locator("#end").count():
            page.click("#new")
            page.locator("#end").wait_for(state="detached")
            continue
        passed = page.evaluate(CLICK, turn)
        found += [] if passed is None else [passed]
        turn += 1
    context.close()
    return found[WARM:]


def played_rows(started: Any, case: Played, repeats: int, clicks: int) -> Iterator[Row]:
    """Measure a game that is played."""
    with table(*case.words, "--seed", "3") as address:
        answers = _answers(started, address, clicks)
    with table(*case.words, "--seed", "3") as address:
        _first_paints(started, address, 1)
        paints = _first_paints(started, address, repeats)
    yield _row(f"{case.name}, played", "first paint", paints, "ms", 1000)
    yield _row(f"{case.name}, played", "answer to a click", answers, "ms", case.answer)


def watched_rows(started: Any, case: Watched, repeats: int, clicks: int) -> Iterator[Row]:
    """Measure a game that is watched."""
    game = find_game(case.game).read(case.keywords)
    content = replay_page(watched_data(game, [find_agent(game, name) for name in case.agents], 1))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.html"
        path.write_bytes(content)
        paints = _first_paints(started, path.as_uri(), repeats)
        page = started.new_page()
        page.add_init_script(CLOCK)
        page.goto(path.as_uri())
        page.evaluate("window.painted")
        steps = page.evaluate(SCRUB)
        page.close()
    yield _row(f"{case.name}, watched", "first paint", paints, "ms", 1000)
    yield _row(f"{case.name}, watched", "script of a step", steps, "ms", 16)
    yield _row(f"{case.name}, watched", "size of the page", [len(content)], "bytes", case.most)


def rows(wanted: Sequence[str], repeats: int, clicks: int) -> Iterator[Row]:
    """Measure and yield the rows whose pages begin as one of some texts."""
    measures: tuple[tuple[str, Callable[..., Iterator[Row]], Sequence[Played | Watched]], ...] = (
        ("played", played_rows, PLAYED),
        ("watched", watched_rows, WATCHED),
    )
    with browser() as started:
        for kind, measure, cases in measures:
            for case in cases:
                if f"{case.name}, {kind}".startswith(tuple(wanted) or ""):
                    yield from measure(started, case, repeats, clicks)


def renewed(kept: Iterable[Sequence[str]], found: Iterable[Row]) -> list[Sequence[str]]:
    """Return kept rows, with those that were measured again in their places, and new ones after them."""
    rows: dict[tuple[str, ...], Sequence[str]] = {tuple(row[:2]): row for row in kept}
    return list((rows | {row[:2]: row for row in found}).values())


def main() -> None:
    """Measure; print the rows, or keep them for the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only pages whose names begin so")
    parser.add_argument("--repeats", type=int, default=7, help="of a first paint")
    parser.add_argument("--clicks", type=int, default=CLICKS, help="whose answers are measured")
    parser.add_argument("--write", action="store_true", help=f"keep the rows in {KEPT.name}")
    given = parser.parse_args()
    found: list[Row] = []
    for row in rows(given.names, given.repeats, given.clicks):
        found.append(row)
        print(csv_text([row]), end="", flush=True)
    if given.write:
        kept = csv.reader(KEPT.read_text(encoding="utf-8").splitlines()) if KEPT.exists() else [COLUMNS]
        write_csv(KEPT, renewed(kept, found))


if __name__ == "__main__":
    main()
