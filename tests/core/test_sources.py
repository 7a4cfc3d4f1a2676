"""What compiled code is kept under: the sources of a module are found through every form of import."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from swarmzoo.envs.core import sources
from swarmzoo.envs.core.sources import are_as_loaded, imports_of, source_files

FORMS = {
    "import_as": "import ants.board as b",
    "from_package": "from ants import board",
    "from_module": "from ants.board import SIZE",
    "lines": "from ants import (\n    other,\n    board as field,\n)",
    "several": "import json, ants.board",
    "in_function": "def size():\n    from ants.board import SIZE\n    return SIZE",
    "after_semicolon": "import json; import ants.board",
    "in_condition": "if True: from ants.board import SIZE",
    "in_try": "try:\n    import ants.board\nexcept ImportError:\n    pass",
    "star": "from ants.board import *",
    "star_of_package": "from ants import *",
    "relative": "from .board import SIZE",
    "relative_package": "from . import board",
    "type_checking": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ants.board import SIZE",
    "through_another": "import ants.between",
    "none": "import ants.other",
}

HASHES = """
import json, sys
from pathlib import Path
from swarmzoo.envs.core.cache import source_hash
from swarmzoo.envs.core.sources import source_files
print(json.dumps({name: source_hash(source_files([f"ants.{name}"], Path("memo.json")), "") for name in sys.argv[1:]}))
"""


@pytest.fixture
def ants(tmp_path) -> Path:
    """A package whose modules import its module ``board``, each in another way."""
    folder = tmp_path / "ants"
    folder.mkdir()
    rest = {"__init__": "", "board": "SIZE = 3\n", "other": "OTHER = 1\n", "between": "import ants.board\n"}
    for name, text in (FORMS | rest).items():
        (folder / f"{name}.py").write_text(text)
    return folder


def hashes(folder: Path) -> dict[str, str]:
    """Return the hash of every module's sources, as a new process sees them."""
    paths = os.pathsep.join([str(folder.parent), *sys.path])
    told = subprocess.run(
        [sys.executable, "-c", HASHES, *FORMS],
        env=os.environ | {"PYTHONPATH": paths},
        cwd=folder.parent,
        text=True,
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(told.stdout)


def test_an_edit_of_an_imported_module_is_noticed_through_every_form_of_import(ants):
    before = hashes(ants)
    assert hashes(ants) == before, "what was read before changes nothing"
    (ants / "board.py").write_text("SIZE = 4\n")
    after = hashes(ants)
    assert [name for name in FORMS if before[name] == after[name]] == ["none"]


def test_every_form_of_import_is_read():
    assert imports_of(b"import a.b as c, d\nfrom e import (f as g,\n  h)\nfrom ..i import *\nfrom . import j") == [
        ("a.b", []),
        ("d", []),
        ("e", ["f", "h"]),
        ("..i", ["*"]),
        (".", ["j"]),
    ]


def test_modules_beside_a_script_count_and_installed_ones_do_not(tmp_path, monkeypatch):
    (tmp_path / "wasps_board.py").write_text("SIZE = 3\n")
    (tmp_path / "wasps_rules.py").write_text("import json\nimport numpy as np\nfrom wasps_board import SIZE\n")
    monkeypatch.syspath_prepend(tmp_path)
    __import__("wasps_rules")
    found = source_files(["wasps_rules"], tmp_path / "memo.json")
    assert [Path(path).name for path in found] == ["wasps_board.py", "wasps_rules.py"]


def test_a_damaged_memo_is_read_over(ants, monkeypatch):
    monkeypatch.syspath_prepend(ants.parent)
    memo = ants / "memo.json"
    whole = source_files(["ants.lines"], memo)
    memo.write_text("{ cut")
    assert source_files(["ants.lines"], memo) == whole
    assert {Path(path).name for path in whole} >= {"lines.py", "board.py", "other.py"}


def test_files_that_were_touched_or_removed_since_the_start_are_not_as_loaded(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(sources, "_TOLD", [])
    path = tmp_path / "board.py"
    path.write_text("SIZE = 3\n")
    monkeypatch.setattr(sources, "LOADED_SINCE", time.time_ns() + 10**9)
    assert are_as_loaded([str(path)])
    monkeypatch.setattr(sources, "LOADED_SINCE", path.stat().st_mtime_ns - 1)
    assert not are_as_loaded([str(path)])
    path.unlink()
    assert not are_as_loaded([str(path)])
    assert capsys.readouterr().err.count("was edited after this process had started") == 1, "it is said once"


def test_an_old_date_does_not_hide_an_edit(tmp_path):
    path = tmp_path / "board.py"
    path.write_text("SIZE = 4\n")
    os.utime(path, ns=(0, 0))  # as tools that keep dates leave a file
    assert not are_as_loaded([str(path)])
