"""Template filters that format ratings."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def points(value: float) -> str:
    """Return points as a whole number."""
    return f"{value:.0f}"


@register.simple_tag
def rating_text(rating: float, band: float) -> SafeString:
    """Return a rating with its band, in one form for display and one for screen readers."""
    return format_html(
        '<span class="rating"><span class="rating-figure">{}</span> '
        '<span class="rating-band">± {}</span></span>',
        points(rating),
        points(band),
    )


@register.filter
def unlocalized(value: float) -> str:
    """Return a length in a drawing, with a decimal point in every language."""
    return f"{value:g}"
