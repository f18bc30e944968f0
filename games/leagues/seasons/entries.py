"""Players who join late, leave, or are sanctioned."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.db.models import Max
from msgspec.structs import replace

from accounts.models import User
from games.contests.standings import leaving
from games.engine.required import required
from games.leagues import errors, roles
from games.leagues.audit.recorder import Recorder, lock, record
from games.leagues.fixtures import fixtures, forfeits
from games.leagues.models import Division, Entry, Fixture, Member, Notice, Round, Sanction, Season
from games.leagues.seasons import announcements, applying, standings_input
from games.leagues.seasons import services as seasons

Status = Entry.Status


def enter(season: Season, actor: User, user: User, *, points: float = 0, reason: str = "") -> Entry:
    """Enter a member as an organiser, even after registration has closed.

    In a running season they play from the next round on, starting with `points`.

    :raises Refused: NotAllowed, NotAMember, WrongStage, LateEntryIsOver, AlreadyEntered, or
        NeedsReason in a running season.
    """
    league, is_late = season.league, season.is_running
    if roles.member_of(league, user) is None:
        raise errors.NotAMember
    with record(
        season, actor, "join_late" if is_late else "enter", about=user.name, reason=reason
    ) as recorder:
        if is_late:
            return add_late(season, user, recorder, points=points)
        return add_early(season, user, recorder)


def add_early(season: Season, user: User, recorder: Recorder) -> Entry:
    """Add a player to a season that has not begun, and take them off the waiting list.

    :raises Refused: WrongStage or AlreadyEntered.
    """
    if season.status not in {Season.Status.DRAFT, Season.Status.REGISTRATION}:
        raise errors.WrongStage
    take_off_list(season, user, recorder)
    entry = Entry(season=season, user=user, name=season.free_name(user.name))
    recorder.add(entry)
    return entry


def add_late(season: Season, user: User, recorder: Recorder, *, points: float = 0) -> Entry:
    """Add a player to a running season, from the next round on.

    :raises Refused: WrongStage, LateEntryIsOver or AlreadyEntered.
    """
    place = _late_place(season)
    take_off_list(season, user, recorder)
    name = season.free_name(user.name)
    entry = Entry(season=season, user=user, name=name, late_points=points, **place)
    recorder.add(entry)
    return entry


def _late_place(season: Season) -> dict[str, Any]:
    """Return the place of a player who enters now: last in the last division.

    :raises Refused: WrongStage or LateEntryIsOver.
    """
    following, division = check_late(season), _lowest(season)
    last = division.entries.aggregate(last=Max("seed_rank"))["last"] or 0
    return {"division": division, "seed_rank": last + 1, "joined_round": following}


def may_ask(season: Season, member: Member | None) -> bool:
    """Return whether a member may request a place in a running season."""
    if member is None or season.entries.filter(user=member.user_id).exists():
        return False
    with suppress(errors.WrongStage):
        return bool(check_late(season))
    return False


@transaction.atomic
def ask_to_join(season: Season, user: User, *, answers: Sequence[str] = ()) -> Entry:
    """Request a place in a running season; organisers decide about it.

    :raises Refused: NotAMember, WrongStage, LateEntryIsOver, AlreadyEntered or Unanswered.
    """
    roles.require(user, season.league, "play")
    lock(season)
    check_late(season)
    entry = season.entries.filter(user=user).first() or Entry(season=season, user=user)
    if entry.pk and entry.status != Status.WAITING:
        raise errors.AlreadyEntered
    entry.name = entry.name or season.free_name(user.name)
    entry.status, entry.answers = Status.APPLIED, applying.check(season, answers)
    entry.save()
    return entry


def take_off_list(season: Season, user: User, recorder: Recorder) -> None:
    """Remove a user who gets a place from the waiting list; an undo restores their position.

    :raises AlreadyEntered: for users who have a place, or gave it up.
    """
    for wish in season.entries.filter(user=user):
        if wish.status not in Entry.OUTSIDE:
            raise errors.AlreadyEntered
        recorder.remove(wish)


def check_late(season: Season) -> int:
    """Return the first round for a player who enters now.

    :raises Refused: WrongStage or LateEntryIsOver.
    """
    if not season.is_running or not season.may_sit_out:
        raise errors.WrongStage
    following = _last_public_round(_lowest(season)) + 1
    if following > season.rounds_planned:
        raise errors.LateEntryIsOver
    return following


def _lowest(season: Season) -> Division:
    return season.divisions.order_by("-tier")[0]


def _last_public_round(division: Division) -> int:
    public = division.rounds.exclude(status=Round.Status.DRAFT)
    return public.aggregate(last=Max("number"))["last"] or 0


def withdraw(entry: Entry, actor: User, *, reason: str = "") -> None:
    """Withdraw a player from a running season, at their own request or by an arbiter's decision.

    Their remaining fixtures are forfeited. Before half of a round robin is played, all their
    results are annulled.

    :raises Refused: NotAllowed, NotPlaying, WrongStage, or NeedsReason for an arbiter.
    """
    mine = entry.user_id is not None and entry.user_id == actor.pk
    _put_out(entry, actor, Status.WITHDRAWN, "withdraw", reason, is_own=mine)


def would_be_annulled(entry: Entry) -> bool:
    """Return whether leaving now would annul all results of a player."""
    contest = standings_input.contest_of(required(entry.division))
    leaver = last_played(entry)
    contestants = tuple(
        replace(one, withdrawn_after=leaver) if one.entry == entry.pk else one
        for one in contest.contestants
    )
    return entry.pk in leaving.annulled_entries(replace(contest, contestants=contestants))


def disqualify(entry: Entry, actor: User, *, reason: str) -> None:
    """Disqualify a player from a season.

    :raises Refused: NotAllowed, NotPlaying, WrongStage, or NeedsReason.
    """
    _put_out(entry, actor, Status.DISQUALIFIED, "disqualify", reason)


def _put_out(
    entry: Entry, actor: User, status: str, verb: str, reason: str, *, is_own: bool = False
) -> None:
    season = entry.season
    with record(season, actor, verb, about=entry.name, reason=reason, is_own=is_own) as recorder:
        lock(entry)
        if not season.is_running:
            raise errors.WrongStage
        if not entry.plays:
            raise errors.NotPlaying
        fixtures.lock_fixtures(chairs__entry=entry)
        recorder.edit(entry, status=status, withdrawn_after=last_played(entry))
        _forfeit_open(entry, recorder)


def last_played(entry: Entry) -> int:
    """Return the number of the last round in which the player's fixture is settled or in play."""
    unsettled = {Fixture.Status.PLANNED, Fixture.Status.OPEN}
    chairs = entry.chairs.exclude(fixture__status__in=unsettled)
    chairs = chairs.exclude(fixture__round__status=Round.Status.DRAFT)
    return chairs.aggregate(last=Max("fixture__round__number"))["last"] or 0


