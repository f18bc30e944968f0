"""Who does not come forfeits: after the grace that a season gives, or when the round is over.

How much somebody was there is counted: at the table, else checked in, else not at all. At a duel
whoever was there more wins, and both forfeit if neither was. At a table those who sit there play,
if they are enough; otherwise it does not count, and the absent have forfeited.

Nobody forfeits because of us: the grace runs from when the table was open, and anew from when
somebody looks after fixtures again after a break.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from games.leagues import fixtures, forfeits, opening, webhooks
from games.leagues.ledger import Ledger
from games.leagues.models import Chair, Fixture, FixtureMatch, Round, Watch
from games.leagues.standings.contest import Placing
from games.matches import reserved
from games.matches.models import Match
from games.matches.refusals import TooFewPlayers
from games.matches.services import locked

Status = Fixture.Status

#: How often it is noted that somebody looks after fixtures, and after which nobody did.
NOTED, BREAK = timedelta(minutes=1), timedelta(minutes=5)
#: The least grace where games are played by the day.
GRACE_BY_DAY = timedelta(days=2)
#: Why a game that was not played has a result.
MISSED = gettext_noop("Did not come to this game.")


def settle_due() -> None:
    """Settle every fixture whose players have had their time to come."""
    now = timezone.now()
    since = watched_since(now)
    waiting = _waiting(now).select_related(fixtures.DEEP).distinct()
    overdue = [one.pk for one in waiting if _is_over(one, fixtures.open_game(one), now, since)]
    fixtures.each(overdue, lambda fixture: _settle(fixture, now, since))


def watched_since(now: datetime) -> datetime | None:
    """Note that somebody is at work, and return since when without a break; None: for ever."""
    watch, _new = Watch.objects.get_or_create(pk=1, defaults={"at": now})
    if now - watch.at < NOTED:
        return watch.since
    with transaction.atomic():
        watch = Watch.objects.select_for_update().get(pk=1)
        if now - watch.at > BREAK:
            watch.since = now
        watch.at = max(watch.at, now)
        watch.save()
    return watch.since


def _waiting(now: datetime) -> Any:
    """Return fixtures whose time has come and whose players have not."""
    waiting = Q(status=Status.OPEN, starts_at__lte=now)
    waiting |= Q(status=Status.PLANNED, starts_at__lte=now)
    waiting |= Q(status__in=fixtures.NOT_BEGUN, starts_at=None, round__closes_at__lte=now)
    waiting |= Q(status=Status.RUNNING, games__match__status="open")
    published = Fixture.objects.filter(round__status=Round.Status.PUBLISHED)
    return published.filter(waiting).order_by("pk")


def _settle(fixture: Fixture, now: datetime, since: datetime | None) -> None:
    """Settle a locked fixture if its time has come. Nobody sits down while we look."""
    game = fixtures.open_game(fixture)
    if game is not None and not locked(game.match_id).is_open:
        return
    if not fixtures.is_playable(fixture):
        return
    if not _is_over(fixture, game, now, since):
        return
    if fixture.status in fixtures.NOT_BEGUN and not fixtures.has_begun(fixture):
        _settle_first(fixture, game)
    elif game is not None:
        _settle_later(fixture, game)


def _is_over(
    fixture: Fixture, game: FixtureMatch | None, now: datetime, since: datetime | None
) -> bool:
    """Return whether nobody is waited for any more; asked again once the fixture is locked."""
    due = due_at(fixture, game, since)
    return due is not None and due <= now


def due_at(fixture: Fixture, game: FixtureMatch | None, since: datetime | None) -> datetime | None:
    """Return when nobody needs to be waited for any more; None where something else comes first.

    A fixture that should be open but is not gets its table before anybody can miss it.
    """
    drawn = fixture.round
    grace = grace_of(fixture)
    opened = game.match.opened_at if game is not None and game.match else None
    waited = max((at + grace for at in (opened, since) if at), default=None)
    if fixture.status == Status.RUNNING:
        return waited if opened else None
    if fixture.starts_at is None:
        return drawn.closes_at and max(filter(None, [drawn.closes_at, waited]))
    if fixture.status == Status.PLANNED and opening.can_be_played(fixture):
        return None
    return max(filter(None, [fixture.starts_at + grace, waited]))


def grace_of(fixture: Fixture) -> timedelta:
    """Return how long is waited for who is missing; by the day nobody sits and waits."""
    season = fixture.round.division.season
    grace = timedelta(minutes=season.grace_minutes)
    return max(grace, GRACE_BY_DAY) if season.pace == Match.Pace.DAILY else grace


def _settle_first(fixture: Fixture, game: FixtureMatch | None) -> None:
    """Settle a fixture of which nothing was played."""
    chairs = list(fixture.chairs.select_related("entry").order_by("seat"))
    there = reserved.people_there(game.match) if game is not None and game.match else set()
    if fixture.round.division.season.league.plays_duels:
        _forfeit(fixture, absent_at_duel(chairs, there))
        return
    missing = [chair for chair in chairs if chair.user_id_playing not in there]
    if game is not None and _begins_without_absent(game):
        Chair.objects.filter(pk__in=[chair.pk for chair in missing]).update(forfeited=True)
        fixture.status = Status.RUNNING
        fixture.save(update_fields=["status"])
        return
    _forfeit(fixture, [chair for chair in missing if _presence(chair, there) == 0])


def _presence(chair: Chair, there: Iterable[int]) -> int:
    """Return how much somebody was there: 2 at the table, 1 checked in, 0 not at all."""
    if chair.forfeited:
        return -1
    if chair.user_id_playing in there:
        return 2
    return 1 if chair.checked_in_at is not None else 0


def absent_at_duel(chairs: Sequence[Chair], there: Iterable[int]) -> list[Chair]:
    """Return who forfeits a duel that did not begin: whoever was there less, or both."""
    presence = [_presence(chair, there) for chair in chairs]
    if len(set(presence)) == 1:
        return list(chairs)
    most = max(presence)
    return [chair for chair, much in zip(chairs, presence, strict=True) if much < most]


def _begins_without_absent(game: FixtureMatch) -> bool:
    """Begin with those who sit at the table; return whether they are enough."""
    try:
        with transaction.atomic():
            reserved.begin_without_absent(game.match_id)
    except TooFewPlayers:
        return False
    return True


def _forfeit(fixture: Fixture, absent: Sequence[Chair]) -> None:
    """Close the table, and settle the fixture against those who were absent."""
    fixtures.take_back(fixture)
    forfeits.forfeit(fixture, {chair.entry_id for chair in absent}, Ledger())
    if not fixture.is_settled:  # enough would have checked in, and did not sit down to play
        fixture.status, fixture.finished_at = Status.VOID, timezone.now()
        fixture.save(update_fields=["status", "finished_at"])
    event = "fixture.voided" if fixture.status == Status.VOID else "fixture.forfeited"
    webhooks.tell(fixture.round.division.season.league, event, webhooks.about(fixture))


def _settle_later(fixture: Fixture, game: FixtureMatch) -> None:
    """Settle a fixture of which a later game does not begin.

    At a duel this game and those that were to follow are lost for who is absent: their results
    are noted without a match. At a table those who are there go on; if they are too few, the
    fixture ends with what was played.
    """
    there = reserved.people_there(game.match)
    if not fixture.round.division.season.league.plays_duels:
        if _begins_without_absent(game):
            return
        _close_table(game)
        game.delete()
    else:
        chairs = list(fixture.chairs.select_related("entry").order_by("seat"))
        absent = absent_at_duel(chairs, there)
        _close_table(game)
        _lose_rest(fixture, game.ordinal, absent)
    _finish(fixture)


def _finish(fixture: Fixture) -> None:
    fixture.status, fixture.finished_at = Status.FINISHED, timezone.now()
    fixture.save(update_fields=["status", "finished_at"])
    league = fixture.round.division.season.league
    webhooks.tell(league, "fixture.finished", webhooks.about(fixture))


def end_short(fixture: Fixture) -> None:
    """Settle a locked fixture for whose next game too few are left: accounts are gone."""
    chairs = list(fixture.chairs.select_related("entry").order_by("seat"))
    gone = [chair for chair in chairs if chair.forfeited or chair.user_id_playing is None]
    if not fixture.games.filter(is_counted=True).exclude(placings__isnull=True).exists():
        fixture.status = Status.PLANNED
        _forfeit(fixture, gone)
        return
    if fixture.round.division.season.league.plays_duels:
        _lose_rest(fixture, fixture.games.count() + 1, gone)
    _finish(fixture)


def _close_table(game: FixtureMatch) -> None:
    match_id = game.match_id
    game.match = None
    game.save(update_fields=["match"])
    reserved.close(match_id)


def _lose_rest(fixture: Fixture, ordinal: int, missing: Sequence[Chair]) -> None:
    """Note the game `ordinal` and those that were to follow as lost for those who are missing."""
    chairs = list(fixture.chairs.select_related("entry").order_by("seat"))
    absent = {chair.entry_id for chair in missing}
    played = fixture.games.filter(is_counted=True).exclude(placings__isnull=True)
    left = fixture.round.division.season.games_per_fixture - played.count()
    sides = _sides(fixture)
    for number in range(ordinal, ordinal + left):
        FixtureMatch.objects.update_or_create(
            fixture=fixture,
            ordinal=number,
            defaults={
                "placings": msgspec.to_builtins(_missed(chairs, absent, sides, number)),
                "reason": MISSED,
            },
        )


def _sides(fixture: Fixture) -> dict[int, str]:
    """Return which side each seat plays, as the games before have shown."""
    games = fixture.games.exclude(placings__isnull=True)
    return {one["seat"]: one["side"] for game in games for one in game.placings}


def _missed(
    chairs: Sequence[Chair], absent: set[int], sides: dict[int, str], ordinal: int
) -> list[Placing]:
    """Return the placings of a game that was not played: who came has won it."""
    seats = [(place - ordinal + 1) % len(chairs) for place in range(len(chairs))]
    return [
        Placing(
            entry=chair.entry_id,
            seat=seat,
            side=sides.get(seat, ""),
            won=chair.entry_id not in absent,
            abandoned=chair.entry_id in absent,
        )
        for chair, seat in zip(chairs, seats, strict=True)
    ]
