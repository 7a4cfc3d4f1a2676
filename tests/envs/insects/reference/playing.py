"""Cards that are burnt or played: who may use which at what moment, their choices, and what they do."""

from typing import Any

from tests.envs.insects.reference.attributes import kinds_in_play
from tests.envs.insects.reference.cards import BURNT_IN, EVOLUTIONS, KINDS, PLAYED_IN
from tests.envs.insects.reference.position import PASS, Asking, CardInPlay, Game, Option, ask


def usable_cards(game: Game, seat: int, moment: str) -> list[Option]:
    """Return the cards of a hand that its player may use at a moment. [INS-16] [INS-P10]"""
    hand = game.players[seat].hand
    burns: list[Option] = [("burn", kind) for kind in BURNT_IN[moment] if hand[kind]]
    if hand["mimic"] and kinds_in_play(game) & set(BURNT_IN[moment]):
        burns.append(("burn", "mimic"))
    return burns + [("play", kind) for kind in PLAYED_IN[moment] if hand[kind] and can_play(game, seat, kind)]


def can_play(game: Game, seat: int, kind: str) -> bool:
    """Tell whether an Event card that fits the moment has something to act on."""
    if kind == "metamorphosis":
        return bool(game.players[seat].in_play and swaps(game, seat))
    if kind == "co_opt":
        return bool(victims_of_theft(game, seat))
    if kind == "devolution":
        return bool(victims_of_devolution(game, seat))
    return True


def use_card(game: Game, seat: int, card: Option, *moments: str) -> Asking[None]:
    """Burn an Evolution or play an Event card."""
    if card[0] == "burn":
        yield from burn(game, seat, str(card[1]), moments)
    else:
        yield from play(game, seat, str(card[1]))


def burn(game: Game, seat: int, kind: str, moments: tuple[str, ...]) -> Asking[None]:
    """Discard an Evolution for its effect until the turn or Bid ends. [INS-16] [INS-S11] [INS-S38]"""
    discard(game, seat, kind)
    works_as = kind
    if kind == "mimic":
        wanted = {other for moment in moments for other in BURNT_IN[moment]}
        fitting = [other for other in EVOLUTIONS if other in wanted & kinds_in_play(game)]
        works_as = yield from ask_kind(seat, "mimic burnt as", fitting)
    if game.rules.react_to_burns and (yield from is_negated(game, seat)):
        return
    game.players[seat].burnt.append(works_as)
    game.meet(f"{works_as} burnt")
    if works_as == "reproduction" and "reproduction" in moments:
        gain_insects(game, game.rules.reproduction_per_card)


def gain_insects(game: Game, number: int) -> None:
    """Add to what the active player has to place, as far as its counters last. [INS-11] [INS-A6]"""
    game.to_place = min(game.to_place + number, game.supply(game.active))


def play(game: Game, seat: int, kind: str) -> Asking[bool]:
    """Play an Event card: its choices, React Quickly, then its effect if nobody negates it. [INS-5] [INS-W5]"""
    discard(game, seat, kind)
    aim = yield from choose_aim(game, seat, kind)
    if (yield from is_negated(game, seat)):
        return False
    game.meet(f"{kind} played")
    game.meet(f"{kind} on the way", game.group is not None)
    yield from take_effect(game, seat, kind, aim)
    return True


def discard(game: Game, seat: int, kind: str) -> None:
    """Move a card from a hand to the discards."""
    assert game.players[seat].hand[kind] > 0
    game.players[seat].hand[kind] -= 1
    game.discards[kind] += 1


