"""Charts rendered on the server: an SVG, with a table behind it for screen readers."""

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

from games.charts import bars
from games.history.insight import formatting
from games.matches.public import regions

register = template.Library()


@register.simple_tag
def chart(chart: bars.Chart, key: str) -> SafeString:
    """Render `chart`; `key` distinguishes it from other charts on the page."""
    values = {"chart": chart, "key": key, "percent": percent, **bars.drawing(chart)}
    label = pgettext("statistics", "Share")
    drawn = regions.fragment("history/statistics/_chart.jinja", share_label=label, **values)
    return mark_safe(regions.draw("", drawn))  # noqa: S308 (escaped by the template)


@register.filter
def percent(share: float) -> str:
    """Return a share in percent."""
    return formatting.percent(share, 1)
