"""What a player of insects has, as the features of a regression: what a position is worth to tree search.

The weights are those of ``regression`` on who won 4,000 games of two players, of ``expert`` against itself with a
random move now and then, by what both had at some time (133,803 positions). Games of weaker bots tell what cards are
worth to those who play them badly: a search with weights of theirs loses to ``expert``. The stage matters as much as
the board: who moves last in a round has seen what the others did, and who is in the middle of its turn has still to
show for it.
"""

from math import exp, sqrt

from swarmzoo.agents.insects.bidding import hoped_share
from swarmzoo.agents.insects.bots import hope
from swarmzoo.agents.insects.judgement import NAMES, cards_worth, space_worth
from swarmzoo.agents.insects.judgement import WEIGHTS as BOT_WEIGHTS
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.insects.attributes import attribute
from swarmzoo.envs.insects.cards import INTELLIGENCE, NUM_ATTRIBUTES
from swarmzoo.envs.insects.stacks import is_alone
from swarmzoo.envs.insects.state import BID, BID_WINDOW, COUNT, EVOLUTION, PICK, REPRODUCTION_PHASE, STEP
from swarmzoo.envs.insects.terrain import DEN

SETTINGS = {"cut": 0, "exploration": 2.0, "widening": 10.0}
AGAINST = {"cut": 1, "rollout": "rusher"}
LEARNED_FROM = ("players=2,symmetric=true",)
LEARNED_OF = ("expert",)
EXPERT = NAMES.index("expert")
FAR = 9
(BOARD, CARDS, INSECTS, ALONE, ALL_BUT_ONE, NEAR_DEN, HAND, KIND) = range(8)
(ACTIVE, TURN, REPRODUCING, PICKING, STEPPING, COUNTING, EVOLVING, TO_PLACE, MOVES, HOPE, GOES_FIRST) = range(14, 25)
WEIGHTS = {
    "expert's board": 0.059,
    "expert's cards": 0.327,
    "root of insects": 0.599,
    "spaces held alone": 0.051,
    "all Dens but one": 0.059,
    "near a Den": 0.680,
    "hand": 0.035,
    "initiative": 0.665,
    "attack": 0.025,
    "defense": 0.220,
    "movement": -0.083,
    "reproduction": -0.088,
    "stack": -0.085,
    "intelligence": 0.083,
    "active": -0.359,
    "turn in the round": 0.379,
    "reproducing": 0.078,
    "picking": -0.200,
    "stepping": -0.307,
    "counting": -0.232,
    "evolving": 0.779,
    "insects to place": 0.083,
    "moves left": 0.079,
    "expert's hope": 0.094,
    "first in the Bid": 0.309,
}


@kernel
def outlook(s, r, p, f):
    """Write the features of a player, float32 (features,); tell whether it is still in the game."""
    if s.out[p]:
        return False
    write_holdings(s, r, p, f)
    write_tempo(s, r, p, f)
    return True


@kernel
def write_holdings(s, r, p, f):
    """Write what a player has on the board and in cards."""
    w = BOT_WEIGHTS[EXPERT]
    insects, dens, held, board, spaces = 0, 0, 0, 0.0, 0
    for x in range(r.num_hexes):
        alone = s.bugs[p, x] > 0 and is_alone(s, p, x)
        if s.bugs[p, x] > 0:
            insects += int(s.bugs[p, x])
            board += space_worth(s, r, p, x, int(s.bugs[p, x]), w)
            spaces += alone
        if s.terrain[x] == DEN:
            dens += 1
            held += alone
    f[BOARD], f[CARDS], f[HAND] = board, cards_worth(s, p, w), s.hand_size[p]
    f[INSECTS], f[ALONE] = sqrt(insects), spaces
    f[ALL_BUT_ONE] = 1.0 if held >= dens - 1 else 0.0
    f[NEAR_DEN] = exp(-0.5 * steps_to_den(s, r, p))
    for kind in range(NUM_ATTRIBUTES):
        f[KIND + kind] = int(s.in_play[p, kind]) + int(s.mimicked[p, kind])


@kernel
def write_tempo(s, r, p, f):
    """Write what it has of being about to act: its place in the Bid or the round, the stage, what it may still do."""
    for k in range(ACTIVE, GOES_FIRST + 1):
        f[k] = 0.0
    if s.stage == BID or s.stage == BID_WINDOW:
        f[GOES_FIRST] = 1.0 - hoped_share(s, r, p, False)
    if s.active != p:
        return
    f[ACTIVE], f[TURN], f[TO_PLACE] = 1.0, s.turn / (s.bugs.shape[0] - 1), s.unplaced
    f[REPRODUCING] = 1.0 if s.stage == REPRODUCTION_PHASE else 0.0
    f[PICKING] = 1.0 if s.stage == PICK else 0.0
    f[STEPPING] = 1.0 if s.stage == STEP else 0.0
    f[COUNTING] = 1.0 if s.stage == COUNT else 0.0
    f[EVOLVING] = 1.0 if s.stage == EVOLUTION else 0.0
    if s.stage == PICK or s.stage == STEP or s.stage == COUNT:
        f[MOVES] = max(attribute(s, r, p, INTELLIGENCE) - s.moves_made, 0)
    if s.actor == p and (s.stage == STEP or s.stage == COUNT):
        f[HOPE] = hope(s, r, p, BOT_WEIGHTS[EXPERT])


@kernel
def steps_to_den(s, r, p):
    """Steps from a player's insects to the nearest Den that it does not hold alone."""
    best = FAR
    for h in range(r.num_hexes):
        if s.terrain[h] == DEN and not (s.bugs[p, h] > 0 and is_alone(s, p, h)):
            for x in range(r.num_hexes):
                if s.bugs[p, x] > 0:
                    best = min(best, int(r.distance[x, h]))
    return best
