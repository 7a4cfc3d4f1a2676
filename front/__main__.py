"""``python -m swarmzoo`` is the command ``swarmzoo``, and begins as it does."""

import sys


def main() -> None:
    """Run the command; whoever interrupts it while it still loads is told so in one line, as later."""
    try:
        from swarmzoo.command.main import main as command
    except KeyboardInterrupt:
        print("swarmzoo: interrupted", file=sys.stderr)
        sys.exit(130)
    command()


if __name__ == "__main__":
    main()
