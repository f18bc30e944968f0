"""What a match can show for itself: its code as a picture, its record, and that chance was fair."""

from io import BytesIO

import msgspec
import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.matches import pages, proof, refusals
from games.matches.models import Match
from games.matches.personal import called
from games.matches.viewers import viewer_of


@require_safe
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the table's address as a QR code."""
    match = get_object_or_404(Match, code=code)
    address = request.build_absolute_uri(match.get_absolute_url())
    picture = BytesIO()
    segno.make(address, error="m").save(
        picture, kind="svg", scale=6, border=2, dark="#1b1712", light="#fdfaf2"
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@require_safe
@never_cache
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """Show, draw by draw, that what was dealt is what was committed to."""
    match = get_object_or_404(Match, code=code)
    try:
        viewer_of(match, request.user)
    except refusals.NoSpectators as refusal:
        return pages.closed(request, refusal)
    context = {"match": match}
    if match.is_over:
        context |= {
            "checks": proof.checks_of(match),
            "draws": msgspec.to_builtins(proof.draws_of(match)),
            "seed": bytes(match.seed).hex(),
            "players": [
                (called(player.name), player.entropy) for player in match.players.order_by("seat")
            ],
        }
    return render(request, "matches/verify.html", context)


@require_safe
@never_cache
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Give the portable record of a match that is over, secrets included."""
    match = get_object_or_404(Match, code=code)
    try:
        viewer_of(match, request.user)
        text = proof.record_of(match)
    except refusals.Refused as refusal:
        return pages.closed(request, refusal)
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{match.game}-{match.code}.json"'
    return response