def is_negated(game: Game, seat: int) -> Asking[bool]:
    """Ask who holds React Quickly, last in first out; nobody answers their own card. [INS-E10] [INS-S38]"""
    everyone = game.rules.windows == "all" and game.config.count_of(KINDS.index("react_quickly")) > 0
    for other in game.in_turn_order(first_asked(game)):
        has_card = game.players[other].hand["react_quickly"] > 0
        if other == seat or not (has_card or everyone):
            continue
        options = [PASS] + [("play", "react_quickly")] * has_card
        answer = yield from ask(other, "react", options, even_alone=True)
        if answer != PASS:
            discard(game, other, "react_quickly")
            is_answered = yield from is_negated(game, other)
            game.meet("an answer answered" if is_answered else "a card negated")
            return not is_answered
    return False


def first_asked(game: Game) -> int:
    """Return who is asked first in a window: the active player, in a Bid the last round's first. [INS-S5]"""
    return game.in_turn_order(game.order[0])[0] if game.phase == "bid" else game.active


def ask_kind(seat: int, what: str, kinds: list[str]) -> Asking[str]:
    """Ask for a kind of card."""
    answer = yield from ask(seat, what, [("kind", kind) for kind in kinds])
    return str(answer[1])


def ask_seat(seat: int, what: str, seats: list[int]) -> Asking[int]:
    """Ask for a player."""
    answer = yield from ask(seat, what, [("seat", other) for other in seats])
    return int(answer[1])


# The choices of Event cards.


def choose_aim(game: Game, seat: int, kind: str) -> Asking[list[Any]]:
    """Ask what a card is aimed at."""
    if kind == "molt":
        assert game.fight is not None
        return [(yield from ask_seat(seat, "whom to molt", game.enemies(game.fight, seat)))]
    if kind == "co_opt":
        return [(yield from ask_seat(seat, "whom to rob", victims_of_theft(game, seat)))]
    if kind == "devolution":
        victim = yield from ask_seat(seat, "whom to devolve", victims_of_devolution(game, seat))
        lying = {card.kind for card in game.players[victim].in_play}
        return [victim, (yield from ask_kind(seat, "what to devolve", [k for k in EVOLUTIONS if k in lying]))]
    if kind == "metamorphosis":
        return (yield from choose_swap(game, seat))
    return []


def victims_of_theft(game: Game, seat: int) -> list[int]:
    """Return the opponents with cards in hand. [INS-S39]"""
    return [other for other in game.seats() if other != seat and game.players[other].hand.total() > 0]


def victims_of_devolution(game: Game, seat: int) -> list[int]:
    """Return the opponents with Evolutions in play. [INS-S40]"""
    return [other for other in game.seats() if other != seat and game.players[other].in_play]


def swaps(game: Game, seat: int) -> list[tuple[str, str]]:
    """Return what Metamorphosis may replace by what; a Mimic needs something left to copy. [INS-E9] [INS-S11]"""
    player = game.players[seat]
    return [
        (old, new)
        for old in EVOLUTIONS
        if any(card.kind == old for card in player.in_play)
        for new in EVOLUTIONS
        if player.hand[new] and (new != "mimic" or kinds_without(game, seat, old))
    ]


def kinds_without(game: Game, seat: int, old: str) -> set[str]:
    """Return the kinds in play when one of a player's cards is gone."""
    player = game.players[seat]
    card = first_to_go(player.in_play, old)
    player.in_play.remove(card)
    kinds = kinds_in_play(game)
    player.in_play.append(card)
    return kinds


def first_to_go(lying: list[CardInPlay], kind: str) -> CardInPlay:
    """Return the card of a kind that leaves play first: of Mimics the one whose copied kind comes first."""
    return min((card for card in lying if card.kind == kind), key=lambda card: EVOLUTIONS.index(card.works_as))


def choose_swap(game: Game, seat: int) -> Asking[list[Any]]:
    """Ask which card in play gives way to which of the hand. [INS-E9]"""
    pairs = swaps(game, seat)
    old = yield from ask_kind(seat, "what gives way", [kind for kind in EVOLUTIONS if kind in {p[0] for p in pairs}])
    new = yield from ask_kind(seat, "what replaces it", [kind for kind in EVOLUTIONS if (old, kind) in pairs])
    return [old, new]


