"""Pages of measured runs: results in a folder are kept beside the page, and a file that is not a result is refused."""

import json

import pytest

from swarmzoo.envs.core.errors import GameError
from swarmzoo.training import scratch_page, strength_page
from swarmzoo.training.memory import page as memory_page

PAGES = [scratch_page.RESULTS, strength_page.RESULTS, memory_page.RESULTS]


@pytest.mark.parametrize("results", PAGES, ids=lambda one: one.name)
@pytest.mark.parametrize("content", [None, {"schema": 2}])
def test_what_is_no_result_is_told(results, content, tmp_path):
    if content is not None:
        (tmp_path / "one.json").write_text(json.dumps(content))
    with pytest.raises(GameError, match=rf"results of swarmzoo\.training\.{results.name}, schema 1, are needed"):
        results.read(tmp_path)
    with pytest.raises(SystemExit, match=f"{results.name}_page: "):
        results.write(tmp_path)
