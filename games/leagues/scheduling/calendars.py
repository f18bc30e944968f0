"""Calendar feeds (RFC 5545): a user's own at a secret URL, and a league's public one."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from icalendar import Calendar as Feed
from icalendar import Event, vText

from accounts.models import User
from accounts.writing import join_list
from games.engine.required import required
from games.leagues.fixtures import fixtures, letters
from games.leagues.membership import availability
from games.leagues.models import Calendar, Chair, Fixture, League, Round, Season
from games.leagues.models.timing import new_calendar_key
from games.matches.public import shown_name

#: How far back a feed goes, and the maximum number of its events.
PAST, LONGEST = timedelta(days=180), 1000
#: How often calendar programs should reload a feed.
REFRESH = timedelta(hours=1)


def calendar_of(user: User) -> Calendar:
    """Return the user's calendar, creating one with a new key if necessary."""
    return Calendar.objects.get_or_create(user=user)[0]


def renew(user: User) -> None:
    """Give the user's calendar a new URL; the old URL becomes invalid."""
    key = new_calendar_key()
    Calendar.objects.update_or_create(user=user, defaults={"key": key})


def by_key(key: str) -> Calendar | None:
    """Return the calendar with this secret key, or None."""
    if not (key.isascii() and key.isalnum()):  # PostgreSQL rejects NULs
        return None
    calendar = Calendar.objects.select_related("user").filter(key=key).first()
    return calendar if calendar and calendar.user.is_active else None


def own_feed(user: User) -> bytes:
    """Return the feed of all fixtures of `user`, in their language."""
    mine = Chair.objects.filter(fixtures.plays(user))
    rows = _public().filter(chairs__in=mine).distinct()
    with translation.override(user.language or "en"):
        return _feed(_("My fixtures"), rows)


def league_feed(league: League) -> bytes:
    """Return the feed of a league's published fixtures, in the league's language."""
    rows = _public().filter(round__division__season__league=league)
    with translation.override(league.language):
        return _feed(league.name, rows)


def _public() -> QuerySet[Fixture]:
    """Return the published fixtures."""
    since = timezone.now() - PAST
    rows = Fixture.objects.select_related(fixtures.DEEP)
    rows = rows.prefetch_related("chairs__entry", "chairs__substitute")
    return rows.exclude(round__status=Round.Status.DRAFT).filter(round__published_at__gt=since)


def _feed(name: str, rows: QuerySet[Fixture]) -> bytes:
    feed = Feed()
    feed.add("prodid", f"-//{settings.SITE_NAME}//leagues//EN")
    feed.add("version", "2.0")
    feed.add("method", "PUBLISH")
    for field in ("name", "x-wr-calname"):  # most programs read the latter
        feed.add(field, vText(" ".join(name.split())))
    feed.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    for fixture in rows.order_by("-round__published_at", "number", "pk")[:LONGEST]:
        event = _event(fixture)
        if event is not None:
            feed.add_component(event)
    text: bytes = feed.to_ical()
    return text


def _event(fixture: Fixture) -> Event | None:
    """Return a fixture as an event; without a time, an event on the last day of its round."""
    season = fixture.round.division.season
    if fixture.starts_at is None and (fixture.is_settled or fixture.deadline is None):
        return None
    event = Event()
    event.add("uid", f"fixture-{fixture.pk}@{urlsplit(settings.SITE_URL).hostname}")
    at = changed_at(fixture)
    event.add("dtstamp", at)
    event.add("last-modified", at)
    event.add("sequence", fixture.moves)
    _set_time(event, fixture)
    event.add("summary", f"{_(season.league.rules.name)}: {_who(fixture)}")
    event.add("description", _what(fixture))
    event.add("url", f"{settings.SITE_URL}{fixture.get_absolute_url()}")
    return event


def changed_at(fixture: Fixture) -> datetime:
    """Return the time of the last change of the fixture's event.

    It never decreases, because programs ignore an event older than their own copy.
    """
    ended_at = fixture.round.division.season.closed_at
    own = [fixture.moved_at, fixture.finished_at, fixture.reopened_at]
    times = [fixture.round.published_at, *own, ended_at]
    return max(filter(None, times), default=timezone.now()).replace(microsecond=0).astimezone(UTC)


def _set_time(event: Event, fixture: Fixture) -> None:
    season = fixture.round.division.season
    if fixture.starts_at is None:
        day = required(fixture.deadline).astimezone(season.league.zone).date()
        event.add("dtstart", day)
        event.add("dtend", day + timedelta(days=1))
        event.add("transp", "TRANSPARENT")
        event.add("status", "TENTATIVE")
        return
    starts_at = fixture.starts_at.astimezone(UTC)
    event.add("dtstart", starts_at)
    event.add("dtend", starts_at + availability.length_of(season))
    is_off = fixture.status in {Fixture.Status.VOID, Fixture.Status.FORFEITED}
    is_off |= season.status == Season.Status.CANCELLED and not fixture.is_settled
    event.add("status", "CANCELLED" if is_off else "CONFIRMED")


def _who(fixture: Fixture) -> str:
    """Return the two players' names, or the table's number."""
    names = letters.names_of(fixture)
    if len(names) == 2:
        return " – ".join(shown_name(name) for _user, name in names)
    return _("table %(number)d") % {"number": fixture.number}


def _what(fixture: Fixture) -> str:
    season = fixture.round.division.season
    lines = [
        f"{season.league.name}, {season.name}",
        _("Round %(number)d") % {"number": fixture.round.number},
        join_list(shown_name(name) for _user, name in letters.names_of(fixture)),
    ]
    if fixture.starts_at is None:
        lines.append(_("No time agreed yet. It has to be played by the end of this day."))
    return "\n".join(lines)
