"""Drawing rounds: drafts to look at, published once they please, with their reason and seed."""

import hmac
from dataclasses import asdict
from datetime import timedelta
from math import ceil, log2
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.leagues import contests, fixtures, forfeits, refusals, roles, webhooks
from games.leagues.ledger import Ledger, hold, recorded
from games.leagues.models import Answer, Audit, Bye, Chair, Division, Entry, Fixture, Round, Season
from games.leagues.pairing import designs, round_robin, swiss, tables
from games.leagues.pairing.draw import CannotDraw, Draw

Format = Season.Format
#: Rounds of table nights where nobody said how many.
NIGHTS = 6
#: No chair has this number: somebody stands there while two change places.
ASIDE = 1000


def size_of(division: Division) -> int:
    """Return how many are drawn in `division`."""
    return division.entries.filter(status=Entry.Status.CONFIRMED).count()


def rounds_needed(season: Season, size: int) -> int:
    """Return how many rounds the season has: as asked, or as its format needs for `size`."""
    single = size - 1 + size % 2
    if season.format == Format.ROUND_ROBIN:
        return single
    if season.format == Format.DOUBLE_ROUND_ROBIN:
        return 2 * single
    if season.format == Format.DESIGN:
        return 1
    if season.format == Format.SWISS:
        return min(season.rounds_planned or ceil(log2(max(size, 2))) + 1, single)
    return season.rounds_planned or NIGHTS


def check_size(division: Division) -> None:
    """Check that the division can be drawn at all.

    :raises TooFewEntries: with fewer than a table needs.
    :raises CannotBeDrawn: where there is no balanced design for so many.
    """
    season, size = division.season, size_of(division)
    if size < season.league.rules.seats.start:
        raise refusals.TooFewEntries
    if season.format == Format.DESIGN and (size, season.table_size) not in designs.DESIGNS:
        raise refusals.CannotBeDrawn


def derived(season: Season, name: str) -> str:
    """Return the seed of one draw: it is published, and tells nothing of those to come."""
    return hmac.digest(season.seed.encode(), name.encode(), "sha256").hex()[:32]


def draft_all(division: Division) -> None:
    """Draft every round of a format that is drawn before it begins."""
    season = division.season
    entries = [entry.pk for entry in division.entries.all() if entry.plays]
    seed = derived(season, f"{division.tier}")
    if season.format == Format.DESIGN:
        _store(division, 1, seed, designs.games(entries, size=season.table_size, seed=seed))
        return
    double = season.format == Format.DOUBLE_ROUND_ROBIN
    for number, draw in enumerate(round_robin.rounds(entries, seed=seed, double=double), 1):
        _store(division, number, seed, draw)


def sight_of(division: Division) -> str:
    """Return what an organiser sees who draws: which round is the next, and which draft it has."""
    number = _next_round(division)
    draft = division.rounds.filter(number=number, status=Round.Status.DRAFT).first()
    return f"{number}/{draft.pk if draft else 0}"


def draft_round(division: Division, actor: Any, *, sight: str = "") -> Round:
    """Draw the next round of `division`, for organisers to look at.

    How often it was drawn is on record, so nobody draws in secret until it suits. With `sight`,
    a draft that one has not seen is not thrown away.

    :raises Refused: NotAllowed, WrongStage, NoMoreRounds, RoundStillOpen, CannotBeDrawn, or
        ChangedMeanwhile where `sight_of` is no longer `sight`.
    """
    season = division.season
    roles.require(actor, season.league, "schedule")
    with transaction.atomic():
        hold(season)
        if sight and sight != sight_of(division):
            raise refusals.ChangedMeanwhile
        number = _next_round(division)
        about = f"{division.tier}/{number}"
        attempt = _attempts(season, about) + 1
        with recorded(season.league, actor, "draft_round", season=season, about=about):
            if not season.is_running or season.draws_all_at_once:
                raise refusals.WrongStage
            _check_before(division, number)
            seed = derived(season, f"{about}/{attempt}")
            return _store(division, number, seed, _drawn(division, number, seed))


def _next_round(division: Division) -> int:
    last = division.rounds.exclude(status=Round.Status.DRAFT).order_by("-number").first()
    return last.number + 1 if last else 1


def _attempts(season: Season, about: str) -> int:
    """Return how often this round was drawn before."""
    return Audit.objects.filter(season=season, verb="draft_round", about=about).count()


def _check_before(division: Division, number: int) -> None:
    """Check that round `number` may be drawn: the last is known, and not all have been played.

    :raises Refused: NoMoreRounds or RoundStillOpen.
    """
    if number > division.season.rounds_planned:
        raise refusals.NoMoreRounds
    division.rounds.filter(number=number, status=Round.Status.DRAFT).delete()
    if waits_for(division) is not None:
        raise refusals.RoundStillOpen


def waits_for(division: Division) -> Round | None:
    """Return the round that has to be finished before the next is drawn, if one has to be."""
    if division.season.format not in {Format.SWISS, Format.SWISS_TABLES}:
        return None
    return division.rounds.filter(status=Round.Status.PUBLISHED).order_by("number").first()


