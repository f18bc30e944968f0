"""Members' availability: free hours of the week in their own time zone.

An hour of the week is a number from 0 (Monday at midnight) to 167. Its UTC equivalent changes with
daylight saving time, so the hours are stored as local time, and times are converted to the member's
zone.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from math import ceil
from zoneinfo import ZoneInfo

from django.db import transaction

from games.leagues import errors
from games.leagues.membership import time_zones
from games.leagues.models import Member, Season
from games.matches.models import Match

WEEK = 168
#: Some zones' offsets are quarters of an hour, so periods are checked in steps of a quarter.
QUARTER = timedelta(minutes=15)

#: The usual length of a game with two players, and at a larger table.
DUEL, TABLE = timedelta(minutes=25), timedelta(minutes=45)
LONGEST = timedelta(hours=5)


def hours_touched(start: datetime, length: timedelta, zone: ZoneInfo) -> set[int]:
    """Return the hours of the week that a period touches in `zone`."""
    quarters = range(ceil(length / QUARTER))
    moments = ((start + number * QUARTER).astimezone(zone) for number in quarters)
    return {moment.weekday() * 24 + moment.hour for moment in moments}


def can(hours: Collection[int], zone: ZoneInfo, start: datetime, length: timedelta) -> bool:
    """Return whether a member with these free hours is free for the whole period."""
    return hours_touched(start, length, zone) <= set(hours)


def length_of(season: Season) -> timedelta:
    """Return the approximate length of a fixture; zero for correspondence games."""
    game = DUEL if season.league.plays_duels else TABLE
    if season.pace == Match.Pace.DAILY:
        return TABLE
    if season.pace == Match.Pace.BRISK:
        game = game * 2 / 3
    return min(game * max(season.games_per_fixture, 1), LONGEST)


def give(
    member: Member, *, hours: Collection[int], zone: str, can_substitute: bool, wants_mail: bool,
    chat_name: str = "",
) -> None:  # fmt: skip
    """Store a member's free hours, time zone, e-mail preference, and name in the chat.

    :raises BadZone: if the zone does not exist.
    """
    if zone not in time_zones.zones():
        raise errors.BadZone
    with transaction.atomic():
        Member.objects.filter(pk=member.pk).update(
            hours=sorted({hour for hour in hours if 0 <= hour < WEEK}),
            timezone=zone,
            can_substitute=can_substitute,
            wants_mail=wants_mail,
            chat_name=chat_name,
        )


def stop_mail(member_id: int) -> None:
    """Unsubscribe a member from the e-mails of their league."""
    Member.objects.filter(pk=member_id).update(wants_mail=False)
