"""Small damage to texts and bytes: numbers at edges, lines and words dropped, doubled, moved and changed."""

import re
from collections.abc import Callable, Sequence
from random import Random

_NUMBER = re.compile(r"-?\d+")
_WORD = re.compile(r"[^\s,:]+")
_BITS = (3, 4, 7, 8, 15, 16, 31, 32, 63, 64)
EDGES = tuple(
    sorted({sign * 2**bits + by for bits in _BITS for by in (-1, 0, 1) for sign in (1, -1)} | {-2, 100, 1000})
)
ODD = (
    "",
    "-",
    "+1",
    "1e3",
    "0x10",
    "1_0",
    "nan",
    "None",
    "\u0661",
    "²",
    "\x00",
    "9" * 5000,
    "-" + "9" * 400,
    "a" * 3000,
    "1.5",
)
ODD_LETTERS = "\x00\t\n :,.*#=-+0919azAZ~^'\"\\{}[]é☃\u2028\ufeff"


def _replaced(text: str, found: re.Match[str], value: str) -> str:
    return text[: found.start()] + value + text[found.end() :]


def _number_changed(text: str, random: Random) -> str:
    """Put an edge, or a neighbour, in the place of a number."""
    found = list(_NUMBER.finditer(text))
    if not found:
        return text
    one = random.choice(found)
    near = int(one[0][:18]) + random.choice((-2, -1, 1, 2, 5, 17))
    return _replaced(text, one, str(random.choice((near, random.choice(EDGES), random.randrange(-3, 300)))))


def _word_changed(text: str, random: Random) -> str:
    """Put another word of the text, or an odd one, in the place of a word."""
    found = list(_WORD.finditer(text))
    if not found:
        return text
    word = random.choice(ODD) if random.random() < 0.3 else random.choice(found)[0]
    return _replaced(text, random.choice(found), word)


def _letter_changed(text: str, random: Random) -> str:
    at, kind = random.randrange(len(text) + 1), random.randrange(3)
    letter = random.choice(ODD_LETTERS) if kind < 2 else ""
    return text[:at] + letter + text[at + (kind > 0) :]


def _lines_changed(text: str, random: Random) -> str:
    """Drop, double, move or cut a line, or give it the end of another one."""
    lines = text.split("\n")
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    kind = random.randrange(6)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(other, lines[at])
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3:
        lines[at] = lines[at][: random.randrange(len(lines[at]) + 1)]
    elif kind == 4:
        lines[at] = lines[at].partition(":")[0] + ":" + lines[other].partition(":")[2]
    else:
        lines[at] += random.choice((",", " ")) + random.choice(_WORD.findall(lines[other]) or ["x"])
    return "\n".join(lines)


def _cut(text: str, random: Random) -> str:
    return text[: random.randrange(len(text) + 1)] if random.random() < 0.5 else text * random.randrange(2, 4)


_KINDS: Sequence[tuple[int, Callable[[str, Random], str]]] = (
    (10, _number_changed),
    (6, _word_changed),
    (3, _letter_changed),
    (5, _lines_changed),
    (1, _cut),
)


def mutated(text: str, random: Random) -> str:
    """Return a text with one to four pieces of damage."""
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        change = random.choices([c for _, c in _KINDS], [weight for weight, _ in _KINDS])[0]
        text = change(text, random)
    return text


def mutated_bytes(data: bytes, random: Random, begin: int = 0) -> bytes:
    """Return bytes with one to four places changed behind ``begin``: single bits, edges of numbers, whole runs."""
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 3, 4))):
        at, kind = random.randrange(begin, len(changed)), random.randrange(4)
        if kind == 0:
            changed[at] ^= 1 << random.randrange(8)
        elif kind == 1:
            changed[at] = random.choice((0, 1, 2, 127, 128, 254, 255, random.randrange(256)))
        else:
            width = random.choice((2, 4, 8))
            at = begin + (at - begin) // width * width
            value = random.choice(EDGES) % (1 << 8 * width)
            changed[at : at + width] = value.to_bytes(width, "little")[: len(changed) - at]
    return bytes(changed)
