"""Makes a league from a circle: the members join the league and enter its first season."""

from django.utils.translation import gettext as _

from accounts.models import User
from games.circles.membership import locked, members_of
from games.circles.models import Circle
from games.leagues.membership import services as leagues
from games.leagues.models import League
from games.leagues.seasons import entries
from games.leagues.seasons import services as seasons


def make_league(circle: Circle, host: User, *, zone: str = "UTC") -> League:
    """Create and return a private league of the circle's members, with a season that all enter.

    A second call returns the same league. The host is its owner, and decides when to draw rounds.

    :raises Refused: OnlyItsHost, or NeedsAccount for guests.
    """
    with locked(circle.pk, by_host=host) as now:
        if now.league is not None:
            return now.league
        league = leagues.create_league(
            founder=host,
            name=now.name,
            game=now.usual_table["game"],
            language=now.usual_table["language"],
            access=League.Access.INVITATION,
            is_listed=False,
            timezone=zone,
        )
        season = seasons.prepare(
            league, host, opens=True,
            name=_("Season %(number)d") % {"number": 1},
            format=seasons.formats_of(league)[0],
            table_size=now.usual_table["seats_min"],
        )  # fmt: skip
        for place in members_of(now):
            leagues.admit_at_door(league, place.user)
            entries.enter(season, host, place.user)
        Circle.objects.filter(pk=now.pk).update(league=league)
    return league
