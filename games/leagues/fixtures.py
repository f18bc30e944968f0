"""Fixtures as those see them who plan them: found, locked, and who plays in them."""

import logging
from collections.abc import Callable, Iterable
from typing import Any

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.leagues import refusals_when, roles
from games.leagues.models import Chair, Fixture, FixtureMatch, Round
from games.matches import reserved
from games.matches.models import Match

log = logging.getLogger(__name__)

Status = Fixture.Status
#: Before anything was played.
NOT_BEGUN = {Status.PLANNED, Status.OPEN}

DEEP = "round__division__season__league"


def visible_to(user: Any, fixture_id: int) -> Fixture:
    """Return a fixture that `user` may see: drafts are for organisers.

    :raises NoSuchFixture: if there is none.
    """
    fixture = Fixture.objects.select_related(DEEP).filter(pk=fixture_id).first()
    if fixture is None:
        raise refusals_when.NoSuchFixture
    league = fixture.round.division.season.league
    if fixture.round.is_draft and not roles.may(user, league, "schedule"):
        raise refusals_when.NoSuchFixture
    return fixture


def can_skip() -> bool:
    """Return whether rows that another process holds can be passed over; SQLite has one writer."""
    return connection.features.has_select_for_update_skip_locked


def locked(fixture_id: int, *, skip: bool = False) -> Fixture | None:
    """Return the fixture, locked until the transaction ends, as it stands now.

    A fixture is locked before its matches, never after. With `skip` it is None if somebody else
    holds it.
    """
    rows = Fixture.objects.select_for_update(skip_locked=skip).filter(pk=fixture_id)
    if rows.values_list("pk", flat=True).first() is None:
        return None
    # Read anew, for whoever held it may have changed what it belongs to: its round, its season.
    return Fixture.objects.select_related(DEEP).get(pk=fixture_id)


def each(ids: Iterable[int], do: Callable[[Fixture], object]) -> None:
    """Do something with each of these fixtures, locked, in a transaction of its own.

    One that another process holds is passed over, and one that stumbles stops no other.
    """
    for fixture_id in ids:
        try:
            with transaction.atomic():
                fixture = locked(fixture_id, skip=can_skip())
                if fixture is not None:
                    do(fixture)
        except Exception:
            log.exception("Could not look after fixture %s; others come first", fixture_id)


def locked_plan(fixture_id: int) -> Fixture:
    """Return the fixture, locked, while its time may still be spoken of.

    :raises Refused: NoSuchFixture for drafts, or TooLateToPlan.
    """
    fixture = locked(fixture_id)
    if fixture is None or fixture.round.is_draft:
        raise refusals_when.NoSuchFixture
    if fixture.status not in NOT_BEGUN or has_begun(fixture):
        raise refusals_when.TooLateToPlan
    return fixture


def has_begun(fixture: Fixture) -> bool:
    """Return whether a game of it is or was being played."""
    decided = Q(placings__isnull=False) | Q(corrected__isnull=False)
    dealt = Q(match__isnull=False) & ~Q(match__status=Match.Status.OPEN)
    return fixture.games.filter(decided | dealt).exists()


def note_beginnings(**which: Any) -> None:
    """Note of `which` open fixtures a game has begun: nobody does it at the very moment."""
    played = (Match.Status.RUNNING, Match.Status.FINISHED)
    begun = Fixture.objects.filter(status=Status.OPEN, games__match__status__in=played, **which)
    begun.update(status=Status.RUNNING)


def take_back(fixture: Fixture) -> None:
    """Close the fixture's tables that have not begun; it is planned again."""
    for game in fixture.games.select_related("match"):
        if game.match is not None and game.match.is_open:
            match_id = game.match_id
            game.delete()
            reserved.close(match_id)
    if fixture.status == Status.OPEN:
        fixture.status = Status.PLANNED
        fixture.save(update_fields=["status"])


def is_playable(fixture: Fixture) -> bool:
    """Return whether its round is being played, in a season that runs."""
    drawn = fixture.round
    season = drawn.division.season
    return drawn.status == Round.Status.PUBLISHED and season.is_running


def is_round_over(drawn: Round) -> bool:
    """Return whether the time of a round is over."""
    return drawn.closes_at is not None and drawn.closes_at <= timezone.now()


def plays(user: Any) -> Q:
    """Return which chairs are the user's to sit on: a substitute's, not who stays away."""
    return Q(substitute=user) | Q(substitute=None, entry__user=user)


def chair_of(fixture: Fixture, user: Any) -> Chair:
    """Return the chair that `user` is to sit on.

    :raises NotYours: if there is none.
    """
    chair = None
    if getattr(user, "is_authenticated", False):
        mine = fixture.chairs.select_related("entry").filter(plays(user), forfeited=False)
        chair = mine.first()
    if chair is None:
        raise refusals_when.NotYours
    return chair


def chairs_to_fill(fixture: Fixture) -> QuerySet[Chair]:
    """Return the chairs on which somebody is to sit: not those who gave it up or are gone."""
    gone = Q(substitute=None, entry__user=None)
    chairs = fixture.chairs.select_related("entry__user", "substitute").order_by("seat")
    return chairs.filter(forfeited=False).exclude(gone)


def open_game(fixture: Fixture) -> FixtureMatch | None:
    """Return the game whose table waits for its players, if one does."""
    games = fixture.games.select_related("match").order_by("-ordinal")
    return games.filter(match__status=Match.Status.OPEN).first()
