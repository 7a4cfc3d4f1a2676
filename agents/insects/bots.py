"""The bots of insects: greedy looks one ply ahead, the others follow the rules of thumb of their strategy.

=========  ==========================================================================================
greedy     takes the action after which its documented value of the position is highest
rusher     wants Dens and fights: Attack and Movement cards, goes for the nearest foreign Den
breeder    wants insects: Reproduction and Stack cards, Grass
fortress   wants to lose nothing: Defense and Stack cards, strong stacks beside enemies, its Dens
runner     wants spaces at the deck's end: Intelligence and Movement cards, thin and wide
expert     greedy with weights found by a search: no strategy, but a teacher for the warm start of policies
=========  ==========================================================================================

``choose`` is the compiled choice function of all of them: bot 1 is greedy, 2 rusher ... (0 plays at random).
Nothing hidden is read: those that look ahead try actions out in determinised copies, the others read what all can see
and their own hand alone.
"""

from swarmzoo.agents.insects.bidding import order_worth, taste_for_late
from swarmzoo.agents.insects.judgement import (
    HERE,
    NAMES,
    ONE_MORE,
    TO_PLACE,
    WEIGHTS,
    best_gain,
    best_gain_of,
    card_worth,
    cards_worth,
    gain_there,
    group_movers,
    leaving,
    look_at,
    new_notes,
    space_worth,
)
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import draw_below, next_word
from swarmzoo.envs.insects.actions import BURN, DIGIT, HEX, NUM_DIGITS, NUM_PARTS, PASS, PLAY, SEAT, STEP_TO
from swarmzoo.envs.insects.attributes import allowance, attribute
from swarmzoo.envs.insects.cards import (
    ATTACK,
    DEFENSE,
    FEEDING_FRENZY,
    INITIATIVE,
    MIGRATION,
    NUM_EVOLUTIONS,
    RAMPAGE,
    REPRODUCTIVE_CYCLE,
    RUSH,
)
from swarmzoo.envs.insects.decisions import decision_of
from swarmzoo.envs.insects.determinize import determinize
from swarmzoo.envs.insects.legality import asks_high_digit, count_range
from swarmzoo.envs.insects.state import (
    BID,
    COUNT,
    DROP,
    EVOLUTION,
    EXCESS,
    FIGHT_WINDOW,
    GO,
    LIMIT_WINDOW,
    PICK,
    REPRODUCTION_PHASE,
    STEP,
)
from swarmzoo.envs.insects.turn import step_actor
from swarmzoo.envs.insects.victory import rewards_of

TEACHER_NAMES = ("expert",)
BOT_NAMES = ("random", *(name for name in NAMES if name not in TEACHER_NAMES))
GREEDY, EXPERT = 1, 1 + NAMES.index("expert")
WIN = 1000.0
NOISE = 1e-6  # ties are broken at random


@kernel
def choose(s, r, p, bot, rng, mask, spare):
    """Return the action of a bot for a player; ``spare`` has room for two states."""
    w, seed = WEIGHTS[bot - 1], next_word(rng)
    if bot == GREEDY or bot == EXPERT:
        spare[0] = s
        determinize(spare[0], r, p, seed)
        return look_ahead(spare, r, p, rng, mask, w)
    return follow_strategy(s, r, p, rng, mask, w)


@kernel
def look_ahead(spare, r, p, rng, mask, w):
    """Return the legal action after which the position is worth most."""
    best, best_action = -1e9, 0
    for action in range(mask.shape[0]):
        if mask[action]:
            spare[1] = spare[0]
            step_actor(spare[1], r, action)
            worth = value(spare[1], r, p, w) + noise(rng)
            if worth > best:
                best, best_action = worth, action
    return best_action


@kernel
def noise(rng):
    """A tiny random number that breaks ties."""
    return draw_below(rng, 1024) * NOISE


@kernel
def value(s, r, p, w):
    """Worth of a position: won or lost, spaces, insects and cards against the others', and the group in hand."""
    if s.done or s.out[p]:
        return WIN * rewards_of(s, p)
    total = cards_worth(s, p, w) + order_worth(s, r, p, w)
    if s.active == p:
        total += w[TO_PLACE] * s.unplaced
    n = s.bugs.shape[0]
    for x in range(r.num_hexes):
        for q in range(n):
            if s.bugs[q, x] > 0:
                share = 1.0 if q == p else -0.6 / (n - 1)
                total += share * space_worth(s, r, q, x, int(s.bugs[q, x]), w)
    if s.actor == p and (s.stage == STEP or s.stage == COUNT):
        total += hope(s, r, p, w)
    elif s.actor == p and s.stage == PICK:
        total += 0.01 * max(attribute(s, r, p, 6) - s.moves_made, 0)
    return total


@kernel
def hope(s, r, p, w):
    """Worth of a group in hand: nine tenths of what its best next step gains."""
    count = group_movers(s, r)
    if s.stage == COUNT and count == 0:
        count = 1
    if count == 0:
        return 0.0
    return 0.9 * max(best_gain(s, r, p, new_notes(s, r, p), s.at, count, w), 0.0)


