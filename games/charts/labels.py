"""Labels next to lines: moved apart so that they don't overlap."""

from collections.abc import Sequence


def spread(places: Sequence[float], gap: float) -> list[float]:
    """Return places near those in `places` (ascending, 0 to 100), in order, at least `gap` apart.

    Labels that would overlap form a block around the mean of their intended places.
    """
    gap = min(gap, 100.0 / max(len(places) - 1, 1))
    blocks: list[list[float]] = []
    for at in places:
        blocks.append([at])
        while len(blocks) > 1 and _first(blocks[-1], gap) < _last(blocks[-2], gap) + gap:
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return [
        round(_first(block, gap) + gap * place, 2)
        for block in blocks
        for place in range(len(block))
    ]


def _first(block: Sequence[float], gap: float) -> float:
    """Return the start of a block of labels, centred on its mean and within 0 to 100."""
    length = gap * (len(block) - 1)
    return min(max(sum(block) / len(block) - length / 2, 0.0), 100.0 - length)


def _last(block: Sequence[float], gap: float) -> float:
    return _first(block, gap) + gap * (len(block) - 1)
