"""How organisers' acts are done: in line, in one transaction, and noted row by row.

Acts upon a season stand in line behind its row, acts upon a league behind the league's: of two at
the same moment one is done, and the other sees what it came to. Rows are locked in this order:
league, season, division, round, fixture, match.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import models, transaction

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


def hold(row: models.Model, *, key: bool = False) -> None:
    """Lock a row until the transaction ends, and read it anew.

    Others may go on pointing at it, unless its `key` is to go, too.

    :raises ChangedMeanwhile: if it is gone.
    """
    rows = type(row)._default_manager.select_for_update(of=("self",), no_key=not key)
    try:
        row.refresh_from_db(from_queryset=rows)
    except type(row).DoesNotExist as error:
        raise refusals.ChangedMeanwhile from error


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

    `season`, or else `league`, is locked and read anew first.

    :raises Refused: NeedsReason if others must be told why, and are not; ChangedMeanwhile if
        what it is about is gone.
    """
    reason = reason.strip()[:REASON_LENGTH]
    if needs_reason and not reason:
        raise refusals.NeedsReason
    with transaction.atomic():
        hold(season or league)
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
            and {name: plain(model, name, value) for name, value in change[when].items()}
            for when in ("before", "after")
        },
    }


def plain(model: type[models.Model], name: str, value: Any) -> Any:
    """Return the value of a field as it is stored in an audit."""
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


def parsed(model: type[models.Model], stored: dict[str, Any]) -> dict[str, Any]:
    """Return stored values as the model's fields hold them, keyed by attribute."""
    found = {}
    for name, value in stored.items():
        field = model._meta.get_field(name)
        found[field.attname] = field.to_python(value) if _is_time(field) else value
    return found