def _forfeit_open(entry: Entry, recorder: Recorder) -> None:
    """Record forfeits of a player's fixtures that have not begun, which the caller has locked."""
    waiting = {Fixture.Status.PLANNED, Fixture.Status.OPEN}
    rows = Fixture.objects.filter(
        chairs__entry=entry, chairs__substitute=None, status__in=waiting,
        round__status=Round.Status.PUBLISHED,
    )  # fmt: skip
    for fixture in rows.order_by("pk"):
        forfeits.forfeit(fixture, {entry.pk}, recorder)


def sanction(entry: Entry, actor: User, *, kind: str, points: float = 0, reason: str) -> Sanction:
    """Warn a player, or deduct points, which a knock-out (points are rounds survived) refuses.

    :raises Refused: NotAllowed, NeedsReason, or BadSetting.
    """
    season = entry.season
    if kind not in Sanction.Kind.values or (kind == Sanction.Kind.POINTS) != bool(points):
        raise errors.BadSetting
    if points and season.is_knockout:
        raise errors.BadSetting
    with record(season, actor, "sanction", about=entry.name, reason=reason) as recorder:
        if season.status != Season.Status.RUNNING:
            raise errors.WrongStage
        imposed = Sanction(
            entry=entry, kind=kind, points=points, reason=reason,
            round_number=_last_public_round(required(entry.division)),
        )  # fmt: skip
        recorder.add(imposed)
    return imposed


@transaction.atomic
def place(entry: Entry, actor: User, division: Division, *, reason: str = "") -> None:
    """Move a player to another division, before any round of either division is public.

    Before the season begins, the choice is kept when other players are assigned to divisions. If
    all rounds are drawn together, moves are only possible before the start.

    :raises Refused: NotAllowed, WrongStage or NothingChanged.
    """
    season = entry.season
    with record(season, actor, "place", about=entry.name, reason=reason) as recorder:
        is_drawn = season.is_running and season.draws_all_at_once
        if division.season_id != season.pk or is_drawn or season.is_over:
            raise errors.WrongStage
        if max(map(_last_public_round, {division, entry.division or division})):
            raise errors.WrongStage
        recorder.edit(entry, division=division)


def accept(entry: Entry, actor: User) -> None:
    """Accept an applicant, who becomes a player or, in a full season, last on the waiting list.

    In a running season they play from the next round on.

    :raises Refused: NotAllowed, AlreadyDecided, or ChangedMeanwhile if the application was
        withdrawn.
    """
    season = entry.season
    with record(season, actor, "accept", about=entry.name) as recorder:
        lock(entry)
        if entry.status != Status.APPLIED:
            raise errors.AlreadyDecided
        if season.is_running:
            recorder.edit(entry, status=Status.CONFIRMED, **_late_place(season))
        elif season.status in {Season.Status.DRAFT, Season.Status.REGISTRATION}:
            recorder.edit(entry, status=seasons.free_place(season))
        else:
            raise errors.AlreadyDecided
        announcements.tell(season, [entry.user_id], Notice.Kind.ACCEPTED)


def turn_away(entry: Entry, actor: User, *, reason: str) -> None:
    """Remove a player from a season that has not begun, or an applicant, and notify them.

    The next on the waiting list moves up.

    :raises Refused: NotAllowed, WrongStage, NeedsReason, or NotEntered if the entry is gone.
    """
    season = entry.season
    with record(season, actor, "turn_away", about=entry.name, reason=reason) as recorder:
        is_asking = season.is_running and entry.status in Entry.OUTSIDE
        if season.status not in {Season.Status.DRAFT, Season.Status.REGISTRATION} and not is_asking:
            raise errors.WrongStage
        if not season.entries.filter(pk=entry.pk).exists():
            raise errors.NotEntered
        announcements.tell(season, [entry.user_id], Notice.Kind.TURNED_AWAY, text=reason)
        recorder.remove(entry)
        if season.is_running:
            return
        seasons.move_up(season, recorder)
