"""Charts drawn on the server: an SVG for the eyes, with a table behind it for everybody."""

from dataclasses import dataclass
from typing import Any

from django import template

from games.history import figures
from games.history.numbers import Chart, Share

register = template.Library()

WIDTH, ROW = 360, 46
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
        return self.y + 20

    @property
    def middle_y(self) -> int:
        """Return the middle of the bar."""
        return self.y + 29


def _x(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


@register.inclusion_tag("history/_chart.html")
def chart(shown: Chart, key: str) -> dict[str, Any]:
    """Draw `shown`; `key` tells it from the other charts of the page."""
    bars = [
        Bar(share, place * ROW, round(_x(share.share) - LEFT, 1), _x(low), _x(high))
        for place, share in enumerate(shown.shares)
        for low, high in [share.band]
    ]
    return {
        "chart": shown,
        "key": key,
        "bars": bars,
        "width": WIDTH,
        "height": ROW * len(bars) + 6,
        "left": LEFT,
        "figures": WIDTH,
        "half": _x(0.5),
        "full": _x(1.0),
    }


@register.filter
def percent(share: float) -> str:
    """Return a share as a figure out of a hundred."""
    return figures.percent(share, 1)
