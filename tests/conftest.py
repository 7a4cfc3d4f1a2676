"""What all tests share: the scenarios of the contract suite."""

from typing import Any

import pytest

from tests.scenarios import ONE_OF_EACH_GAME, SCENARIOS, Scenario


@pytest.fixture(params=SCENARIOS, ids=lambda scenario: scenario.name)
def scenario(request: Any) -> Scenario:
    """Every game in every configuration that is tested."""
    return request.param


@pytest.fixture(params=ONE_OF_EACH_GAME, ids=lambda scenario: scenario.name)
def game_once(request: Any) -> Scenario:
    """Every game in one configuration."""
    return request.param
