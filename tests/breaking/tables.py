"""The server of `swarmzoo play` among a hundred strangers at once: odd requests, messages and goodbyes.

What must hold: no answer of 500 or above, nothing but the known messages, and at the end the table still stands, says
nothing on standard error, and has not grown.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.breaking.mutations import mutated
from tests.breaking.tally import Tally

STRANGERS = 100
PATIENCE = 30  # seconds that an answer may take among so many
GROWTH = 200_000  # kB that the server may take more at the end
KNOWN = {"game", "refused", "hint", "why", "spoken", "thinking", "curtain"}
MESSAGES = (
    '{"type":"act","number":0,"seat":0,"actions":[3]}',
    '{"type":"undo","number":1}',
    '{"type":"new","seed":7}',
    '{"type":"why","number":0}',
    '{"type":"spoken","number":0}',
    '{"type":"look","number":0,"seat":1}',
    '{"type":"replace","number":0,"agent":"greedy"}',
)


def attack(game: str, inputs: int, seed: int, tally: Tally) -> None:
    """Start the command, and let strangers send so many inputs to it."""
    size = ("--set", "size=4") if game == "formation" else ()
    words = [sys.executable, "-m", "swarmzoo", "play", game, *size, "--no-browser"]
    with TemporaryDirectory() as folder:
        words += ["--out", f"{folder}/kept.json"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                address = next(line.strip() for line in process.stdout if line.startswith("http://"))
                before = _memory(process.pid)
                asyncio.run(_all(address, inputs, seed, tally))
                with tally.trying("the end"):
                    asyncio.run(_stands(address))
                    assert process.poll() is None, "the server ended"
                    assert _memory(process.pid) - before < GROWTH, "the server has grown"
            finally:
                process.terminate()
                told = process.communicate(timeout=30)[1]
    compiling = "swarmzoo: compiling"  # may be said where no compiled code is kept yet
    lines = [line for line in told.splitlines() if not line.startswith(compiling)]
    with tally.trying("standard error"):
        assert not lines, lines


def _memory(process: int) -> int:
    """Return what a process has in memory, kB."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


async def _all(address: str, inputs: int, seed: int, tally: Tally) -> None:
    """Let all strangers come at once."""
    left = iter(range(inputs))
    await asyncio.gather(*(_stranger(address, left, Random(f"{seed} {k}"), tally) for k in range(STRANGERS)))


async def _stranger(address: str, left: Iterator[int], random: Random, tally: Tally) -> None:
    """Send inputs, as long as any are left: requests, or a talk with some messages."""
    while next(left, None) is not None:
        kind = _request if random.random() < 0.4 else _talk
        text = mutated(random.choice(MESSAGES), random) if random.random() < 0.7 else random.choice(MESSAGES)
        found = ""
        try:
            await asyncio.wait_for(kind(address, text, random), PATIENCE)
        except (OSError, WebSocketException, EOFError):
            pass  # it hung up, as it may
        except TimeoutError:
            found = "no answer"
        except AssertionError as error:
            found = str(error)
        with tally.trying(text):
            assert not found, found


async def _request(address: str, text: str, random: Random) -> None:
    """Ask for something over HTTP, in good or bad order."""
    parts = urlsplit(address)
    path = random.choice((parts.path, parts.path + "game", parts.path + mutated("../play.js", random), "/", "/" + text))
    head = random.choice(("GET", "POST", "HEAD", "BREW", text[:20]))
    host = random.choice((parts.netloc, "evil.example", text[:50]))
    line = f"{head} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        writer.write(line.encode("utf-8", "replace"))
        if random.random() < 0.1:
            return  # gone before the answer
        answer = await reader.read(200)
        status = answer.split(b" ", 2)[1] if answer.startswith(b"HTTP/") else b"000"
        assert status < b"500", f"answered {answer[:80]!r}"
    finally:
        writer.close()


async def _talk(address: str, text: str, random: Random) -> None:
    """Open a page's socket, send a few messages, and read what comes; sometimes leave in the middle."""
    parts = urlsplit(address)
    origin = f"http://{parts.netloc}" if random.random() < 0.9 else "http://evil.example"
    async with connect(f"ws://{parts.netloc}{parts.path}game", origin=origin, close_timeout=1) as link:  # type: ignore[arg-type]
        number = 0
        for _ in range(random.randrange(1, 5)):
            if random.random() < 0.1:
                return
            told = json.loads(await link.recv())
            assert told["type"] in KNOWN, f"told {told['type']}"
            number = told.get("number", number)
            await link.send(text.replace('"number":0', f'"number":{number}'))


async def _stands(address: str) -> None:
    """Take part as a page does; raise AssertionError where the table does not stand any more."""
    parts = urlsplit(address)
    for _ in range(50):  # pages that were left may be open for a moment
        try:
            async with connect(f"ws://{parts.netloc}{parts.path}game", origin=f"http://{parts.netloc}") as link:  # type: ignore[arg-type]
                told = json.loads(await asyncio.wait_for(link.recv(), PATIENCE))
                assert told["type"] == "game", f"told {told['type']}"
                return
        except WebSocketException:
            await asyncio.sleep(0.2)
    raise AssertionError("no page is let in any more")
