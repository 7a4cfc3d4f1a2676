"""The state of a game: one record, sized by capacities for soldiers and cells."""

from functools import cache
from typing import Any

import numpy as np

from swarmzoo.envs.core.bans import ban_counts
from swarmzoo.envs.formation.actions import NUM_ACTIONS

# Soldiers of both companies, and cells of the field with its margin; few, since every record type is compiled alone.
SOLDIER_CAPACITIES = (16, 32, 64, 128, 256, 512, 1024)
CELL_CAPACITIES = (1024, 1792, 2816, 4864, 8448, 15616, 24192)
SQUAD_CAPACITIES = (4, 8, 16, 32, 64, 128, 256, 512)  # of both companies, where squads are the agents
RED, BLUE = 0, 1
NOBODY = -1
WORD = 32  # columns of a row that one number of `ranks` marks
MAX_ROWS, MAX_WORDS = 128, 5

# Stages. Those up to MANOEUVRE ask somebody.
(ORDERS, SHORT_MOVE, STEPS, REACTION, MISSILE, PASSIVE_MISSILE, MELEE, PASSIVE_MELEE, MANOEUVRE) = range(9)
(FLIGHT, MOVEMENT_END, MORALE, TURN_END) = range(9, 13)
STAGE_NAMES = (
    *("orders", "short move", "step", "reaction", "missile", "passive missile", "melee", "passive melee", "manoeuvre"),
    *("flight", "movement end", "morale", "turn end"),
)

# What has become of a soldier.
FIELD, DOWNED, FLED, CROSSED, DEAD, STABLE = range(6)
FATE_NAMES = ("in the field", "Downed", "fled", "crossed", "dead", "stable")

# Kinds of panic triggers, each checked once a combat.
LEADER_DOWN, QUARTER_OUT, HALF_OUT = 1, 2, 4

ENV_STEPS_OF_A_TURN = 8  # whose events there is room for where a decision is about a whole turn
SHOWN_WORDS = 4  # numbers of 32 bits that show a hex to a company: 12 planes of a byte, and one that is not used


def _order_fields(n: int) -> list[tuple[Any, ...]]:
    """Return the fields of a game that is led by orders, before its log."""
    return [
        ("asks", np.int8),  # a bit for each company whose squads are asked for orders now
        ("ordered", np.int16),  # the turn at the beginning of which orders were asked for last; -1: none yet
        ("order", np.int8, n),  # of each squad: what is in force
        ("offers", np.int32, n),  # of each squad: a bit for each order that it may be given now
        ("may", np.int8, NUM_ACTIONS),  # the mask of the soldier that is looked at; zeros in between
        ("will", np.uint32, 4),  # what it draws from; zeros in between
    ]


