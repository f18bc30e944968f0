"""Players who join late, leave, are replaced, or are sanctioned."""

from typing import Any

from django.db import transaction
from django.db.models import Max
from msgspec.structs import replace

from games.leagues import contests, fixtures, forfeits, refusals, roles, seasons, webhooks
from games.leagues.ledger import Ledger, hold, recorded
from games.leagues.models import Chair, Division, Entry, Fixture, Member, Round, Sanction, Season
from games.leagues.standings import leaving
from games.matches.refusals import NotAllowed

Status = Entry.Status


def join_late(season: Season, actor: Any, user: Any, *, points: float = 0, reason: str) -> Entry:
    """Let a member play from the next round on, with the points an organiser grants.

    :raises Refused: NotAllowed, NotAMember, WrongStage, AlreadyEntered, or NeedsReason.
    """
    league = season.league
    roles.require(actor, league, "arbitrate")
    if roles.member_of(league, user) is None:
        raise refusals.NotAMember
    with recorded(
        league, actor, "join_late", season=season, about=user.name, reason=reason,
        needs_reason=True,
    ) as ledger:  # fmt: skip
        division = _lowest(season)
        following = _last_public_round(division) + 1
        if not season.is_running or season.draws_all_at_once or following > _latest(season):
            raise refusals.WrongStage
        if season.entries.filter(user=user).exclude(status=Status.WAITING).exists():
            raise refusals.AlreadyEntered
        season.entries.filter(user=user).delete()
        last = division.entries.aggregate(last=Max("seed_rank"))["last"] or 0
        entry = Entry(
            season=season, division=division, user=user, name=user.name, seed_rank=last + 1,
            joined_round=following, late_points=points,
        )  # fmt: skip
        ledger.add(entry)
        webhooks.tell(league, "entry.joined", {"season": season.number, "name": user.name})
    return entry


def _lowest(season: Season) -> Division:
    return season.divisions.order_by("-tier")[0]


def _latest(season: Season) -> int:
    return season.late_until_round or season.rounds_planned


def _last_public_round(division: Division) -> int:
    public = division.rounds.exclude(status=Round.Status.DRAFT)
    return public.aggregate(last=Max("number"))["last"] or 0


def withdraw(entry: Entry, actor: Any, *, reason: str = "") -> None:
    """Leave a season that runs: oneself, or an arbiter for somebody who is gone.

    Before half of their fixtures all their results are annulled, after it the rest are forfeits.

    :raises Refused: NotAllowed, NotPlaying, WrongStage, or NeedsReason for an arbiter.
    """
    mine = entry.user_id is not None and entry.user_id == actor.pk
    if not mine:
        roles.require(actor, entry.season.league, "arbitrate")
    _put_out(entry, actor, Status.WITHDRAWN, "withdraw", reason, needs_reason=not mine)


def would_be_annulled(entry: Entry) -> bool:
    """Return whether all results of a player would be struck out if they left now."""
    contest = contests.contest_of(entry.division)
    leaver = _last_played(entry)
    contestants = tuple(
        replace(one, withdrawn_after=leaver) if one.entry == entry.pk else one
        for one in contest.contestants
    )
    return entry.pk in leaving.annulled(replace(contest, contestants=contestants))


def disqualify(entry: Entry, actor: Any, *, reason: str) -> None:
    """Put somebody out of a season.

    :raises Refused: NotAllowed, NotPlaying, WrongStage, or NeedsReason.
    """
    roles.require(actor, entry.season.league, "arbitrate")
    _put_out(entry, actor, Status.DISQUALIFIED, "disqualify", reason, needs_reason=True)


def _put_out(
    entry: Entry, actor: Any, status: str, verb: str, reason: str, *, needs_reason: bool
) -> None:
    season = entry.season
    with recorded(
        season.league, actor, verb, season=season, about=entry.name, reason=reason,
        needs_reason=needs_reason,
    ) as ledger:  # fmt: skip
        hold(entry)
        if not season.is_running:
            raise refusals.WrongStage
        if not entry.plays:
            raise refusals.NotPlaying
        fixtures.note_beginnings(chairs__entry=entry)
        ledger.edit(entry, status=status, withdrawn_after=_last_played(entry))
        _forfeit_open(entry, ledger)
        webhooks.tell(
            season.league, "entry.withdrawn", {"season": season.number, "name": entry.name}
        )


def _last_played(entry: Entry) -> int:
    """Return the last round in which the player's fixture is settled or being played."""
    unplayed = {Fixture.Status.PLANNED, Fixture.Status.OPEN}
    played = entry.chairs.exclude(fixture__status__in=unplayed)
    played = played.exclude(fixture__round__status=Round.Status.DRAFT)
    return played.aggregate(last=Max("fixture__round__number"))["last"] or 0


def _forfeit_open(entry: Entry, ledger: Ledger) -> None:
    waiting = {Fixture.Status.PLANNED, Fixture.Status.OPEN}
    known = Fixture.objects.select_for_update().filter(
        chairs__entry=entry, chairs__substitute=None, status__in=waiting,
        round__status=Round.Status.PUBLISHED,
    )  # fmt: skip
    for fixture in known.order_by("pk"):
        forfeits.forfeit(fixture, {entry.pk}, ledger)


