"""Configurations in parts: what a part leaves out, and which mistakes are told."""

import re
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from swarmzoo.envs.core.config import Settings, allowed, number
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.formation.config import FormationConfig


class Inner(Settings):
    """A part."""

    a: int = number(1, 0, 9, "X-1", "a")
    b: int = number(2, 0, 9, "X-2", "b")


class Middle(Settings):
    """A part with parts."""

    one: Inner = Inner(a=5, b=6)
    two: Inner = Inner()


class Outer(Settings):
    """A whole."""

    middle: Middle = Middle(two=Inner(a=7, b=8))


def test_what_a_part_leaves_out_is_as_in_the_default_of_the_whole():
    given = Outer.read({"middle": {"one": {"a": 0}, "two": {"b": 0}}})
    assert (given.middle.one, given.middle.two) == (Inner(a=0, b=6), Inner(a=7, b=0))
    assert Outer.read({"middle": {"one": {"b": 9}}}).middle.two == Inner(a=7, b=8)
    assert Outer.read({}).middle == Outer().middle


def test_mistakes_in_parts_are_told_with_their_path():
    with pytest.raises(GameError, match=r"middle\.one\.c is not a field"):
        Outer.read({"middle": {"one": {"c": 1}}})
    with pytest.raises(GameError, match=r"middle\.two\.a = 10"):
        Outer.read({"middle": {"two": {"a": 10}}})
    with pytest.raises(GameError, match=r"middle"):
        Outer.read({"middle": 3})


def test_a_name_with_dots_is_told_how_it_is_written():
    for values, told in (
        ({"middle.one.a": 1}, "here.middle.one.a: a name with dots is no field here; write {middle: {one: {a: ...}}}"),
        ({"middle": {"one.a": 1}}, "here.middle.one.a: a name with dots is no field here; write {one: {a: ...}}"),
    ):
        with pytest.raises(GameError, match=re.escape(told)):
            Outer.read(values, "here.")


def test_a_soldiers_role_can_be_changed_in_part():
    rules = FormationConfig.read({"rules": {"roles": {"spearman": {"shield": "none"}}, "leader": {"vigor": 4}}}).rules
    assert (rules.roles.spearman.weapon, rules.roles.spearman.spear_wall) == ("spear", True)
    assert (rules.leader.vigor, rules.leader.level) == (4, 5)
    assert FormationConfig.read({"rules": {"weapons": {"sword": {"attack": 2}}}}).rules.weapons.sword.defence == 1


def test_many_mistakes_and_long_names_are_told_briefly():
    with pytest.raises(GameError, match=r"red\.0 = 1.*; and \d+ more mistakes") as error:
        FormationConfig.read({"red": [1] * 30_000})
    assert len(str(error.value)) < 2_000
    for strange in ({"x" * 100_000: 1}, {f"name{count}": 1 for count in range(10_000)}):
        with pytest.raises(GameError, match="the fields are middle") as error:
            Outer.read(strange)
        assert len(str(error.value)) < 2_000


class Kinds(Settings):
    """Fields of all kinds."""

    teaches: Literal["one", "two"] | None = None
    odds: dict[str, float] = Field(default_factory=dict)
    names: list[dict[str, Any]] = Field(default_factory=list)
    sizes: tuple[int, ...] = ()
    level: Literal[3, 4] = 3
    on: bool = True
    start: str | None = None
    rate: Annotated[float, Field(gt=0, lt=1)] = 0.5


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("teaches", "one, two or none"),
        ("odds", "values by name, {name: value}"),
        ("names", "a list"),
        ("sizes", "a list"),
        ("level", "3, 4"),
        ("on", "true, false"),
        ("start", "text or none"),
        ("rate", "more than 0, less than 1"),
    ],
)
def test_what_a_field_takes_is_said_in_words(name, told):
    assert allowed(Kinds.model_fields[name]) == told
    if name != "start":
        with pytest.raises(GameError) as error:
            Kinds.read({name: "x"})
        assert told in str(error.value) and "typing" not in str(error.value) and "class" not in str(error.value)
