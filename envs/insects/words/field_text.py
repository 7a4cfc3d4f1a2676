"""The board and the players in plain text."""

import numpy as np

from swarmzoo.envs.insects.board import Board
from swarmzoo.envs.insects.terrain import TERRAIN_NAMES
from swarmzoo.envs.insects.words.naming import player_letter, row_letters
from swarmzoo.envs.insects.words.overview import Overview, PlayerOverview
from swarmzoo.envs.insects.words.position import row_indents, rows_of

_LEAST_WIDTH = 8
_COLUMNS = ("hand", "insects", "spaces", "Dens")


def board_text(s: np.void, board: Board, seen: Overview) -> str:
    """Return the text board: every row with its terrains and, below them, its stacks; then the players."""
    head = [f"{seen.title}. {seen.order}. {seen.deck}.", ""]
    return "\n".join([*head, *_rows(s, board), "", *_table(seen), *_cards(seen), "", seen.prompt, ""])


def _rows(s: np.void, board: Board) -> list[str]:
    rows = rows_of(board)
    stacks = [_stacks(s, h) for h in range(len(board.hexes))]
    width = max(_LEAST_WIDTH, max(map(len, stacks)) + 2)
    width += width % 2
    margin = len(row_letters(len(rows) - 1)) + 1
    lines = []
    for index, (row, indent) in enumerate(zip(rows, row_indents(board), strict=True)):
        blank = " " * (indent * width // 2)
        terrains = ("." if h is None else TERRAIN_NAMES[s["terrain"][h]] for h in row)
        below = ("" if h is None else stacks[h] for h in row)
        lines.append(row_letters(index).ljust(margin) + blank + "".join(t.ljust(width) for t in terrains).rstrip())
        lines.append((" " * margin + blank + "".join(t.ljust(width) for t in below)).rstrip())
    return lines


def _stacks(s: np.void, h: int) -> str:
    return " ".join(f"{player_letter(seat)}{count}" for seat, count in enumerate(s["bugs"][:, h]) if count)


def _table(seen: Overview) -> list[str]:
    """Return the attributes and counts of the players, one line each."""
    titles = [name for name, _ in seen.players[0].attributes] + list(_COLUMNS)
    lines = [" " * 11 + "  ".join(titles)]
    for player in seen.players:
        values = [value for _, value in player.attributes] + _counts(player)
        cells = "  ".join(str(value).rjust(len(title)) for value, title in zip(values, titles, strict=True))
        status = f"  {player.status}" if player.status else ""
        lines.append(f"{player.letter} {player.name:<9}{cells}{status}")
    return lines


def _counts(player: PlayerOverview) -> list[int]:
    return [player.hand, player.insects, player.spaces, player.dens]


def _cards(seen: Overview) -> list[str]:
    lines = []
    for player in seen.players:
        lines += [f"{player.letter} in play: {player.in_play}"] if player.in_play else []
        lines += [f"{player.letter} for now: {player.for_now}"] if player.for_now else []
    return lines
