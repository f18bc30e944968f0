"""Shares of a whole as bars, each with the confidence interval of the true share."""

from dataclasses import dataclass
from math import sqrt
from typing import Any

Z = 1.96  #: standard deviations that contain 95 % of a normal distribution


@dataclass(frozen=True)
class Share:
    """A named share, `part` of `whole`, with its confidence interval (Wilson, 95 %)."""

    name: str
    part: int
    whole: int
    look: str = ""

    @property
    def share(self) -> float:
        """Return the share, from 0 to 1."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def band(self) -> tuple[float, float]:
        """Return the band's ends, from 0 to 1."""
        return wilson(self.part, self.whole)


@dataclass(frozen=True)
class Chart:
    """A group of shares that are shown together."""

    title: str
    shares: tuple[Share, ...]


def wilson(part: int, whole: int, z: float = Z) -> tuple[float, float]:
    """Return the Wilson score interval of `part` successes in `whole` trials."""
    if not whole:
        return 0.0, 1.0
    share = part / whole
    scale = 1 + z * z / whole
    middle = (share + z * z / (2 * whole)) / scale
    half = z * sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole)) / scale
    return max(middle - half, 0.0), min(middle + half, 1.0)


WIDTH, ROW = 360, 50
LEFT, RIGHT = 2, 74  #: margins of the bars, the right one for the numbers


@dataclass(frozen=True)
class Bar:
    """The position of a share's bar, in the units of the picture."""

    share: Share
    y: int
    width: float
    low: float
    high: float

    @property
    def text_y(self) -> int:
        """Return the y coordinate of the name's baseline."""
        return self.y + 14

    @property
    def bar_y(self) -> int:
        """Return the y coordinate of the bar's top."""
        return self.y + 24

    @property
    def middle_y(self) -> int:
        """Return the y coordinate of the bar's middle."""
        return self.y + 33


def _x(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def drawing(chart: Chart) -> dict[str, Any]:
    """Return the layout of `chart`, as context for its template."""
    bars = [
        Bar(share, place * ROW, round(_x(share.share) - LEFT, 1), _x(low), _x(high))
        for place, share in enumerate(chart.shares)
        for low, high in [share.band]
    ]
    return {
        "bars": bars,
        "width": WIDTH,
        "height": ROW * len(bars) + 6,
        "left": LEFT,
        "figures": WIDTH,
        "half": _x(0.5),
        "full": _x(1.0),
    }
