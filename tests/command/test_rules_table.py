"""The rule table: rules, the code that cites them, the tests that watch them."""

from pathlib import Path

import pytest

from swarmzoo.command import rules
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of four rules: one complete, one without a test, one without code, one left out; and a misspelt id."""
    game, tests = tmp_path / "game", tmp_path / "tests"
    game.mkdir()
    tests.mkdir()
    (game / "rulebook.yaml").write_text(
        "TOY-1: First.\nTOY-2: Second.\nTOY-3: Third.\n"
        "TOY-4:\n  rule: Fourth.\n  left_out: nobody wants it\n"
        "TOY-5:\n  rule: A case of the first.\n  case_of: TOY-1\n"
    )
    (game / "play.py").write_text('def first():\n    """Do it. [TOY-1 to TOY-2, TOY-9]"""\n')
    (tests / "test_play.py").write_text(
        "import pytest\n\n@pytest.mark.rule('TOY-1', 'TOY-3')\ndef test_that_it_is_done():\n    pass\n\n"
        "@pytest.mark.rule('TOY-5')\ndef test_a_case():\n    pass\n"
    )
    monkeypatch.setattr(rules, "games_with_rulebook", lambda: {"toy": game})
    monkeypatch.setattr(rules, "_config_places", lambda _: [])
    return tests


def test_each_rule_shows_its_code_and_its_tests(folder: Path):
    rows = {row.id: row for row in rules.rule_table("toy", folder)}
    assert rows["TOY-1"].code == rows["TOY-5"].code == ["play.py:1 first"]
    assert rows["TOY-1"].tests == ["test_play.py:4 test_that_it_is_done"]


def test_gaps_are_rules_without_code_or_test_and_ids_that_no_rule_has(folder: Path):
    gaps = {row.id: row.gaps for row in rules.rule_table("toy", folder) if row.gaps}
    assert gaps == {"TOY-2": ["no test"], "TOY-3": ["no code"], "TOY-9": ["not in the rulebook"]}


@pytest.fixture
def family(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game that uses a folder beside its own: the rulebook names a function in it, another file is not used."""
    game, shared, tests = (tmp_path / "family" / name for name in ("game", "shared", "tests"))
    for folder in (game, shared, tests):
        folder.mkdir(parents=True)
    (game / "play.py").write_text("from swarmzoo.envs.family.shared.sight import sees\n")
    (shared / "sight.py").write_text("from swarmzoo.envs.family.shared import lines\n\ndef sees():\n    pass\n")
    (shared / "lines.py").write_text("def walk():\n    pass\n")
    (shared / "weather.py").write_text("def rains():\n    pass\n")
    (tests / "test_play.py").write_text("import pytest\n\n@pytest.mark.rule('TOY-1')\ndef test_it():\n    pass\n")
    monkeypatch.setattr(rules, "games_with_rulebook", lambda: {"toy": game})
    monkeypatch.setattr(rules, "_config_places", lambda _: [])
    return game


def test_a_rule_may_be_carried_out_by_functions_that_games_share(family: Path):
    (family / "rulebook.yaml").write_text("TOY-1: {rule: First., by: [shared.sight.sees, shared.lines.walk]}\n")
    (row,) = rules.rule_table("toy", family.parent / "tests")
    assert row.code == ["shared/sight.py:3 sees", "shared/lines.py:1 walk"] and row.gaps == []


def test_files_beside_a_game_are_shared_if_it_imports_them_directly_or_not(family: Path):
    assert [path.name for path in rules.shared_files(family)] == ["lines.py", "sight.py"]


@pytest.mark.parametrize("name", ["shared.sight.see", "shared.weather.rains"])
def test_a_shared_function_that_the_game_does_not_use_is_refused(family: Path, name: str):
    (family / "rulebook.yaml").write_text(f"TOY-1: {{rule: First., by: [{name}]}}\n")
    with pytest.raises(GameError, match=rf"TOY-1: the game uses no shared function {name}; did you mean shared\."):
        rules.rule_table("toy", family.parent / "tests")


def test_the_skirmishes_share_the_battlefield_and_no_other_game_shares_anything():
    shared = {name: rules.shared_files(folder) for name, folder in rules.games_with_rulebook().items()}
    for name in ("warband", "overseer", "nova"):
        assert {path.parent.name for path in shared.pop(name)} == {"battlefield"}
    assert not any(shared.values())


def test_the_number_of_gaps_is_returned_and_only_they_are_printed(folder: Path, capsys: pytest.CaptureFixture):
    assert rules.run("toy", folder, gaps_only=True) == 3
    printed = capsys.readouterr().out
    assert "TOY-2" in printed and "TOY-1" not in printed
    rules.run("toy", folder, gaps_only=False)
    assert "nobody wants it" in " ".join(capsys.readouterr().out.split())


def test_an_unknown_game_and_a_place_without_tests_are_refused_with_the_reason(folder: Path, tmp_path: Path):
    with pytest.raises(GameError, match="games with one are toy"):
        rules.rule_table("chess", folder)
    with pytest.raises(GameError, match="no tests at"):
        rules.rule_table("toy", tmp_path / "nowhere")


def test_a_rulebook_entry_that_is_no_sentence_is_refused(tmp_path: Path):
    book = tmp_path / "rulebook.yaml"
    book.write_text("TOY-1: [1, 2]\n")
    with pytest.raises(GameError, match="TOY-1"):
        rules.read_rulebook(book)


@pytest.mark.parametrize("game", sorted(rules.games_with_rulebook()))
def test_no_rule_of_a_game_is_without_code_or_test(game: str):
    rows = rules.rule_table(game, PROJECT / "tests" / "envs" / find_game(game).place)
    assert {row.id: row.gaps for row in rows if row.gaps} == {}