@kernel
def follow_strategy(s, r, p, rng, mask, w):
    """Return the legal action that scores best by the rules of thumb."""
    best, best_action = -1e9, 0
    decision, notes = decision_of(s), new_notes(s, r, p)
    movers = group_movers(s, r) if decision == STEP else 0
    before, after, steps = leaving(s, r, p, notes, s.at, movers, w) if decision == STEP else (0.0, 0.0, 0)
    for part in range(NUM_PARTS):
        first = int(r.first[part])
        for action in range(first, int(r.first[part + 1])):
            if mask[action]:
                k = action - first
                if part == STEP_TO:
                    t = r.neighbours[s.at, r.direction_back[p, k]]
                    worth = gain_there(s, r, p, notes, t, movers, before, after, steps, w) - 0.02 + noise(rng)
                else:
                    worth = score(s, r, p, notes, decision, part, k, w) + noise(rng)
                if worth > best:
                    best, best_action = worth, action
    return best_action


@kernel
def score(s, r, p, notes, decision, part, k, w):
    """Score one legal action, as the player sees it."""
    if part == PASS:
        return 0.0
    if part == PLAY:
        return score_play(s, r, p, decision, k, w)
    if part == BURN:
        return score_burn(s, r, p, decision, k, w)
    if part == HEX:
        return score_hex(s, r, p, notes, decision, r.hex_at[p, k], w)
    if part == DIGIT:
        return score_digit(s, r, p, notes, k, w)
    if part == SEAT:
        return score_seat(decision, k, w)
    return -0.5


@kernel
def score_play(s, r, p, decision, kind, w):
    """Cards: in the Evolution Phase the most wanted; events that add something are played; the least wanted goes."""
    if decision == EVOLUTION:
        return 1.0 + card_worth(s, p, kind, w)
    if decision == EXCESS:
        return 0.5
    if kind < NUM_EVOLUTIONS:
        return 1.0 + card_worth(s, p, kind, w)
    if kind == REPRODUCTIVE_CYCLE or kind == MIGRATION or kind == RAMPAGE:
        return 2.0
    if kind == FEEDING_FRENZY or kind == RUSH:
        return 1.0
    return 0.3


@kernel
def score_burn(s, r, p, decision, kind, w):
    """Burning: the least wanted card above the hand limit; in fights, cards of which the hand has more than one."""
    if decision == EXCESS:
        return 1.0 - card_worth(s, p, kind, w)
    if decision == FIGHT_WINDOW and (kind == ATTACK or kind == DEFENSE or kind == INITIATIVE):
        return 0.5 if s.hand_size[p] >= 3 else -0.5
    if decision == LIMIT_WINDOW:
        return 0.5 if s.hand_size[p] >= 3 else -0.5
    return -1.0


@kernel
def score_hex(s, r, p, notes, decision, x, w):
    """Hexes: new insects where they are worth most, the stack with the best move, the best fight first."""
    if decision == PICK:
        return pick_gain(s, r, p, notes, x, w)
    count = int(s.bugs[p, x])
    if decision == REPRODUCTION_PHASE:
        look_at(s, r, p, notes, x, w)
        return 1.0 + notes[x, ONE_MORE] - notes[x, HERE] + room_to_go(s, r, p, notes, x, w)
    return 1.0 + space_worth(s, r, p, x, count, w)


@kernel
def room_to_go(s, r, p, notes, x, w):
    """A new insect is also worth what it can do next: half of the best step of one insect."""
    return 0.5 * max(best_gain(s, r, p, notes, x, 1, w), 0.0)


@kernel
def pick_gain(s, r, p, notes, x, w):
    """The best gain of moving one, all but one, or all insects that can go from a stack."""
    ready = 0
    for c in range(allowance(s, r, x)):
        ready += s.moved[x, c]
    return best_gain_of(s, r, p, notes, x, ready, 1, ready - 1 if ready > 2 else ready, w) - 0.05


@kernel
def score_digit(s, r, p, notes, digit, w):
    """A count: as many as make the next step gain most; nobody is dropped or picked up without need."""
    _, most = count_range(s, r)
    if asks_high_digit(s, most):
        return -abs(digit - most // NUM_DIGITS)
    count = max(int(s.high_digit), 0) * NUM_DIGITS + digit
    if decision_of(s) != COUNT:
        return count * 0.001
    if s.count_for == DROP:
        return -count * 0.1
    if s.count_for == GO and count + s.counted == 0:
        return -0.1
    return best_gain(s, r, p, notes, s.at, count + s.counted, w)


@kernel
def score_seat(decision, place, w):
    """Places and players: go first or last, as the bot likes it; aim at the next player."""
    if decision == BID:
        return place * taste_for_late(w)
    return 1.0 - 0.1 * place
