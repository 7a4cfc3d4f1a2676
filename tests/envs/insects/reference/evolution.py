"""The Evolution Phase. [INS-10]"""

from tests.envs.insects.reference.attributes import hand_limit, kinds_in_play
from tests.envs.insects.reference.cards import EVOLUTIONS, KINDS
from tests.envs.insects.reference.playing import choose_copy, discard, is_negated, put_into_play
from tests.envs.insects.reference.position import PASS, Asking, Game, Option, ask


def evolution_phase(game: Game) -> Asking[None]:
    """Put one Evolution of the hand into play, then cut the hand to its limit. [INS-10]"""
    game.phase = "evolution"
    yield from evolve(game, game.active)
    yield from cut_hand(game, game.active)


def evolve(game: Game, seat: int) -> Asking[None]:
    """Play an Evolution: the player must, or may if the rules say so. [INS-10] [INS-P7]"""
    options: list[Option] = [("play", kind) for kind in evolutions_to_play(game, seat)]
    if game.rules.evolution_play == "may" or not options:
        options.insert(0, PASS)
    answer = yield from ask(seat, "evolution", options)
    if answer == PASS:
        return
    yield from put_into_play(game, seat, str(answer[1]))


def evolutions_to_play(game: Game, seat: int) -> list[str]:
    """Return the Evolutions of a hand; Mimic needs an Evolution in play. [INS-S11]"""
    hand = game.players[seat].hand
    return [kind for kind in EVOLUTIONS if hand[kind] and (kind != "mimic" or kinds_in_play(game))]


def cut_hand(game: Game, seat: int) -> Asking[None]:
    """Give up excess cards one by one: Evolutions are burnt, Events discarded. [INS-10] [INS-S9] [INS-S10]"""
    player = game.players[seat]
    while player.hand.total() > hand_limit(game, seat):
        options: list[Option] = [
            ("burn" if kind in EVOLUTIONS else "play", kind) for kind in KINDS if player.hand[kind]
        ]
        answer = yield from ask(seat, "excess card", options)
        kind = str(answer[1])
        if kind not in EVOLUTIONS:
            discard(game, seat, kind)
        else:
            yield from burn_excess(game, seat, kind)


def burn_excess(game: Game, seat: int, kind: str) -> Asking[None]:
    """Burn an excess Evolution; a Mimic with nothing to copy is only discarded. [INS-S9] [INS-S11]"""
    discard(game, seat, kind)
    works_as: str | None = kind
    if kind == "mimic":
        works_as = (yield from choose_copy(game, seat)) if kinds_in_play(game) else None
    if game.rules.react_to_burns and (yield from is_negated(game, seat)):
        return
    if works_as is not None:
        game.players[seat].burnt.append(works_as)
