"""A Ray cluster that carries out tasks: the same results as this machine's, whichever node they come from.

Tasks are functions of what they are given, so one whose node died is carried out again on another. Files of agents
travel (``travel``). The nodes need swarmzoo of the same version; compiled code is made on each.
"""

import importlib.util
import socket
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from importlib.metadata import version
from typing import Any

from swarmzoo.envs.core.errors import GameError
from swarmzoo.lab.execution.executor import WAITING, Task
from swarmzoo.lab.execution.travel import Parcel, parcel_of, unpacked

TRIES = 100  # of a task whose node dies
WAIT_S = 20  # for a cluster to answer


class Cluster:
    """Carries out tasks on the nodes of a Ray cluster; ``address`` as Ray knows it, for instance HOST:6379 or auto."""

    def __init__(self, address: str, agents: Sequence[str]):
        self._ray = _ray()
        parcel_of(agents)  # refuses what is too large before anything is begun
        self._connect(address)
        self._agents: tuple[str, ...] = ()
        self.bring(agents)
        self._run = self._ray.remote(num_cpus=1, max_retries=TRIES)(_carry_out)
        self._refuse_others()

    def _connect(self, address: str) -> None:
        """Connect to a cluster; raise GameError where there is none."""
        _refuse_silent(address)
        try:
            self._ray.init(address=address, logging_level="ERROR", log_to_driver=False, configure_logging=False)
        except Exception as error:  # whatever Ray says of an address
            raise _nobody(address, str(error).splitlines()[0] if str(error) else type(error).__name__) from None

    def _refuse_others(self) -> None:
        """Refuse a cluster whose nodes have another swarmzoo."""
        there, here = self._ray.get(self._run.remote(version, "swarmzoo", self._parcel)), version("swarmzoo")
        if there != here:
            raise GameError(f"the cluster has swarmzoo {there}, this is {here}; install the same everywhere")

    @property
    def workers(self) -> int:
        """How many tasks are carried out at once."""
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def bring(self, agents: Sequence[str]) -> None:
        """Have the files of more agents travel."""
        self._agents = (*self._agents, *agents)
        self._parcel = self._ray.put(parcel_of(self._agents))

    def carry_out(self, tasks: Iterable[Task]) -> Generator[tuple[int, Any]]:
        """Yield number and result of each task, as they end; few wait at any time."""
        left, running = iter(enumerate(tasks)), dict[Any, int]()
        try:
            while self._fill(left, running):
                for done in self._ray.wait(list(running), num_returns=1)[0]:
                    yield running.pop(done), self._result(done)
        finally:
            for reference in running:
                self._ray.cancel(reference, force=True)

    def _result(self, reference: Any) -> Any:
        """Return a task's result; a mistake that it raised is raised here."""
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause if isinstance(error.cause, GameError) else error from None
        except self._ray.exceptions.RayError as error:
            raise GameError(
                f"the cluster lost a task {TRIES} times, or is gone ({str(error).splitlines()[0][:200]}); what was "
                "finished is kept, continue with --resume"
            ) from None

    def _fill(self, left: Iterator[tuple[int, Task]], running: dict[Any, int]) -> bool:
        """Hand out tasks as long as few wait; tell whether any runs."""
        while len(running) < WAITING * self.workers and (task := next(left, None)) is not None:
            number, (function, given) = task
            running[self._run.remote(function, given, self._parcel)] = number
        return bool(running)

    def close(self) -> None:
        """Leave the cluster, which goes on."""
        self._ray.shutdown()


def _refuse_silent(address: str) -> None:
    """Refuse an address at which nothing listens: Ray itself would go on trying."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        with socket.create_connection((host.removeprefix("ray://").strip("[]"), int(port)), WAIT_S):
            pass
    except (OSError, OverflowError) as error:
        raise _nobody(address, str(error)) from None


def _nobody(address: str, why: str) -> GameError:
    return GameError(f"--ray {address}: no cluster answers there ({why[:200]}); begin one by ray start --head")


def _carry_out(function: Callable[[Any], Any], given: Any, parcel: Parcel) -> Any:
    """Carry out a task on a node."""
    with unpacked(parcel):
        return function(given)


def _ray() -> Any:
    """Return Ray; raise GameError where it is not installed."""
    if importlib.util.find_spec("ray") is None:
        raise GameError("--ray needs Ray: pip install 'swarmzoo[cluster]'")
    import ray

    return ray
