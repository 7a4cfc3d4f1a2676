"""Checkpoints are refused when they are tampered with, foreign or outdated, and nothing in them is run."""

import io
import json
import pickle
import tracemalloc
import zipfile

import numpy as np
import pytest

from swarmzoo.agents.find import find_agent
from swarmzoo.agents.policy import archive
from swarmzoo.agents.policy.archive import digest, read_archive, write_archive
from swarmzoo.agents.policy.checkpoint import game_header, load_policy, save_policy
from swarmzoo.agents.policy.config import Network
from swarmzoo.agents.policy.network import make_policy
from swarmzoo.agents.policy.weights import load_weights
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import LARGEST
from swarmzoo.envs.insects.config import InsectsConfig
from swarmzoo.envs.insects.game import insects
from tests.training.small import GAME

NETWORK = Network(width=16, layers=1, head=8)


@pytest.fixture
def checkpoint(tmp_path):
    path = tmp_path / "policy.npz"
    save_policy(path, GAME, NETWORK, make_policy(GAME, NETWORK), {"steps": 0})
    return path


def rewrite(path, change_header=None, change_arrays=None):
    """Write a checkpoint anew with a valid hash."""
    header, arrays = read_archive(path)
    header.update(change_header or {})
    for name, change in (change_arrays or {}).items():
        arrays[name] = change(arrays[name])
    write_archive(path, header, arrays)


def test_a_checkpoint_loads_to_the_same_weights(checkpoint):
    first, policy = make_policy(GAME, NETWORK), make_policy(GAME, NETWORK)
    save_policy(checkpoint, GAME, NETWORK, first, {})
    load_weights(policy, read_archive(checkpoint)[1], "here")
    for name, value in policy.state_dict().items():
        np.testing.assert_array_equal(first.state_dict()[name].numpy(), value.numpy())


def test_weights_that_parts_share_are_kept_once(checkpoint):
    names = read_archive(checkpoint)[1].keys()
    assert len({name.split("features_extractor.")[-1] for name in names}) == len(names)


def test_a_file_of_the_first_format_that_kept_them_three_times_is_read(tmp_path):
    policy = make_policy(GAME, NETWORK)
    header = game_header(GAME) | {"network": NETWORK.model_dump(mode="json"), "format": 1}
    arrays = {name: value.numpy() for name, value in policy.state_dict().items()}
    assert any(name.startswith("pi_features") for name in arrays)
    header["sha256"] = digest(arrays)
    np.savez(tmp_path / "old.npz", header=np.frombuffer(json.dumps(header).encode(), np.uint8), **arrays)
    save_policy(tmp_path / "new.npz", GAME, NETWORK, policy, {})
    seen = np.random.default_rng(1).random((5, GAME.observation_size), np.float32)
    old, new = (load_policy(tmp_path / f"{name}.npz", GAME).net.logits(seen) for name in ("old", "new"))
    np.testing.assert_array_equal(old, new)


def test_tampered_weights_are_refused(checkpoint):
    with np.load(checkpoint) as archive:
        arrays = {name: archive[name].copy() for name in archive.files}
    arrays["action_net.bias"][0] += 1
    np.savez(checkpoint, **arrays)
    with pytest.raises(GameError, match=r"SHA-256 .*; take another copy of it, or an earlier one"):
        load_policy(checkpoint, GAME)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 not a zip", b"hello", pickle.dumps({"a": 1})])
def test_damaged_files_are_refused(tmp_path, content):
    path = tmp_path / "damaged.npz"
    path.write_bytes(content)
    with pytest.raises(GameError, match=r"damaged .*; take another copy of it, or an earlier one of its run"):
        load_policy(path, GAME)


def test_pickled_objects_inside_are_refused(tmp_path):
    buffer = io.BytesIO()
    np.savez(buffer, header=np.array([{"format": 1}], dtype=object))
    path = tmp_path / "pickle.npz"
    path.write_bytes(buffer.getvalue())
    with pytest.raises(GameError, match="damaged"):
        load_policy(path, GAME)


