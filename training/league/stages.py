"""Who is trained when in a league, from where and against whom: every stage is a run in a folder of its own.

``main_0`` is the first main policy: it alone has the preset's lessons of a teacher, and only main policies have its
rounds of search. In round k ``exploiter_k`` begins from ``main_<k-1>`` and meets nobody but it; then ``main_<k>``
begins from ``main_<k-1>`` and meets all members so far beside the preset's own opponents. Members that win from it
more often are met more often (prioritised fictitious self-play).
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from swarmzoo.training.config import Expert, Imitation, SelfPlay, TrainConfig
from swarmzoo.training.league.config import LeagueConfig

FIRST = "main_0"
FAR = 1 << 44  # seeds of exploiters are that far from those of the main policy
EVALUATIONS = 4  # of a stage, its beginning left out


class Stage(NamedTuple):
    """A stage of a league after the first: who is trained, and who was the main policy before."""

    name: str
    round: int
    rival: str


def stages(rounds: int) -> list[Stage]:
    """Return the stages of a league after its first policy, in order."""
    found = []
    for number in range(1, rounds + 1):
        rival = f"main_{number - 1}"
        found += [Stage(f"exploiter_{number}", number, rival), Stage(f"main_{number}", number, rival)]
    return found


def checkpoint(folder: Path, name: str) -> Path:
    """Return the policy of a member: that at the end of its stage, as the best evaluation is often a lucky one."""
    return folder / name / "last.npz"


def is_exploiter(name: str) -> bool:
    """Tell exploiters from main policies."""
    return name.startswith("exploiter")


def exploiter_config(config: LeagueConfig, stage: Stage, folder: Path) -> TrainConfig:
    """Return how an exploiter is trained: against the main policy alone."""
    rival = str(checkpoint(folder, stage.rival))
    seed, alone = config.training.seed + FAR + stage.round, SelfPlay(bots={rival: 1.0}, bots_share=1.0)
    return _continued(config, config.exploiter_steps, seed, rival, alone, (rival,), Expert())


def main_config(config: LeagueConfig, stage: Stage, folder: Path, shares: Mapping[str, float]) -> TrainConfig:
    """Return how the main policy goes on; ``shares``: what each member wins from it, of 1."""
    base, members = config.training, {name: str(checkpoint(folder, name)) for name in shares}
    against = (*base.evaluation.against, *(path for name, path in members.items() if is_exploiter(name)))
    opponents = mixed(base.self_play, {members[name]: share for name, share in shares.items()}, config)
    start = str(checkpoint(folder, stage.rival))
    rounds = base.expert if base.expert.teacher is None else Expert()  # a teacher would undo what was learned since
    return _continued(config, config.main_steps, base.seed + stage.round, start, opponents, against, rounds)


def mixed(own: SelfPlay, shares: Mapping[str, float], config: LeagueConfig) -> SelfPlay:
    """Return opponents among which members have their share, and those of a preset what is left, as it divides it."""
    odds, wins = sum(own.bots.values()), {name: max(share, config.least) for name, share in shares.items()}
    bots = own.bots_share * (1 - config.members_share) if odds else 0.0
    among = {name: bots * odd / odds for name, odd in own.bots.items() if bots}
    among |= {name: config.members_share * won / sum(wins.values()) for name, won in wins.items()}
    return own.model_copy(update={"bots": among, "bots_share": min(sum(among.values()), 1.0)})


def _continued(
    config: LeagueConfig,
    steps: int,
    seed: int,
    start: str,
    opponents: SelfPlay,
    against: tuple[str, ...],
    expert: Expert,
) -> TrainConfig:
    """Return the configuration of a stage that goes on from a policy."""
    base = config.training
    evaluation = {"every": max(steps // EVALUATIONS, 1), "against": against}
    return base.model_copy(
        update={
            "seed": seed,
            "start": start,
            "total_steps": steps,
            "self_play": opponents,
            "imitation": Imitation(),
            "expert": expert,
            "evaluation": base.evaluation.model_copy(update=evaluation),
        }
    )
