"""The public account of what organisers did, and how it is undone.

Every power changes rows through a `Ledger`, which notes what was before and after. Undoing puts
back what was before, if nothing has changed since.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from games.leagues import fixtures, pools, refusals, roles
from games.leagues.models import Audit, Chair, Fixture, League, Member, Round, Season

REASON_LENGTH = 500

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


class Ledger:
    """Changes rows and notes how."""

    def __init__(self) -> None:
        self.changes: list[dict[str, Any]] = []

    def edit(self, row: models.Model, **fields: Any) -> None:
        """Give `row` new values and save them."""
        before = {name: getattr(row, name) for name in fields}
        changed = {name: value for name, value in fields.items() if before[name] != value}
        if not changed:
            return
        for name, value in changed.items():
            setattr(row, name, value)
        row.save(update_fields=[*changed])
        self._note(row, {name: before[name] for name in changed}, changed)

    def add(self, row: models.Model) -> None:
        """Store a new `row`."""
        row.save(force_insert=True)
        self._note(row, None, _fields(row))

    def remove(self, row: models.Model) -> None:
        """Delete `row`, which nothing else depends on."""
        fields = _fields(row)
        self._note(row, fields, None)
        row.delete()

    def _note(self, row: models.Model, before: Any, after: Any) -> None:
        name = row._meta.model_name
        self.changes.append({"model": name, "pk": row.pk, "before": before, "after": after})


def _fields(row: models.Model) -> dict[str, Any]:
    """Return what `row` is made of, beside its key."""
    fields = (field for field in row._meta.concrete_fields if not field.primary_key)
    return {field.attname: getattr(row, field.attname) for field in fields}


@contextmanager
def recorded(
    league: League,
    actor: Any,
    verb: str,
    *,
    season: Season | None = None,
    about: Any = "",
    reason: str = "",
    needs_reason: bool = False,
) -> Iterator[Ledger]:
    """Do something in one transaction and put it into the public audit.

    :raises NeedsReason: if others must be told why, and are not.
    """
    reason = reason.strip()[:REASON_LENGTH]
    if needs_reason and not reason:
        raise refusals.NeedsReason
    with transaction.atomic():
        ledger = Ledger()
        yield ledger
        Audit.objects.create(
            league=league,
            season=season,
            actor=actor,
            verb=verb,
            about=str(about)[:120],
            reason=reason,
            changes=[_stored(change) for change in ledger.changes],
        )


def _stored(change: dict[str, Any]) -> dict[str, Any]:
    """Return `change` with values as JSON and `full_clean` know them."""
    model = apps.get_model("leagues", change["model"])
    return {
        **change,
        **{
            when: change[when]
            and {name: _plain(model, name, value) for name, value in change[when].items()}
            for when in ("before", "after")
        },
    }


def _plain(model: type[models.Model], name: str, value: Any) -> Any:
    if isinstance(value, models.Model):
        return value.pk
    field = model._meta.get_field(name)
    if value is None or isinstance(field, models.JSONField):
        return value
    return field.value_to_string(_Holder(field.attname, value)) if _is_time(field) else value


class _Holder:
    """Something for a field to read its value from."""

    def __init__(self, name: str, value: Any) -> None:
        setattr(self, name, value)


def _is_time(field: models.Field) -> bool:
    return isinstance(field, models.DateTimeField)


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
        done = Audit.objects.select_for_update(of=("self",)).get(pk=audit_id)
        roles.require(actor, done.league, power_over(done))
        if not done.changes or hasattr(done, "undone_by"):
            raise refusals.CannotUndo
        try:
            with transaction.atomic():
                _clear_chairs(done)
                for change in reversed(done.changes):
                    _put_back(change)
                _check_whole(done)
                _check_people(done)
                _reopen_rounds(done)
                pools.rename_pool(League.objects.get(pk=done.league_id))
        except (IntegrityError, models.ProtectedError, models.ObjectDoesNotExist) as error:
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
    begun = Fixture.objects.filter(round=touched.get("round"), round__status=Round.Status.DRAFT)
    if begun.exclude(status=Fixture.Status.PLANNED).exists():
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


def _put_back(change: dict[str, Any]) -> None:
    model = apps.get_model("leagues", change["model"])
    if change["before"] is not None and change["after"] is None:
        fields = _parsed(model, change["before"])
        model(pk=change["pk"], **fields).save(force_insert=True)
        # What is dated when it is stored keeps its old date.
        model._default_manager.filter(pk=change["pk"]).update(**fields)
        return
    row = model._default_manager.select_for_update().get(pk=change["pk"])
    now = {name: _plain(model, name, getattr(row, name)) for name in change["after"]}
    if now != change["after"]:
        raise refusals.CannotUndo
    if change["before"] is None:
        row.delete()
        return
    for name, value in _parsed(model, change["before"]).items():
        setattr(row, name, value)
    row.save(update_fields=[*change["before"]])


def _parsed(model: type[models.Model], stored: dict[str, Any]) -> dict[str, Any]:
    """Return stored values as the model's fields hold them, keyed by attribute."""
    found = {}
    for name, value in stored.items():
        field = model._meta.get_field(name)
        found[field.attname] = field.to_python(value) if _is_time(field) else value
    return found
