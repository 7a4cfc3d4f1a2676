"""The log of a game: a short ring of numbered events in the state, told in words by ``words``."""

# Codes, and what the numbers after them mean.
(
    ROUND_BEGINS,  # round
    TURN_BEGINS,  # seat
    PLACE_PICKED,  # seat, place
    CARDS_SHOWN,  # seat, cards (mulligan)
    CARDS_DRAWN,  # seat, cards
    EVOLUTION_PLAYED,  # seat, card, kind in force
    EVENT_PLAYED,  # seat, card, seat aimed at
    CARD_BURNT,  # seat, card, kind in force
    CARD_DISCARDED,  # seat, card
    CARD_NEGATED,  # kind, by seat
    CARD_STOLEN,  # seat, victim
    CARD_SWAPPED,  # seat, old card, new card
    CARD_DESTROYED,  # seat, victim, card
    INSECT_PLACED,  # seat, hex, count
    GROUP_MOVED,  # seat, from, to, count
    FIGHT_BEGINS,  # hex
    STRIKE,  # seat, target, killed
    INSECTS_SUCKED,  # seat, count
    STACK_CUT,  # seat, hex, lost
    SAND_TOOK,  # seat, hex, lost
    ELIMINATED,  # seat
    GAME_OVER,  # how, a bit for each seat that shares first place
    EXTRA_PHASES,  # seat (Rampage)
    MOVE_GIVEN_UP,  # seat (Cocoon)
) = range(24)
