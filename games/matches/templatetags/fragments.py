"""`{% fragment "list.jinja" rows=rows %}`: a part of a page that the fast engine draws."""

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
    """Draw a long list, or what is in every row of one, only from `values`."""
    drawn = {"face": partial(faces.face, context), **values}
    return mark_safe(environment_of(get_language()).draw(template, drawn))  # noqa: S308 (it escapes)
