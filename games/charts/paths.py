"""SVG paths through points, in the units of a picture."""

from collections.abc import Sequence

Place = tuple[float, float]


def path(points: Sequence[Place], *, is_closed: bool = False) -> str:
    """Return the path through all `points`."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z" * is_closed


def stretches(points: Sequence[Place], visible: Sequence[bool]) -> str:
    """Return the path along those segments between two points that `visible` selects."""
    parts: list[str] = []
    for at, is_drawn in enumerate(visible):
        if is_drawn:
            if not at or not visible[at - 1]:
                parts.append("M{:g} {:g}".format(*points[at]))
            parts.append("L{:g} {:g}".format(*points[at + 1]))
    return "".join(parts)
