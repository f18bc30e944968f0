"""Lots drawn from a seed: the same for everybody who knows it, on every machine and Python.

Every decision has a stream of its own, named after it, so that one more draw elsewhere changes
nothing here. Orders are those of SHA-256 digests; long searches use Random.random(), the one
method whose sequence Python promises to keep.
"""

import hashlib
from collections.abc import Iterable
from random import Random


def lot(seed: str, name: str, item: object) -> int:
    """Return the lot of `item`: a number of 256 bits from SHA-256 of ``seed/name/item``."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{name}/{item}".encode()).digest(), "big")


def shuffled(items: Iterable[int], *, seed: str, name: str) -> list[int]:
    """Return `items` by their lots: the order in which they were given means nothing."""
    return sorted(items, key=lambda item: (lot(seed, name, item), item))


def stream(seed: str, name: str) -> Random:
    """Return the stream `name` of `seed`; call nothing on it but random()."""
    return Random(f"{seed}/{name}")  # noqa: S311 - a printed seed keeps no secret
