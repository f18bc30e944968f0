"""When members can play: hours of a week in their own zone, asked of real moments.

An hour of the week is a number from 0 (Monday at midnight) to 167. Daylight saving moves which
moment it means, so nothing is ever kept in UTC: each moment is looked up in the member's zone.
"""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from django.db import transaction

from games.leagues import refusals_when
from games.leagues.models import Member, Season
from games.matches.models import Match

WEEK = 168
#: Zones differ by quarters of an hour, so a stretch of time is looked at in quarters.
QUARTER = timedelta(minutes=15)

#: What a game takes at an easy pace: between two, and at a table.
DUEL, TABLE = timedelta(minutes=25), timedelta(minutes=45)
LONGEST = timedelta(hours=5)


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """Return the names of all time zones that are a place's, and UTC."""
    places = {"Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia"}
    places |= {"Europe", "Indian", "Pacific"}
    found = {name for name in available_timezones() if name.split("/")[0] in places}
    return ("UTC", *sorted(found))


def zone_of(name: str) -> ZoneInfo:
    """Return the time zone called `name`; UTC if the system knows none like that."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return ZoneInfo("UTC")


def hour_of(moment: datetime, zone: ZoneInfo) -> int:
    """Return which hour of the week `moment` is on the clocks of `zone`."""
    local = moment.astimezone(zone)
    return local.weekday() * 24 + local.hour


def hours_touched(start: datetime, length: timedelta, zone: ZoneInfo) -> set[int]:
    """Return the hours of the week that a stretch of time touches in `zone`."""
    return {hour_of(moment, zone) for moment in _quarters(start, length)}


def _quarters(start: datetime, length: timedelta) -> Iterator[datetime]:
    moment, end = start, start + length
    while moment < end:
        yield moment
        moment += QUARTER


def can(given: Collection[int], zone: ZoneInfo, start: datetime, length: timedelta) -> bool:
    """Return whether somebody who gave these hours can for the whole stretch."""
    return hours_touched(start, length, zone) <= set(given)


def length_of(season: Season) -> timedelta:
    """Return about how long a fixture takes; a game by the day needs nobody at a certain hour."""
    game = DUEL if season.league.plays_duels else TABLE
    if season.pace == Match.Pace.DAILY:
        return TABLE
    if season.pace == Match.Pace.BRISK:
        game = game * 2 / 3
    return min(game * max(season.games_per_fixture, 1), LONGEST)


def give(
    member: Member, *, hours: Collection[int], zone: str, can_substitute: bool, wants_mail: bool
) -> None:
    """Keep when a member can, where their clock is, and what they are asked by mail.

    :raises BadZone: if there is no such zone.
    """
    if zone not in zones():
        raise refusals_when.BadZone
    with transaction.atomic():
        Member.objects.filter(pk=member.pk).update(
            hours=sorted({hour for hour in hours if 0 <= hour < WEEK}),
            timezone=zone,
            can_substitute=can_substitute,
            wants_mail=wants_mail,
        )


def stop_mail(member_id: int) -> None:
    """Write to a member no more about this league."""
    Member.objects.filter(pk=member_id).update(wants_mail=False)
