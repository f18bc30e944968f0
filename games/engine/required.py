"""Narrows a value that the site's rules guarantee, although its column or type allows None."""

from typing import TypeVar

T = TypeVar("T")


def required(value: T | None) -> T:
    """Return `value`, which the site's rules guarantee.

    :raises ValueError: if it is None.
    """
    if value is None:
        raise ValueError("a required value is missing")
    return value
