"""`swarmzoo probe`: what a rule set does to its game, in plain words. Each probe is a module of this package."""

import typer

from swarmzoo.command.groups import Commands
from swarmzoo.command.probe.balance import balance
from swarmzoo.command.probe.compare import compare
from swarmzoo.command.probe.exploit import exploit
from swarmzoo.command.probe.fields import fields
from swarmzoo.command.probe.parts import parts
from swarmzoo.command.probe.strategies import strategies
from swarmzoo.command.probe.sweep import sweep

app = typer.Typer(
    cls=Commands,
    help="Ask what the rules do to a game: who is favoured, which strategy dominates, what is never worth it.\n\n"
    "Example: swarmzoo probe balance insects --quick",
    rich_markup_mode=None,
)

app.command("balance", short_help="Are the seats even, and what are games like?")(balance)
app.command("exploit", short_help="How much can be won from an agent?")(exploit)
app.command("compare", short_help="What changed between two rule sets?")(compare)
app.command("parts", short_help="What is each card, weapon, command worth?")(parts)
app.command("fields", short_help="What may --set say of a probe?")(fields)
app.command("strategies", short_help="Which strategy dominates, which form a cycle?")(strategies)
app.command("sweep", short_help="Which numbers of the rules give what is wanted?")(sweep)
