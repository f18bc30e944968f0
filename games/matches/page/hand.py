"""Hands: phones near a television, which show a player's letter and decision, not the table.

In the room of a television, a page is a hand while the screen shows its table; only the style sheet
differs (`static/css/pages/hand.css`). A cookie stores the device's mode for a table, which is
inherited by the next table of the same people.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.matches.models import Match

COOKIE = "hand"
KEPT_FOR = 24 * 3600
#: The device's modes: in the room of a television (joined with a QR code), or as its user chose.
ROOM, HAND, TABLE = WAYS = ("room", "hand", "table")


def way_of(request: HttpRequest, match: Match) -> str:
    """Return this device's mode for `match`; empty if it is not in a room with a television."""
    code, _, way = request.COOKIES.get(COOKIE, "").partition(":")
    if way not in WAYS or not (code.isascii() and code.isalpha()):
        return ""
    is_same = code == match.code or Match.objects.filter(code=code, successor=match).exists()
    return way if is_same else ""


def remember(response: HttpResponse, match: Match, way: str) -> HttpResponse:
    """Store the device's mode for `match` in a cookie, and return the response."""
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
