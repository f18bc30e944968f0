"""Makes the site an installable app: manifest, icons, service worker, offline page."""

from functools import lru_cache

import resvg_py
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

DAY = 24 * 3600
#: Pixels of an icon's side, and its purpose: some devices crop a maskable one to a circle.
ICONS = {"180": "any", "192": "any", "512": "any", "512-maskable": "maskable"}
_NIGHT = "#15120e"


@require_safe
@cache_control(public=True, max_age=DAY)
def manifest(_request: HttpRequest) -> HttpResponse:
    """Describe the app to browsers that install it."""
    icons = [
        {
            "src": reverse("installation:icon", args=[name]),
            "sizes": "x".join([name.split("-")[0]] * 2),
            "type": "image/png",
            "purpose": purpose,
        }
        for name, purpose in ICONS.items()
    ]
    document = {
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("Hidden-identity games for 2 to 10 players."),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _NIGHT,
        "theme_color": _NIGHT,
        "icons": icons,
    }
    return JsonResponse(document, content_type="application/manifest+json")


@require_safe
@cache_control(public=True, max_age=DAY)
def icon(_request: HttpRequest, name: str) -> HttpResponse:
    """Render the app's icon.

    :raises Http404: for an unknown size.
    """
    if name not in ICONS:
        raise Http404
    return HttpResponse(_icon(name), content_type="image/png")


@lru_cache
def _icon(name: str) -> bytes:
    """Draw our mark; smaller, on a background, if the edge may be cropped."""
    mark = (settings.BASE_DIR / "static" / "img" / "favicon.svg").read_text()
    if ICONS[name] == "maskable":
        frame = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-7 -7 46 46">'
        ground = f'<rect x="-7" y="-7" width="46" height="46" fill="{_NIGHT}"/>'
        svg = mark.replace("viewBox=", 'width="32" height="32" viewBox=', 1)
        mark = f"{frame}{ground}{svg}</svg>"
    side = int(name.split("-")[0])
    return bytes(resvg_py.svg_to_bytes(svg_string=mark, width=side, height=side))


@require_safe
@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, from the root, so that it covers every page."""
    return render(request, "installation/service-worker.js", content_type="text/javascript")


@require_safe
@cache_control(public=True, max_age=DAY)
def offline(request: HttpRequest) -> HttpResponse:
    """Show that the device is offline, and with `?unsent` that a form was not sent.

    The service worker caches only these two pages.
    """
    return render(request, "installation/offline.html", {"is_unsent": "unsent" in request.GET})
