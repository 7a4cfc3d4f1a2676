"""The pages of the environments: prose by hand, facts between markers and pictures by this module.

A page is `envs/<game>/README.md`. Text between `<!-- facts: NAME -->` and `<!-- end -->` is made from the game itself;
`make pages` writes it again, and a test fails when a page is out of date. The front page and the lab's have facts of
all games, that of the viewer what was measured in a browser.
"""

import csv
import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from swarmzoo.command.front_figures import front
from swarmzoo.envs.catalogue import find_game, games
from swarmzoo.envs.core.config import Settings, allowed, fields_of, value_of
from swarmzoo.envs.core.forecast import measured
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.tallies import EVENT
from swarmzoo.lab.counts import CHOICE
from swarmzoo.lab.probing.planted import CLEAN
from swarmzoo.lab.probing.power import table_of
from swarmzoo.lab.seats import EVEN
from swarmzoo.training.config import TrainConfig
from swarmzoo.viewer.page_picture import RECIPE, write_picture

_SHARE = re.compile(r"([0-9.]+)% \(")
FRONT = Path("README.md")
LAB = Path("lab", "probing", "README.md")
VIEWER = Path("viewer", "README.md")
TRAINING = Path("training", "README.md")
_BLOCK = re.compile(r"(<!-- facts: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def renewed(name: str, text: str) -> str:
    """Return a page with all its facts made again."""
    return _BLOCK.sub(lambda found: found[1] + FACTS[found[2]](name) + found[3], text)


def renewed_shared(text: str) -> str:
    """Return a page that all games share, with its facts written again."""
    return _BLOCK.sub(lambda found: found[1] + FACTS_OF_ALL[found[2]]() + found[3], text)


def write_pages(root: Path, names: list[str]) -> None:
    """Write the facts and pictures of all pages in a checkout again."""
    for name in names:
        page = root / "envs" / find_game(name).place / "README.md"
        page.write_text(renewed(name, page.read_text(encoding="utf-8")), encoding="utf-8")
        if (page.parent / RECIPE).is_file():
            write_picture(name, page.parent)
    for page in (root / FRONT, root / LAB, root / VIEWER, root / TRAINING):
        page.write_text(renewed_shared(page.read_text(encoding="utf-8")), encoding="utf-8")


def _table(header: list[str], rows: list[list[Any]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def _made(name: str, **values: Any) -> Game:
    return find_game(name).read(values)


def _players(name: str) -> list[int]:
    """Return the numbers of sides to tabulate: those of the keyword players, if the game has it."""
    info = find_game(name).config.model_fields.get("players")
    if info is None:
        return [0]
    low = next(m.ge for m in info.metadata if hasattr(m, "ge"))
    high = next(m.le for m in info.metadata if hasattr(m, "le"))
    return list(range(low, high + 1))


def spaces(name: str) -> str:
    """Tabulate agents, actions, observation, overview and state for every number of players."""
    rows = []
    for players in _players(name):
        game = _made(name, **({"players": players} if players else {}))
        agents = f"`{game.agents[0]}` ... `{game.agents[-1]}`"
        sizes = [
            game.num_actions,
            f"({game.observation_size},)",
            f"({game.overview_size},)",
            f"{game.state.itemsize:,}",
        ]
        rows.append([players or "-", agents, *sizes])
    return _table(["players", "agents", "actions", "observation", "`state()`", "bytes of a game"], rows)


def layout(name: str) -> str:
    """Tabulate the parts of an observation of the default game."""
    game = _made(name)
    rows = [[p.name, f"{p.start} - {p.stop - 1}", p.shape, p.scale] for p in game.observation_layout]
    return _table(["part", "numbers", "shape", "scale"], rows)


def keywords(name: str) -> str:
    """Tabulate the keywords of the environment."""
    return _fields(find_game(name).config, lambda path: "." not in path)


def numbers(name: str) -> str:
    """Tabulate every number of the rules."""
    return _fields(find_game(name).config, lambda path: "." in path)


def _fields(model: type[Settings], wanted: Callable[[str], bool]) -> str:
    rows, usual = [], model()
    for path, info in fields_of(model):
        if wanted(path):
            extra: Any = info.json_schema_extra or {}
            default = value_of(usual, path)
            rows.append(
                [
                    f"`{path}`",
                    f"`{_plainly(default)}`",
                    extra.get("unit", ""),
                    allowed(info),
                    extra.get("rule", ""),
                    info.description,
                ]
            )
    return _table(["field", "default", "unit", "allowed", "rule", "meaning"], rows)


def rulebook(name: str) -> str:
    """Tabulate the rules with their ids."""
    text = (find_game(name).folder / "rulebook.yaml").read_text(encoding="utf-8")
    rows = []
    for rule, entry in yaml.safe_load(text).items():
        sentence = entry if isinstance(entry, str) else entry.get("rule", "")
        reason = "" if isinstance(entry, str) or "left_out" not in entry else f" *(left out: {entry['left_out']})*"
        rows.append([rule, sentence + reason])
    return _table(["id", "rule"], rows)


def _measured(name: str, table: str) -> list[dict[str, str]]:
    """Return the rows of a table that was measured: a CSV file that a command wrote, see the page's text."""
    text = (find_game(name).folder / "measured" / f"{table}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def speed(name: str) -> str:
    """Tabulate what `swarmzoo bench` measured."""
    return _as_measured(name, "speed")


def compiling(name: str) -> str:
    """Tabulate the seconds that compiling took, by kernel and size."""
    rows = [row for row in measured() if row["game"] == name]
    kernels = list(dict.fromkeys(row["kernel"] for row in rows))
    settings = list(dict.fromkeys(row["settings"] for row in rows))
    seconds = {(row["kernel"], row["settings"]): row["seconds"] for row in rows}
    lines = [[f"`{kernel}`", *(seconds.get((kernel, one), "") for one in settings)] for kernel in kernels]
    return _table(["compiled part", *(one or "as it comes" for one in settings)], lines)


def peers(name: str) -> str:
    """Tabulate what `swarmzoo bench --peers` measured of this game and of others in one run."""
    return _as_measured(name, "peers")


def _as_measured(name: str, table: str) -> str:
    rows = _measured(name, table)
    return _table(list(rows[0]), [list(row.values()) for row in rows])


def budgets(name: str) -> str:
    """Tabulate what the ladder of tree searches measured: every budget against the one before."""
    return _as_measured(name, "budgets")


def ladder(name: str) -> str:
    """Tabulate what the tournament of all agents said: `swarmzoo arena report FOLDER --table`."""
    return _as_measured(name, "ladder")


def worth(name: str) -> str:
    """Tabulate what a rule is worth to the side that has it, as `python -m swarmzoo.lab.worth` measured."""
    return _as_measured(name, "worth")


def searched(name: str) -> str:
    """Tabulate what policies win from searches, as `python -m swarmzoo.lab.searched` measured."""
    return _as_measured(name, "searched")


def league(name: str) -> str:
    """Tabulate what the members of a league win from each other, by the payoffs.csv of `swarmzoo league`."""
    rows = _measured(name, "league")
    members = list(dict.fromkeys(row["agent"] for row in rows))
    scores = {(row["agent"], row["against"]): f"{float(row['score']):.1%}" for row in rows}
    return _table(
        ["member", *members], [[one, *(scores.get((one, other), "-") for other in members)] for one in members]
    )


def hidden(name: str) -> str:
    """Tabulate what it is worth to see what is hidden, as `python -m swarmzoo.lab.hidden` measured."""
    return _as_measured(name, "hidden")


def foretold(name: str) -> str:
    """Tabulate how well hidden hands can be foretold, as `python -m swarmzoo.lab.foretelling` measured."""
    return _as_measured(name, "foretold")


def decided(name: str) -> str:
    """Tabulate how games are decided, by one panic or otherwise, as `python -m tests.decided` measured."""
    return _as_measured(name, "decided")


def counts(name: str) -> str:
    """Tabulate how often things happen in a game, by settings, as `python -m swarmzoo.lab.counts` measured."""
    rows = _measured(name, "counts")
    apart = find_game(name).read({}).words.book.told_apart
    settings = list(dict.fromkeys(row["settings"] for row in rows))
    by_thing: dict[tuple[str, str], dict[str, float]] = {}
    for row in rows:
        thing = row["heading"], row["name"]
        if row["heading"] != CHOICE and thing not in {(EVENT, one) for one in apart}:
            by_thing.setdefault(thing, {})[row["settings"]] = int(row["times"]) / int(row["games"])
    lines = [
        [*thing, *(_a_game(found.get(one, 0.0)) for one in settings)]
        for thing, found in by_thing.items()
        if any(found.values())
    ]
    unseen = [f"{heading} *{one}*" for (heading, one), found in by_thing.items() if not any(found.values())]
    header = ["what", "times a game", *(f"`{one.removeprefix('scenario=')}`" for one in settings)]
    told = f"{int(rows[0]['games']):,} games of each, between {rows[0]['agents'].replace(' ', ', ')}."
    return _table(header, lines) + f"\n{told} Never seen: {', '.join(unseen) or 'nothing'}.\n"


def _a_game(times: float) -> str:
    """Return how often something happens in a game, in a short form."""
    if times == 0:
        return "-"
    return f"{times:.0f}" if times >= 10 else f"{times:.1f}" if times >= 0.95 else f"{times:.2g}"


def seats(name: str) -> str:
    """Tabulate the shares of first place of seats between equal agents, as `python -m swarmzoo.lab.seats` measured."""
    rows = _measured(name, "seats")
    lines = []
    for settings in dict.fromkeys(row["settings"] for row in rows):
        found = [row for row in rows if row["settings"] == settings]
        shares = [share for row in found for share in _SHARE.findall(row["shares"])]
        games = sorted(int(row["games"]) for row in found)
        by_design = found[0]["even by design"] == "yes"
        unlike = ", ".join(f"`{row['agent']}` {row['shares']}" for row in found if row["verdict"] != EVEN)
        lines.append(
            [
                settings.replace(",", ", "),
                "yes" if by_design else "no",
                ", ".join(f"`{row['agent']}`" for row in found),
                f"{games[0]:,} - {games[-1]:,}",
                f"{min(shares, key=float)}% - {max(shares, key=float)}%",
                (unlike or "none") if by_design else "-",
            ]
        )
    header = ["settings", "even by design", "agents", "games of each", "shares of seats", "not shown to be even"]
    return _table(header, lines)


def sides(name: str) -> str:
    """Tabulate the share of first place of the first of two sides that are not alike, every agent against itself."""
    rows = [row for row in _measured(name, "seats") if row["even by design"] == "no"]
    shares = {(row["settings"], row["agent"]): _SHARE.findall(row["shares"]) for row in rows}
    shares = {about: found for about, found in shares.items() if len(found) == 2}
    agents = list(dict.fromkeys(agent for _, agent in shares))
    settings = dict.fromkeys(where for where, _ in shares)
    lines = [[where, *(f"{shares[where, agent][0]}%" for agent in agents)] for where in settings]
    return _table(["settings", *agents], lines)


def line_up(name: str) -> str:
    """Tabulate the share of first place of every agent (rows) against every opponent (columns)."""
    rows = _measured(name, "line_up")
    opponents = list(dict.fromkeys(row["opponent"] for row in rows))
    scores = {(row["agent"], row["opponent"]): f"{float(row['score']):.0%}" for row in rows}
    agents = list(dict.fromkeys(row["agent"] for row in rows))
    lines = [[agent, *(scores.get((agent, opponent), "") for opponent in opponents)] for agent in agents]
    return _table(["", *opponents], lines)


def baseline(name: str) -> str:
    """Tabulate how the trained baseline does against every bot."""
    rows = _measured(name, "baseline")
    lines = [
        [
            row["opponent"],
            f"{float(row['score']):.1%}",
            f"{float(row['low']):.1%} - {float(row['high']):.1%}",
            f"{float(row['first_seat']):+.1%}",
            f"{float(row['decisions']):.0f}",
            row["endings"].replace("=", " "),
        ]
        for row in rows
    ]
    header = ["against", "share of first place", "95% interval", "first seat", "decisions", "how games ended (share)"]
    return _table(header, lines)


def policies(name: str) -> str:
    """Tabulate the shares of first place of all trained policies, each in its scenario, with 95% intervals."""
    found = sorted((find_game(name).folder / "measured").glob("baseline*.csv"))
    rows = [row for path in found for row in _measured(name, path.stem)]
    opponents = list(dict.fromkeys(row["opponent"] for row in rows))
    shares = {
        (
            row["agent"],
            row["opponent"],
        ): f"{float(row['score']):.1%} ({float(row['low']):.1%} - {float(row['high']):.1%})"
        for row in rows
    }
    agents = list(dict.fromkeys(row["agent"] for row in rows))
    return _table(["policy", *opponents], [[a, *(shares.get((a, other), "-") for other in opponents)] for a in agents])


def clash(name: str) -> str:
    """Tabulate how the policy of the preset quick does in a small clash."""
    return _evaluated(name, "clash")


def company(name: str) -> str:
    """Tabulate how the policy of the preset company does in a clash of sixteen a side."""
    return _evaluated(name, "company")


def across(name: str) -> str:
    """Tabulate how policies do in games of other sizes, as `python -m swarmzoo.lab.across` measured."""
    return _as_measured(name, "across")


def march(name: str) -> str:
    """Tabulate how often policy, teacher and marcher arrive intact."""
    return _evaluated(name, "march")


def _own_measures(row: dict[str, str]) -> list[str]:
    """Return what a game counts of the agent's own side, name and mean, without units."""
    counted = [(column.partition(" (")[0], value) for column, value in row.items() if column.startswith("own ")]
    return [f"{column.removeprefix('own ')} {float(value):.3g}" for column, value in counted]


def _evaluated(name: str, table: str) -> str:
    """Tabulate what `swarmzoo evaluate --csv` measured, one agent after the other."""
    lines = [
        [
            row["agent"],
            row["opponent"],
            f"{float(row['score']):.1%}",
            f"{float(row['low']):.1%} - {float(row['high']):.1%}",
            f"{float(row['turns']):.1f}",
            "; ".join(_own_measures(row)),
        ]
        for row in _measured(name, table)
    ]
    header = ["agent", "against", "share of first place", "95% interval", "turns", "own side, per game"]
    return _table(header, lines)


def lab(name: str) -> str:
    """Say what probes found of the game as it is shipped: the sentences of their verdicts, and the commands."""
    lines: list[str] = []
    for path in sorted((find_game(name).folder / "measured").glob("probe_*.json")):
        kept = json.loads(path.read_text(encoding="utf-8"))
        lines += [f"`{kept['command']}`: {kept['played']}", ""]
        lines += [f"- *{one['status']}*: {one['sentence']}" for one in kept["findings"]]
        lines += [""]
    return "\n".join(lines)


def power() -> str:
    """Tabulate how often probes found what was planted in each game, `python -m swarmzoo.lab.probing.power`."""
    names = [found.name for found in games() if table_of(found).is_file()]
    rows = [{"game": name, **row} for name in names for row in _measured(name, "power")]
    clean = [row for row in rows if row["size"] == CLEAN]
    reports, accused = (sum(int(row[name]) for row in clean) for name in ("runs", "said"))
    told = f"Of {reports} reports on games without a fault, {accused} accused anything.\n"
    return _table(list(rows[0]), [list(row.values()) for row in rows]) + "\n" + told


FACTS: dict[str, Callable[[str], str]] = {
    "spaces": spaces,
    "layout": layout,
    "keywords": keywords,
    "numbers": numbers,
    "rulebook": rulebook,
    "speed": speed,
    "compiling": compiling,
    "peers": peers,
    "line_up": line_up,
    "seats": seats,
    "sides": sides,
    "ladder": ladder,
    "worth": worth,
    "searched": searched,
    "league": league,
    "hidden": hidden,
    "foretold": foretold,
    "decided": decided,
    "counts": counts,
    "budgets": budgets,
    "baseline": baseline,
    "policies": policies,
    "clash": clash,
    "company": company,
    "across": across,
    "march": march,
    "lab": lab,
}


def pages() -> str:
    """Tabulate how fast the pages are in a browser, `python -m tests.viewer.figures --write`."""
    kept = files("swarmzoo.viewer") / "measured" / "pages.csv"
    rows = list(csv.reader(kept.read_text(encoding="utf-8").splitlines()))
    return _table(rows[0], [list(row) for row in rows[1:]])


def front_table() -> str:
    """Tabulate the speeds that the front page names."""
    header, *rows = front()
    return _table(header, rows)


def training() -> str:
    """Tabulate every setting of a training run but those of its game."""
    usual = TrainConfig()
    rows: list[list[Any]] = [
        [f"`{path}`", f"`{_plainly(value_of(usual, path))}`", allowed(info), info.description]
        for path, info in fields_of(TrainConfig)
    ]
    return _table(["setting", "default", "allowed", "meaning"], rows)


def _plainly(value: Any) -> Any:
    """Return a default as people write lists."""
    return list(value) if isinstance(value, tuple) else value


FACTS_OF_ALL: dict[str, Callable[[], str]] = {
    "power": power,
    "pages": pages,
    "front": front_table,
    "training": training,
}


if __name__ == "__main__":
    write_pages(Path(), [game.name for game in games()])
