"""The tables of fixtures: opened by themselves for the right people, on the right seats."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.leagues import fixtures, refusals_when, reminders, webhooks
from games.leagues.models import Fixture, FixtureMatch, Round, Season
from games.matches import reserved
from games.matches.models import Match
from games.matches.refusals import Refused

Status = Fixture.Status

#: How long before its time a fixture's table is there.
EARLY = timedelta(minutes=15)
#: Fixtures opened in one round of chores.
TOGETHER = 25


def people_of(fixture: Fixture, ordinal: int) -> list[Any]:
    """Return who plays game `ordinal` (from 1), in the order of the seats.

    With each game everybody moves on by one seat: at a duel that swaps the sides.
    """
    people = [chair.substitute or chair.entry.user for chair in fixtures.chairs_to_fill(fixture)]
    moved = (ordinal - 1) % len(people) if people else 0
    return people[moved:] + people[:moved]


def open_due() -> None:
    """Open the tables of fixtures whose time is near; by the day, of all whose round is open."""
    now = timezone.now()
    by_day = Q(round__division__season__pace=Match.Pace.DAILY, starts_at=None)
    due = Fixture.objects.filter(
        Q(starts_at__lte=now + EARLY) | by_day & Q(round__opens_at__lte=now),
        status=Status.PLANNED,
        round__status=Round.Status.PUBLISHED,
        round__division__season__status=Season.Status.RUNNING,
    ).exclude(round__closes_at__lte=now, starts_at=None)
    ids = due.order_by("starts_at", "pk").values_list("pk", flat=True)
    fixtures.each(ids[:TOGETHER], _open_if_due)


def _open_if_due(fixture: Fixture) -> None:
    """Open a locked fixture if it still waits for its table."""
    if fixture.status != Status.PLANNED or not fixtures.is_playable(fixture):
        return
    near = fixture.starts_at is None or fixture.starts_at <= timezone.now() + EARLY
    if near and can_be_played(fixture, 1):
        _open_first(fixture)


def can_be_played(fixture: Fixture, ordinal: int = 1) -> bool:
    """Return whether those who are to play game `ordinal` are as many as the game needs."""
    seats = fixture.round.division.season.league.rules.seats
    return len(people_of(fixture, ordinal)) in seats


def open_now(fixture_id: int, user: Any) -> Match:
    """Open the table now for somebody who plays at it; return the one that is open already.

    :raises Refused: NoSuchFixture, NotYours, TooLateToPlan, or CannotOpen once the round is over.
    """
    with transaction.atomic():
        fixture = fixtures.locked_plan(fixture_id)
        fixtures.chair_of(fixture, user)
        game = fixtures.open_game(fixture)
        if game is not None:
            return game.match
        over = fixture.starts_at is None and fixtures.is_round_over(fixture.round)
        if over or not fixtures.is_playable(fixture) or not can_be_played(fixture, 1):
            raise refusals_when.CannotOpen
        return _open_first(fixture)


def _open_first(fixture: Fixture) -> Match:
    """Open the table of the first game of a locked fixture, and tell everybody."""
    match = _open(fixture, 1)
    fixture.status = Status.OPEN
    fixture.save(update_fields=["status"])
    reminders.tell_opened(fixture)
    told = {**webhooks.about(fixture), "match": match.get_absolute_url()}
    webhooks.tell(fixture.round.division.season.league, "fixture.opened", told)
    return match


def _open(fixture: Fixture, ordinal: int) -> Match:
    """Reserve a table for game `ordinal` of a locked fixture."""
    season = fixture.round.division.season
    league = season.league
    visibility = Match.Visibility.PUBLIC if league.is_listed else Match.Visibility.LINK
    match = reserved.reserve(
        people=people_of(fixture, ordinal),
        game=league.game,
        pace=season.pace,
        visibility=visibility,
        allows_spectators=season.allows_spectators,
        language=league.language,
        has_chat=True,
    )
    FixtureMatch.objects.create(fixture=fixture, ordinal=ordinal, match=match)
    return match


def open_next(fixture: Fixture) -> Match | None:
    """Open the next game of a fixture once the one before is over; None where there is none.

    Asked twice, it answers with the same table. The games that count are those with a match or
    a result; one that was taken away is played anew under its number.
    """
    with transaction.atomic():
        locked = fixtures.locked(fixture.pk)
        if locked is None or locked.is_settled:
            return None
        waiting = fixtures.open_game(locked)
        if waiting is not None:
            return waiting.match
        ordinal = _next_ordinal(locked)
        if ordinal is None or not can_be_played(locked, ordinal):
            return None
        match = _open(locked, ordinal)
        if ordinal > 1 and locked.status == Status.OPEN:  # the first was over before anybody looked
            locked.status = fixture.status = Status.RUNNING
            locked.save(update_fields=["status"])
        return match


def _next_ordinal(fixture: Fixture) -> int | None:
    """Return the number of the game to be played next; None while one runs, or if all are over."""
    games = {game.ordinal: game for game in fixture.games.select_related("match")}
    if any(game.match and game.match.is_running for game in games.values()):
        return None
    counted = sum(game.is_counted for game in games.values())
    if counted >= fixture.round.division.season.games_per_fixture:
        return None
    return next(number for number in range(1, len(games) + 2) if number not in games)


def seat_substitute(fixture: Fixture, out: Any, into: Any) -> None:
    """Let `into` have the kept chair of `out` at the table that waits, if one does."""
    game = fixtures.open_game(fixture)
    if game is None:
        return
    try:
        reserved.substitute(game.match_id, out=out, into=into)
    except Refused as refusal:
        raise refusals_when.TooLateToPlan from refusal
