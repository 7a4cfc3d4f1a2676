"""Actions and questions in the game's own words."""

from collections.abc import Callable

import numpy as np

from swarmzoo.envs.core.hexes import DIRECTION_NAMES, NO_HEX
from swarmzoo.envs.insects.actions import NUM_DIGITS, action_space
from swarmzoo.envs.insects.cards import KIND_NAMES, NUM_EVOLUTIONS
from swarmzoo.envs.insects.state import (
    ADAPTATION_DISCARD,
    BID,
    BID_WINDOW,
    CARD_FROM_HAND,
    COUNT,
    DROP,
    EVOLUTION,
    EXCESS,
    FIGHT_ORDER,
    FIGHT_WINDOW,
    GO,
    LIMIT_WINDOW,
    MIMIC_KIND,
    MOVE_WINDOW,
    OWN_CARD,
    PICK,
    PICK_UP,
    PLACE_COUNT,
    RAMPAGE_OFFER,
    REACTION,
    REPRODUCTION_PHASE,
    SPENT,
    STEP,
    TARGET,
    VICTIM,
    VICTIMS_CARD,
)
from swarmzoo.envs.insects.victory import ENDING_NAMES
from swarmzoo.envs.insects.words.figures import Figures
from swarmzoo.envs.insects.words.naming import num_insects, phase_name, player_name, winners_named

_PASSES = {
    EVOLUTION: "play no Evolution card",
    REPRODUCTION_PHASE: "end the Reproduction Phase",
    PICK: "end the Move Phase",
    STEP: "stop",
    RAMPAGE_OFFER: "end the Attack Phase",
    PLACE_COUNT: "all of them",
}
_PLAYS = {
    EXCESS: "discard {}",
    ADAPTATION_DISCARD: "discard {}",
    MIMIC_KIND: "copy {}",
    OWN_CARD: "give up {}",
    CARD_FROM_HAND: "put {} in its place",
}
_PURPOSES = {GO: "go", PICK_UP: "are picked up", DROP: "are dropped"}


