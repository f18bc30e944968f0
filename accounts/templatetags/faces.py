"""Portraits for pages: `{% face person %}` renders one, `{% face_symbols %}` ends the page."""

from functools import lru_cache
from typing import Protocol

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts import portraits

register = template.Library()

#: Not "face", because a match's page has its own sprite, and ids must be unique.
PREFIX = "portrait"
_BADGE = mark_safe('<b class="face-badge"><i class="mark m-bot"></i></b>')


class HasPortrait(Protocol):
    """Anything with a portrait: a user, or a player of a match."""

    @property
    def portrait(self) -> str:
        """Return the code of the face."""


@register.simple_tag(takes_context=True)
def face(context: Context, person: HasPortrait, size: str = "s") -> SafeString:
    """Render the portrait of `person`, without a text, because the name is next to it."""
    return face_of(context, person.portrait, size=size, is_bot=bool(getattr(person, "bot", "")))


@register.simple_tag(takes_context=True)
def face_of(context: Context, code: str, size: str = "s", is_bot: bool = False) -> SafeString:
    """Render the portrait called `code`, and add its drawing to those at the end of this page."""
    request = context["request"]
    if not hasattr(request, "drawn_faces"):
        request.drawn_faces = set()
    request.drawn_faces.add(code)
    return _face(code, size, is_bot)


@lru_cache(maxsize=4096)
def _face(code: str, size: str, is_bot: bool) -> SafeString:
    badge = _BADGE if is_bot else ""
    face = '<span class="face face-{}"><svg aria-hidden="true"><use href="#{}-{}"/></svg>{}</span>'
    return format_html(face, size, PREFIX, code, badge)


@register.simple_tag
def bust(code: str) -> SafeString:
    """Render the face called `code` without a background or frame, for posters."""
    shapes = portraits.bust(code)
    return mark_safe(f'<svg class="bust" viewBox="4 2 56 62" aria-hidden="true">{shapes}</svg>')  # noqa: S308


@register.simple_tag(takes_context=True)
def face_symbols(context: Context) -> SafeString:
    """Return the drawings of all portraits above on this page, each once."""
    shown_faces = getattr(context.get("request"), "drawn_faces", ())  # an error page may have none
    return mark_safe(portraits.symbols(shown_faces, PREFIX))  # noqa: S308 (our own shapes)
