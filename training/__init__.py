"""Training and evaluation with stable-baselines3."""

import os

# A thread of torch that waits for another one spins first. Where other programs want the cores too it would take from
# them what they need, and they from the thread it waits for; so it sleeps soon. Read as torch is loaded.
os.environ.setdefault("GOMP_SPINCOUNT", "1000")
