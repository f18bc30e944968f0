"""Charts drawn on the server: an SVG, with a table behind it for screen readers."""

from typing import Any

from django import template

from games.charts import bars
from games.history.insight import formatting

register = template.Library()


@register.inclusion_tag("history/statistics/_chart.html")
def chart(chart: bars.Chart, key: str) -> dict[str, Any]:
    """Draw `chart`; `key` distinguishes it from other charts of the page."""
    return {"chart": chart, "key": key, **bars.drawing(chart)}


@register.filter
def percent(share: float) -> str:
    """Return a share in percent."""
    return formatting.percent(share, 1)
