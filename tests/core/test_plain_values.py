"""Values as JSON knows them: where two of them differ."""

import pytest

from swarmzoo.envs.core.plain_values import differences


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ({"a": 1, "b": [1, 2]}, {"b": [1, 2], "a": 1}, []),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, [("a.c", "2", "3")]),
        ({"a": None}, {"a": {"b": 1}}, [("a", "None", "{'b': 1}")]),
        ({"a": {}}, {"a": {"b": 1}}, [("a", "{}", "{'b': 1}")]),
        ({"a": 1}, {"b": "ä"}, [("a", "1", "nothing"), ("b", "nothing", "'\\xe4'")]),
        ({"a": {"b": 1, "c": 1}}, {"a": {"c": 1}}, [("a.b", "1", "nothing")]),
        ({"a": [1, 2]}, {"a": [1, 3]}, [("a", "[1, 2]", "[1, 3]")]),
        (
            {"a": [[{"b": 1}, {"b": 2}]]},
            {"a": [[{"b": 1}, {"b": 3}, {}]]},
            [("a.0.1.b", "2", "3"), ("a.0.2", "nothing", "{}")],
        ),
        ({"a": [{"b": 1}]}, {"a": []}, [("a", "[{'b': 1}]", "[]")]),
        ({"a": True}, {"a": None}, [("a", "True", "None")]),
        ({"a": 1}, {"a": 1.0}, []),
        (1, 2, [("", "1", "2")]),
    ],
)
def test_values_differ_where_they_do_and_nowhere_else(one, other, told):
    assert list(differences(one, other)) == told
    assert sorted(differences(other, one)) == sorted((path, second, first) for path, first, second in told)
