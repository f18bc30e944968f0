"""Filters for the pages about people: fields without placeholders, browsers by name."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.translation import gettext

register = template.Library()

#: The first that a user agent names wins: Edge also says Chrome, Chrome also says Safari.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


@register.filter
def bare(field: BoundField) -> SafeString:
    """Return the widget without its placeholder: the label above already says the same."""
    return field.as_widget(attrs={"placeholder": False})


@register.filter
def is_checkbox(field: BoundField) -> bool:
    """Return whether `field` is one box, with its label behind it."""
    return getattr(field.field.widget, "input_type", "") == "checkbox"


@register.filter
def device(user_agent: str) -> str:
    """Return browser and system in words a person knows, such as "Firefox, Android"."""
    found = [
        next((name for mark, name in known if mark in user_agent), None)
        for known in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(name for name in found if name) or gettext("Unknown browser")
