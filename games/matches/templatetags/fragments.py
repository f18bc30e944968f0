"""`{% fragment "list.jinja" rows=rows %}`: a part of a page, rendered by Jinja."""

from functools import partial
from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from accounts.templatetags import faces
from games.matches.drawing.environments import environment_of

register = template.Library()


@register.simple_tag(takes_context=True)
def fragment(context: Context, template: str, **values: Any) -> SafeString:
    """Render a long list, or the contents of each of its rows, only from `values`."""
    drawn = {"face": partial(faces.face, context), **values}
    return mark_safe(environment_of(get_language()).draw(template, drawn))  # noqa: S308 (it escapes)
