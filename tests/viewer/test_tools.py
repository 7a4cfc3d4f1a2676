"""The door as a server: the package's own client plays through it, in memory, over pipes and over HTTP."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import anyio
import pytest

pytest.importorskip("mcp")

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from swarmzoo.viewer.door.house import House
from swarmzoo.viewer.door.tools import server

STDIO = StdioServerParameters(command=sys.executable, args=["-m", "swarmzoo", "mcp"])


def plain(result):
    assert not result.is_error, result.content[0].text
    return result.structured_content or json.loads(result.content[0].text)


async def refused(client, tool, **given):
    """Return the sentence by which a call is refused."""
    result = await client.call_tool(tool, given)
    assert result.is_error
    return result.content[0].text


async def a_game(client, most):
    """Play some decisions of insects, always what is listed first; return the number of decisions."""
    begun = plain(await client.call_tool("new_game", {"game": "insects", "opponents": ["greedy"], "seed": 3}))
    game = {"game_id": begun["game_id"]}
    for played in range(most):
        data = plain(await client.call_tool("observe_data", game))
        if data["over"]:
            return played
        first = data["question"][0]["actions"][0]
        told = await client.call_tool("act", {**game, "choices": [first["action"]], "step": data["step"]})
        assert not told.is_error
    return most


def test_a_client_reads_plays_and_is_told_its_mistakes():
    async def visit():
        async with Client(server(House())) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(tools) == {
                *("games", "rules", "new_game", "observe", "observe_data", "legal", "why_not"),
                *("hint", "act", "log", "result", "picture", "close"),
            }
            assert all(tool.description for tool in tools.values())
            assert {one["game"] for one in plain(await client.call_tool("games", {}))["result"]} >= {"insects", "nova"}
            rules = (await client.call_tool("rules", {"game": "warband"})).content[0].text
            assert "WAR-1" in rules
            game = {"game_id": plain(await client.call_tool("new_game", {"game": "warband"}))["game_id"]}
            picture = (await client.call_tool("picture", game)).content[0]
            assert picture.type == "image" and picture.mime_type == "image/png"
            assert "unknown game" in await refused(client, "new_game", game="chess")
            assert "is open" in await refused(client, "observe", game_id="nothing")
            assert "seat" in await refused(client, "new_game", game="insects", seat="first")
            assert "choices" in await refused(client, "act", **game, choices=[])
            assert await a_game(client, 40) == 40
            await client.call_tool("close", game)
            assert "is open" in await refused(client, "observe", **game)

    anyio.run(visit)


def test_the_command_serves_over_standard_input_and_output():
    async def visit():
        async with Client(stdio_client(STDIO)) as client:
            return await a_game(client, 5)

    assert anyio.run(visit) == 5


@pytest.fixture
def address() -> Iterator[str]:
    """The address of a door over HTTP."""
    command = [sys.executable, "-m", "swarmzoo", "mcp", "--http"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        yield process.stderr.readline().strip()
        process.terminate()
        process.wait(30)
        process.stderr.close()


def test_the_command_serves_over_http_on_this_machine_alone(address):
    async def visit():
        async with Client(address) as client:
            return await a_game(client, 5)

    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{20,}/mcp", address)
    assert anyio.run(visit) == 5


def code_of(address, **headers):
    """Return how a request with some headers ends."""
    told = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"} | headers
    body = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'
    try:
        with urlopen(Request(address, body, told), timeout=20) as answer:
            return answer.status
    except HTTPError as error:
        return error.code


def test_other_pages_and_other_addresses_get_nothing(address):
    assert code_of(re.sub(r"/[^/]+/mcp$", "/guessed/mcp", address)) == 404
    assert code_of(address, Host="evil.example") in (403, 421)
    assert code_of(address, Origin="https://evil.example") == 403


def test_a_port_that_is_taken_is_told_in_a_sentence(address):
    port = address.split(":")[2].split("/")[0]
    command = [sys.executable, "-m", "swarmzoo", "mcp", "--http", "--port", port]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert (
        ended.stderr.strip()
        == f"swarmzoo: --port {port}: Address already in use; name another port, or 0 for a free one"
    )
