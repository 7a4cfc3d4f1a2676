"""The bots of nova: every choice has a worth by the bot's weights, the best one is taken.

===========  ========================================================================================
brawler      closes in and strikes, throws people into things, holds them
marksman     shoots, from as far as is good, out of cover
bomber       area attacks at where most of them stand
defender     cover, dodges and parries, full defence; lets them come
commander    keeps henchmen at work, their heavy weapons first
paragon      weighs all of that, with weights for every scenario that were found by play
===========  ========================================================================================

``choose`` is the compiled choice function of all of them: bot 1 is brawler, 2 marksman ... (0 plays at random).
"""

from swarmzoo.agents.skirmish.nova.answering import best_answer, replace_or_not
from swarmzoo.agents.skirmish.nova.judgement import NAMES, WEIGHTS, row_of
from swarmzoo.agents.skirmish.nova.planning import best_kind
from swarmzoo.agents.skirmish.nova.targeting import best_aim, best_how, best_mode
from swarmzoo.envs.core.bans import allowed
from swarmzoo.envs.core.kernel import kernel
from swarmzoo.envs.skirmish.nova.state import HOW_ASKED, MODE_ASKED, PLANNING, REPLACING, TARGETING

BOT_NAMES = ("random", *NAMES)


@kernel
def choose(s, r, side, bot, rng, mask, spare):
    """Return the action of a bot for the piece that is asked."""
    return allowed(mask, choose_by(s, r, mask, WEIGHTS[row_of(r, bot)]))


@kernel
def choose_by(s, r, mask, w):
    """Return what weights choose."""
    i = int(s.actor)
    if s.stage == PLANNING:
        return max(best_kind(s, r, i, mask, w), 0)
    if s.stage == TARGETING:
        return max(best_aim(s, r, i, mask, w), 0)
    if s.stage == MODE_ASKED:
        return best_mode(s, r, i, mask, w)
    if s.stage == HOW_ASKED:
        return best_how(s, r, i, mask, w)
    if s.stage == REPLACING:
        return replace_or_not(s, r, i, mask, w)
    return best_answer(s, r, i, mask, w)
