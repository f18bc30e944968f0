"""Circles for tests, created, joined and played in through the services that pages call."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.circles import membership, tables
from games.circles.models import Circle
from games.matches.lobby import services as lobby
from games.matches.models import Match, Player
from tests.matches.seating import browser, fresh, play_to_the_end

USUAL: dict[str, Any] = {
    "game": "noir", "options": {}, "visibility": "link", "seats_min": 2, "seats_max": 2,
    "has_chat": True, "allows_spectators": True, "fills_with_bots": False,
    "allows_api_bots": False, "pace": "untimed", "talk_seconds": 0, "language": "en",
    "shows_marks": False, "is_rated": False,
}  # fmt: skip
FIVE = {"game": "secret-hitler", "seats_min": 5, "seats_max": 10}


def circle_of(host: User, *others: User, name: str = "Friday", **usual: Any) -> Circle:
    """Return a circle of `host` that the others have joined by its link."""
    circle = membership.make(host=host, name=name, usual_table={**USUAL, **usual})
    for user in others:
        membership.join(circle, user, code=circle.code)
    return circle


def begun(circle: Circle, *people: User) -> Match:
    """Return a running match at the circle's table, with these people."""
    match = tables.open_table(circle, people[0])
    for user in people[1:]:
        tables.open_table(circle, user)
        lobby.be_ready(match.pk, user, ready=True)
    lobby.start(match.pk, people[0])
    return fresh(match)


def over(match: Match, *, ago: timedelta = timedelta(hours=1), seed: int = 1) -> Match:
    """Play `match` to its end, and let that be some time ago."""
    return ended(play_to_the_end(match, seed), ago)


def ended(match: Match, ago: timedelta) -> Match:
    """Let a finished match have ended some time ago."""
    at = timezone.now() - ago
    Match.objects.filter(pk=match.pk).update(ended_at=at)
    Player.objects.filter(match=match).update(ended_at=at)
    return fresh(match)


def look(user: User | None, path: str) -> Any:
    """Return the answer to `user` who looks at a page."""
    return browser(user).get(path)


def page(user: User | None, circle: Circle, part: str = "") -> str:
    """Return a page of the circle as `user` sees it."""
    return look(user, f"{circle.get_absolute_url()}{part}").content.decode()


def press(user: User | None, circle: Circle, part: str, **data: str) -> Any:
    """Return the answer to a form of the circle's page that `user` sends."""
    return browser(user).post(f"{circle.get_absolute_url()}{part}", data)