def test_a_cut_file_is_refused(checkpoint):
    content = checkpoint.read_bytes()
    checkpoint.write_bytes(content[: len(content) // 2])
    with pytest.raises(GameError, match="damaged"):
        load_policy(checkpoint, GAME)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(GameError, match="file not found"):
        load_policy(tmp_path / "none.npz", GAME)


def test_a_folder_is_no_checkpoint_but_may_hold_one(tmp_path):
    with pytest.raises(GameError, match=r"a folder; name a file in it, for instance .*best\.npz"):
        load_policy(tmp_path, GAME)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"env": "chess-v3"}, "chess-v3"),
        ({"encoding": 99}, "encoding 99"),
        ({"observation_size": 7}, r"something else to see or to do .*\(7, \d+\), here .*; train a new one"),
        ({"env": "\x1b[31mred"}, r"made for '\\x1b\[31mred'"),
        ({"network": {"width": 0}}, "network.width"),
        ({"network": [1]}, "no network"),
        ({"network": {"width": 32, "layers": 1, "head": 8}}, "do not fit"),
    ],
)
def test_foreign_and_outdated_checkpoints_are_refused(checkpoint, change, message):
    rewrite(checkpoint, change)
    with pytest.raises(GameError, match=message):
        load_policy(checkpoint, GAME)


def test_other_formats_are_refused(checkpoint):
    header, arrays = read_archive(checkpoint)
    buffer = io.BytesIO()
    header["format"] = 7
    np.savez(buffer, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **arrays)
    checkpoint.write_bytes(buffer.getvalue())
    with pytest.raises(GameError, match="format 7"):
        load_policy(checkpoint, GAME)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"rules": {"base_attack": 2}}, ": rules.base_attack = 1, not 2\n"),
        ({"rules": {"base_attack": 2, "shaping_spaces": 0.5}}, ": rules.base_attack = 1, not 2\n"),
        ({"rules": {"base_attack": 2, "decks": 1}}, ": rules.base_attack = 1, not 2\n"),  # as many as without a word
        ({"rules": {"decks": 2}}, ": rules.decks = None, not 2\n"),
        (
            {"max_rounds": 9, "rules": {"base_attack": 2, "base_defense": 2, "base_stack": 7, "base_movement": 3}},
            ": max_rounds = None, not 9; rules.base_attack = 1, not 2; rules.base_defense = 1, not 2; and 2 more\n",
        ),
    ],
)
def test_other_rules_load_with_a_warning_that_says_which(checkpoint, capsys, values, told):
    load_policy(checkpoint, insects(InsectsConfig.read({"symmetric": True} | values)))
    assert capsys.readouterr().err.endswith(f"was trained on other rules than those played now{told}")


def test_a_header_that_was_edited_is_refused(checkpoint):
    with np.load(checkpoint) as archive:
        arrays = {name: archive[name] for name in archive.files}
    text = arrays.pop("header").tobytes().replace(b'"steps": 0', b'"steps": 9')
    np.savez(checkpoint, header=np.frombuffer(text, np.uint8), **arrays)
    with pytest.raises(GameError, match="SHA-256"):
        load_policy(checkpoint, GAME)


@pytest.mark.parametrize("shape", [(3 << 26,), (1, 3 << 26), (3 << 13, 1 << 13)])
def test_what_would_fill_the_memory_is_refused_before_it_is_unpacked(checkpoint, shape):
    with zipfile.ZipFile(checkpoint, "a", zipfile.ZIP_DEFLATED) as archive, archive.open("bomb.npy", "w") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": "|u1", "fortran_order": False, "shape": shape})
        for _ in range(3 << 6):
            file.write(bytes(1 << 20))
    tracemalloc.start()
    with pytest.raises(GameError, match=r"would unpack to 20.* are allowed"):
        load_policy(checkpoint, GAME)
    assert tracemalloc.get_traced_memory()[1] < 2 << 20
    tracemalloc.stop()