# What Event cards do.


def take_effect(game: Game, seat: int, kind: str, aim: list[Any]) -> Asking[None]:
    """Carry out an Event card that nobody negated."""
    rules = game.rules
    if kind == "feeding_frenzy":
        game.frenzy[seat] += rules.frenzy_attack
    elif kind == "rush":
        game.rush[seat] += rules.rush_initiative
    elif kind == "molt":
        game.players[aim[0]].is_molted = True
    elif kind == "dormancy":
        game.players[game.active].is_dormant = True
    elif kind == "reproductive_cycle":
        gain_insects(game, rules.cycle_reproduction)
    elif kind == "migration":
        game.migration += rules.migration_intelligence
    elif kind == "energy_burst":
        assert game.group is not None
        game.group.burst += rules.burst_movement
    elif kind == "latency":
        game.latency[seat] += rules.latency_initiative
    elif kind == "cocoon":
        game.is_cocooned = True
        draw_cards(game, seat, rules.cocoon_draw)
    else:
        yield from take_effect_on_cards(game, seat, kind, aim)


def take_effect_on_cards(game: Game, seat: int, kind: str, aim: list[Any]) -> Asking[None]:
    """Carry out an Event card that moves cards."""
    if kind == "adaptation":
        yield from adapt(game, seat)
    elif kind == "co_opt":
        steal(game, seat, aim[0])
    elif kind == "devolution":
        remove_from_play(game, aim[0], aim[1])
    elif kind == "metamorphosis":
        remove_from_play(game, seat, aim[0])
        yield from put_into_play(game, seat, aim[1])


def put_into_play(game: Game, seat: int, kind: str) -> Asking[None]:
    """Lay an Evolution of the hand into play; a Mimic copies an effect in force for good. [INS-10] [INS-E7]"""
    works_as = kind
    if kind == "mimic":
        works_as = yield from choose_copy(game, seat)
    game.players[seat].hand[kind] -= 1
    game.players[seat].in_play.append(CardInPlay(kind, works_as))


def choose_copy(game: Game, seat: int) -> Asking[str]:
    """Ask which effect in force in play a Mimic copies. [INS-E7] [INS-S11]"""
    kinds = kinds_in_play(game)
    return (yield from ask_kind(seat, "what to copy", [kind for kind in EVOLUTIONS if kind in kinds]))


def draw_cards(game: Game, seat: int, number: int) -> bool:
    """Draw cards, or what the deck still holds; tell whether there were enough. [INS-15] [INS-S35]"""
    for _ in range(number):
        if not game.deck:
            return False
        game.players[seat].hand[game.deck.pop(0)] += 1
    return True


def adapt(game: Game, seat: int) -> Asking[None]:
    """Draw 2 cards, then discard 2 of the hand, or all it has. [INS-E8] [INS-S36]"""
    draw_cards(game, seat, game.rules.adaptation_draw)
    hand = game.players[seat].hand
    for _ in range(min(game.rules.adaptation_discard, hand.total())):
        kind = yield from ask_kind(seat, "what to discard", [kind for kind in hand if hand[kind]])
        discard(game, seat, kind)


def steal(game: Game, seat: int, victim: int) -> None:
    """Take a random Evolution of a hand, if it holds one. [INS-E12] [INS-S39]"""
    hand = game.players[victim].hand
    evolutions = [kind for kind in EVOLUTIONS for _ in range(hand[kind])]
    if evolutions:
        kind = evolutions[game.draw(len(evolutions))]
        hand[kind] -= 1
        game.players[seat].hand[kind] += 1


def remove_from_play(game: Game, seat: int, kind: str) -> None:
    """Discard an Evolution that lies in play; of Mimics the one whose kind comes first. [INS-E13]"""
    lying = game.players[seat].in_play
    lying.remove(first_to_go(lying, kind))
    game.discards[kind] += 1
