"""Who comes to a table while others are busy at it."""

import asyncio
import json

import pytest
from starlette.websockets import WebSocketDisconnect

from swarmzoo.agents.find import find_agent
from swarmzoo.envs.catalogue import find_game
from swarmzoo.lab.games import even_game
from swarmzoo.viewer.play.messages import New
from swarmzoo.viewer.play.server import MOST_PAGES, TableServer
from swarmzoo.viewer.play.table import PersonTable


class Line:
    """One end of a page's socket: keeps what it is told, and says what it is given."""

    def __init__(self, server):
        host = f"127.0.0.1:{server.port}"
        self.headers = {"host": host, "origin": f"http://{host}"}
        self.told, self.said, self.closed = [], asyncio.Queue(), False

    async def accept(self):
        await asyncio.sleep(0)

    async def close(self, code):
        self.closed = True

    async def send_text(self, text):
        await asyncio.sleep(0)
        self.told.append(json.loads(text)["type"])

    async def receive_text(self):
        text = await self.said.get()
        if text is None:
            raise WebSocketDisconnect
        return text


@pytest.fixture
def server():
    game = even_game(find_game("insects"), {})
    found = TableServer(PersonTable(game, [find_agent(game, "random")], 0, 5))
    yield found
    found._socket.close()


async def until(true):
    for _ in range(5000):
        if true():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("it did not come to pass in five seconds")


def test_a_page_that_comes_in_the_middle_hears_of_the_game_first(server):
    async def both():
        first, second = Line(server), Line(server)
        pages = [asyncio.create_task(server._play(first))]
        await until(lambda: first.told)
        async with server._turn:  # the first page is at it
            pages.append(asyncio.create_task(server._play(second)))
            await asyncio.sleep(0.05)
            await server._answer(server._pages[0], New(type="new", seed=1))
            early = list(second.told)
        await until(lambda: second.told)
        for line in (first, second):
            line.said.put_nowait(None)
        await asyncio.gather(*pages)
        return first.told, early, second.told

    assert asyncio.run(both()) == (["game", "thinking", "game"], [], ["game"])


def test_pages_that_wait_for_the_game_are_counted_and_those_that_left_are_not(server):
    async def many():
        lines, tasks = [Line(server) for _ in range(MOST_PAGES + 1)], []
        async with server._turn:
            for line in lines:
                tasks.append(asyncio.create_task(server._play(line)))
            await until(lambda: lines[-1].closed)
        await until(lambda: all(line.told for line in lines[:-1]))
        for line in lines:
            line.said.put_nowait(None)
        await asyncio.gather(*tasks)
        later = Line(server)
        task = asyncio.create_task(server._play(later))
        await until(lambda: later.told)
        later.said.put_nowait(None)
        await task
        return [line.closed for line in lines], later.told

    closed, told = asyncio.run(many())
    assert closed == [False] * MOST_PAGES + [True] and told == ["game"]
