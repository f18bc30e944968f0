"""Lays out the history of ratings as a drawing: lines with bands over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil, floor

from games.charts.paths import path

WIDTH, HEIGHT = 360, 200
LEFT, RIGHT, TOP, BOTTOM = 38, 10, 10, 24  #: margins around the lines, for the numbers
COLUMNS = 60  #: each column shows one point, that of its last match
MARGIN = 10.0  #: points above and below what is shown
LEAST_SPAN = 200.0  #: the minimum range, in points: otherwise noise would look significant
STEPS = (50, 100, 200, 500, 1000)
LINES = 5  #: the maximum number of grid lines


@dataclass(frozen=True)
class Point:
    """A rating after a match, and half the width of its 95 % band."""

    at: datetime
    rating: float
    band: float


@dataclass(frozen=True)
class Series:
    """The history of one rating under a name, oldest first; `look` is a CSS class."""

    name: str
    look: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class ChartLine:
    """A series, laid out for drawing."""

    series: Series
    path: str
    band: str
    x: float
    y: float


@dataclass(frozen=True)
class GridLine:
    """A horizontal line at a round number of points."""

    y: float
    label: int


@dataclass(frozen=True)
class Drawing:
    """All lines on common axes."""

    lines: tuple[ChartLine, ...]
    grid: tuple[GridLine, ...]
    first: datetime
    last: datetime


class _Axes:
    """Converts times and ratings to coordinates in the picture."""

    def __init__(self, series: Sequence[Series]) -> None:
        points = [point for one in series for point in one.points]
        self.first, self.last = min(p.at for p in points), max(p.at for p in points)
        # The scale is fitted to the latest bands, because a newcomer's first bands are so wide that
        # they would flatten the lines.
        ends = [one.points[-1] for one in series]
        low = min(*(p.rating for p in points), *(p.rating - p.band for p in ends))
        high = max(*(p.rating for p in points), *(p.rating + p.band for p in ends))
        pad = max((LEAST_SPAN - (high - low)) / 2, MARGIN)
        self.low, self.high = low - pad, high + pad

    def share(self, at: datetime) -> float:
        """Return the share of the period that had passed at `at`; 1 if all times are equal."""
        span = (self.last - self.first).total_seconds()
        return (at - self.first).total_seconds() / span if span else 1.0

    def x(self, at: datetime) -> float:
        return round(LEFT + self.share(at) * (WIDTH - LEFT - RIGHT), 1)

    def y(self, rating: float) -> float:
        """Return the y coordinate of `rating`, limited to the picture."""
        share = (min(max(rating, self.low), self.high) - self.low) / (self.high - self.low)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def draw(series: Sequence[Series]) -> Drawing | None:
    """Return `series` drawn together; None if there is nothing to draw."""
    visible = [one for one in series if one.points]
    if not visible:
        return None
    axes = _Axes(visible)
    lines = tuple(_line(Series(s.name, s.look, _thin_out(s.points, axes)), axes) for s in visible)
    return Drawing(lines, _grid(axes), axes.first, axes.last)


def _thin_out(points: Sequence[Point], axes: _Axes) -> tuple[Point, ...]:
    """Return the last point of each column."""
    columns = {floor(axes.share(point.at) * COLUMNS): point for point in points}
    return tuple(columns.values())


def _line(series: Series, axes: _Axes) -> ChartLine:
    points = series.points
    middle = [(axes.x(p.at), axes.y(p.rating)) for p in points]
    tops = [(axes.x(p.at), axes.y(p.rating + p.band)) for p in points]
    feet = [(axes.x(p.at), axes.y(p.rating - p.band)) for p in reversed(points)]
    band = path([*tops, *feet], is_closed=True)
    return ChartLine(series, path(middle), band, *middle[-1])


def _grid(axes: _Axes) -> tuple[GridLine, ...]:
    span = axes.high - axes.low
    step = next((step for step in STEPS if span / step <= LINES), STEPS[-1])
    first, last = ceil(axes.low / step), floor(axes.high / step)
    return tuple(GridLine(axes.y(n * step), n * step) for n in range(first, last + 1))
