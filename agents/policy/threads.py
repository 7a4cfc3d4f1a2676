"""Threads of torch, and as many for what is worked out without it; results never depend on the latter."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import torch


def set_threads(threads: int) -> None:
    """Set the threads of torch for this process."""
    torch.set_num_threads(threads)


def pool() -> ThreadPoolExecutor:
    """Return as many threads as torch may use."""
    return _of(torch.get_num_threads())


@cache
def _of(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_of.cache_clear)  # a forked process has none of its parent's threads
