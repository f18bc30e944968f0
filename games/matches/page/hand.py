"""A phone beside a television is a hand: it shows a player's letter and decision, not the table.

In the room of a television a page is a hand while the screen shows its table, only by its style
sheet (`static/css/pages/hand.css`). A cookie keeps how the device shows a table; the next table of
the same people inherits it.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.matches.models import Match

COOKIE = "hand"
KEPT_FOR = 24 * 3600
#: The device is in the room of a television (joined by a QR code), or its user chose what it shows.
ROOM, HAND, TABLE = WAYS = ("room", "hand", "table")


def way_of(request: HttpRequest, match: Match) -> str:
    """Return how this device shows `match`; empty if it doesn't share a room."""
    code, _, way = request.COOKIES.get(COOKIE, "").partition(":")
    if way not in WAYS or not (code.isascii() and code.isalpha()):
        return ""
    is_same = code == match.code or Match.objects.filter(code=code, successor=match).exists()
    return way if is_same else ""


def remember(response: HttpResponse, match: Match, way: str) -> HttpResponse:
    """Store on the device how it shows `match`, and return the response."""
    response.set_cookie(
        COOKIE,
        f"{match.code}:{way}",
        KEPT_FOR,
        path="/match/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response
