"""``python -m swarmzoo`` is the command ``swarmzoo``."""

from swarmzoo.command.main import main

if __name__ == "__main__":
    main()
