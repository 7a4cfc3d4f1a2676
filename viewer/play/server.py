"""The server of a person's table: one page and one socket, on this machine alone unless another address is named.

The address holds a token that nobody can guess; Host and Origin must be this server's own, so that no other page can
speak to it. Nothing that a client sends is a path or code: files are served by their names in one table, messages are
read by ``messages``. Agents think in a thread of their own, and pages in several tabs show the same game.
"""

import asyncio
import errno
import gc
import ipaddress
import json
import secrets
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from typing import Any, TypeVar

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from swarmzoo.envs.core.errors import GameError
from swarmzoo.viewer.play.messages import LONGEST, Act, Hint, Look, Message, New, Replace, Spoken, Undo, Why, read
from swarmzoo.viewer.play.table import PersonTable

HOST = "127.0.0.1"
Result = TypeVar("Result")
MOST_PAGES = 16  # open at once
_PATIENCE = 20  # messages that a page may send in a second
_FILES = {
    "": ("play", "play.html", "text/html; charset=utf-8"),
    "play.js": ("play", "play.js", "text/javascript"),
    "choices.js": ("play", "choices.js", "text/javascript"),
    "keys.js": ("play", "keys.js", "text/javascript"),
    "parts.js": ("play", "parts.js", "text/javascript"),
    "play.css": ("play", "play.css", "text/css"),
    "preact.js": ("play", "preact.js", "text/javascript"),
    "board.js": ("page", "board.js", "text/javascript"),
    "pieces.js": ("page", "pieces.js", "text/javascript"),
    "page.css": ("page", "page.css", "text/css"),
}
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class _Page:
    """A page that is connected, and how much of the game it has."""

    def __init__(self, link: WebSocket):
        self.link, self.seat = link, 0
        self.forget()

    def forget(self) -> None:
        """Know that the page has nothing of the game any more."""
        self.steps = self.shapes = self.pieces = 0


