"""The report of `probe strategies`."""

from swarmzoo.envs.core.game import Game
from swarmzoo.lab.game_theory.cycles import cycles
from swarmzoo.lab.games import in_words
from swarmzoo.lab.probing.strategies_found import Found
from swarmzoo.lab.probing.strategies_pictures import cycle_picture, place_picture, rank_picture, score_picture
from swarmzoo.lab.probing.strategies_sentences import sentences
from swarmzoo.lab.probing.strategies_tables import measures, score_table, strategy_table, sureness
from swarmzoo.lab.probing.verdict import Drawing, Report


def strategies_report(game: Game, found: Found) -> Report:
    """Return what was found in words, pictures and tables."""
    return Report(
        probe="strategies",
        title=f"Strategies of {in_words(game)}",
        findings=sentences(found),
        sureness=sureness(found),
        tables=[strategy_table(found), score_table(found)],
        drawings=_drawings(found),
        measures=measures(found),
    )


def _drawings(found: Found) -> list[Drawing]:
    """Return the pictures."""
    texts, figures = found.texts, found.figures
    return [
        Drawing(
            "Scores",
            score_picture(texts, figures.payoff, found.explored.samples.counts()),
            "Share of first place, in percent, of the row against the column. Against itself: 50 by symmetry.",
        ),
        Drawing(
            "Who beats whom",
            cycle_picture(texts, found.beats, cycles(found.beats)),
            "An arrow goes from a strategy to one that it is proven to beat. Red: on a cycle.",
        ),
        Drawing("Places in the equilibrium", place_picture(texts, figures.equilibrium.row, figures.supported)),
        Drawing(
            "Alpha-rank",
            rank_picture(texts, figures.alphas, figures.ranks),
            "How long evolution stays at each strategy. Omidshafiei et al., 2019.",
        ),
    ]
