"""Games as films: animated pictures whose frames all share one palette, so that no colour changes on the way.

The file's ending decides the format: ``.gif`` and ``.webp`` are written by Pillow, ``.mp4`` by PyAV where it is
installed (``pip install 'swarmzoo[film]'``).
"""

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, features

from swarmzoo.envs.core.errors import GameError
from swarmzoo.envs.core.files import write_whole
from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.painting import Drawing, colours_of, paint

_COLOURS, _MOST = 63, 255  # what a palette holds: fewer make smaller files; the most beside the one that shows nothing
_ROOM = 16  # the least left for softened edges
_SAMPLES = 12  # frames whose softened edges fill the palette up
_EVERY = 4  # decisions between two frames of a turn-based game
_SHOWN_LONGER = 4  # times that the last frame stays


def check_film(path: Path) -> None:
    """Raise GameError if a film cannot be written to a file of this name."""
    ending = path.suffix.lower()
    if ending not in _WRITERS:
        raise GameError(f"{path}: the name of a film must end in .gif, .webp or .mp4")
    if ending == ".webp" and not features.check("webp"):
        raise GameError(f"{path}: this Pillow was built without WebP; write a .gif")
    if ending == ".mp4":
        _av(path)


def write_film(game: Game, states: Iterable[np.ndarray], path: Path, *, every: int | None, milliseconds: int) -> int:
    """Write a game as a film and return the number of frames.

    ``every``: decisions between two frames, by default 4 where one side decides at a time and 1 where all act at once;
    the end is always shown. ``milliseconds``: how long a frame is seen.
    """
    check_film(path)
    every = every or (_EVERY if game.sequential else 1)
    drawings = [
        game.words.drawing(state) for number, state in enumerate(states) if number % every == 0 or state["done"][0]
    ]
    content = _WRITERS[path.suffix.lower()](drawings, milliseconds)
    write_whole(path, content)
    return len(drawings)


def palette_of(drawings: Sequence[Drawing]) -> np.ndarray:
    """Return the palette of a film, uint8 (n, 3): every colour that is drawn, then those of softened edges."""
    drawn = Counter(colour for drawing in drawings for colour in colours_of(drawing))
    exact = [_rgb(colour) for colour, _ in drawn.most_common(_MOST - _ROOM)]
    room = (_COLOURS if len(exact) + _ROOM <= _COLOURS else _MOST) - len(exact)
    return np.concatenate([np.array(exact, np.uint8), _softened(drawings, room)])


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))


def _softened(drawings: Sequence[Drawing], room: int) -> np.ndarray:
    """Return up to ``room`` colours between those that are drawn, as frames all over the film have them."""
    chosen = np.unique(np.linspace(0, len(drawings) - 1, _SAMPLES).round().astype(int))
    seen = np.unique(np.concatenate([np.unique(_packed(paint(drawings[k]))) for k in chosen]))
    row = Image.fromarray(np.stack([seen >> 16, seen >> 8 & 255, seen & 255], -1).astype(np.uint8)[None])
    return np.array(row.quantize(room, Image.Quantize.MEDIANCUT).getpalette(), np.uint8).reshape(-1, 3)[:room]


def _packed(pixels: np.ndarray) -> np.ndarray:
    """Return colours (..., 3) as one number each, int32."""
    red, green, blue = np.moveaxis(pixels.astype(np.int32), -1, 0)
    return red << 16 | green << 8 | blue


class _Nearest:
    """The nearest colour of a palette: exactly that colour where the palette holds it, unlike Pillow's own search."""

    def __init__(self, palette: np.ndarray):
        self.palette = palette
        self.number = np.full(1 << 24, -1, np.int16)  # by packed colour, as far as it is known

    def frame(self, pixels: np.ndarray) -> Image.Image:
        """Return pixels, uint8 (height, width, 3), in colours of the palette."""
        packed = _packed(pixels)
        new = np.unique(packed[self.number[packed] < 0])
        for colour in new:
            rgb = np.array([colour >> 16, colour >> 8 & 255, colour & 255])
            self.number[colour] = np.square(self.palette.astype(int) - rgb).sum(1).argmin()
        picture = Image.fromarray(self.number[packed].astype(np.uint8), "P")
        picture.putpalette(self.palette.tobytes())
        return picture


def _painted(drawings: Sequence[Drawing]) -> Iterator[Image.Image]:
    return (Image.fromarray(paint(drawing)) for drawing in drawings)


def _gif(drawings: Sequence[Drawing], milliseconds: int) -> bytes:
    nearest = _Nearest(palette_of(drawings))
    frames = _changes((nearest.frame(paint(drawing)) for drawing in drawings), nearest.palette)
    clear = len(nearest.palette)
    return _animated("gif", frames, _times(drawings, milliseconds), optimize=False, transparency=clear, disposal=1)


def _changes(frames: Iterator[Image.Image], palette: np.ndarray) -> Iterator[Image.Image]:
    """Yield the first frame, and of each later one what changed: the rest is clear, which takes hardly any room."""
    colours = palette.tobytes() + bytes(3)  # the one behind them is never seen
    before = None
    for frame in frames:
        pixels = np.asarray(frame)
        shown = pixels if before is None else np.where(pixels == before, np.uint8(len(palette)), pixels)
        before, changed = pixels, Image.fromarray(shown, "P")
        changed.putpalette(colours)
        yield changed


def _webp(drawings: Sequence[Drawing], milliseconds: int) -> bytes:
    return _animated("webp", _painted(drawings), _times(drawings, milliseconds), lossless=True, method=4)


def _times(drawings: Sequence[Drawing], milliseconds: int) -> list[int]:
    return [milliseconds] * (len(drawings) - 1) + [_SHOWN_LONGER * milliseconds]


def _animated(form: str, frames: Iterator[Image.Image], times: list[int], **how: Any) -> bytes:
    buffer = io.BytesIO()
    next(frames).save(buffer, form, save_all=True, append_images=frames, duration=times, loop=0, **how)
    return buffer.getvalue()


def _mp4(drawings: Sequence[Drawing], milliseconds: int) -> bytes:
    """Return the film as H.264, which takes even widths and heights only; the last frame is repeated."""
    av = _av(Path("film.mp4"))
    buffer = io.BytesIO()
    with av.open(buffer, "w", format="mp4") as file:
        stream = file.add_stream("libx264", rate=Fraction(1000, milliseconds))
        stream.width, stream.height = (side + side % 2 for side in (drawings[0].width, drawings[0].height))
        stream.pix_fmt = "yuv420p"
        for picture in chain(_painted(drawings), _painted([drawings[-1]] * (_SHOWN_LONGER - 1))):
            even = picture.crop((0, 0, stream.width, stream.height))
            file.mux(stream.encode(av.VideoFrame.from_image(even)))
        file.mux(stream.encode(None))
    return buffer.getvalue()


def _av(path: Path) -> Any:
    """Return PyAV, or say how to get it."""
    try:
        import av
    except ImportError:
        raise GameError(f"{path}: .mp4 needs PyAV: pip install 'swarmzoo[film]'; or write a .gif or .webp") from None
    return av


_WRITERS: dict[str, Callable[[Sequence[Drawing], int], bytes]] = {".gif": _gif, ".webp": _webp, ".mp4": _mp4}