def _drawn(division: Division, number: int, seed: str) -> Draw:
    """Draw round `number` from what has been played.

    :raises CannotBeDrawn: if nothing fits.
    """
    season, contenders = division.season, contests.contenders_of(division)
    try:
        if season.format == Format.SWISS:
            planned = season.rounds_planned
            return swiss.pair(contenders, round_number=number, rounds_planned=planned, seed=seed)
        level = season.level if season.format == Format.SWISS_TABLES and number > 1 else 0.0
        games = season.games_per_fixture
        return tables.seat(
            contenders, target=season.table_size, level=level, games=games, seed=seed
        )
    except CannotDraw as error:
        raise refusals.CannotBeDrawn from error


def _store(division: Division, number: int, seed: str, draw: Draw) -> Round:
    """Store a draft."""
    drafted = Round.objects.create(
        division=division, number=number, seed=seed, report=asdict(draw.report)
    )
    stored = Fixture.objects.bulk_create(
        Fixture(round=drafted, number=place) for place, _table in enumerate(draw.tables, 1)
    )
    Chair.objects.bulk_create(
        Chair(fixture=fixture, entry_id=entry, seat=seat)
        for fixture, table in zip(stored, draw.tables, strict=True)
        for seat, entry in enumerate(table)
    )
    Bye.objects.bulk_create(Bye(round=drafted, entry_id=entry) for entry in draw.byes)
    return drafted


def discard_round(drafted: Round, actor: Any) -> None:
    """Throw a draft away.

    :raises Refused: NotAllowed, WrongStage for a round that is public or cannot be redrawn, or
        ChangedMeanwhile for a draft that is gone.
    """
    season = drafted.division.season
    roles.require(actor, season.league, "schedule")
    with recorded(season.league, actor, "discard_round", season=season, about=drafted.number):
        hold(drafted, key=True)
        if not drafted.is_draft or season.draws_all_at_once:
            raise refusals.WrongStage
        drafted.delete()


def publish_round(drafted: Round, actor: Any, *, opens_at: Any = None) -> None:
    """Show a draft to everybody: from now on it is played.

    :raises Refused: NotAllowed, WrongStage, RoundStillOpen if an earlier round is a draft, or
        ChangedMeanwhile for a draft that is gone.
    """
    season = drafted.division.season
    roles.require(actor, season.league, "schedule")
    with recorded(
        season.league, actor, "publish_round", season=season, about=drafted.number
    ) as ledger:
        hold(drafted)
        if not drafted.is_draft or not season.is_running:
            raise refusals.WrongStage
        earlier = drafted.division.rounds.filter(number__lt=drafted.number)
        if earlier.filter(status=Round.Status.DRAFT).exists():
            raise refusals.RoundStillOpen
        now = timezone.now()
        begins = opens_at or now
        ledger.edit(
            drafted,
            status=Round.Status.PUBLISHED,
            published_at=now,
            opens_at=begins,
            closes_at=begins + timedelta(days=season.round_days),
        )
        forfeits.settle_absentees(drafted, ledger)
        webhooks.tell(
            season.league, "round.published", {"season": season.number, "round": drafted.number}
        )


def swap_chairs(one: Chair, other: Chair, actor: Any, *, reason: str) -> None:
    """Exchange two players of a round before either has played in it.

    :raises Refused: NotAllowed, WrongStage, MatchesBegun, NotPlaying for who has forfeited to
        another table, ChangedMeanwhile where others sit there by now, or NeedsReason once it is
        public.
    """
    drawn = one.fixture.round
    season = drawn.division.season
    roles.require(actor, season.league, "schedule")
    with recorded(
        season.league, actor, "swap_chairs", season=season,
        about=f"{one.entry.name} / {other.entry.name}", reason=reason,
        needs_reason=not drawn.is_draft,
    ) as ledger:  # fmt: skip
        hold(drawn)
        if other.fixture.round_id != drawn.pk or drawn.status == Round.Status.CLOSED:
            raise refusals.WrongStage
        if not drawn.is_draft and not reason.strip():
            raise refusals.NeedsReason
        for key in sorted({one.fixture_id, other.fixture_id}):
            fixtures.locked(key)
        chairs = Chair.objects.select_for_update(of=("self",)).select_related("fixture")
        first, second = (chairs.get(pk=chair.pk) for chair in (one, other))
        if _sits(first) != _sits(one) or _sits(second) != _sits(other):
            raise refusals.ChangedMeanwhile
        if {first.fixture.status, second.fixture.status} != {Fixture.Status.PLANNED}:
            raise refusals.MatchesBegun
        if first.fixture_id != second.fixture_id and (first.forfeited or second.forfeited):
            raise refusals.NotPlaying  # nobody inherits a forfeit
        _exchange(ledger, first, second)


def _sits(chair: Chair) -> tuple[int, int]:
    return chair.entry_id, chair.seat


def _exchange(ledger: Ledger, first: Chair, second: Chair) -> None:
    """Put each player on the other's chair, without two ever being on one."""
    if first.fixture_id != second.fixture_id:
        mine, theirs = first.entry_id, second.entry_id
        # What was said about coming, and by whom instead, was said of the other table.
        said = {"substitute_id": None, "rsvp": Chair.Rsvp.UNKNOWN, "checked_in_at": None}
        Answer.objects.filter(chair__in=[first, second]).delete()
        ledger.edit(first, entry_id=theirs, **said)
        ledger.edit(second, entry_id=mine, **said)
        return
    mine, theirs = first.seat, second.seat
    ledger.edit(first, seat=ASIDE)
    ledger.edit(second, seat=mine)
    ledger.edit(first, seat=theirs)
