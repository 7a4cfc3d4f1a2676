"""One file that plays a game back in a browser: no network, nothing to install, opened from disk.

Styles, modules and the game stand in the file. The game is packed, so no text of it, such as the name of an agent, can
become a part of the page; the page writes such texts as text alone.
"""

import gzip
import json
from base64 import b64encode
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from swarmzoo.envs.core.errors import GameError

_MODULES = ("board", "analysis", "pieces")  # what replay.js imports


def check_page(path: Path) -> None:
    """Raise GameError if a page cannot be written to a file of this name."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise GameError(f"{path}: the name of a page must end in .html")


def replay_page(data: dict[str, Any]) -> bytes:
    """Return the page that plays back a game as data (``recording``)."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()
    parts = {
        "title": escape(f"{' - '.join(data['agents'])}, {data['game']}, seed {data['seed']}"),
        "style": _static("page.css"),
        "imports": json.dumps({"imports": {name: _as_url(_static(f"{name}.js")) for name in _MODULES}}),
        "script": _static("replay.js"),
        "game": b64encode(gzip.compress(text, 9, mtime=0)).decode("ascii"),
    }
    page = _static("replay.html")
    for name, content in parts.items():
        page = page.replace(f"<!--{name}-->", content)
    return page.encode()


def _static(name: str) -> str:
    return (files("swarmzoo.viewer.page") / "static" / name).read_text(encoding="utf-8")


def _as_url(script: str) -> str:
    """Return a module as an address that holds it."""
    return f"data:text/javascript;base64,{b64encode(script.encode()).decode('ascii')}"
