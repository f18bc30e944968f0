"""Undoes organisers' acts: restores the earlier values, if nothing has changed since.

Every service changes rows through a `Recorder`, which records the values before and after.
"""

from typing import Any

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from accounts.models import User
from games.leagues import errors, rating_pool, roles
from games.leagues.audit import events
from games.leagues.audit.acts import RULINGS, act_of
from games.leagues.audit.recorder import REASON_LENGTH, Recorder, as_stored, lock, parse, plain
from games.leagues.fixtures import deadlines, fixtures, impartial, opening, reminders, rulings
from games.leagues.models import (
    Audit,
    Chair,
    Entry,
    Fixture,
    FixtureMatch,
    League,
    Member,
    Round,
    Season,
)
from games.leagues.scheduling import pauses, proposals
from games.leagues.seasons import replacing

#: Relations to rows added by an act: while any of them has rows, the act cannot be undone.
BUILT_ON = {
    "entry": ("chairs", "byes"),  # the player was drawn into a round
    "division": ("rounds", "entries"),
    "season": ("entries",),
    "team": ("entries",),
}


def power_over(act: Audit) -> str:
    """Return the power needed to undo `act`: run, arbitrate or schedule."""
    return act_of(act.first_verb).power


def ruled_fixture(act: Audit) -> Fixture | None:
    """Return the fixture that was the subject of an arbiter's ruling, or None for other acts."""
    parts = act.about.split("/")
    if act.first_verb not in RULINGS or len(parts) != 3 or not all(map(str.isdecimal, parts)):
        return None
    tier, number, table = map(int, parts)
    place = {"round__division__tier": tier, "round__number": number, "number": table}
    rows = Fixture.objects.select_related(fixtures.DEEP)
    return rows.filter(round__division__season=act.season_id, **place).first()


def undo(audit_id: int, actor: User, *, reason: str) -> Audit:
    """Restore the state before an organiser's act, and return the audit's entry for the undo.

    :raises CannotUndo: if it was already undone, or a later change builds on it.
    :raises NeedsReason: without a reason.
    :raises Refused: NotAMember or NotAllowed for users without the power, OwnFixture, or LastOwner.
    """
    if not reason.strip():
        raise errors.NeedsReason
    with transaction.atomic():
        place = Audit.objects.select_related("season", "league").get(pk=audit_id)
        lock(place.season or place.league)  # the same lock as for the act itself
        act = Audit.objects.select_for_update(of=("self",)).get(pk=audit_id)
        roles.require(actor, act.league, power_over(act))
        if (ruled := ruled_fixture(act)) is not None:
            impartial.require(ruled, actor)
        if hasattr(act, "undone_by"):
            raise errors.AlreadyUndone
        about_season = any(change["model"] == "season" for change in act.changes)
        if act.season is not None and act.season.is_over and not about_season:
            raise errors.SeasonIsOver  # final standings depend on it
        if not act.is_undoable:
            raise errors.CannotUndo
        try:
            with transaction.atomic():
                _clear_chairs(act)
                _clear_places(act)
                for change in reversed(act.changes):
                    _put_back(change)
                _check_whole(act)
                _close_needless(act)
                _check_accounts(act)
                recorder = Recorder()
                _reopen_rounds(act, recorder)
                _note_reopened(act)
                _follow_times(act)
                _give_time(act, recorder)
                _go_on(act, recorder)
                rating_pool.rename_pool(League.objects.get(pk=act.league_id))
        except (
            IntegrityError, models.ProtectedError, models.ObjectDoesNotExist,
            errors.TooLateToPlan, errors.BadTime,
        ) as error:  # fmt: skip
            raise errors.CannotUndo from error
        changes = [as_stored(change) for change in recorder.changes]
        if act.verb != "begin_season":  # a start is repeated, not restored
            changes[:0] = [
                {**one, "before": one["after"], "after": one["before"]}
                for one in reversed(act.changes)
            ]
        events.tell_changes(act.league, changes)
        if (fixture := ruled_fixture(act)) is not None:
            reminders.tell_ruled(fixture, actor)
        return Audit.objects.create(
            league_id=act.league_id,
            season_id=act.season_id,
            actor=actor,
            verb="undo",
            about=act.about,
            reason=reason.strip()[:REASON_LENGTH],
            undoes=act,
            changes=changes,
        )


