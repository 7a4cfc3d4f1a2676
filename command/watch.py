"""`swarmzoo watch`: see a game."""

from typing import Annotated, Any

import typer

from swarmzoo.command.options import (
    ConfigOption,
    EveryOption,
    FilmOption,
    HtmlOption,
    MillisecondsOption,
    ReviewOption,
    SetOption,
    TrustOption,
    config_path,
    even_game_from,
    read_yaml,
)
from swarmzoo.command.output import say
from swarmzoo.envs.catalogue import FoundGame, find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.reading import LARGEST_SEED


def watch(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game.")],
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="One agent for each side.")],
    config: ConfigOption = None,
    overrides: SetOption = None,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="Seed of the game.")] = 0,
    log: Annotated[bool, typer.Option("--log", help="Only the log, no boards.")] = False,
    html: HtmlOption = None,
    review: ReviewOption = "",
    thoughts: Annotated[
        bool,
        typer.Option("--thoughts/--no-thoughts", help="With --html: show what policies, searches and bots thought."),
    ] = True,
    film: FilmOption = None,
    every: EveryOption = None,
    milliseconds: MillisecondsOption = 300,
    trust: TrustOption = False,
) -> None:
    """Play one game and show it: board and log in the game's own words, a page for the browser, or a film.

    Example: swarmzoo watch insects greedy random --seed 3
    """
    found = find_game(game)
    from swarmzoo.agents.find import find_agent
    from swarmzoo.lab.games import in_words
    from swarmzoo.viewer.film import check_film, write_film
    from swarmzoo.viewer.page.document import check_page, replay_page
    from swarmzoo.viewer.page.replayed import watched_data
    from swarmzoo.viewer.watch import played, print_game

    if film is not None:
        check_film(film)
    if html is not None:
        check_page(html)
    elif review:
        raise GameError("--review: a page shows it; name one by --html FILE")

    values = read_yaml(config_path(config, f"{found.place}/game")) if config else {}
    made = _of_seats(found, values, overrides, len(agents))
    seated = [find_agent(made, name, trust=trust) for name in agents]
    say(f"{in_words(made)}, seed {seed}: {' - '.join(agent.name for agent in seated)}")
    if html is not None:
        data = watched_data(made, seated, seed, review, thoughts=thoughts)
        page = replay_page(data)
        write_whole(html, page)
        print(f"{html}: {len(page)} bytes; open it in a browser")
        if data["fault"]:
            raise GameError(f"{data['fault']}; the page shows the game as far as it went")
    if film is None and html is None:
        print_game(made, played(made, seated, seed), log_only=log, show=say)
    if film is not None:
        count = write_film(made, played(made, seated, seed), film, every=every, milliseconds=milliseconds)
        print(f"{film}: {count} frames")


def _of_seats(found: FoundGame, values: dict[str, Any], overrides: list[str] | None, seats: int) -> Game:
    """Make the game as it is said; if that has other sides, for so many players where it takes their number."""
    if "players" not in found.config.model_fields or seats == 1:
        return even_game_from(found, values, overrides)
    try:
        made = even_game_from(found, values, overrides)
    except GameError:  # what is said may need the number of players
        made = None
    if made is not None and made.num_sides == seats:
        return made
    return even_game_from(found, {"players": seats} | values, overrides)
