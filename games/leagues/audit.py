"""How what organisers did is undone: what was before is put back, if nothing has changed since.

Every power changes rows through a `ledger.Ledger`, which notes what was before and after.
"""

from typing import Any

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from games.leagues import fixtures, pools, proposals, refusals, refusals_when, roles
from games.leagues.ledger import REASON_LENGTH, hold, parsed, plain
from games.leagues.models import Audit, Chair, Fixture, League, Member, Round, Season

#: Whose power undoes an act: that by which it was done. All other acts are the owners'.
POWERS = {
    **dict.fromkeys(
        ("draft_round", "discard_round", "publish_round", "swap_chairs", "substitute", "set_time"),
        "schedule",
    ),
    **dict.fromkeys(
        ("ban", "readmit", "enter", "turn_away", "join_late", "place", "withdraw", "disqualify",
         "sanction", "correct_game", "annul_game", "forfeit_fixture", "void_fixture",
         "decide_dispute"),
        "arbitrate",
    ),
}  # fmt: skip


def _turned(done: Audit) -> list[dict[str, Any]]:
    """Return the changes that undoing `done` made; a season is begun again by beginning it."""
    if done.verb == "begin_season":
        return []
    return [{**c, "before": c["after"], "after": c["before"]} for c in done.changes]


def power_over(act: Audit) -> str:
    """Return the power that undoes `act`: run, arbitrate or schedule."""
    while act.verb == "undo" and act.undoes is not None:
        act = act.undoes
    return POWERS.get(act.verb, "run")


def undo(audit_id: int, actor: Any, *, reason: str) -> Audit:
    """Put back what was before an organiser's act, and record that.

    :raises CannotUndo: if it was undone, or something that builds on it has changed since.
    :raises NeedsReason: without a reason.
    :raises Refused: NotAMember or NotAllowed for who may not do such things, or LastOwner.
    """
    if not reason.strip():
        raise refusals.NeedsReason
    with transaction.atomic():
        _hold_place(audit_id)
        done = Audit.objects.select_for_update(of=("self",)).get(pk=audit_id)
        roles.require(actor, done.league, power_over(done))
        if not done.changes or hasattr(done, "undone_by") or _is_final(done):
            raise refusals.CannotUndo
        try:
            with transaction.atomic():
                _clear_chairs(done)
                for change in reversed(done.changes):
                    _put_back(change)
                _check_whole(done)
                _check_people(done)
                _reopen_rounds(done)
                _follow_times(done)
                pools.rename_pool(League.objects.get(pk=done.league_id))
        except (
            IntegrityError, models.ProtectedError, models.ObjectDoesNotExist,
            refusals_when.TooLateToPlan, refusals_when.BadTime,
        ) as error:  # fmt: skip
            raise refusals.CannotUndo from error
        return Audit.objects.create(
            league_id=done.league_id,
            season_id=done.season_id,
            actor=actor,
            verb="undo",
            about=done.about,
            reason=reason.strip()[:REASON_LENGTH],
            undoes=done,
            changes=_turned(done),
        )


def _hold_place(audit_id: int) -> None:
    """Stand in line with the acts upon the same season or league."""
    done = Audit.objects.select_related("season", "league").get(pk=audit_id)
    hold(done.season or done.league)


def _is_final(done: Audit) -> bool:
    """Return whether a final table stands on an act: closing the season is undone first."""
    season = done.season
    about_it = any(change["model"] == "season" for change in done.changes)
    return season is not None and season.is_over and not about_it


def _check_people(done: Audit) -> None:
    """Check at once, and not at the commit, that the rows speak of nobody whose account is gone.

    :raises IntegrityError: if they do.
    """
    models_of = {apps.get_model("leagues", change["model"]) for change in done.changes}
    connection.check_constraints([model._meta.db_table for model in models_of])


def _clear_chairs(done: Audit) -> None:
    """Take the tables back at which an act decided who sits: they open anew for whoever plays then.

    :raises CannotUndo: if other people would have played what was played there.
    """
    touched = [change for change in done.changes if change["model"] == "chair"]
    for chair in Chair.objects.filter(pk__in={change["pk"] for change in touched}):
        fixtures.note_beginnings(pk=chair.fixture_id)
        fixture = fixtures.locked(chair.fixture_id)
        if fixture.status in fixtures.NOT_BEGUN:
            fixtures.take_back(fixture)
        elif any(change["pk"] == chair.pk and _moves(change) for change in touched):
            raise refusals.CannotUndo


def _moves(change: dict[str, Any]) -> bool:
    """Return whether a change of a chair was about who plays on it."""
    named = {name.removesuffix("_id") for name in change["after"] or {}}
    return not named.isdisjoint({"entry", "seat", "substitute"})


def _check_whole(done: Audit) -> None:
    """Check that nothing hangs in the air now that an act was put back.

    Drafts of a season that has not begun after all go: it is drawn when it begins.

    :raises CannotUndo: if a round became a draft of which something was played, or a season
        with public rounds has not begun.
    :raises LastOwner: if the league has none any more.
    """
    touched = {change["model"]: change["pk"] for change in done.changes}
    drafted = Fixture.objects.filter(round=touched.get("round"), round__status=Round.Status.DRAFT)
    # Locked, so that nobody opens a table meanwhile, or it is seen here.
    begun = drafted.select_for_update(of=("self",)).order_by("pk")
    if any(fixture.status != Fixture.Status.PLANNED for fixture in begun):
        raise refusals.CannotUndo
    waiting = (Season.Status.DRAFT, Season.Status.REGISTRATION)
    drawn = Round.objects.filter(
        division__season=touched.get("season"), division__season__status__in=waiting
    )
    if drawn.exclude(status=Round.Status.DRAFT).exists():
        raise refusals.CannotUndo
    drawn.delete()
    owners = Member.objects.filter(league=done.league_id, role=Member.Role.OWNER)
    if "member" in touched and not owners.filter(status=Member.Status.ACTIVE).exists():
        raise refusals.LastOwner


def _reopen_rounds(done: Audit) -> None:
    """Let rounds be played on in which, now that an act was put back, something has no result."""
    waiting = Fixture.objects.filter(
        round__division__season__league=done.league_id,
        round__status=Round.Status.CLOSED,
        status=Fixture.Status.PLANNED,
    )
    Round.objects.filter(pk__in=waiting.values("round")).update(status=Round.Status.PUBLISHED)


def _follow_times(done: Audit) -> None:
    """Have tables, answers and mail follow the times that were put back."""
    moved = (change for change in done.changes if change["model"] == "fixture")
    for change in moved:
        if change["after"] and "starts_at" in change["after"]:
            proposals.follow(change["pk"])


def _put_back(change: dict[str, Any]) -> None:
    model = apps.get_model("leagues", change["model"])
    if change["before"] is not None and change["after"] is None:
        fields = parsed(model, change["before"])
        model(pk=change["pk"], **fields).save(force_insert=True)
        # What is dated when it is stored keeps its old date.
        model._default_manager.filter(pk=change["pk"]).update(**fields)
        return
    row = model._default_manager.select_for_update().get(pk=change["pk"])
    now = {name: plain(model, name, getattr(row, name)) for name in change["after"]}
    if now != change["after"]:
        raise refusals.CannotUndo
    if change["before"] is None:
        row.delete()
        return
    for name, value in parsed(model, change["before"]).items():
        setattr(row, name, value)
    row.save(update_fields=[*change["before"]])
