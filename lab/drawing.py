"""Figures that stand in a page."""

import io
from typing import Any

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.figure import Figure


def new_figure(width: float, height: float) -> Figure:
    """Return a figure with room at its sides: the page writes its words in fonts of its own, which may be wider."""
    figure = Figure(figsize=(width, height), layout="constrained")
    engine: Any = figure.get_layout_engine()
    engine.set(w_pad=0.2)
    return figure


LONGEST = 30  # characters of a label


def label(text: str) -> str:
    """Return a text that fits beside an axis; of a longer one its end, where a file's name stands."""
    return text if len(text) <= LONGEST else f"...{text[3 - LONGEST :]}"


def as_svg(figure: Figure) -> Markup:
    """Return a figure as SVG to stand in a page; the same one always gives the same text."""
    buffer = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "swarmzoo", "svg.fonttype": "none"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    return Markup(text[text.index("<svg") :])
