"""The seeds that agents are handed: each seat of a game has its own, which does not tell the game's."""

from hashlib import blake2b


def seed_of_seat(seed: int, side: int) -> int:
    """Return the seed, 0 to 2^63-1, of who plays a side of the game of a seed; it cannot be turned back."""
    digest = blake2b(f"{seed} {side}".encode(), digest_size=8, person=b"swarmzoo seat").digest()
    return int.from_bytes(digest, "little") >> 1