def _check_accounts(act: Audit) -> None:
    """Check immediately, not at the commit, that the rows refer only to existing accounts.

    :raises IntegrityError: if they don't.
    """
    models_of = {apps.get_model("leagues", change["model"]) for change in act.changes}
    connection.check_constraints([model._meta.db_table for model in models_of])


def _clear_chairs(act: Audit) -> None:
    """Close the tables whose players an act had changed; they reopen for the restored players.

    :raises CannotUndo: if a game was played there by players other than the restored ones.
    """
    changes = [change for change in act.changes if change["model"] == "chair"]
    for chair in Chair.objects.filter(pk__in={change["pk"] for change in changes}):
        fixture = fixtures.lock_fixture(chair.fixture_id)
        if any(
            change["pk"] == chair.pk and "entry" in _changed_fields(change) for change in changes
        ):
            reminders.tell_published_anew(fixture)
        if fixture.status in fixtures.NOT_BEGUN:
            fixtures.take_back(fixture)
        elif any(change["pk"] == chair.pk and _moves(change) for change in changes):
            raise errors.CannotUndo


def _clear_places(act: Audit) -> None:
    """Close the waiting tables of a player to whom an act had given a place.

    :raises CannotUndo: while the player is in a game for that place, because its result would have
        no owner.
    """
    given = {
        change["pk"]
        for change in act.changes
        if change["model"] == "entry" and change["before"] and "user" in _changed_fields(change)
    }
    for entry in Entry.objects.filter(pk__in=given).order_by("pk"):
        for fixture in fixtures.lock_fixtures(chairs__entry=entry, chairs__substitute=None):
            if fixture.status in fixtures.NOT_BEGUN:
                fixtures.take_back(fixture)
        if replacing.plays_for(entry, entry.user_id):
            raise errors.CannotUndo


def _moves(change: dict[str, Any]) -> bool:
    """Return whether a change to a chair affects its player, substitute or seat."""
    return not _changed_fields(change).isdisjoint({"entry", "seat", "substitute"})


def _changed_fields(change: dict[str, Any]) -> set[str]:
    """Return the fields that an act changed."""
    return {name.removesuffix("_id") for name in change["after"] or {}}


def _check_whole(act: Audit) -> None:
    """Check that rounds and seasons are consistent after an act was undone.

    If the start of a season was undone, its drafts are deleted; they are drawn when it begins.

    :raises CannotUndo: if a table was opened in a round that is now a draft, or if a season that
        has not begun now has public rounds.
    :raises LastOwner: if the league no longer has an owner.
    """
    keys = {change["model"]: change["pk"] for change in act.changes}
    all_fixtures = Fixture.objects.filter(round=keys.get("round"), round__status=Round.Status.DRAFT)
    # Locked, so that no table can open unnoticed in the meantime.
    rows = all_fixtures.select_for_update(of=("self",)).order_by("pk")
    if any(fixture.status != Fixture.Status.PLANNED for fixture in rows):
        raise errors.CannotUndo
    waiting = (Season.Status.DRAFT, Season.Status.REGISTRATION)
    round_ = Round.objects.filter(
        division__season=keys.get("season"), division__season__status__in=waiting
    )
    if round_.exclude(status=Round.Status.DRAFT).exists():
        raise errors.CannotUndo
    round_.delete()
    owners = Member.objects.filter(league=act.league_id, role=Member.Role.OWNER)
    if "member" in keys and not owners.filter(status=Member.Status.ACTIVE).exists():
        raise errors.LastOwner


