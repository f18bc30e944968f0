"""Verifiable randomness, byte for byte as the portable record describes it (Chance)."""

import hashlib
import hmac
import itertools
import secrets
from collections.abc import Iterator, Sequence
from functools import cached_property
from struct import Struct
from typing import Protocol, TypeVar

Item = TypeVar("Item")

SEED_BYTES = 32
_BLOCK = Struct(">8I")  #: a block of a stream: 8 big-endian numbers of 4 bytes


class Chance(Protocol):
    """The source of a game's randomness: labelled draws."""

    def below(self, label: str, limit: int) -> int:
        """Return a number from 0 to `limit` - 1."""

    def shuffle(self, label: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return `items` in a random order."""


def new_seed() -> bytes:
    """Return a fresh secret seed of 32 bytes."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """Return the commitment to `seed`: lower-case hex of SHA-256 (Chance, `commitment`)."""
    return hashlib.sha256(b"cabinet-noir commitment 1\n" + seed).hexdigest()


def stream_key(seed: bytes, entropy: Sequence[str]) -> bytes:
    """Return the key that mixes `seed` with each seat's `entropy` (Chance, Key)."""
    message = b"cabinet-noir entropy 1\n"
    for text in entropy:
        data = text.encode()
        message += len(data).to_bytes(4, "big") + data
    return hmac.digest(seed, message, "sha256")


class SeededChance:
    """Chance from a seed and the players' entropy: anybody who has both gets the same draws."""

    def __init__(self, seed: bytes, entropy: Sequence[str]) -> None:
        self._seed, self._entropy = seed, entropy

    @cached_property
    def _key(self) -> bytes:
        return stream_key(self._seed, self._entropy)  # most turns draw nothing

    def below(self, label: str, limit: int) -> int:
        """Return a number from 0 to `limit` - 1, the first of the label's stream."""
        return _below(self._words(label), limit)

    def shuffle(self, label: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return `items` shuffled by the label's stream (Chance, A shuffle)."""
        words = self._words(label)
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = _below(words, last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _words(self, label: str) -> Iterator[int]:
        """Yield the label's stream as 4-byte big-endian numbers (Chance, Stream of a label)."""
        prefix = label.encode() + b"\0"
        for counter in itertools.count():
            block = hmac.digest(self._key, prefix + counter.to_bytes(8, "big"), "sha256")
            yield from _BLOCK.unpack(block)


def _below(words: Iterator[int], limit: int) -> int:
    """Return the next word modulo `limit`, rejecting words that would favour small numbers."""
    fair = (1 << 32) // limit * limit
    while (word := next(words)) >= fair:
        pass
    return word % limit
