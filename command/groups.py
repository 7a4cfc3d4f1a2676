"""Groups of commands that refuse an unknown word with the nearest command."""

from typing import Any

from typer.core import TyperGroup

from swarmzoo.envs.core.errors import GameError, nearest

HELP = ("-h", "--help")  # the options that print what a command does
LONGEST = 1000  # characters of a first sentence


class Commands(TyperGroup):
    """A group of commands; the first word names one of them."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the first word names; raise GameError for unknown words."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise GameError(f"unknown command {args[0]!r} of {ctx.command_path}{nearest(args[0], self.commands)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the name of each command and the first sentence about it, whole: Click would cut long ones off."""
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, one.get_short_help_str(LONGEST)) for name, one in commands if one is not None and not one.hidden]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)
