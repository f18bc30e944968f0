"""Lots from a seed: the same on every machine and Python version.

Every decision has its own named random stream, so that an additional draw elsewhere does not affect
it. Orders are those of SHA-256 digests. Long searches use Random.random(), the only method whose
sequence Python promises to keep.
"""

import hashlib
from collections.abc import Iterable
from random import Random


def lot(seed: str, name: str, item: object) -> int:
    """Return the lot of `item`: a number of 256 bits from SHA-256 of ``seed/name/item``."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{name}/{item}".encode()).digest(), "big")


def shuffle(items: Iterable[int], *, seed: str, name: str) -> list[int]:
    """Return `items` ordered by their lots, independent of their given order."""
    return sorted(items, key=lambda item: (lot(seed, name, item), item))


def stream(seed: str, name: str) -> Random:
    """Return the stream `name` of `seed`; use only its random()."""
    return Random(f"{seed}/{name}")  # noqa: S311 - a printed seed keeps no secret
