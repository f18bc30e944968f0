"""Documents of a match: its QR code, its record, and the proof of a fair deal."""

from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from games.matches.names import shown_name
from games.matches.page import hand, link_cards
from games.matches.page.qr import svg_of
from games.matches.page.responses import get_match_or_404
from games.matches.play import records
from games.matches.viewers import viewer_of


@require_safe
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """Return the table's URL as a QR code, whose users count as being in the same room."""
    match = get_match_or_404(code)
    viewer_of(match, request.user)
    address = request.build_absolute_uri(f"{match.get_absolute_url()}?here={hand.ROOM}")
    return HttpResponse(svg_of(address), content_type="image/svg+xml")


@require_safe
@cache_control(public=True, max_age=link_cards.KEPT_FOR)
def card(_request: HttpRequest, token: str) -> HttpResponse:
    """Return the preview image for a link to one of the site's pages.

    :raises Http404: if the token was not signed by this site.
    """
    card_shown = link_cards.card_of(token)
    if card_shown is None:
        raise Http404
    return HttpResponse(link_cards.png(card_shown), content_type="image/png")


@require_safe
@never_cache
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """Show for each random draw that it matches the commitment."""
    match = get_match_or_404(code)
    viewer_of(match, request.user)
    context: dict[str, Any] = {"match": match}
    if match.is_over:
        checks = records.checks_of(match)
        context |= {
            "checks": checks,
            "is_fair": all(check.is_ok for check in checks),
            "draws": msgspec.to_builtins(records.draws_of(match)),
            "seed": bytes(match.seed).hex(),
            "players": [
                (shown_name(player.name), player.entropy)
                for player in match.players.order_by("seat")
            ],
        }
    return render(request, "matches/page/verify.html", context)


@require_safe
@never_cache
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Send the portable record of a finished match, with all secrets."""
    match = get_match_or_404(code)
    viewer_of(match, request.user)
    text = records.record_of(match)
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{match.game}-{match.code}.json"'
    return response
