"""Replacing a player who left, in seasons whose rounds were all drawn together."""

from accounts.models import User
from games.leagues import errors, roles
from games.leagues.audit.recorder import Recorder, lock, record
from games.leagues.fixtures import deadlines, fixtures
from games.leagues.models import Answer, Chair, Entry, Fixture, FixtureMatch, Round, Season
from games.leagues.seasons import entries
from games.matches.models import Match

Status = Fixture.Status
#: Acts that forfeit fixtures of players who leave, or left before a round was public.
LEAVING = {"withdraw", "disqualify", "publish_round"}


def replace_player(entry: Entry, actor: User, user: User, *, reason: str) -> None:
    """Give a player's place to another member, in a season whose rounds were drawn together.

    Results stay with the place; fixtures forfeited by leaving are to be played.

    :raises Refused: NotAllowed, NotAMember, WrongStage if rounds are drawn one at a time,
        AlreadyEntered, NeedsReason, or MatchesBegun while the earlier player has a game without a
        stored result.
    """
    season = entry.season
    if roles.member_of(season.league, user) is None:
        raise errors.NotAMember
    with record(
        season, actor, "replace", about=f"{entry.name} / {user.name}", reason=reason
    ) as recorder:
        lock(entry)
        if not season.is_running or not season.draws_all_at_once:
            raise errors.WrongStage
        fixtures.lock_fixtures(chairs__entry=entry)
        if plays_for(entry, entry.former_id):
            raise errors.MatchesBegun
        entries.take_off_list(season, user, recorder)
        left = entry.withdrawn_after
        recorder.edit(
            entry, user_id=user.pk, name=season.free_name(user.name), status=Entry.Status.CONFIRMED,
            former_id=entry.user_id, withdrawn_after=None,
            replaced_after=entries.last_played(entry) if left is None else left,
        )  # fmt: skip
        _take_over(entry, recorder)


def plays_for(entry: Entry, user_id: int | None) -> bool:
    """Return whether a game that the user has begun for this entry lacks a stored result."""
    games = FixtureMatch.objects.filter(fixture__chairs__entry=entry, is_counted=True)
    begun = games.filter(placings__isnull=True).exclude(match__status=Match.Status.OPEN)
    return user_id is not None and begun.filter(match__players__user=user_id).exists()


def _take_over(entry: Entry, recorder: Recorder) -> None:
    """Pass the unplayed fixtures to the new player, and reset their tables and attendance."""
    by_leaving = _forfeited_by_leaving(entry.season)
    chairs = entry.chairs.filter(substitute=None).exclude(fixture__round__status=Round.Status.DRAFT)
    for chair in chairs.order_by("fixture"):
        fixture = fixtures.lock_fixture(chair.fixture_id)
        gave_up = ("chair", chair.pk) in by_leaving
        is_free = ("fixture", fixture.pk) in by_leaving and not fixtures.has_begun(fixture)
        if gave_up and (is_free or not fixture.is_settled):
            recorder.edit(chair, forfeited=False)
        if fixture.status in fixtures.NOT_BEGUN:
            fixtures.take_back(fixture)
            Chair.objects.filter(pk=chair.pk).update(rsvp="", checked_in_at=None)
            Answer.objects.filter(chair=chair).delete()
        elif gave_up and is_free:
            _reopen(fixture, recorder)


def _forfeited_by_leaving(season: Season) -> set[tuple[str, int]]:
    """Return the model and key of each chair and fixture settled because players left."""
    last: dict[tuple[str, int], str] = {}
    for act in season.audits.filter(undoes=None).select_related("undone_by").order_by("pk"):
        if not act.holds:
            continue
        for change in act.changes:
            if not {"forfeited", "status"}.isdisjoint(change["after"] or {}):
                last[change["model"], change["pk"]] = act.verb
    return {row for row, verb in last.items() if verb in LEAVING}


def _reopen(fixture: Fixture, recorder: Recorder) -> None:
    """Reopen a fixture settled because players left, if it has enough players again."""
    there = fixture.chairs.filter(forfeited=False).count()
    if there < fixture.round.division.season.league.rules.seats.start:
        return
    recorder.edit(fixture, status=Status.PLANNED, finished_at=None, starts_at=None)
    fixtures.note_reopened(pk=fixture.pk)
    recorder.edit(fixture.round, status=Round.Status.PUBLISHED)
    deadlines.give_time(fixture, recorder, least=deadlines.AGAIN)