class Phrases:
    """The phrases of one board and its rules."""

    def __init__(self, names: list[str], rules: np.ndarray):
        self.names, self.r = names, rules[0]
        self.actions = action_space(self.r["terrain"].shape[0], len(self.r["start"]))
        self._phrase_of: dict[str, Callable[..., str]] = {
            "pass": lambda _s, now, *_: _PASSES.get(now.decision, "pass"),
            "play": self._play,
            "burn": lambda _s, _now, _agent, kind: f"burn {KIND_NAMES[kind]}",
            "hex": self._hex,
            "step": self._direction,
            "pick up": lambda *_: "pick up insects",
            "drop": lambda *_: "drop insects",
            "digit": self._digit,
            "seat": self._seat,
        }

    def action(self, s: np.void, now: Figures, agent: int, action: int) -> str:
        """Return an action in words, as an agent sees it."""
        if not 0 <= action < self.actions.num_actions:
            return f"action {action}, which does not exist"
        part, k = self.actions.part_of(action)
        return self._phrase_of[part.name](s, now, agent, k)

    def aimed_at(self, s: np.void, now: Figures, agent: int, action: int) -> int:
        """Return the hex of the board at which an action of an agent aims, or NO_HEX."""
        part, k = self.actions.part_of(action)
        if part.name == "hex":
            h = int(self.r["hex_at"][agent, k])
            return h if h < len(self.names) else NO_HEX
        return self._target(s, now, agent, k) if part.name == "step" else NO_HEX

    def _target(self, s: np.void, now: Figures, agent: int, seen: int) -> int:
        """Return the hex to which a step leads, or NO_HEX."""
        if s["at"] == NO_HEX or now.decision != STEP:
            return NO_HEX
        return int(self.r["neighbours"][s["at"], int(self.r["direction_back"][agent, seen])])

    def _play(self, s: np.void, now: Figures, agent: int, kind: int) -> str:
        if now.decision == VICTIMS_CARD:
            return f"discard {KIND_NAMES[kind]} of {player_name(s['played_at'])}"
        if now.decision in _PLAYS:
            return _PLAYS[now.decision].format(KIND_NAMES[kind])
        return f"play {KIND_NAMES[kind]} ({'Evolution' if kind < NUM_EVOLUTIONS else 'Event'})"

    def _hex(self, s: np.void, now: Figures, agent: int, seen: int) -> str:
        h = int(self.r["hex_at"][agent, seen])
        if h >= len(self.names):
            return f"hex {seen}, which is not on this board"
        if now.decision == REPRODUCTION_PHASE:
            return f"place {'insects' if self.r['place_groups'] else 'an insect'} at {self.names[h]}"
        if now.decision == PICK:
            return f"pick the stack of {s['bugs'][agent, h]} at {self.names[h]}"
        return f"{'fight at' if now.decision == FIGHT_ORDER else 'hex'} {self.names[h]}"

    def _direction(self, s: np.void, now: Figures, agent: int, seen: int) -> str:
        direction = int(self.r["direction_back"][agent, seen])
        h = self._target(s, now, agent, seen)
        target = f" to {self.names[h]}" if h != NO_HEX else ""
        return f"step {DIRECTION_NAMES[direction]}{target}"

    def _digit(self, s: np.void, now: Figures, agent: int, digit: int) -> str:
        if now.decision not in (COUNT, PLACE_COUNT):
            return f"digit {digit}"
        if now.asks_high_digit:
            return f"{digit * NUM_DIGITS} to {digit * NUM_DIGITS + NUM_DIGITS - 1}: high digit {digit}"
        return num_insects(max(int(s["high_digit"]), 0) * NUM_DIGITS + digit)

    def _seat(self, s: np.void, now: Figures, agent: int, seat: int) -> str:
        if s["stage"] == BID and now.decision == BID:
            return f"take place {seat + 1}"
        order = s["order"].tolist()
        return f"aim at {player_name(order[(order.index(agent) + seat) % len(order)])}"

    def prompt(self, s: np.void, now: Figures) -> str:
        """Return the question that is asked now, or how the game ended."""
        if s["done"]:
            return (
                f"the game is over: {ENDING_NAMES[s['ending']]}; {winners_named(np.flatnonzero(s['winner']).tolist())}"
            )
        return f"{player_name(s['actor'])}, {_phase(s)}: {self._question(s, now)}"

    def waiting(self, s: np.void, agent: int) -> str:
        """Return in which phase a player waits; for whom would tell who holds a card that fits a window. [INS-A8]"""
        phase = phase_name(int(s["stage"]))
        return f"{player_name(agent)} waits: {phase}" + (f" of {player_name(s['active'])}" if s["active"] >= 0 else "")

    def _question(self, s: np.void, now: Figures) -> str:
        """Return what the decision asks."""
        card = KIND_NAMES[s["played"]] if s["played"] >= 0 else ""
        special = {
            COUNT: self._count_question,
            STEP: self._step_question,
            PLACE_COUNT: lambda s, now: f"how many of the {s['unplaced']} new insects go to {self.names[s['at']]}?",
            REACTION: lambda s, now: _reaction_question(s, card),
        }
        if now.decision in special:
            return special[now.decision](s, now)
        return self._plain_questions(s, now, card)[now.decision]

    def _plain_questions(self, s: np.void, now: Figures, card: str) -> dict[int, str]:
        where = self.names[s["fight"]] if s["fight"] >= 0 else "?"
        return {
            BID_WINDOW: "burn or play a card for the Bid, or pass",
            BID: "pick a place in the order",
            EVOLUTION: "play an Evolution card",
            EXCESS: f"the hand of {s['hand_size'][s['actor']]} cards is too large; burn or discard one",
            REPRODUCTION_PHASE: f"place a new insect ({s['unplaced']} left)",
            MOVE_WINDOW: "burn or play a card, or pass",
            PICK: f"pick a stack ({now.moves_left} {'move' if now.moves_left == 1 else 'moves'} left)",
            FIGHT_ORDER: "choose the next fight",
            FIGHT_WINDOW: f"burn or play a card for the fight at {where}, or pass",
            TARGET: f"choose whom to strike at {where}",
            RAMPAGE_OFFER: "play Rampage, or end the phase",
            LIMIT_WINDOW: "burn a card, or pass",
            MIMIC_KIND: "choose what Mimic copies",
            VICTIM: f"choose whom {card} is aimed at",
            VICTIMS_CARD: f"choose the card that {card} discards",
            OWN_CARD: f"choose the card in play that {card} gives up",
            CARD_FROM_HAND: "choose the card of the hand that takes its place",
            ADAPTATION_DISCARD: f"discard a card for Adaptation ({s['discards_due']} left)",
        }

    def _count_question(self, s: np.void, now: Figures) -> str:
        group = s["group"] if s["count_for"] == DROP else s["moved"][s["at"]]
        spaces = int(s["count_class"])
        moved = f"moved {spaces} {'space' if spaces == 1 else 'spaces'}" if spaces < SPENT else "have no move left"
        here = f"at {self.names[s['at']]} that {moved}"
        return f"how many of the {num_insects(int(group[spaces]))} {here} {_PURPOSES[int(s['count_for'])]}?"

    def _step_question(self, s: np.void, now: Figures) -> str:
        group = f"the group of {int(s['group'].sum())} at {self.names[s['at']]}"
        return f"step with {group}" + (", or stop" if s["mask"][self.actions.index("pass")] else "")


def _phase(s: np.void) -> str:
    """Return the phase, with whose it is if another player decides."""
    phase = phase_name(int(s["stage"]))
    is_others = s["active"] >= 0 and s["actor"] != s["active"]
    return f"{player_name(s['active'])}'s {phase}" if is_others else phase


def _reaction_question(s: np.void, card: str) -> str:
    state = ", negated so far," if s["negated"] else ""
    return f"answer {card} of {player_name(s['played_by'])}{state} with React Quickly, or pass"