def sanction(entry: Entry, actor: Any, *, kind: str, points: float = 0, reason: str) -> Sanction:
    """Warn somebody, or take points from them.

    :raises Refused: NotAllowed, NeedsReason, or BadSetting.
    """
    season = entry.season
    roles.require(actor, season.league, "arbitrate")
    if kind not in Sanction.Kind.values or (kind == Sanction.Kind.POINTS) != bool(points):
        raise refusals.BadSetting
    with recorded(
        season.league, actor, "sanction", season=season, about=entry.name, reason=reason,
        needs_reason=True,
    ) as ledger:  # fmt: skip
        if season.status != Season.Status.RUNNING:
            raise refusals.WrongStage
        imposed = Sanction(
            entry=entry, kind=kind, points=points, reason=reason,
            round_number=_last_public_round(entry.division),
        )  # fmt: skip
        ledger.add(imposed)
        webhooks.tell(
            season.league, "entry.sanctioned",
            {"season": season.number, "name": entry.name, "kind": kind, "points": points},
        )  # fmt: skip
    return imposed


def put_in(chair: Chair, actor: Any, user: Any, *, reason: str) -> None:
    """Have `user` play a fixture in somebody's place, before it begins.

    :raises Refused: NotAllowed, NoSubstitutes, NotAMember, MatchesBegun, NeedsReason, or
        AlreadyDecided where somebody else has been put there meanwhile.
    """
    season = chair.entry.season
    roles.require(actor, season.league, "schedule")
    if season.league.plays_duels:
        raise refusals.NoSubstitutes
    if user is not None and roles.member_of(season.league, user) is None:
        raise refusals.NotAMember
    with recorded(
        season.league, actor, "substitute", season=season, about=chair.entry.name,
        reason=reason, needs_reason=True,
    ) as ledger:  # fmt: skip
        fixtures.note_beginnings(pk=chair.fixture_id)
        fixture = fixtures.locked(chair.fixture_id)
        before = chair.substitute_id
        hold(chair)
        if chair.substitute_id != before:
            raise refusals.AlreadyDecided
        if fixture.status not in {Fixture.Status.PLANNED, Fixture.Status.OPEN}:
            raise refusals.MatchesBegun
        if user is not None and _plays_in(fixture, user):
            raise refusals.AlreadyEntered
        fixtures.take_back(fixture)
        ledger.edit(chair, substitute=user, forfeited=False)


def _plays_in(fixture: Fixture, user: Any) -> bool:
    chairs = fixture.chairs.select_related("entry")
    return any(chair.user_id_playing == user.pk for chair in chairs)


@transaction.atomic
def place(entry: Entry, actor: Any, division: Division, *, reason: str = "") -> None:
    """Put somebody into a division, before any round of it or of their own is public.

    Before the season begins they are kept there when all others are divided. Where everything
    is drawn at once it is too late once it runs.

    :raises Refused: NotAllowed, or WrongStage.
    """
    season = entry.season
    roles.require(actor, season.league, "arbitrate")
    with recorded(
        season.league, actor, "place", season=season, about=entry.name, reason=reason
    ) as ledger:
        is_drawn = season.is_running and season.draws_all_at_once
        if division.season_id != season.pk or is_drawn or season.is_over:
            raise refusals.WrongStage
        if max(map(_last_public_round, {division, entry.division or division})):
            raise refusals.WrongStage
        ledger.edit(entry, division=division)


def turn_away(entry: Entry, actor: Any, *, reason: str) -> None:
    """Take somebody off a season that has not begun; the first who waits moves up.

    :raises Refused: NotAllowed, WrongStage, NeedsReason, or NotEntered if they are off already.
    """
    season = entry.season
    roles.require(actor, season.league, "arbitrate")
    with recorded(
        season.league, actor, "turn_away", season=season, about=entry.name, reason=reason,
        needs_reason=True,
    ) as ledger:  # fmt: skip
        if season.status not in {Season.Status.DRAFT, Season.Status.REGISTRATION}:
            raise refusals.WrongStage
        if not season.entries.filter(pk=entry.pk).exists():
            raise refusals.NotEntered
        ledger.remove(entry)
        seasons.move_up(season)


def enter(season: Season, actor: Any, member: Member, *, reason: str = "") -> Entry:
    """Enter a member by an organiser's hand before the season begins, also past the deadline.

    :raises Refused: NotAllowed, WrongStage or AlreadyEntered.
    """
    roles.require(actor, season.league, "arbitrate")
    if member.league_id != season.league_id or member.status != Member.Status.ACTIVE:
        raise NotAllowed
    with recorded(
        season.league, actor, "enter", season=season, about=member.user.name, reason=reason
    ) as ledger:
        if season.status not in {Season.Status.DRAFT, Season.Status.REGISTRATION}:
            raise refusals.WrongStage
        if season.entries.filter(user=member.user).exists():
            raise refusals.AlreadyEntered
        entry = Entry(season=season, user=member.user, name=member.user.name)
        ledger.add(entry)
    return entry
