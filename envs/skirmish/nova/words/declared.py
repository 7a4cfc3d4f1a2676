"""What pieces have declared for the round, in words: all of it is public. [NOV-A1]"""

from collections.abc import Iterator
from itertools import groupby

import numpy as np

from swarmzoo.envs.skirmish.nova.actions import DODGE, DONE, HOWS, MODES, PARRY
from swarmzoo.envs.skirmish.nova.state import ABORTED, AT_HEX, AT_NOTHING, AT_PIECE, FIELD, LOST, NOBODY, PLANNED, TAKEN
from swarmzoo.envs.skirmish.nova.words.headline import Names
from swarmzoo.envs.skirmish.nova.words.nouns import WAYS, Nouns, toward

_FATES = {TAKEN: "done", LOST: "lost", ABORTED: "given up"}


class Declared:
    """Tells plans: ``2 x smg at nova_3, dodge``; what is no longer to come says what has become of it."""

    def __init__(self, names: Names, nouns: Nouns):
        self._names, self._nouns = names, nouns

    def lines(self, s: np.void) -> Iterator[tuple[int, str]]:
        """Yield every piece in the field that has declared something, the first to act first, and what."""
        for i in s["order"].tolist():
            words = self.of(s, i) if i != NOBODY and s["fate"][i] == FIELD else ""
            if words:
                yield i, words

    def of(self, s: np.void, i: int) -> str:
        """Return what a piece has declared; nothing where it has not."""
        kinds = s["plan_kind"][i][: int(s["num_planned"][i])].tolist()
        told = [self._entry(s, i, k) for k, kind in enumerate(kinds) if kind != DONE]  # DONE: it is being replaced
        counted = [(entry, len(list(alike))) for entry, alike in groupby(told)]
        words = [entry if number == 1 else f"{number} x {entry}" for entry, number in counted]
        return ", ".join(["full defence"] * bool(s["full"][i]) + words)

    def _entry(self, s: np.void, i: int, k: int) -> str:
        part, mode, how = (int(s[f"plan_{name}"][i, k]) for name in ("kind", "mode", "how"))
        aim = self._nouns.aim(s, int(s["plan_what"][i, k]), int(s["plan_aim"][i, k]))
        said = [MODES[mode]] * bool(mode) + [HOWS[how]] * bool(how)
        said += [_FATES[fate]] if (fate := int(s["plan_fate"][i, k])) in _FATES else []
        return self._names.action(s, i, part) + toward(part, aim) + (f" ({', '.join(said)})" if said else "")

    def aims(self, s: np.void, i: int) -> Iterator[tuple[int, bool]]:
        """Yield the hexes at which actions of a piece are aimed that are still to come, and whether it goes there."""
        for k in range(int(s["num_planned"][i])):
            what, aim = int(s["plan_what"][i, k]), int(s["plan_aim"][i, k])
            if s["plan_fate"][i, k] == PLANNED and what != AT_NOTHING:
                cell = aim if what == AT_HEX else int(s["place" if what == AT_PIECE else "thing_at"][aim])
                if cell != NOBODY:
                    yield cell, int(s["plan_kind"][i, k]) in WAYS

    def defences(self, s: np.void, i: int) -> int:
        """Return how many dodges and parries a piece still keeps."""
        planned = s["plan_fate"][i][: int(s["num_planned"][i])] == PLANNED
        return int(np.isin(s["plan_kind"][i][: len(planned)][planned], (DODGE, PARRY)).sum())