@pytest.mark.parametrize("name", ["policy.npz", "model.zip"])
def test_a_file_larger_than_any_that_makes_sense_is_refused_unread(tmp_path, name):
    path = tmp_path / name
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)  # holes: it takes no room on the disk
    tracemalloc.start()
    with pytest.raises(GameError, match=r"it has 1,073,741,825 bytes; at most 1,073,741,824 are read"):
        find_agent(GAME, str(path))
    assert tracemalloc.get_traced_memory()[1] < 2 << 20
    tracemalloc.stop()


def test_an_array_that_says_it_is_larger_than_it_is_is_refused(checkpoint):
    with zipfile.ZipFile(checkpoint, "a") as archive, archive.open("bomb.npy", "w") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": "<f8", "fortran_order": False, "shape": (1 << 40,)})
    with pytest.raises(GameError, match=r"bomb\.npy is not as large as it says"):
        load_policy(checkpoint, GAME)


@pytest.mark.parametrize(
    "text", [b"[" * 100_000, b"{}," * 600_000, b'{"a":' * 5000, b"9" * 5000, b"[]", b"null", b'{"format": 2}', b"\xff"]
)
def test_headers_that_are_none_are_refused(checkpoint, text):
    np.savez(checkpoint, header=np.frombuffer(text, np.uint8))
    with pytest.raises(GameError, match="damaged"):
        load_policy(checkpoint, GAME)


def test_a_header_may_be_as_long_as_is_allowed_and_no_longer(checkpoint, monkeypatch):
    with zipfile.ZipFile(checkpoint) as file:
        length = file.getinfo("header.npy").file_size
    monkeypatch.setattr(archive, "LONGEST_HEADER", length)
    assert load_policy(checkpoint, GAME)
    monkeypatch.setattr(archive, "LONGEST_HEADER", length - 1)
    with pytest.raises(GameError, match=f"a header of {length:,} bytes; {length - 1:,} are allowed"):
        load_policy(checkpoint, GAME)


def test_what_packs_well_can_be_read_again(tmp_path):
    array = np.zeros(1 << 25, np.uint8)
    write_archive(tmp_path / "zeros.npz", {"a": 1}, {"zeros": array, "turned": np.ones((3, 2)).T})
    header, arrays = read_archive(tmp_path / "zeros.npz")
    assert header["a"] == 1 and (arrays["zeros"] == array).all() and arrays["turned"].shape == (2, 3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda array: array * np.float32("nan"), "holds NaN or infinity"),
        (lambda array: array + np.float32("inf"), "holds NaN or infinity"),
        (lambda array: array.astype(np.int64), "of the kind int64; float32 is needed"),
        (lambda array: array[:-1], "do not fit"),
        (lambda array: array[None], "do not fit"),
    ],
)
def test_weights_that_are_no_weights_are_refused(checkpoint, change, message):
    rewrite(checkpoint, change_arrays={"action_net.bias": change})
    with pytest.raises(GameError, match=message):
        load_policy(checkpoint, GAME)


def test_tables_of_the_board_are_the_games_whatever_an_older_file_holds(tmp_path):
    network = Network(kind="hex", width=16, layers=1, head=8, channels=4)
    path = tmp_path / "hex.npz"
    save_policy(path, GAME, network, make_policy(GAME, network), {})
    seen = np.random.default_rng(1).random((5, GAME.observation_size), np.float32)
    logits = load_policy(path, GAME).net.logits(seen)
    header, arrays = read_archive(path)
    hexes = len(GAME.board["neighbours"])
    write_archive(path, header, arrays | {"features_extractor.beside": np.full((hexes, 6), 1000)})
    np.testing.assert_array_equal(load_policy(path, GAME).net.logits(seen), logits)


def test_nothing_half_written_stays_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match=r"No space left on device: .*full\.npz"):
        write_archive(tmp_path / "full.npz", {}, {})
    assert list(tmp_path.iterdir()) == []
