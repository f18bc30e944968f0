"""Ratings as pages write them."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def points(value: float) -> str:
    """Return a number of points, whole."""
    return f"{value:.0f}"


@register.simple_tag
def rated(rating: float, band: float) -> SafeString:
    """Return a rating with its band, told apart by eye and ear."""
    return format_html(
        '<span class="rating"><span class="rating-figure">{}</span> '
        '<span class="rating-band">± {}</span></span>',
        points(rating),
        points(band),
    )


@register.filter
def unlocalized(value: float) -> str:
    """Return a length for a drawing, with a point in every language."""
    return f"{value:g}"
