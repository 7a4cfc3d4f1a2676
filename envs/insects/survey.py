"""The public overview of a game with all hands, in absolute seats: ``state()``."""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.cards import NUM_EVOLUTIONS, NUM_KINDS
from swarmzoo.envs.insects.terrain import NUM_TERRAINS
from swarmzoo.envs.insects.viewpoint import order_position


def survey_size(capacity: int, players: int) -> int:
    """Return the length of the public overview."""
    return NUM_TERRAINS * capacity + players * (capacity + NUM_KINDS + 2 * NUM_EVOLUTIONS + 4) + NUM_KINDS + 4


@kernel
def survey(s, r, out):
    """Write everything public and all hands in absolute seats, without deck order and generator: ``state()``.

    Counts are not scaled: terrain one-hot (10, H); per player: insects (H), hand (29), effects in play and burnt (14
    each), hand size, place in the order, is active, eliminated; discards (29); cards left, round, stage, fight.
    """
    out[:] = 0.0
    n, h = s.bugs.shape
    for x in range(r.num_hexes):
        out[int(s.terrain[x]) * h + x] = 1.0
    i = NUM_TERRAINS * h
    for p in range(n):
        for x in range(h):
            out[i + x] = s.bugs[p, x]
        i += h
        for kind in range(NUM_KINDS):
            out[i + kind] = s.hand[p, kind]
        i += NUM_KINDS
        for kind in range(NUM_EVOLUTIONS):
            out[i + kind] = s.in_play[p, kind] + s.mimicked[p, kind]
            out[i + NUM_EVOLUTIONS + kind] = s.burnt[p, kind]
        i += 2 * NUM_EVOLUTIONS
        out[i] = s.hand_size[p]
        out[i + 1] = order_position(s, p)
        out[i + 2] = s.active == p
        out[i + 3] = s.out[p]
        i += 4
    for kind in range(NUM_KINDS):
        out[i + kind] = s.discards[kind]
    i += NUM_KINDS
    out[i] = r.num_cards - s.drawn
    out[i + 1] = s.round_number
    out[i + 2] = s.stage
    out[i + 3] = s.fight + 1
