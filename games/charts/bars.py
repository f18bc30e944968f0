"""Shares of a whole as bars, each with the band that the true share lies in."""

from dataclasses import dataclass
from math import sqrt
from typing import Any

Z = 1.96  #: standard deviations that hold 95 % of a normal distribution


@dataclass(frozen=True)
class Share:
    """`part` of `whole` under a name, with the band that the true share lies in (Wilson, 95 %)."""

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
    """Some shares that are shown together."""

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
LEFT, RIGHT = 2, 74  #: room beside the bars, for the figures on the right


@dataclass(frozen=True)
class Bar:
    """Where one share is drawn, in the units of the picture."""

    share: Share
    y: int
    width: float
    low: float
    high: float

    @property
    def text_y(self) -> int:
        """Return where the name's baseline is."""
        return self.y + 14

    @property
    def bar_y(self) -> int:
        """Return where the bar begins."""
        return self.y + 24

    @property
    def middle_y(self) -> int:
        """Return the middle of the bar."""
        return self.y + 33


def _x(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def drawing(chart: Chart) -> dict[str, Any]:
    """Return where everything of `chart` lies, for its template."""
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
