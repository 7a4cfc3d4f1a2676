"""A bot of swarmzoo's line protocol in plain Python: it plays the first legal action of each of its agents.

swarmzoo evaluate "process:python first_legal.py" --against random
"""

import json
import sys


def say(message: dict) -> None:
    """Write a message; flushed, for the game waits for it."""
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "ready", "name": "first legal", "wants": []})
    elif message["type"] == "act":
        say({"id": message["id"], "actions": [legal[0] for legal in message["legal"]]})
    elif message["type"] == "quit":
        break
