"""The public account of what organisers did, and how it is undone.

Every power changes rows through a `Ledger`, which notes what was before and after. Undoing puts
back what was before, if nothing has changed since.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import IntegrityError, models, transaction

from games.leagues import refusals
from games.leagues.models import Audit, League, Season

REASON_LENGTH = 500


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


def undo(audit_id: int, actor: Any, *, reason: str) -> Audit:
    """Put back what was before an organiser's act, and record that.

    :raises CannotUndo: if it was undone, was an undoing, or something has changed since.
    :raises NeedsReason: without a reason.
    """
    if not reason.strip():
        raise refusals.NeedsReason
    with transaction.atomic():
        done = Audit.objects.select_for_update(of=("self",)).get(pk=audit_id)
        if not done.changes or hasattr(done, "undone_by"):
            raise refusals.CannotUndo
        try:
            with transaction.atomic():
                for change in reversed(done.changes):
                    _put_back(change)
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
            changes=[{**c, "before": c["after"], "after": c["before"]} for c in done.changes],
        )


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
