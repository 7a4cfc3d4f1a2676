"""Games to watch: names of files that every shell takes as they are, and each game its own."""

import re
import shlex

from swarmzoo.lab.probing.page import page
from swarmzoo.lab.probing.verdict import Finding, Watch
from swarmzoo.lab.probing.watching import _file_of
from tests.lab.probing.test_balance import report_of


def test_the_name_of_a_file_has_plain_letters_alone():
    for about in ("condition rounds > 5", "score[greedy|rusher] > 0.6", 'a "quoted" $HOME; rm', "été/..", "<b>"):
        name = _file_of(about, Watch("a cell", 1, 0, "why"), {})
        assert re.fullmatch(r"replays/[A-Za-z0-9._-]+\.replay", name) and shlex.quote(name) == name


def test_games_that_findings_call_alike_have_files_of_their_own():
    numbers: dict = {}
    names = [_file_of(f"rounds {sign} 5", Watch(cell, 1, 0, ""), numbers) for sign, cell in ("<a", ">b", "<a", ">c")]
    assert names[0] == names[2] and len(set(names)) == 3


def test_the_command_of_a_game_is_quoted_on_the_page():
    report = report_of(0.5, 100, 1)
    report.findings = [Finding("note", "it", "So.", (), (Watch("a", 1, 0, "why", replay="my out/a b.replay"),))]
    assert "swarmzoo replay &#39;my out/a b.replay&#39; --show" in page(report)
