"""A table at which persons play some seats, one of them or several in turn, and agents play the others.

All that a person is shown is drawn and told from a world that the seat holds possible, so the page never holds what
the seat cannot know. One seat is shown at a time: between persons who are not shown the same a curtain falls, which
the next one lifts (``look``). One thread at a time may use a table.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from swarmzoo.agents.agent import Agent
from swarmzoo.agents.built_in import built_in
from swarmzoo.agents.play.live import NOBODY, LiveGame
from swarmzoo.agents.play.restricted import game_at, players_at
from swarmzoo.agents.play.results import forfeit_pay
from swarmzoo.agents.view import View
from swarmzoo.envs.core.entries import Questions
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.game import Game, copy_of
from swarmzoo.envs.core.printable import printable
from swarmzoo.lab.replay import started
from swarmzoo.viewer.page.recording import Recorder
from swarmzoo.viewer.page.shapes import plain_piece
from swarmzoo.viewer.play.hints import hints
from swarmzoo.viewer.play.questions import Refused, asked, refused
from swarmzoo.viewer.play.spoken import Heading, spoken


class PersonTable:
    """One game of persons: ``agents`` play the sides that are not in ``seats``, in their order."""

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        seats: int | Sequence[int],
        seed: int,
        *,
        start: str = "",
        begin: bool = True,
    ):
        self.persons = persons = (seats,) if isinstance(seats, int) else tuple(seats)
        _check(game, persons, len(agents))
        others = iter(range(len(agents)))
        self._seats = np.array(
            [next(others) if side not in persons and side in game.seats else NOBODY for side in range(game.num_sides)]
        )
        self._free, self._agents = game, list(agents)
        self.start = start  # the position, as text, that games begin with; empty: as the game begins
        self.seat = persons[0]  # who is shown the table now
        self.curtain: int | None = None  # who must come to the table before anything is shown
        self._keeper: Callable[[], str] | None = None
        self._unkept = ""
        self._find_adviser: Callable[[Game], Agent] | None = None
        self._adviser: Agent | None = None
        self.replaced: dict[int, str] = {}  # opponents for whom a bot goes on, by number
        self._sit_down()
        if begin:
            self.begin(seed)

    def _sit_down(self) -> None:
        """Make the game of the agents that play it now, which may be forbidden actions."""
        agents, seats = self._agents, self._seats
        self.game = game_at(self._free, agents, seats)
        person = "you" if len(self.persons) == 1 else "a person"
        self.names = [agents[index].name if index != NOBODY else person for index in seats.tolist()]
        self._ask = Questions(self.game)
        self._live = LiveGame(
            self.game, players_at(self.game, agents, seats), forfeits=True, keeps=True, pausing=True, everyone=True
        )

    def begin(self, seed: int) -> None:
        """Begin a new game, and let the others play until a person must choose."""
        self._begin(seed)
        self._let_others_play()

    def _begin(self, seed: int) -> None:
        self.seed = seed
        self._mine: list[int] = []  # steps at which a person chose
        self._tape: list[list[int]] = []
        self._chosen: dict[int, np.ndarray] = {}  # by seat, where all move at once and others must still choose
        self._secret, self._seen, self.seat, self.curtain = False, False, self.persons[0], None
        self._live.begin(seed, self._seats, started(self.game, self.start, seed))
        self._recorders = {seat: Recorder(self.game) for seat in self.persons}
        self._record({})

    @property
    def recorder(self) -> Recorder:
        """The game as it is shown to the seat that is shown the table now."""
        return self._recorders[self.seat]

    def _world(self, seat: int | None = None) -> np.ndarray:
        """Return a world that a seat holds possible, shape (1,); by default the one that is shown the table."""
        return self._ask.determinized(self._live.state, self.seat if seat is None else seat, 0)

    def _let_others_play(self) -> None:
        while not self._live.over:
            forced = self._forced()
            if self._live.asked() and not forced:
                break
            acting = self._live.acting
            self._live.play(forced)
            self._note(acting, {})
        self._turn()
        self._keep()

    def _forced(self) -> dict[int, np.ndarray]:
        """Return by seat the only action of a person who plays alone: nobody is kept by a question with one answer.

        Where others sit at the table everybody is asked: who is not would tell them what it cannot do.
        """
        if len(self.persons) > 1 or not self.game.sequential or not self._live.asked():
            return {}
        masks = self._live.view(self.seat).masks
        return {self.seat: masks.argmax(axis=1)} if np.all(np.count_nonzero(masks, axis=1) == 1) else {}

    def _turn(self) -> None:
        """Turn the table to the next person who must choose, behind a curtain where anything is secret."""
        waiting = [seat for seat in self._live.asked() if seat not in self._chosen]
        if not waiting or (self.seat in waiting and (self._seen or len(self.persons) == 1)):
            return
        if self._secret:
            self.curtain = waiting[0]
        else:
            self.seat, self._seen = waiting[0], True

    def look(self, seat: int) -> None:
        """Lift the curtain for the person whose turn it is; raise GameError for somebody else."""
        if seat != self.curtain:
            raise GameError(f"seat {seat}: the table does not wait for that seat to look")
        self.seat, self.curtain, self._seen = seat, None, True

    def _note(self, acting: np.ndarray, chosen: Mapping[int, Sequence[tuple[int, int]]]) -> None:
        """Take down a step, in which some agents acted, and by seat what persons chose for their own."""
        if self._live.fault is None:
            self._tape.append(self._live.table.actions[0, acting].tolist())
        self._record(chosen)

    def _record(self, chosen: Mapping[int, Sequence[tuple[int, int]]]) -> None:
        """Take down for every person what is shown to it now; whether anything is secret is found out on the way."""
        worlds = {seat: self._world(seat) for seat in self.persons}
        for seat, world in worlds.items():
            self._recorders[seat].add(world, chosen.get(seat, ()))
        if len(worlds) > 1 and not self._secret:
            own = any(self.game.words.own(world, seat) for seat, world in worlds.items())
            first, *rest = self._recorders.values()
            self._secret = own or not all(first.shows_as(other) for other in rest)

    @property
    def number(self) -> int:
        """The number of the step at which the game stands."""
        return self.recorder.steps - 1

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._live.over

    def act(self, actions: Sequence[int]) -> None:
        """Take an action for each agent of the seat that must choose, and let the others play.

        Raises GameError for an action that is not legal, with the reason; the game then is as it was.
        """
        if self.over:
            raise GameError("the game is over; begin the next one")
        self._chosen[self.seat] = self._live.checked(self._shown(), actions)[1]
        if any(seat not in self._chosen for seat in self._live.asked()):
            self._turn()
            return
        own = {
            seat: list(zip(self._live.view(seat).agents.tolist(), chosen.tolist(), strict=True))
            for seat, chosen in self._chosen.items()
        }
        acting, chosen = self._live.acting, self._chosen
        self._chosen = {}
        self._live.play(chosen)
        self._mine.append(self.number)
        self._note(acting, own)
        self._keep()
        self._let_others_play()

    def _shown(self) -> int:
        """Return the seat that is shown the table; raise GameError while there is none, or another must choose."""
        if self.curtain is not None:
            raise GameError(f"the table waits for {self.game.side_names[self.curtain]} to look")
        if self.seat in self._chosen:
            raise GameError("another must choose now")
        return self.seat

    def undo(self) -> None:
        """Go back to the person's last decision; raise GameError where there is none, or others would be taken back."""
        if len(self.persons) > 1:
            raise GameError("nothing is taken back where several persons play: another has seen it")
        if not self._mine:
            raise GameError("nothing to take back: you have not chosen yet")
        step = self._mine.pop()
        for _ in range(self.number - step):
            self._live.undo()
        self.recorder.back_to(step)
        del self._tape[step:]
        self._keep()

    def keep_by(self, keeper: Callable[[], str]) -> None:
        """Have the game kept, now and after every change; ``keeper`` returns a sentence if it cannot, else nothing."""
        self._keeper = keeper
        self._keep()

    def _keep(self) -> None:
        self._unkept = self._keeper() if self._keeper is not None else ""

    @property
    def taken(self) -> list[list[int]]:
        """The actions of all steps so far, those of all agents that acted."""
        return self._tape

    @property
    def fault(self) -> tuple[int, str, str] | None:
        """The side that lost by a fault, its kind, and a sentence; None: nobody did."""
        fault = self._live.fault
        return None if fault is None else (fault.side, fault.kind, printable(fault.sentence))

    @property
    def draws(self) -> list[int]:
        """Where the bots' random numbers stand."""
        return [int(number) for number in self._live.table.progress["rng"][0]]

    def go_on(self, seed: int, taken: Sequence[Sequence[int]], draws: Sequence[int] = ()) -> None:
        """Go to where a game stood that was kept; raise GameError for actions that its rules do not allow."""
        self._begin(seed)
        for step, actions in enumerate(taken):
            if self.over:
                raise GameError(f"step {step}: the game was over before")
            self._retake(step, actions)
        if draws:
            table = self._live.table
            progress = table.progress
            progress["rng"] = draws
            table.put_back(copy_of(table.states), progress)
        self._let_others_play()

    def _retake(self, step: int, actions: Sequence[int]) -> None:
        """Take a step as it was taken."""
        own, acting = bool(self._live.asked()) and not self._forced(), self._live.acting
        try:
            self._live.take(np.array(actions, np.int64))
        except GameError as error:
            raise GameError(f"step {step}: {error}") from None
        chosen: dict[int, list[tuple[int, int]]] = {}
        for agent, action in zip(acting.tolist(), actions, strict=True):
            chosen.setdefault(self.game.side_of_agent[agent], []).append((agent, action))
        if own:
            self._mine.append(self.number)
        self._note(acting, chosen)

    @property
    def stand_ins(self) -> list[str]:
        """Who can go on for an agent that failed: the bots of the game; nobody while none failed."""
        return [] if self._live.fault is None else sorted(built_in(self.game))

    def take_over(self, name: str) -> None:
        """Let a bot of the game go on for the agent that failed, from where it failed."""
        fault = self._live.fault
        if fault is None:
            raise GameError("nobody failed in this game, so nobody is replaced")
        if name not in self.stand_ins:
            raise GameError(f"unknown bot {name[:100]!r}; allowed are {', '.join(self.stand_ins)}")
        failed = int(self._seats[fault.side])
        self._agents[failed], self.replaced[failed] = built_in(self._free)[name], name
        taken, draws = self._tape, self.draws
        self._sit_down()
        self.go_on(self.seed, taken, draws)

    def view(self) -> View:
        """Return what the seat sees; raise GameError where the game is over."""
        if self.over:
            raise GameError("the game is over: nobody is asked any more")
        return self._live.view(self._shown())

    def picture(self) -> np.ndarray:
        """Return a picture of the board as the seat may see it, uint8 (height, width, 3)."""
        return self.game.words.image(self._world())

    def question(self) -> dict[str, Any] | None:
        """Return what the person must choose now: for each agent that acts, its question and its legal actions."""
        return None if self.over else {"agents": asked(self.view(), self._world())}

    def refused(self) -> list[list[Refused]]:
        """Return for each agent of the person that acts why its other actions are not allowed, by reason."""
        return [] if self.over else refused(self.view(), self._world())

    def own(self) -> list[str]:
        """Return in lines what the seat alone knows, such as its hand."""
        return self.game.words.own(self._world(), self.seat)

    def spoken(self) -> list[Heading]:
        """Return the board in words, as the seat knows it; raise GameError while the curtain is down."""
        if self.curtain is not None:
            self._shown()
        return spoken(self.game.words.scene(self._world(), self.seat))

    def hints_by(self, find: Callable[[Game], Agent]) -> None:
        """Have hints given by an agent, which is found when the first is asked for."""
        self._find_adviser, self._adviser = find, None

    def hint(self) -> dict[str, Any]:
        """Return what the adviser holds of the person's choices; raise GameError where there is nothing to choose."""
        if self._find_adviser is None:
            raise GameError("nobody gives hints at this table")
        view = self.view()
        self._adviser = self._adviser or self._find_adviser(self.game)
        return {"by": self._adviser.name, "agents": hints(self._adviser, view)}

    def public(self) -> dict[str, Any]:
        """Return what everybody may know, also while the curtain is down: the game and who plays."""
        return {
            "game": self.game.env_id,
            "seed": self.seed,
            "seat": self.seat if self.curtain is None else self.curtain,
            "sides": list(self.game.side_names),
            "names": list(self.game.agents),
            "players": self.names,
            "persons": list(self.persons),
        }

    def about(self) -> dict[str, Any]:
        """Return who plays and, at the end, what came of it."""
        fault = self._live.fault
        pay = self._live.pay.tolist()
        if fault is not None:
            pay = forfeit_pay(self.game.num_sides, fault.side).tolist()
        return {
            **self.public(),
            "over": self.over,
            "pay": pay if self.over else [],
            "ending": self.game.words.ending(self._live.state) if self.over and fault is None else "",
            "fault": "" if fault is None else f"{self.names[fault.side]} lost by a fault: {fault.sentence}",
            "can_undo": bool(self._mine) and len(self.persons) == 1,
            "stand_ins": self.stand_ins,
            "unkept": self._unkept,
            "has_hints": self._find_adviser is not None,
            "own": self.own(),
            "hand": [plain_piece(piece) for piece in self.game.words.own_pieces(self._world(), self.seat)],
        }


def _check(game: Game, persons: Sequence[int], agents: int) -> None:
    """Raise GameError where these seats cannot be played by persons, or too many or few agents play the others."""
    for seat in persons:
        if not 0 <= seat < game.num_sides or seat in game.self_playing:
            allowed = ", ".join(str(side) for side in game.seats)
            raise GameError(f"seat {seat}: a person can play the seats {allowed} of {game.env_id} here")
        team = len(game.teams[seat])
        most = game.config.most_by_a_person
        if not game.sequential and team > most:
            raise GameError(
                f"{game.env_id}: {team} agents of a seat move at once here; a person can play at most {most}, so make "
                "the sides smaller, for instance with --set size=8, or lead squads with --set control=orders"
            )
    if not persons or len(set(persons)) < len(persons):
        raise GameError(f"seats {', '.join(map(str, persons)) or '-'}: name each seat that a person plays once")
    if agents != len(game.seats) - len(persons):
        left = len(game.seats) - len(persons)
        raise GameError(f"{game.env_id} has {len(game.seats)} seats here: name {left} opponents, {agents} are given")
