"""Ctrl-C in a long run, and the curve of a run."""

import os
import signal
import threading

import numpy as np
import pytest
from matplotlib.figure import Figure

from swarmzoo.envs.core.errors import GameError
from swarmzoo.training.curve import _draw_line, _line, curve, draw_curve
from swarmzoo.training.imitation import School
from swarmzoo.training.interruption import Interruption, Stopped
from swarmzoo.training.run import train
from tests.training.small import GAME, small_config
from tests.training.test_team_training import assert_same


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_signal_is_noted_and_the_second_one_ends_at_once(number):
    said, usual = [], signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt), Interruption(said.append) as interruption:
        assert not interruption.wanted
        os.kill(os.getpid(), number)
        assert interruption.wanted and said == ["stopping after this update or round; once more stops at once"]
        os.kill(os.getpid(), number)
    assert signal.getsignal(number) is usual


def test_other_threads_leave_signals_alone():
    usual, seen = signal.getsignal(signal.SIGINT), []

    def enter():
        with Interruption(print):
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert seen == [usual]


def history(scores, steps=(0, 10)):
    return [
        {"steps": step, "scores": {"random": {"score": score, "low": score - 0.1, "high": score + 0.2}}}
        for step, score in zip(steps, scores, strict=True)
    ]


def test_a_line_is_steps_scores_and_intervals():
    np.testing.assert_allclose(_line(history([0.5, 0.75]), "random"), [[0, 0.5, 0.4, 0.7], [10, 0.75, 0.65, 0.95]])


def drawn(lines):
    axes = Figure().add_subplot()
    _draw_line(axes, lines, "random", "C0")
    band = axes.collections[0].get_paths()[0].vertices
    return axes.lines[0].get_xydata().tolist(), (round(float(band[:, 1].min()), 6), round(float(band[:, 1].max()), 6))


def test_one_run_is_drawn_with_its_interval_and_several_with_mean_and_range():
    one, two = (_line(history(scores), "random") for scores in ([0.5, 0.6], [0.7, 0.8]))
    assert drawn([one]) == ([[0.0, 0.5], [10.0, 0.6]], (0.4, 0.8))
    points, band = drawn([one, np.vstack([two, [20, 0.9, 0.8, 1.0]])])  # the second has gone on longer
    np.testing.assert_allclose(points, [[0, 0.6], [10, 0.7]])
    assert band == (0.5, 0.8)


def test_a_curve_is_a_picture(tmp_path):
    draw_curve(tmp_path / "curve.png", [history([0.5, 0.6], (-5, 0))], 2)
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_names_of_opponents_leave_room_for_their_lines(tmp_path):
    """A league's members are named by their files; of a long name the legend has the end."""
    long = history([0.5, 0.6])
    for entry in long:
        entry["scores"][f"{'x' * 300}/last.npz"] = entry["scores"].pop("random")
    draw_curve(tmp_path / "curve.png", [long], 2)
    legend = curve([long], 2).legends[0].get_texts()[0].get_text()
    assert legend.endswith("/last.npz") and len(legend) < 60


def test_a_curve_marks_the_even_share():
    for sides in (2, 3):
        even = [line for line in curve([history([0.5, 0.6])], sides).axes[0].lines if line.get_linestyle() == ":"]
        assert [list(line.get_ydata()) for line in even] == [[1 / sides, 1 / sides]]


def test_who_stops_a_warm_start_is_told_that_it_begins_again(tmp_path, monkeypatch):
    config = small_config(total_steps=256, imitation={"steps": 256})
    train(config, GAME, tmp_path / "whole", resume=False, seeds=1, quiet=True)
    teach = School.teach

    def broken_off(self, progress):
        raise KeyboardInterrupt

    monkeypatch.setattr(School, "teach", broken_off)
    with pytest.raises(Stopped, match=r"in the warm start, of which nothing is kept; .* --resume --out .*parts"):
        train(config, GAME, tmp_path / "parts", resume=False, seeds=1, quiet=True)
    monkeypatch.setattr(School, "teach", teach)
    train(config, GAME, tmp_path / "parts", resume=True, seeds=1, quiet=True)
    assert_same(tmp_path / "whole", tmp_path / "parts")


@pytest.mark.parametrize("setting", [{"imitation": {"opponents": []}}, {"evaluation": {"against": []}}])
def test_lists_of_opponents_without_anybody_are_refused(setting):
    with pytest.raises(GameError, match=r"(imitation.opponents|evaluation.against) = .*at least 1"):
        small_config(**setting)
