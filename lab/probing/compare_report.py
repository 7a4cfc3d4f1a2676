"""The report of `probe compare`: what changed, what a condition says, and how sure that is."""

from collections.abc import Sequence
from textwrap import shorten

import numpy as np
from matplotlib.figure import Figure as Picture

from swarmzoo.envs.core.game import Game
from swarmzoo.envs.core.plain_values import differences
from swarmzoo.lab.drawing import label, new_figure
from swarmzoo.lab.games import in_words, maps_of
from swarmzoo.lab.probing.compare import CHANGE, SIDES, CompareConfig, Compared, Question
from swarmzoo.lab.probing.conditions import Told
from swarmzoo.lab.probing.jobs import Played
from swarmzoo.lab.probing.verdict import Drawing, Figure, Finding, Report, Status, Sureness, Table, Watch
from swarmzoo.lab.probing.watching import SHOWN

LONGEST = 80  # characters of a value
ADAPTED = (
    "Searches adapt to the rules by themselves. Bots do not adapt, and trained policies were not trained again: a "
    "change that needs another way to play is not seen in their games."
)


def compare_report(before: Game, after: Game, config: CompareConfig, found: Compared, rows: Sequence[Played]) -> Report:
    """Return what was found, for readers."""
    watch = turned(rows, config.names)
    findings = [_finding(question, figure, told, config, watch) for question, figure, told in found.answers]
    return Report(
        probe="compare",
        title=_title(before, after, config.names),
        findings=[*findings, _differences(before, after, config)],
        sureness=_sureness(config, found),
        tables=[_table(config, found)],
        drawings=[Drawing("Changes in shares", _picture(found), "Bars are 95% intervals; grey is the margin.")],
        measures=_measures(found),
    )


def _title(before: Game, after: Game, names: Sequence[str]) -> str:
    """Name both rule sets, and on which maps each is played where they differ in that."""
    first, second = maps_of(before), maps_of(after)
    if first == second:
        return f"{names[0]} and {names[1]}: {in_words(after)}"
    return f"{names[0]} ({first}) and {names[1]} ({second}): {after.env_id}"


def _finding(
    question: Question, figure: Figure, told: Told, config: CompareConfig, watch: tuple[Watch, ...]
) -> Finding:
    """Say the answer to a question."""
    if question.condition is not None:
        kind: Status = {"holds": "fault", "fails": "fine", "open": "open"}[told]  # type: ignore[assignment]
        what = {"holds": "This is so", "fails": "This is not so", "open": "This is not decided"}[told]
        sentence = f"{question.condition.text}? {what}: {question.name} is {figure} with {config.names[1]}."
        return Finding(kind, f"condition {question.condition.text}", sentence, (figure,), watch)
    name, (first, second) = question.name.removeprefix(CHANGE), config.names
    about = f"change of {name}"
    if told == "holds":
        way = "more" if figure.value > 0 else "less"
        return Finding("note", about, f"{second} has {way} {name} than {first}: {figure}.", (figure,), watch)
    if told == "fails":
        return Finding("note", about, f"{name} is the same in both, within the margin: {figure}.", (figure,))
    return Finding("open", about, f"Whether {name} changes is not decided: {figure}. Play more games.", (figure,))


def _differences(before: Game, after: Game, config: CompareConfig) -> Finding:
    """Say in which fields the rule sets differ."""
    one, other = before.config.model_dump(mode="json"), after.config.model_dump(mode="json")
    told = [f"{path} = {_short(first)} and {_short(second)}" for path, first, second in sorted(differences(one, other))]
    first, second = config.names
    sentence = f"{first} and {second} differ in: {'; '.join(told)}." if told else f"{first} and {second} are the same."
    return Finding("note", "fields", sentence)


def _short(text: str) -> str:
    return shorten(text, LONGEST, placeholder=" ...")


def turned(rows: Sequence[Played], names: Sequence[str]) -> tuple[Watch, ...]:
    """Return games of the second rule set whose winner was another one in the first, on the same seed."""
    first = {(row.cell.removeprefix(SIDES[0]), row.seed, row.nth): row for row in rows if row.cell.startswith(SIDES[0])}
    found = []
    for row in rows:
        same = first.get((row.cell.removeprefix(SIDES[1]), row.seed, row.nth))
        if same is not None and row.cell.startswith(SIDES[1]) and not (row.fault or same.fault) and row.pay != same.pay:
            found.append(Watch(row.cell, row.seed, row.nth, f"{names[1]}: another outcome than with {names[0]}"))
        if len(found) == SHOWN:
            break
    return tuple(found)


def _table(config: CompareConfig, found: Compared) -> Table:
    before, after = found.samples
    rows = []
    for name in after.names():
        if name in before.names():
            cells = before.figure(name, 0.05), after.figure(name, 0.05), found.change_of(name, 0.05)
            rows.append((name, *map(str, cells)))
    text = f"Means with 95% intervals, on {len(after.seeds):,} seeds. NAME[AGENT] is that of an agent against itself."
    return Table("Measures", ("measure", *config.names, "change"), tuple(rows), text)


def _sureness(config: CompareConfig, found: Compared) -> Sureness:
    widest = max((float(figure.high or 0) - float(figure.low or 0)) / 2 for _, figure, _ in found.answers)
    return Sureness(
        error=config.error,
        margin=f"{100 * config.margin:g} points for shares; 5% of the first rule set's value for other numbers.",
        smallest=f"Intervals reach {widest:.3g} to either side at most; smaller changes may have been missed.",
        adapted=ADAPTED,
        judging=f"{config.seed} to {config.seed + len(found.samples[1].seeds) - 1}, the same in both; the games were "
        f"looked at {found.looks} times at most, which the error allows for.",
    )


def _measures(found: Compared) -> dict[str, float]:
    before, after = found.samples
    values = {name: after.figure(name, 0.05).value for name in after.names()}
    values |= {f"before.{name}": before.figure(name, 0.05).value for name in before.names()}
    return values


def _picture(found: Compared) -> Picture:
    """Draw the changes of all shares with their intervals."""
    names = [name for name in found.samples[1].names() if name in found.samples[0].names()]
    changes = [one for one in (found.change_of(name, 0.05) for name in names) if one.unit == "points"]
    figure = new_figure(8, 1.2 + 0.3 * len(changes))
    axes = figure.add_subplot()
    value = np.array([one.value for one in changes])
    reach = np.abs(np.array([[one.low or 0.0, one.high or 0.0] for one in changes]).T - value)
    axes.errorbar(100 * value, range(len(changes)), xerr=100 * reach, fmt="o", color="#1f6f54", capsize=3)
    axes.axvspan(-100 * found.margin, 100 * found.margin, color="#d9d4c6", zorder=0)
    axes.set_yticks(range(len(changes)), [label(one.name) for one in changes])
    axes.invert_yaxis()
    axes.set(xlabel="change in points")
    return figure
