"""Logistic regression, for the weights with which bots value positions."""

from collections.abc import Sequence
from math import exp

_STEPS = 12  #: of Newton's method: far more than needed
_RIDGE = 1.0  #: keeps weights small if the games are little evidence for them

Row = Sequence[float]


def fit(rows: Sequence[Row], wins: Sequence[bool]) -> list[float]:
    """Return the weights with which `rows` best predict `wins`, one for every feature."""
    weights = [0.0] * len(rows[0])
    for _ in range(_STEPS):
        slope, curve = _derivatives(rows, wins, weights)
        step = solve(curve, slope)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
    return weights


def chance(weights: Row, row: Row) -> float:
    """Return the probability of a win in a position with these features."""
    return 1.0 / (1.0 + exp(-sum(w * value for w, value in zip(weights, row, strict=True))))


def _derivatives(
    rows: Sequence[Row], wins: Sequence[bool], weights: Row
) -> tuple[list[float], list[list[float]]]:
    """Return slope and curvature of the penalized likelihood at `weights`."""
    count = len(weights)
    slope = [-_RIDGE * weight for weight in weights]
    curve = [[_RIDGE * (row == column) for column in range(count)] for row in range(count)]
    for values, win in zip(rows, wins, strict=True):
        share = chance(weights, values)
        spread = share * (1.0 - share)
        places = [place for place, value in enumerate(values) if value]
        for place in places:
            slope[place] += (win - share) * values[place]
            step, line = spread * values[place], curve[place]
            for other in places:
                line[other] += step * values[other]
    return slope, curve


def solve(matrix: Sequence[Row], target: Row) -> list[float]:
    """Return x of `matrix` x = `target`, by elimination with the largest pivot.

    :raises ZeroDivisionError: if the matrix has no inverse.
    """
    lines = [[*row, value] for row, value in zip(matrix, target, strict=True)]
    count = len(lines)
    for column in range(count):
        pivot = max(range(column, count), key=lambda line: abs(lines[line][column]))
        lines[column], lines[pivot] = lines[pivot], lines[column]
        top = lines[column]
        for line in range(count):
            if line != column:
                factor = lines[line][column] / top[column]
                lines[line] = [a - factor * b for a, b in zip(lines[line], top, strict=True)]
    return [lines[row][-1] / lines[row][row] for row in range(count)]