class TableServer:
    """Serves one table: ``address`` is what the person opens."""

    def __init__(self, table: PersonTable, port: int = 0, host: str = HOST):
        self._table, self._token, self._host = table, secrets.token_urlsafe(16), host
        self._socket = bound(port, host)
        self.port: int = self._socket.getsockname()[1]
        self._hosts = {f"{name}:{self.port}" for name in ((host, "localhost") if host == HOST else (host,))}
        self._open = 0
        self._pages: list[_Page] = []  # those that were told the game
        self._turn = asyncio.Lock()

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://{self._host}:{self.port}/{self._token}/"

    def run(self, ready: Callable[[], None]) -> None:
        """Serve until the process is told to stop; ``ready`` is called when the page can be opened."""

        @asynccontextmanager
        async def life(_: Starlette) -> AsyncIterator[None]:
            ready()
            yield

        app = Starlette(
            routes=[
                WebSocketRoute(f"/{self._token}/game", self._play),
                Route(f"/{self._token}/{{name:path}}", self._file, methods=["GET"]),
                Route("/{name:path}", _nothing),
            ],
            lifespan=life,
        )
        config = uvicorn.Config(
            app,
            log_level="error",
            ws="websockets-sansio",
            ws_max_size=LONGEST,
            timeout_graceful_shutdown=1,
            ws_per_message_deflate=False,  # near as the pages are, packing costs more than sending
        )
        gc.collect()
        gc.freeze()  # what is loaded stays: to look through it again and again would halt the page
        with suppress(KeyboardInterrupt):  # the way to end a table; whether it gets here hangs on the moment
            uvicorn.Server(config).run(sockets=[self._socket])

    async def _file(self, request: Request) -> Response:
        if request.headers.get("host") not in self._hosts:
            return _nothing(request)
        found = _FILES.get(request.path_params["name"])
        if found is None:
            return _nothing(request)
        folder, name, kind = found
        content = (files(f"swarmzoo.viewer.{folder}") / "static" / name).read_bytes()
        return Response(content, media_type=kind, headers=_HEADERS)

    async def _play(self, link: WebSocket) -> None:
        """Talk to one page until it goes."""
        host, origin = link.headers.get("host"), link.headers.get("origin")
        if host not in self._hosts or origin != f"http://{host}" or self._open >= MOST_PAGES:
            await link.close(1008)
            return
        page = _Page(link)
        self._open += 1
        try:
            await link.accept()
            async with self._turn:
                await self._tell(page)
                self._pages.append(page)
            await self._listen(page)
        except (WebSocketDisconnect, RuntimeError):  # the page is gone, or went while it was told something
            pass
        finally:
            self._open -= 1
            self._pages = [one for one in self._pages if one is not page]

    async def _listen(self, page: _Page) -> None:
        loop, times = asyncio.get_running_loop(), [-1.0] * _PATIENCE
        while True:
            text = await page.link.receive_text()
            times = [*times[1:], loop.time()]
            if times[-1] - times[0] < 1:
                await page.link.close(1008)
                return
            try:
                message = read(text)
                async with self._turn:
                    await self._answer(page, message)
            except GameError as error:
                await page.link.send_text(json.dumps({"type": "refused", "sentence": str(error)}))

    async def _answer(self, page: _Page, message: Message) -> None:
        """Do what a page asks for, and tell all pages; a page that was behind is told where the game stands."""
        table = self._table
        if (not isinstance(message, New) and message.number != table.number) or (
            isinstance(message, Act) and message.seat != table.seat
        ):
            await self._tell(page)
            return
        if isinstance(message, Hint | Why | Spoken):
            told = {"type": message.type, "number": message.number, **await self._told(message)}
            await page.link.send_text(json.dumps(told, separators=(",", ":")))
            return
        await self._all(lambda one: one.link.send_text(json.dumps({"type": "thinking"})))
        try:
            await _aside(lambda: self._do(message))
        finally:
            if isinstance(message, New | Replace):
                for one in self._pages:
                    one.forget()
            await self._all(self._tell)

    async def _told(self, message: Hint | Why | Spoken) -> dict[str, Any]:
        """Return what a page asks to be told, which changes nothing."""
        if isinstance(message, Hint):
            return await _aside(self._table.hint)
        if isinstance(message, Why):
            return {"agents": self._table.refused()}
        return {"headings": self._table.spoken()}

    def _do(self, message: Message) -> None:
        if isinstance(message, Act):
            self._table.act(message.actions)
        elif isinstance(message, Look):
            self._table.look(message.seat)
        elif isinstance(message, Undo):
            self._table.undo()
        elif isinstance(message, New):
            self._table.begin(message.seed)
        elif isinstance(message, Replace):
            self._table.take_over(message.agent)

    async def _all(self, tell: Callable[[_Page], Awaitable[None]]) -> None:
        for one in list(self._pages):
            try:
                await tell(one)
            except (WebSocketDisconnect, RuntimeError):  # it goes on its own
                continue

    async def _tell(self, page: _Page) -> None:
        """Send what a page lacks, and what the person must choose now; behind a curtain only who must come."""
        table = self._table
        if table.curtain is not None:
            page.forget()
            await page.link.send_text(json.dumps({"type": "curtain", "number": table.number, **table.public()}))
            return
        if page.seat != table.seat:
            page.forget()
            page.seat = table.seat
        page.steps = min(page.steps, table.recorder.steps)
        news: dict[str, Any] = table.recorder.since(page.steps, page.shapes, page.pieces)
        message = {"type": "game", "number": table.number, **table.about(), **news, "question": table.question()}
        page.steps += len(news["steps"])
        page.shapes += len(news["shapes"])
        page.pieces += len(news["pieces"])
        await page.link.send_text(json.dumps(message, separators=(",", ":")))


async def _aside(work: Callable[[], Result]) -> Result:
    """Do work in a thread of its own, and return what comes of it; agents that never answer keep no process alive."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def end(result: Result | None, error: BaseException | None) -> None:
        if done.cancelled():
            return
        if error is None:
            done.set_result(result)  # type: ignore[arg-type]
        elif isinstance(error, Exception):
            done.set_exception(error)
        else:
            done.set_exception(GameError(f"an agent broke off with {type(error).__name__}; go on by --resume"))

    def run() -> None:
        try:
            result, error = work(), None
        except BaseException as caught:
            result, error = None, caught
        with suppress(RuntimeError):  # the server has gone
            loop.call_soon_threadsafe(end, result, error)

    threading.Thread(target=run, daemon=True).start()
    return await done


def _nothing(_: Request) -> Response:
    return PlainTextResponse("not found", 404)


def checked_host(host: str) -> str:
    """Return an address at which others of a private network may play; raise GameError for any other."""
    try:
        found = ipaddress.IPv4Address(host)
    except ValueError:
        raise GameError(f"--host {host[:100]}: this machine's address is needed, such as 192.168.1.20") from None
    if found.is_unspecified or found.is_multicast or not found.is_private:
        raise GameError(
            f"--host {found}: the table is served at one address of a private network, such as 192.168.1.20; it has "
            "neither passwords nor encryption, so it does not belong on the open net"
        )
    return str(found)


def bound(port: int, host: str = HOST) -> socket.socket:
    """Return a socket on a port of this machine; raise GameError where somebody else has it, or for a foreign host."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen()
    except OSError as error:
        found.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise GameError(f"--host {host}: this machine does not have that address") from None
        raise GameError(f"--port {port}: {error.strerror}; name another port, or 0 for a free one") from None
    return found