@cache
def state_dtype(soldiers: int, cells: int, by_orders: bool = False) -> np.dtype:
    """Return the record of one game; ``rng`` holds the key of all its dice. ``by_orders``: squads are the agents."""
    n, h, f = soldiers, cells, soldiers // 2
    steps = ENV_STEPS_OF_A_TURN if by_orders else 1
    assert NUM_ACTIONS < 63
    return np.dtype(
        [
            ("rng", np.uint32, 4),
            ("done", np.bool_),
            ("ending", np.int8),
            ("winner", np.int8),  # RED, BLUE, or NOBODY: a draw
            # time
            ("turn", np.int16),
            ("active", np.int8),  # the company whose turn it is
            ("stage", np.int8),
            ("step_number", np.int16),  # Steps of this Movement so far
            ("step_limit", np.int8),  # Steps of a Movement at most
            ("moment", np.int32),  # env steps and automatic stages so far: what dice are keyed by
            ("after_parts", np.bool_),  # the parts of broken formations move now
            # the field
            ("terrain", np.int8, h),
            ("occupant", np.int16, h),  # the soldier in each cell, or NOBODY
            ("claim", np.int16, h),  # who steps into a cell, while a Step is resolved; NOBODY in between
            ("fallen", np.int8, h),  # a bit for each company of which somebody was Downed here in this turn
            ("zone", np.int8, (2, h)),  # how many soldiers of a company control a cell
            ("ranks", np.uint32, (3, MAX_ROWS, MAX_WORDS)),  # a bit for each soldier of a company; 2: movers
            ("way", np.int16, (2, h)),  # Movement Points to a company's objective, terrain counted; -1: none
            ("home", np.int16, (2, h)),  # likewise to the edge where a company flees
            ("queue", np.int16, h),  # for floods
            ("path", np.int32, h),  # ranks of ways, while a Berserk looks for one; 0 in between
            ("shown", np.uint32, (2, h, SHOWN_WORDS)),  # each cell as a company sees it: see observation
            # soldiers
            ("company", np.int8, n),
            ("kind", np.int8, n),  # role and rank: a row of the rules' tables
            ("squad", np.int16, n),
            ("leads", np.int8, n),
            ("place", np.int32, n),  # cell, or NOBODY when out of the field
            ("facing", np.int8, n),
            ("fate", np.int8, n),
            ("dazed", np.int8, n),
            ("wounded", np.int8, n),
            ("panicked", np.int8, n),
            ("berserk", np.int8, n),
            ("hidden", np.int8, n),
            ("quick", np.int8, n),  # Quick Actions left
            ("complex_left", np.int8, n),
            ("exhausted", np.int8, n),  # the Complex Action of the coming turn is spent
            ("melee_left", np.int8, n),
            ("loaded", np.int8, n),
            ("points", np.int8, n),  # Movement Points left
            ("ended", np.int8, n),  # Movement is over for it
            ("held", np.int8, n),  # stopped in a Zone of Control
            ("moved", np.int8, n),  # hexes moved in this turn
            ("stirred", np.int8, n),  # moved, alone or its formation, in the Step that may be reacted to
            ("straight", np.int8, n),  # hexes moved straight ahead in this Movement
            ("charging", np.int8, n),
            ("evading", np.int8, n),
            ("defending", np.int8, n),
            ("forming", np.int8, n),
            ("panics", np.int8, n),
            ("calmness", np.int16, n),  # the roll of a Berserk who tries to come to itself, or in a check for panic
            ("aim", np.int16, n),  # while a Step is resolved: the cell it steps into, or NOBODY
            ("wanted", np.int16, n),  # the cell it wanted to step into
            ("heading", np.int8, n),
            ("paid", np.int8, n),  # Movement Points its own step costs
            ("new_facing", np.int8, n),
            ("run", np.int8, n),  # Movement Points left of one who flees
            ("moved_at", np.int16, n),  # where it is marked as one who moved
            ("mobile", np.int8, n),  # may move in this env step
            ("tried", np.int8, n),  # wanted to move in this Step
            ("acted", np.int8, n),  # spent Movement Points of its own in this turn
            ("found", np.int16, 6),  # the nearest targets of the soldier that is looked at
            ("near", np.int16, 12),  # candidates for it, by distance and then clockwise from the front
            ("near_rank", np.int32, 12),
            ("target", np.int16, n),  # whom it strikes or shoots at, while that is resolved
            ("aims", np.int8, n),  # shoots carefully
            ("aimed_at", np.int16, n),  # how many strike at it at once
            ("when", np.int8, n),  # in which stage of the melee its strike lands
            ("fought", np.int8, n),  # struck in this turn
            ("struck", np.int8, n),  # attacks on it so far in this turn
            ("shot_at", np.int16, n),  # members of formations that shoot at it at once
            ("light", np.int8, n),  # hits that land at once, by weight
            ("medium", np.int8, n),
            ("heavy", np.int8, n),
            ("fell_at", np.int16, n),  # where it was Downed in this turn, or NOBODY
            ("lies_at", np.int16, n),  # where it was Downed
            ("harm", np.int16, n),  # the greatest damage result of its last hits
            ("choices", np.int64, n),  # a bit for each legal action
            ("withheld", np.int64, n),  # a bit for each action that would be legal but for a ban
            ("chosen", np.int8, n),  # what it does in this env step
            ("targets", np.int16, (n, 6)),  # the enemies that a soldier was offered to shoot or strike at
            ("offered_at", np.int16, n),  # how many may shoot or strike at it in this env step
            ("label", np.int16, n),  # for floods over soldiers
            ("next_member", np.int16, n),  # for lists of soldiers
            ("successor", np.int16, n),  # the formation that a member of a broken one continues in
            ("part_size", np.int16, n),  # of the part of a broken formation that is named after this soldier
            ("part_rank", np.int64, n),
            ("part_led", np.int8, n),
            # lists of soldiers, so that few steps look at all of them
            ("asked", np.int16, n),  # who has a choice besides to stay
            ("num_asked", np.int16),
            ("num_free", np.int16),  # of them, those to whom no ban has left a single one
            ban_counts(2),
            ("steppers", np.int16, n),  # who wants to move, while a Step is resolved
            ("num_steppers", np.int16),
            ("movers", np.int16, n),  # who moved in the Step that may be reacted to
            ("num_movers", np.int16),
            ("any_crossed", np.bool_),  # somebody has crossed the far edge in this Step
            ("num_hits", np.int16),  # hits that have not taken effect
            ("num_strikes", np.int16),  # strikes declared that have not landed
            ("untidy", np.bool_),  # somebody has left a formation since it was last seen to
            # formations
            ("formation", np.int16, n),  # the formation of each soldier, or NOBODY
            ("intact", np.int8, n),  # still in the formation in which it started, or crossed so
            ("crossed_in_line", np.int8, n),  # crossed as a member of a formation
            ("members", np.int16, f),  # of each formation; 0: there is none of this number
            ("director", np.int16, f),  # its leader, or NOBODY if its soldiers are trained to do without
            ("gap_before", np.int8, f),  # a Step began with a gap
            ("lost_before", np.int8, f),  # a Step began with the leader out of range
            ("cost", np.int8, f),  # the highest cost that a member paid in this Step
            ("going", np.int8, f),  # somebody of it moved in this Step
            ("over", np.int8, f),  # its Movement has ended
            ("stepping", np.int8, f),  # it takes part in the Step that is being resolved
            ("steps_taken", np.int8, f),  # by parts, on their own
            ("next_part", np.int16, f),  # the part that moves after it, or NOBODY
            ("waits_for", np.int16, f),  # parts of broken formations: the part that moves before it, or NOBODY
            ("is_part", np.int8, f),
            ("first_member", np.int16, f),
            ("next_number", np.int16),  # where the search for a free number begins
            # squads and companies
            ("favoured", np.int16, n),  # of each squad: the soldiers that its leader will direct, while they form up
            ("squad_size", np.int16, n),
            ("captain", np.int16, n),  # the leader of each squad, or NOBODY
            # panic triggers of each squad, or of the company under the number of its first squad
            ("triggers", np.int8, n),  # those that were checked
            ("due", np.int8, n),  # those to be checked in this turn's Morale Phase
            ("group_out", np.int16, n),  # in the Morale Phase: how many of them are Downed or have fled
            ("group_at", np.int16, n),  # in the Morale Phase: the first hex of those in the field, where they roll
            ("in_field", np.int16, 2),
            ("crossed", np.int16, 2),
            ("in_line", np.int16, 2),  # those of them that crossed as members of a formation
            ("panicking", np.int16, 2),  # the Panicked in the field
            ("started", np.int16, 2),
            ("panicked_ever", np.int8, 2),
            ("holds", np.int8, 2),  # bridge: turns in a row that a company was alone on it
            ("alone", np.int16, 2),  # bridge: turns in all
            ("breakups", np.int16, 2),
            ("in_view", np.int16, 2),  # soldiers of each company whom the other one sees
            ("total", np.int32, (2, 2)),  # of their q and row with the margin
            ("middle", np.int32, (2, 2)),  # the mean of these
            ("stale", np.int8, n),  # what companies see of it has changed since it was written; False in between
            ("measure", np.int32, 2),  # for the potential
            ("any_wounded", np.int8, 2),  # somebody in the field who is not Berserk is Wounded
            ("lost", np.int16, 2),  # soldiers Downed
            ("objective", np.int8, h),  # bridge and far edges: 1 red's, 2 blue's, 3 both companies'
            ("sight_is_clear", np.bool_),  # no terrain hides anything
            ("any_hidden", np.bool_),
            *(_order_fields(n) if by_orders else ()),
            # log
            ("logged", np.int32),
            ("log", np.int32, (max(64, 2 * n) * steps, 4)),  # room for env steps in which everybody moves
        ],
        align=True,
    )
