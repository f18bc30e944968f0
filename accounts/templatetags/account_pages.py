"""Filters for the pages about people: fields without placeholders, browsers by name."""

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.writing import join_list

register = template.Library()

#: The first match in a user agent counts: Edge also says Chrome, Chrome also says Safari.
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
def has_focus(field: BoundField) -> bool:
    """Return whether `field` is the first field of its form with an error."""
    return field is next((one for one in field.form if one.errors), None)


@register.filter
def bare(field: BoundField) -> SafeString:
    """Return the widget without its placeholder, focused if it is the first with an error.

    The label makes the placeholder redundant.
    """
    focus = {"autofocus": True} if has_focus(field) else {}
    return field.as_widget(attrs={"placeholder": False, **focus})


@register.filter
def as_shown(field: BoundField) -> SafeString | str:
    """Return the shown value as a hidden field, if the form is a MergedForm that asks for it."""
    return field.as_hidden(only_initial=True) if field.field.show_hidden_initial else ""


@register.filter
def is_checkbox(field: BoundField) -> bool:
    """Return whether `field` is one checkbox, with its label after it."""
    return getattr(field.field.widget, "input_type", "") == "checkbox"


@register.filter
def device(user_agent: str) -> str:
    """Return browser and system in familiar words, such as "Firefox, Android"."""
    names = [
        next((name for mark, name in patterns if mark in user_agent), None)
        for patterns in (_BROWSERS, _SYSTEMS)
    ]
    return join_list(name for name in names if name) or gettext("Unknown browser")
