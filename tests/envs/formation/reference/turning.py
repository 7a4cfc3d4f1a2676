"""Half turns of positions: red's place becomes blue's, east becomes west."""

import re

OPPOSITE = {
    "east": "west", "south-east": "north-west", "south-west": "north-east",
    "west": "east", "north-west": "south-east", "north-east": "south-west",
}  # fmt: skip
BY_COMPANY = ("panicked_ever", "holds", "alone", "breakups", "lost")
BY_SQUAD = ("triggers", "due")


def turned(text: str, columns: int, rows: int, squads: int) -> str:
    """Return a position after half a turn about the middle of the field, with the companies changed over."""
    lines = text.splitlines()
    field = lines.index("field:") + 1
    ground = [" ".join(reversed(line.split())) for line in reversed(lines[field : field + rows])]
    head = [turned_head(line) for line in lines[:field]]
    rest = [turned_line(line, columns, rows, squads) for line in lines[field + rows :]]
    return "\n".join([*head, *ground, *rest]) + "\n"


def turned_head(line: str) -> str:
    """Return a line about the whole game after half a turn."""
    key, _, value = line.partition(": ")
    if key in BY_COMPANY:
        return f"{key}: {' '.join(reversed(value.split()))}"
    if key in BY_SQUAD:
        numbers = value.split()
        half = len(numbers) // 2
        return f"{key}: {' '.join(numbers[half:] + numbers[:half])}"
    if key == "order":
        orders = value.split("; ")
        half = len(orders) // 2
        return f"{key}: {'; '.join(orders[half:] + orders[:half])}"
    return other_company(line) if key in ("active", "asks") else line


def turned_line(line: str, columns: int, rows: int, squads: int) -> str:
    """Return a line about a soldier or a formation after half a turn."""
    line = re.sub(r"\bat (\d+) (\d+)", lambda m: f"at {columns - 1 - int(m[1])} {rows - 1 - int(m[2])}", line)
    line = re.sub(r"facing ([a-z-]+)", lambda m: f"facing {OPPOSITE[m[1]]}", line)
    line = re.sub(r"squad (\d+)", lambda m: f"squad {(int(m[1]) + squads) % (2 * squads)}", line)
    return other_company(line)


def other_company(line: str) -> str:
    """Change red and blue over."""
    return re.sub(r"\b(red|blue)(?=_|$)", lambda m: "blue" if m[1] == "red" else "red", line)
