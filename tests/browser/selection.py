"""The combinations that each push looks at; `make prove` looks at all others."""

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

#: German has the longest words and Japanese the fewest spaces; the others lie between them.
LANGUAGES = ["de", "ja", *(pytest.param(one, marks=pytest.mark.prove) for one in ("en", "it"))]


def spread(*axes: Sequence[Any]) -> list[Any]:
    """Return all combinations of `axes` as parameters of a test.

    So few that each value of each axis occurs are for each push, the others are marked `prove`.
    """
    longest = max(map(len, axes))
    chosen = {tuple(number % len(axis) for axis in axes) for number in range(longest)}
    return [
        pytest.param(
            *(axis[place] for axis, place in zip(axes, places, strict=True)),
            marks=() if places in chosen else pytest.mark.prove,
        )
        for places in product(*(range(len(axis)) for axis in axes))
    ]
