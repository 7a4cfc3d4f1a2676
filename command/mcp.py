"""`swarmzoo mcp`: a door for programs and language models."""

import sys
from typing import Annotated

import typer

from swarmzoo.envs.core.errors import GameError


def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="Serve over HTTP on this machine instead of stdin and stdout.")
    ] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port for --http; 0: a free one.")] = 0,
) -> None:
    """Let programs and language models play, by the Model Context Protocol.

    Its tools list the games, tell the rules, begin games against the agents that come with them, and play a seat.
    A program that starts this command speaks with it over stdin and stdout.

    Example: swarmzoo mcp --http --port 8765
    """
    try:
        from swarmzoo.viewer.door.tools import serve_http, serve_stdio
    except ImportError as error:
        raise GameError(f"mcp needs {error.name}: pip install 'swarmzoo[mcp]'") from None
    if http:
        serve_http(port, lambda address: print(f"{address}\nCtrl+C ends it", file=sys.stderr, flush=True))
    else:
        serve_stdio()
