"""Runs acts under a lock, in one transaction, and records them row by row.

The audit names the actor: an organiser, a player, or none for automatic decisions. Webhooks get the
events that follow from the changed rows.

An act in a season locks the row of the season, any other act the row of the league. So simultaneous
acts run one after the other, and the second sees the result of the first. Rows are locked in this
order: league, season, division, round, fixture, match.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, time
from itertools import chain
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import models, transaction

from accounts.models import User
from games.leagues import errors, roles
from games.leagues.audit import events
from games.leagues.audit.acts import ACTS
from games.leagues.models import Audit, League, Season

REASON_LENGTH = 500


class Recorder:
    """Changes rows and records the changes."""

    def __init__(self) -> None:
        self.changes: list[dict[str, Any]] = []

    def edit(self, row: models.Model, **fields: Any) -> None:
        """Give `row` new values and save them."""
        before = {name: getattr(row, name) for name in fields}
        changes = {name: value for name, value in fields.items() if before[name] != value}
        if not changes:
            return
        for name, value in changes.items():
            setattr(row, name, value)
        row.save(update_fields=[*changes])
        self._note(row, {name: before[name] for name in changes}, changes)

    def add(self, row: models.Model) -> None:
        """Store a new `row`."""
        row.save(force_insert=True)
        self._note(row, None, _fields(row))

    def note_added(self, *parts: Iterable[models.Model]) -> None:
        """Record newly stored rows as one change, with dependent rows last."""
        for row in chain(*parts):
            self._note(row, None, _fields(row))

    def remove(self, row: models.Model, *parts: Iterable[models.Model]) -> None:
        """Delete `row` with its `parts`, which list dependent rows first."""
        for one in [*chain(*parts), row]:
            self._note(one, _fields(one), None)
        row.delete()

    def _note(self, row: models.Model, before: Any, after: Any) -> None:
        name = row._meta.model_name
        self.changes.append({"model": name, "pk": row.pk, "before": before, "after": after})


def _fields(row: models.Model) -> dict[str, Any]:
    """Return the fields of `row` without its key."""
    fields = (field for field in row._meta.concrete_fields if not field.primary_key)
    return {field.attname: getattr(row, field.attname) for field in fields}


def lock(row: models.Model, *, key: bool = False) -> None:
    """Lock a row until the transaction ends, and refresh it from the database.

    Other rows can still be made to refer to it, unless `key` is set because it will be deleted.

    :raises ChangedMeanwhile: if it has been deleted.
    """
    rows = type(row)._default_manager.select_for_update(of=("self",), no_key=not key)
    try:
        row.refresh_from_db(from_queryset=rows)
    except ObjectDoesNotExist as error:
        raise errors.ChangedMeanwhile from error


@contextmanager
def record(
    place: League | Season,
    actor: User | None,
    verb: str,
    *,
    about: Any = None,
    reason: str = "",
    is_own: bool = False,
) -> Iterator[Recorder]:
    """Run an act in one transaction, and add it to the public audit.

    The row of `place` is first locked and read again. Then the actor must have the power, and
    give the reason, that `ACTS` requires, unless the act is automatic or only concerns the player
    (`is_own`). By default, an act in a season is `about` the season.

    :raises Refused: NotAllowed, or NeedsReason; ChangedMeanwhile if its subject has been deleted;
        NothingChanged if the act must change a row but did not.
    """
    reason, act = reason.strip()[:REASON_LENGTH], ACTS[verb]
    season = place if isinstance(place, Season) else None
    league = place.league if isinstance(place, Season) else place
    with transaction.atomic():
        lock(place)
        if actor is not None and not is_own:
            roles.require(actor, league, act.power)
            if act.needs == "reason" and not reason:
                raise errors.NeedsReason
        recorder = Recorder()
        yield recorder
        if act.needs == "change" and not recorder.changes:
            raise errors.NothingChanged
        Audit.objects.create(
            league=league,
            season=season,
            actor=actor,
            verb=verb,
            about=str(season or "" if about is None else about)[:120],
            reason=reason,
            changes=[as_stored(change) for change in recorder.changes],
        )
        events.tell_changes(league, recorder.changes)


@contextmanager
def change_silently(league: League) -> Iterator[Recorder]:
    """Change rows and notify webhooks, without an entry in the audit.

    Use this for automatic changes, such as opening a table or storing a result, and for players'
    changes to their own fixtures. The caller must hold the locks.
    """
    with transaction.atomic():
        recorder = Recorder()
        yield recorder
        events.tell_changes(league, recorder.changes)


def as_stored(change: dict[str, Any]) -> dict[str, Any]:
    """Return `change` converted to values that JSON and `full_clean` accept."""
    return {
        **change,
        **{
            when: change[when] and {name: plain(value) for name, value in change[when].items()}
            for when in ("before", "after")
        },
    }


def plain(value: Any) -> Any:
    """Return the value of a field in the form that an audit stores."""
    if isinstance(value, models.Model):
        return value.pk
    return value.isoformat() if isinstance(value, datetime | time) else value


def parse(model: type[models.Model], row: dict[str, Any]) -> dict[str, Any]:
    """Return stored values converted to Python by the model's fields, by attribute name."""
    values = {}
    for name, value in row.items():
        field: Any = model._meta.get_field(name)
        is_time = isinstance(field, models.DateTimeField | models.TimeField)
        values[field.attname] = field.to_python(value) if is_time else value
    return values
