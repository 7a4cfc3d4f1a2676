"""Films of games: the same colours from the first frame to the last, in every format."""

import numpy as np
import pytest
from PIL import Image

from swarmzoo.agents.built_in import built_in
from swarmzoo.envs.catalogue import find_game
from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.painting import colours_of, paint
from swarmzoo.viewer.film import palette_of, write_film
from swarmzoo.viewer.watch import played

GAMES = {"insects": {"players": 2}, "warband": {}}


def _states(name: str) -> tuple:
    game = find_game(name).read(GAMES[name])
    bots = built_in(game)
    agents = [bots["random"]] * game.num_sides
    return game, [state.copy() for state in played(game, agents, 2)]


@pytest.fixture(scope="module", params=GAMES)
def film(request):
    return _states(request.param)


def _shown(path) -> list[np.ndarray]:
    with Image.open(path) as picture:
        frames = []
        for k in range(picture.n_frames):
            picture.seek(k)
            frames.append(np.asarray(picture.convert("RGB")).astype(int))
        return frames


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_every_frame_has_the_colours_of_the_drawing(film, ending, tmp_path):
    game, states = film
    states = [states[0], states[len(states) // 2], states[len(states) // 2 + 1], states[-1]]
    path = tmp_path / f"game.{ending}"
    count = write_film(game, states, path, every=1, milliseconds=100)
    frames = _shown(path)
    drawn = [game.words.drawing(state) for state in states]
    assert len(frames) == count == len(drawn)
    for frame, drawing in zip(frames, drawn, strict=True):
        pixels = paint(drawing).astype(int)
        flat = np.isin(_packed(pixels), _packed(np.array([_rgb(c) for c in set(colours_of(drawing))])))
        assert flat.mean() > 0.5
        np.testing.assert_array_equal(frame[flat], pixels[flat])
        assert np.abs(frame - pixels).mean() < 2


def _rgb(colour: str) -> list[int]:
    return [int(colour[k : k + 2], 16) for k in (1, 3, 5)]


def _packed(colours: np.ndarray) -> np.ndarray:
    return colours[..., 0] << 16 | colours[..., 1] << 8 | colours[..., 2]


def test_a_palette_holds_what_any_frame_draws(film):
    game, states = film
    drawings = [game.words.drawing(state) for state in (states[0], states[-1])]
    held = set(map(tuple, palette_of(drawings).tolist()))
    assert {tuple(_rgb(c)) for drawing in drawings for c in colours_of(drawing)} <= held


def test_a_film_as_mp4_has_every_frame_and_stays_at_the_end(tmp_path):
    av = pytest.importorskip("av")
    game, states = _states("insects")
    path = tmp_path / "game.mp4"
    count = write_film(game, states, path, every=len(states) // 3, milliseconds=200)
    with av.open(path) as file:
        frames = [frame.to_ndarray(format="rgb24") for frame in file.decode(video=0)]
        assert file.streams.video[0].average_rate == 5
    assert len(frames) == count + 3
    drawn = paint(game.words.drawing(states[-1]))
    assert np.abs(frames[-1][: drawn.shape[0], : drawn.shape[1]].astype(int) - drawn).mean() < 6


def test_of_a_turn_based_game_every_fourth_decision_is_shown_and_the_end(film, tmp_path):
    game, states = film
    count = write_film(game, [*states[:6], states[-1]], tmp_path / "game.gif", every=None, milliseconds=100)
    assert count == 3


def test_what_does_not_change_takes_no_room_in_a_gif(film, tmp_path):
    game, states = film
    one, many = tmp_path / "one.gif", tmp_path / "many.gif"
    write_film(game, states[20:21], one, every=1, milliseconds=100)
    write_film(game, states[20:31], many, every=1, milliseconds=100)
    assert many.stat().st_size < 5 * one.stat().st_size


def test_a_film_of_another_kind_is_refused(tmp_path):
    game, states = _states("insects")
    with pytest.raises(GameError, match=r"must end in \.gif, \.webp or \.mp4"):
        write_film(game, states, tmp_path / "game.avi", every=1, milliseconds=100)
    assert not list(tmp_path.iterdir())
