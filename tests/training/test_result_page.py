"""Pages of measured runs: results in a folder are kept beside the page, and a file that is not a result is refused."""

import importlib.util
import re

import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.training import scratch_page, strength_page
from swarmzoo.training.memory import page as memory_page

PAGES = [scratch_page.RESULTS, strength_page.RESULTS, memory_page.RESULTS]


@pytest.mark.parametrize("results", PAGES, ids=lambda one: one.name)
@pytest.mark.parametrize("content", [None, '{"schema": 2}', "[1]", '{"schema": 1', b"\xff\xfe"])
def test_what_is_no_result_is_told(results, content, tmp_path):
    if content is not None:
        (tmp_path / "one.json").write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(GameError, match=rf"results of {re.escape(results.command)}, schema 1, are needed"):
        results.read(tmp_path)
    with pytest.raises(SystemExit, match=f"{results.name}_page: "):
        results.write(tmp_path)


@pytest.mark.parametrize("results", PAGES, ids=lambda one: one.name)
def test_results_that_make_no_page_change_nothing(results, tmp_path):
    before = results.kept.read_bytes(), results.page.read_bytes()
    (tmp_path / "one.json").write_text('{"schema": 1}')
    with pytest.raises(SystemExit, match="incomplete"):
        results.write(tmp_path)
    assert (results.kept.read_bytes(), results.page.read_bytes()) == before


@pytest.mark.parametrize("results", PAGES, ids=lambda one: one.name)
def test_the_command_that_makes_results_is_there(results):
    assert importlib.util.find_spec(results.command) is not None
