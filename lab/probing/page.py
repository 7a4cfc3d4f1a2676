"""The report of a probe: one page that needs nothing but itself, verdict.json beside it, and replays to watch."""

import shlex
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import matplotlib as mpl
from jinja2 import Environment
from markupsafe import Markup

from swarmzoo.envs.core.files import write_whole
from swarmzoo.lab.drawing import as_svg
from swarmzoo.lab.probing.verdict import Report, as_json

PAGE, VERDICT, REPLAYS = "report.html", "verdict.json", "replays"
WORDS = {"fault": "fault", "fine": "fine", "open": "not decided", "note": "seen"}
PEOPLE = (
    "These are games of programs. A seat that wins more often between equal programs is helped by the rules, for "
    "players of their kind. Programs do not tell what people find hard, fun or fair, which plans people see, and how "
    "they learn. A strategy that no program here plays may be stronger than all of them. Take what is found here to a "
    "table, and let people play."
)


def page(report: Report) -> str:
    """Return the page: the verdict in words, then pictures, then tables, then how sure it is and how it was made."""
    with mpl.rc_context({"text.parse_math": False}):  # names of agents are not formulas
        pictures = [(drawing, as_svg(drawing.picture)) for drawing in report.drawings]
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        files("swarmzoo.lab.probing").joinpath("report.html").read_text(encoding="utf-8")
    )
    return template.render(report=report, pictures=pictures, words=WORDS, people=PEOPLE, cell=_cell, quoted=shlex.quote)


def write_report(report: Report, folder: Path, replays: Mapping[str, bytes]) -> None:
    """Write replays, verdict and page into a folder, the page last."""
    for name, content in replays.items():
        write_whole(folder / name, content)
    write_whole(folder / VERDICT, as_json(report).encode())
    write_whole(folder / PAGE, page(report).encode())


def _cell(value: object) -> str | Markup:
    """Return a cell of a table."""
    if value is None:
        return ""
    return f"{value:.3g}" if isinstance(value, float) else str(value)
