"""The command that measures the pages in a browser: it works; what it measures is not tested."""

import csv
import subprocess
import sys

from tests.viewer.browser import in_a_browser
from tests.viewer.figures import COLUMNS, KEPT, renewed


@in_a_browser
def test_the_pages_of_a_game_are_measured():
    command = [sys.executable, "-m", "tests.viewer.figures", "insects", "--repeats", "1", "--clicks", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    rows = list(csv.DictReader(done.stdout.splitlines(), COLUMNS))
    kept = list(csv.DictReader(KEPT.read_text(encoding="utf-8").splitlines()))
    wanted = [(row["page"], row["what"]) for row in kept if row["page"].startswith("insects")]
    assert [(row["page"], row["what"]) for row in rows] == wanted and len(wanted) == 5
    assert all(float(row["median"].replace(",", "")) > 0 for row in rows)


def test_what_is_measured_again_stands_in_its_place():
    kept = [("page", "what", "median"), ("insects", "paint", "3"), ("warband", "paint", "4")]
    found = [("insects", "paint", "5", "5", "ms", "9"), ("nova", "paint", "6", "6", "ms", "9")]
    assert renewed(kept, found) == [kept[0], found[0], kept[2], found[1]]
