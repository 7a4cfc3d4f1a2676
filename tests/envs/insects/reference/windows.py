"""Windows: the moments at which others are asked for cards. [INS-W1] to [INS-W4]; React Quickly is in playing."""

from collections.abc import Callable

from tests.envs.insects.reference.cards import BURNT_IN, KINDS, PLAYED_IN
from tests.envs.insects.reference.playing import usable_cards, use_card
from tests.envs.insects.reference.position import PASS, Asking, Game, Option, ask


def hold_window(game: Game, seats: Callable[[], list[int]], moments_of: Callable[[int], list[str]]) -> Asking[None]:
    """Ask those who hold a fitting card, again after every card, until all pass in a row. [INS-A7] [INS-P10]

    ``moments_of`` tells what concerns a player now: nothing, or kinds of moments for cards.
    """
    done: set[int] = set()
    waiting = seats()
    while waiting:
        seat = waiting.pop(0)
        moments = [moment for moment in moments_of(seat) if deck_has_cards_for(game, moment)]
        cards = {card: moment for moment in moments for card in usable_cards(game, seat, moment)}
        if not is_asked(game, seat, bool(moments), bool(cards), done):
            continue
        options: list[Option] = [PASS, *cards]
        answer = yield from ask(seat, "window: " + moments[0], options, even_alone=True)
        if answer == PASS:
            continue
        yield from use_card(game, seat, answer, *moments)
        done.add(seat)
        waiting = seats()


def deck_has_cards_for(game: Game, moment: str) -> bool:
    """Tell whether the game has any card for a moment: where it has none, nobody is concerned."""
    return any(game.config.count_of(KINDS.index(kind)) for kind in BURNT_IN[moment] + PLAYED_IN[moment])


def is_asked(game: Game, seat: int, is_concerned: bool, has_card: bool, done: set[int]) -> bool:
    """Tell whom a window asks: holders, everyone concerned, or each holder until it used a card. [INS-A7]"""
    if game.rules.windows == "all":
        return is_concerned
    if game.rules.windows == "once" and seat in done:
        return False
    return has_card
