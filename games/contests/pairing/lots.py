"""Lots from a seed: the same on every machine and Python version.

Every decision has its own named random stream, so it is not affected by changes to other decisions.
Items are ordered by SHA-256 digests. Long searches use Random.random(), the only method whose
sequence Python guarantees.
"""

import hashlib
from collections.abc import Iterable
from random import Random


def lot(seed: str, name: str, item: object) -> int:
    """Return the lot of `item`: a 256-bit number, the SHA-256 digest of ``seed/name/item``."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{name}/{item}".encode()).digest(), "big")


def shuffle(items: Iterable[int], *, seed: str, name: str) -> list[int]:
    """Return `items` ordered by their lots, independently of the given order."""
    return sorted(items, key=lambda item: (lot(seed, name, item), item))


def stream(seed: str, name: str) -> Random:
    """Return the stream `name` of `seed`; use only its random()."""
    return Random(f"{seed}/{name}")  # noqa: S311 - a printed seed keeps no secret
