"""The operator's contents on every page."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from installation.models import Page, PlannedStop

#: Seconds for which contents are cached before a change is on every page.
KEPT = 15
#: The time before a planned stop for which pages announce it.
AHEAD = timedelta(hours=24)
#: Pages with a default text; only the operator can write an imprint.
ALWAYS = (Page.Kind.PRIVACY, Page.Kind.CONDUCT)

_PAGES, _STOP = "installation/pages", "installation/stop"


def on_every_page(request: HttpRequest) -> dict[str, Any]:
    """Return the context of all templates."""
    return {
        "site_name": settings.SITE_NAME,
        "site_logo": settings.LOGO,
        "footer_links": tuple(settings.FOOTER_LINKS),
        "site_pages": tuple(kinds()),
        "planned_stop": next_stop(),
        "site_place": _place_of(request),
    }


def _place_of(request: HttpRequest) -> str:
    """Return the name of the menu's link to this part of the site, or an empty string."""
    match = request.resolver_match
    if match is not None and match.app_name in ("leagues", "ratings"):
        return match.app_name
    return {"/": "play", "/history/": "history"}.get(request.path, "")


def kinds() -> Iterator[Page.Kind]:
    """Yield the existing pages."""
    pages: list[str] = cache.get_or_set(_PAGES, _written_pages, KEPT) or []
    yield from (kind for kind in Page.Kind if kind in ALWAYS or kind in pages)


def _written_pages() -> list[str]:
    return list(Page.objects.values_list("kind", flat=True).distinct())


def text_of(kind: str) -> tuple[str, str]:
    """Return the operator's text and its language, if possible the reader's, or empty strings."""
    texts = dict(Page.objects.filter(kind=kind).exclude(text="").values_list("language", "text"))
    key = (get_language() or "", settings.LANGUAGE_CODE, *texts)
    return next(((texts[code], code) for code in key if code in texts), ("", ""))


def next_stop() -> PlannedStop | None:
    """Return the planned stop to announce now."""
    stop = cache.get_or_set(_STOP, _next_stop, KEPT)
    return stop or None


def _next_stop() -> PlannedStop | bool:
    """Return the next or the current stop; if none exists False, which a cache can store."""
    now = timezone.now()
    near = PlannedStop.objects.filter(starts_at__gt=now - AHEAD, starts_at__lt=now + AHEAD)
    going = (one for one in near if one.starts_at + timedelta(minutes=one.minutes) > now)
    return next(going, False)
