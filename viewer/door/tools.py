"""The door as a server of the Model Context Protocol: every method of ``House`` as a tool.

It speaks over standard input and output, or over HTTP on this machine alone, at an address that holds a token.
"""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Image
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from swarmzoo.envs.core.errors import GameError
from swarmzoo.viewer.door.house import House

HOST = "127.0.0.1"
_HOW = """\
Games between swarms, in which you play a seat against other agents. Begin with `games` and `rules`; `new_game` opens a
game and tells what your seat sees. Then choose with `act`, again and again, until the game is over: every answer tells
what happened and what you can choose next, by numbers and names. You are never told what your seat cannot know."""

Id = Annotated[str, Field(description="The game's id, as new_game gave it.", max_length=64)]
Name = Annotated[str, Field(description="The game's name, as games gives it.", max_length=64)]
Plain = Annotated[
    dict[str, Any] | None, Field(description="Keywords of the game as plain values; without them, the usual game.")
]


def server(house: House) -> MCPServer:
    """Return a server whose tools play in a house."""
    made = MCPServer("swarmzoo", instructions=_HOW, log_level="ERROR")

    def tool(call: Callable[..., Any]) -> Callable[..., Any]:
        made.tool()(_told(call))
        return call

    @tool
    def games() -> list[dict[str, Any]]:
        """List the games: their seats, the opponents that come with them, their keywords."""
        return house.games()

    @tool
    def rules(game: Name, settings: Plain = None) -> str:
        """Read the rules of a game, with the numbers in force."""
        return house.rules(game, settings)

    @tool
    def new_game(
        game: Name,
        seat: Annotated[int, Field(description="Your seat, from 0.", ge=0)] = 0,
        opponents: Annotated[
            list[str] | None,
            Field(
                description="Who plays the others: one for all or one for each, by name or as rated:900; else random."
            ),
        ] = None,
        seed: Annotated[int, Field(description="The game's random numbers.", ge=0, lt=1 << 53)] = 0,
        settings: Plain = None,
    ) -> dict[str, Any]:
        """Begin a game; the answer has its id and what your seat sees."""
        return house.begin(game, seat, opponents or ["random"], seed, settings)

    @tool
    def observe(game_id: Id) -> str:
        """See the board, your hand, what you are asked and what you can choose, in words."""
        return house.observe(game_id)

    @tool
    def observe_data(game_id: Id) -> dict[str, Any]:
        """See the same as plain values."""
        return house.data(game_id)

    @tool
    def legal(
        game_id: Id,
        contains: Annotated[str, Field(description="Words in the actions' names.", max_length=200)] = "",
        part: Annotated[str, Field(description="The part of the action space.", max_length=200)] = "",
    ) -> list[dict[str, Any]]:
        """List what you can choose now, all of it or what has some words in its name."""
        return house.legal(game_id, contains, part)

    @tool
    def why_not(
        game_id: Id,
        action: Annotated[int, Field(description="The action's number.")],
        agent: Annotated[str, Field(description="Which of your agents; the first if left out.", max_length=64)] = "",
    ) -> str:
        """Ask why an action is not allowed now."""
        return house.why_not(game_id, action, agent)

    @tool
    def hint(
        game_id: Id,
        by: Annotated[
            str, Field(description="A search (search:256) or a trained policy.", max_length=200)
        ] = "search:256",
    ) -> list[dict[str, Any]]:
        """Ask what a search or a trained policy holds of your choices: shares, and how often it wins there."""
        return house.hint(game_id, by)

    @tool
    def act(
        game_id: Id,
        choices: Annotated[
            list[int | str], Field(description="For each agent that must choose, in order: an action's number or name.")
        ],
        step: Annotated[
            int | None, Field(description="The step at which you chose: what is late or repeated is refused.")
        ] = None,
    ) -> str:
        """Choose; the others play, and you are told what happened and what you are asked next."""
        return house.act(game_id, choices, step)

    @tool
    def log(
        game_id: Id, since: Annotated[int, Field(description="The step from which on to tell.", ge=0)] = 0
    ) -> list[str]:
        """Read what happened, in the game's words."""
        return house.log(game_id, since)

    @tool
    def result(game_id: Id) -> dict[str, Any]:
        """Read who plays and, at the end, what came of it."""
        return house.result(game_id)

    @tool
    def picture(game_id: Id) -> Image:
        """Look at the board as your seat sees it."""
        return Image(data=house.picture(game_id), format="png")

    @tool
    def close(game_id: Id) -> str:
        """Forget a game that you are done with."""
        return house.close(game_id)

    return made


def _told(call: Callable[..., Any]) -> Callable[..., Any]:
    """Return a tool that tells a mistake in its sentence."""

    @wraps(call)
    def told(*args: Any, **keywords: Any) -> Any:
        try:
            return call(*args, **keywords)
        except GameError as error:
            raise ToolError(str(error)) from None

    return told


def serve_stdio() -> None:
    """Serve whoever started this process, until it hangs up."""
    server(House()).run("stdio")


def serve_http(port: int, ready: Callable[[str], None]) -> None:
    """Serve programs of this machine; ``ready`` is told the address, which holds a token."""
    import uvicorn

    from swarmzoo.viewer.play.server import bound

    found = bound(port)
    path = f"/{secrets.token_urlsafe(16)}/mcp"
    app = server(House()).streamable_http_app(streamable_http_path=path, host=HOST)
    config = uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1)
    ready(f"http://{HOST}:{found.getsockname()[1]}{path}")
    uvicorn.Server(config).run(sockets=[found])
