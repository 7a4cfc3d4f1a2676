"""The code on the pages, run as it stands: every block of Python, every session, every line that calls swarmzoo.

``python -m tests.snippets`` runs all of it, page by page, each page's blocks in one folder and in their order; it
trains, plays and rates as the pages say, some half an hour on two cores. ``--short`` lets all numbers be small,
``--page PART`` takes the pages whose path holds a part. Lines that call something else, such as make, are listed only.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGES = (
    *("README.md", "training/README.md", "agents/README.md", "agents/search/README.md", "agents/process/README.md"),
    *("configs/README.md", "lab/README.md", "viewer/README.md"),
)
EXAMPLES = ROOT / "agents" / "process" / "examples"
THERE = {  # what the reader of a page has by then: a run, a bot
    "training/README.md": {"runs/FOLDER/best.npz": ROOT / "agents" / "insects" / "baselines" / "standard.npz"},
    "agents/README.md": {
        "my_bot.py": ROOT / "agents" / "template.py",
        "stranger.py": ROOT / "agents" / "template.py",
        "my_bot.pl": EXAMPLES / "at_random.pl",
    },
    "agents/process/README.md": {
        "my_bot.py": EXAMPLES / "first_legal.py",
        "my_bot/my_bot.py": EXAMPLES / "first_legal.py",
        "at_random.pl": EXAMPLES / "at_random.pl",
    },
}
SAVED = {("agents/process/README.md", "yaml"): "my_bot/bot.yaml"}  # blocks that the page tells to keep in a file
SHORT = (
    (r"num_envs=\d+", "num_envs=2"),
    (r"n_steps=\d+", "n_steps=8"),
    (r"batch_size=\d+", "batch_size=16"),
    (r"total_timesteps=[\d_]+", "total_timesteps=16"),
    (r"--games \d+", "--games 2"),
    (r"--rounds \d+", "--rounds 1"),
    (r"search:\d+", "search:4"),
    (r"(swarmzoo arena (?!.*--rounds).*)", r"\1 --rounds 1"),
    (r"(swarmzoo evaluate (?!.*--games).*)", r"\1 --games 2"),
)


class Block(NamedTuple):
    """A block of code on a page."""

    page: str
    language: str
    text: str


def blocks(page: str) -> list[Block]:
    """Return the blocks of a page in their order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"^```(\w+)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [Block(page, language, code) for language, code in found]


def shortened(code: str) -> str:
    """Return code with numbers so small that it ends in seconds."""
    lines = []
    for line in code.splitlines():
        bare, hash_sign, remark = line.partition("  #")
        for long, short in SHORT:
            bare = re.sub(long, short, bare)
        lines.append(bare + hash_sign + remark)
    return "\n".join(lines) + "\n"


def calls(block: Block, short: bool) -> Iterator[tuple[str, list[str] | None]]:
    """Yield what a block runs: its first line and the command for it, None for what is not run."""
    code = shortened(block.text) if short else block.text
    first = block.text.strip().splitlines()[0]
    if block.language == "python":
        yield first, [sys.executable, "-c", code]
    elif block.language == "pycon":
        yield first, [sys.executable, "-c", f"import doctest\n{_SESSION.format(code=code)}"]
    elif block.language == "sh":
        for line in code.strip().splitlines():
            runs = line.startswith(("swarmzoo ", "python -m swarmzoo."))
            yield line, ["bash", "-ec", line] if runs else None


_SESSION = """test = doctest.DocTestParser().get_doctest({code!r}, {{}}, "session", None, 0)
assert doctest.DocTestRunner().run(test).failed == 0"""


def prepare(page: str, folder: Path) -> None:
    """Put into a folder what the reader of a page has by then."""
    for name, source in THERE.get(page, {}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, folder / name)
    for block in blocks(page):
        if (name := SAVED.get((page, block.language))) is not None:
            (folder / name).write_text(block.text, encoding="utf-8")


def run_page(page: str, short: bool) -> int:
    """Run all of a page; print a line for everything, and what failed printed; return how much failed."""
    failed = 0
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    with tempfile.TemporaryDirectory() as folder:
        prepare(page, Path(folder))
        for line, command in (call for block in blocks(page) for call in calls(block, short)):
            if command is None:
                print(f"{page}: not run: {line}", flush=True)
                continue
            began = time.perf_counter()
            ended = subprocess.run(
                command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
            )
            word = "FAILED" if ended.returncode else "ran"
            print(f"{page}: {word} in {time.perf_counter() - began:.0f} s: {line}", flush=True)
            if ended.returncode:
                failed += 1
                print(ended.stdout.decode(errors="replace"), flush=True)
    return failed


def main() -> None:
    """Run the pages that the command line names."""
    parser = argparse.ArgumentParser(description="Run the code on the pages as it stands")
    parser.add_argument("--page", default="", help="only pages whose path holds this")
    parser.add_argument("--short", action="store_true", help="with small numbers, in a few minutes")
    given = parser.parse_args()
    pages = [page for page in PAGES if given.page in page]
    if not pages:
        parser.exit(2, f"--page {given.page}: no page is called so; pages are {', '.join(PAGES)}\n")
    failed = sum(run_page(page, given.short) for page in pages)
    sys.exit(f"{failed} failed" if failed else 0)


if __name__ == "__main__":
    main()