def _close_needless(act: Audit) -> None:
    """Close waiting tables of games that are no longer due.

    :raises CannotUndo: if an annulled game and its replay would both count.
    """
    changes = [one for one in act.changes if one["model"] == "fixturematch" and one["after"]]
    again = {one["pk"] for one in changes if (one["before"] or {}).get("is_counted")}
    games = FixtureMatch.objects.filter(pk__in=[one["pk"] for one in changes])
    for key in sorted(set(games.values_list("fixture", flat=True))):
        fixture = fixtures.lock_fixture(key)
        rulings.close_needless(fixture)
        counted = set(fixture.games.filter(is_counted=True).values_list("pk", flat=True))
        if len(counted - again) <= opening.games_due(fixture) < len(counted):
            raise errors.CannotUndo


def _reopen_rounds(act: Audit, recorder: Recorder) -> None:
    """Reopen closed rounds that lack a result now that an act was undone."""
    waiting = Fixture.objects.filter(
        round__division__season__league=act.league_id,
        round__status=Round.Status.CLOSED,
        status=Fixture.Status.PLANNED,
    )
    for round_ in Round.objects.filter(pk__in=waiting.values("round")).order_by("pk"):
        recorder.edit(round_, status=Round.Status.PUBLISHED)


def _note_reopened(act: Audit) -> None:
    """Record that the fixtures changed by an act, or those of a season it ended, were reopened."""
    keys = [one["pk"] for one in act.changes if one["model"] == "fixture" and one["after"]]
    seasons = [one["pk"] for one in act.changes if one["model"] == "season"]
    fixtures.note_reopened(pk__in=keys)
    fixtures.note_reopened(round__division__season__in=seasons)


def _give_time(act: Audit, recorder: Recorder) -> None:
    """Extend unsettled fixtures whose time is over, to prevent another immediate forfeit."""
    keys = [change["pk"] for change in act.changes if change["model"] == "fixture"]
    rows = Fixture.objects.filter(pk__in=keys).select_related(fixtures.DEEP)
    now = timezone.now()
    for fixture in rows.filter(status__in=[*fixtures.NOT_BEGUN, Fixture.Status.RUNNING]):
        times = (fixture.starts_at, fixture.deadline)
        if fixture.round.is_draft or not any(one is not None and one <= now for one in times):
            continue
        recorder.edit(fixture, starts_at=None)
        deadlines.give_time(fixture, recorder, least=deadlines.AGAIN)


def _go_on(act: Audit, recorder: Recorder) -> None:
    """Extend a season that is running again by the time since an act paused or cancelled it."""
    season_ids = [
        one["pk"]
        for one in act.changes
        if one["model"] == "season" and (after := one["after"])
        and (after.get("paused_at") or after.get("status") == Season.Status.CANCELLED)
    ]  # fmt: skip
    for season in Season.objects.filter(pk__in=season_ids).select_related("league"):
        if season.is_running and not season.is_paused:
            pauses.go_on(season, act.at, recorder)


def _follow_times(act: Audit) -> None:
    """Update tables, attendance and e-mails to match the restored times."""
    changes = [
        one for one in act.changes if one["model"] == "fixture" and one["before"] and one["after"]
    ]
    rows = Fixture.objects.filter(status__in=fixtures.SETTLED)
    again = {one["pk"] for one in changes if "status" in one["after"]}
    # Fixtures with a restored result no longer need a time.
    over = set(rows.filter(pk__in=again).values_list("pk", flat=True))
    for key in {one["pk"] for one in changes if "starts_at" in one["after"]} - over:
        proposals.follow(key)


def _put_back(change: dict[str, Any]) -> None:
    model = apps.get_model("leagues", change["model"])
    if change["before"] is not None and change["after"] is None:
        fields = parse(model, change["before"])
        model(pk=change["pk"], **fields).save(force_insert=True)
        # Restore automatically set dates as well.
        model._default_manager.filter(pk=change["pk"]).update(**fields)
        return
    row = model._default_manager.select_for_update().get(pk=change["pk"])
    now = {name: plain(getattr(row, name)) for name in change["after"]}
    if now != change["after"]:
        raise errors.CannotUndo
    if change["before"] is None:
        if any(getattr(row, rows).exists() for rows in BUILT_ON.get(change["model"], ())):
            raise errors.CannotUndo
        row.delete()
        return
    for name, value in parse(model, change["before"]).items():
        setattr(row, name, value)
    row.save(update_fields=[*change["before"]])
