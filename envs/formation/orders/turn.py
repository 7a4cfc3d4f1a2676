"""A game led by orders: soldiers carry out what is in force until the next turn asks for orders. [FOR-O1, FOR-O2]"""

from swarmzoo.envs.core.bans import allowed
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.core.random import seed_rng
from swarmzoo.envs.formation.determinize import determinize
from swarmzoo.envs.formation.dice import ORDER, WILL, draw
from swarmzoo.envs.formation.legality import has_choice, offer_nothing
from swarmzoo.envs.formation.observation import show_all
from swarmzoo.envs.formation.orders.book import AIM_OF, AT_FIRST, MANNER_OF, NUM_ORDERS
from swarmzoo.envs.formation.orders.conduct import HOLD, STAND, wish
from swarmzoo.envs.formation.orders.squads import (
    BOTH,
    ask,
    clear_orders,
    company_of,
    kinds_left,
    possible_orders,
    take_orders,
)
from swarmzoo.envs.formation.setup import set_up
from swarmzoo.envs.formation.turn import begin_turn, end_choices, go_on
from swarmzoo.envs.formation.victory import is_shaped, measure_companies, write_worth

_BITS = 1 << 31


@kernel
def reset(s, r, seed):
    """Set up a new game and ask for the first orders."""
    clear_orders(s)
    set_up(s, r, seed)
    begin_turn(s, r)
    go_on(s, r)
    follow(s, r)


@kernel
def step(s, r, actions):
    """Put the orders in force, and let soldiers carry them out until there is a squad to ask again."""
    take_orders(s, r, actions)
    follow(s, r)


@kernel
def follow(s, r):
    """Go on until a squad has a choice, or the game is over; what companies see is written then."""
    while not s.done:
        if s.turn > s.ordered:
            if ask(s, r):
                break
            take_orders(s, r, s.order)  # nobody has a choice, so none of these is read
        obey(s, r)
    if s.done:
        offer_nothing(s)
    show_all(s, r)


@kernel
def obey(s, r):
    """Let all soldiers who have a choice do what their orders ask of them, and go to the next choice. [FOR-O2]"""
    for k in range(s.num_asked):
        i = s.asked[k]
        s.chosen[i] = deed(s, r, i) if has_choice(s, i) else 0
    for k in range(s.may.shape[0]):
        s.may[k] = 0
    for k in range(4):
        s.will[k] = 0
    end_choices(s, r)
    go_on(s, r)


@kernel
def deed(s, r, i):
    """Return what a soldier does under the order of its squad. What who waits or holds draws hangs on its hex alone."""
    order = s.order[s.squad[i]]
    for action in range(s.may.shape[0]):
        s.may[action] = s.choices[i] >> action & 1
    if MANNER_OF[order] == HOLD or MANNER_OF[order] == STAND:
        seed_rng(s.will, draw(s, WILL, s.place[i], 0, _BITS))
    return allowed(s.may, wish(s, r, i, MANNER_OF[order], AIM_OF[order], s.will, s.may))


@kernel
def potential(s, r, values):
    """Value the progress and strength of the squads' companies; 0 unless shaping is on."""
    for q in range(values.shape[0]):
        values[q] = 0.0
    if is_shaped(s, r):
        measure_companies(s, r)
        for q in range(r.num_squads):
            write_worth(s, r, values, q, company_of(r, q))


@kernel
def redraw(s, r, side, seed):
    """Redraw what a company cannot know: the dice, the hidden, and the orders that the enemy has given. [FOR-O5]"""
    determinize(s, r, side, seed)
    if s.done or s.asks == BOTH:  # nothing but the first order of all can be in force yet
        return
    kinds = kinds_left(s, r, 1 - side)
    for q in range(r.num_squads):
        if company_of(r, q) != side:
            s.order[q] = any_order(s, q, possible_orders(s, r, q, kinds))


@kernel
def any_order(s, q, bits):
    """Return one of the orders, but for carrying on, that have a bit, each as likely."""
    count = 0
    for action in range(1, NUM_ORDERS):
        count += bits >> action & 1
    nth = draw(s, ORDER, q, 0, _BITS // count * count) % count
    for action in range(1, NUM_ORDERS):
        if bits >> action & 1:
            if nth == 0:
                return action
            nth -= 1
    return AT_FIRST
