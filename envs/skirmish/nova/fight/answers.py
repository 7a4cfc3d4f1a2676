"""The questions of an attack: defences, Willpower against a daze, grievous injuries. [NOV-10, NOV-18, NOV-35]"""

from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.nova.reasons import NOT_ASKED


@kernel
def attack_refusal(s, r, part, k):
    """Return why an answer of a part is not legal in the stages DEFENDING, POWERING and MAIMING, or LEGAL."""
    return NOT_ASKED


@kernel
def attack_choice(s, r, part, k):
    """Carry out an answer: leave ``s.stage`` at WAITING, so that the attack goes on."""
    return
