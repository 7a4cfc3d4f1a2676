"""Files of torch and models around them: their weights are read as torch reads them, and nothing else is."""

import io
import pickle
import tracemalloc
import zipfile
from collections import OrderedDict

import numpy as np
import pytest
import torch

from swarmzoo.agents.policy import torch_file
from swarmzoo.agents.policy.sb3_model import load_sb3
from swarmzoo.agents.policy.torch_file import read_torch_weights
from swarmzoo.envs.core.errors import GameError
from tests.tiny_game import TinyHexConfig, tiny_hex

GAME = tiny_hex(TinyHexConfig())


def saved(weights) -> bytes:
    buffer = io.BytesIO()
    torch.save(weights, buffer)
    return buffer.getvalue()


def with_member(content: bytes, name: str, inner: bytes) -> bytes:
    """Return an archive of torch in which one member is another one, packed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.namelist():
            new.writestr(member, inner if member.endswith(name) else old.read(member))
    return buffer.getvalue()


def test_weights_are_those_that_torch_reads():
    shared = torch.arange(12.0)
    weights = OrderedDict(
        one=torch.randn(3, 4), half=torch.ones(2).half(), double=torch.zeros(1, 1).double(), none=torch.zeros(0, 3),
        number=torch.tensor(2.5), part=shared[3:9].view(2, 3), all=shared,
    )  # fmt: skip
    found = read_torch_weights(saved(weights))
    assert list(found) == list(weights)
    for name, array in found.items():
        np.testing.assert_array_equal(array, weights[name].numpy(), strict=True)


def test_the_weights_of_a_module_are_read():
    module = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.Linear(2, 1))
    found = read_torch_weights(saved(module.state_dict()))
    assert {name: array.shape for name, array in found.items()} == {
        "0.weight": (2, 3), "0.bias": (2,), "1.weight": (1, 2), "1.bias": (1,)
    }  # fmt: skip


@pytest.mark.parametrize(
    "weights",
    [
        {"a": 1},
        [torch.ones(1)],
        {"a": {"b": torch.ones(1)}},
        {1: torch.ones(1)},
        {"a": torch.ones(2, 3).T},
        {"a": torch.ones(1).expand(10**9)},
        {"a": torch.ones(3, dtype=torch.int64)},
        {"a": torch.ones(3, dtype=torch.bfloat16)},
        {"a": torch.nn.Parameter(torch.ones(3))},
        {"a": b"bytes"},
    ],
    ids=["number", "list", "nested", "key", "turned", "expanded", "int", "bfloat16", "parameter", "bytes"],
)
def test_what_is_more_than_weights_is_refused(weights):
    with pytest.raises((ValueError, TypeError)):
        read_torch_weights(saved(weights))


def of_words(*words: bytes) -> bytes:
    return with_member(saved({"a": torch.ones(1)}), "data.pkl", b"".join(words))


@pytest.mark.parametrize(
    "text",
    [
        b"\x80\x02cbuiltins\nbytearray\nJ\xff\xff\xff\x7f\x85R.",  # allocates 2 GB
        b"\x80\x02ctorch\nFloatTensor\nJ\xff\xff\xff\x7f\x85R.",
        b"\x80\x02cos\nsystem\nX\x02\x00\x00\x00id\x85R.",
        b"\x80\x02}r\xff\xff\xff\x7f.",  # a memo of 32 GB
        b"\x80\x05\x96\xff\xff\xff\xff\xff\x00\x00\x00.",  # a byte array longer than the file
        b"\x80\x02}X\xff\xff\xff\x7fabc.",
        b"\x80\x02" + b"(" * 1000 + b".",
        b"\x80\x02]2\x86" * 50 + b".",
        b"",
    ],
)
def test_words_that_weights_do_not_need_are_refused_before_they_are_carried_out(text):
    tracemalloc.start()
    with pytest.raises((ValueError, pickle.UnpicklingError, EOFError)):
        read_torch_weights(of_words(text))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def model(path, weights: bytes, data: bytes = b"{}"):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data", data)
        archive.writestr("policy.pth", weights)
    return path


def test_what_would_fill_the_memory_is_refused_before_it_is_unpacked(tmp_path):
    zeros = bytes(1 << 27)
    inside = with_member(saved({"a": torch.ones(1)}), "data/0", zeros)
    for path, where in (
        (model(tmp_path / "outer.zip", zeros), "damaged or not a model of stable-baselines3"),
        (model(tmp_path / "data.zip", b"", zeros), "damaged or not a model of stable-baselines3"),
        (model(tmp_path / "inner.zip", inside), "policy.pth is damaged"),
    ):
        tracemalloc.start()
        with pytest.raises(GameError, match=rf"{where}.*would unpack to 134"):
            load_sb3(path, GAME)
        assert tracemalloc.get_traced_memory()[1] < 1 << 21
        tracemalloc.stop()


@pytest.mark.parametrize("data", [b"[" * 100_000, b"[1]", b'{"a":' * 3000, b"{},"], ids=["deep", "list", "dict", "odd"])
def test_data_that_is_no_object_is_refused(tmp_path, data):
    with pytest.raises(GameError, match="damaged or not a model"):
        load_sb3(model(tmp_path / "model.zip", saved({}), data), GAME)


def test_weights_that_are_not_finite_are_named(tmp_path):
    size, actions = GAME.observation_size, GAME.num_actions
    weights = {
        "action_net.weight": torch.full((actions, size), torch.nan), "action_net.bias": torch.zeros(actions),
        "value_net.weight": torch.zeros(1, size), "value_net.bias": torch.zeros(1),
    }  # fmt: skip
    data = b'{"policy_class": {"__module__": "stable_baselines3.common.policies"}}'
    with pytest.raises(GameError, match=r"action_net\.weight holds NaN or infinity"):
        load_sb3(model(tmp_path / "model.zip", saved(weights), data), GAME)


ODD = [(-1, (2,), (1,)), (0, (-2,), (1,)), (0, (2.0,), (1,)), (True, (2,), (1,)), (0, (2,), (-1,))]


@pytest.mark.parametrize(("first", "shape", "strides"), ODD)
def test_numbers_of_an_array_are_whole_and_not_negative(first, shape, strides):
    stored = torch_file._Stored(("storage", torch_file._Kind("<f4"), "0", "cpu", 4), first, shape, strides)
    with pytest.raises(ValueError, match="an array is not described as torch does"):
        torch_file._array(stored, lambda _: bytes(16))
