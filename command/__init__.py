"""The command `swarmzoo`: one module for each of its commands, registered in `main`."""
