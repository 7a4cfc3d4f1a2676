"""`swarmzoo probe`: what a rule set does to its game, in plain words. Each probe is a module of this package."""

import typer

from swarmzoo.command.groups import Commands
from swarmzoo.command.probe.balance import balance
from swarmzoo.command.probe.compare import compare
from swarmzoo.command.probe.exploit import exploit
from swarmzoo.command.probe.parts import parts
from swarmzoo.command.probe.strategies import strategies
from swarmzoo.command.probe.sweep import sweep

app = typer.Typer(
    cls=Commands,
    help="Ask what the rules do to a game: who is favoured, which strategy dominates, what is never worth it.\n\n"
    "Example: swarmzoo probe balance insects --quick",
    rich_markup_mode=None,
)

app.command("balance")(balance)
app.command("exploit")(exploit)
app.command("compare")(compare)
app.command("parts")(parts)
app.command("strategies")(strategies)
app.command("sweep")(sweep)
