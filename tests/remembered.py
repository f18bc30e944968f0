"""What many tests of a file begin with: made once by the services, then stored again as rows.

Rows that a file keeps (`kept` in conftest.py) are there for all its tests. These are there for
those that ask for them.
"""

import os
import pickle
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.utils import timezone

from tests import chance

#: What is older by the clock of a test is made anew: times in it would be long ago.
FRESH = timedelta(minutes=5)

Given = ParamSpec("Given")
Made = TypeVar("Made")
Rows = dict[str, dict[Any, tuple[Any, ...]]]


class Snapshot(NamedTuple):
    """What a function has returned, and the rows that it found and left where it changed them."""

    at: datetime
    found: Rows
    left: Rows
    result: bytes


#: By function and arguments, for the tests of `_file` only.
_snapshots: dict[str, Snapshot] = {}
_file = ""


def remembered(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """Have a function store what it stores once for each file of tests.

    What it stores must follow from its arguments, which may be stored objects. SQLite doesn't take
    back all the values that it returns, so that there everything is made anew.
    """

    @wraps(make)
    def made(*args: Given.args, **fields: Given.kwargs) -> Made:
        key = _key_of(make, args, fields)
        if connection.vendor == "sqlite":
            with chance.drawing_as(key):
                return make(*args, **fields)
        known, now = _snapshots.get(key), timezone.now()
        if known and abs(now - known.at) < FRESH and _store(known):
            result: Made = pickle.loads(known.result)  # noqa: S301 (of this process)
            return result
        before = _contents()
        with chance.drawing_as(key):  # whichever test comes first
            result = make(*args, **fields)
        after = _contents()
        found, left = _without(before, after), _without(after, before)
        _snapshots[key] = Snapshot(now, found, left, pickle.dumps(result))
        return result

    return made


def _key_of(make: Callable[..., Any], args: Any, fields: Any) -> str:
    global _file
    file = os.environ["PYTEST_CURRENT_TEST"].partition("::")[0]
    if file != _file:
        _file = file
        _snapshots.clear()
    return f"{file} {make.__module__}.{make.__qualname__} {_named(args)} {_named(fields)}"


def _named(given: Any) -> Any:
    """Return arguments with the label and the key of each stored object."""
    if isinstance(given, Model):
        return given._meta.label, given.pk
    if isinstance(given, dict):
        return {name: _named(one) for name, one in given.items()}
    return [*map(_named, given)] if isinstance(given, list | tuple) else given


def _tables() -> dict[str, list[str]]:
    """Return the columns of every table, its primary key first."""
    known = [one._meta for one in apps.get_models(include_auto_created=True)]
    return {
        one.db_table: sorted(
            (field.column for field in one.local_concrete_fields),
            key=lambda column, own=one: column != own.pk.column,
        )
        for one in known
        if one.managed and not one.proxy
    }


def _contents() -> Rows:
    """Return all rows of the database, by table and primary key."""
    contents = {}
    with connection.cursor() as cursor:
        for table, columns in _tables().items():
            cursor.execute(f"SELECT {', '.join(map(_quoted, columns))} FROM {table}")  # noqa: S608
            contents[table] = {row[0]: row for row in cursor.fetchall()}
    return contents


def _without(rows: Rows, others: Rows) -> Rows:
    """Return the rows that are not the same among others."""
    return {
        table: {pk: row for pk, row in own.items() if others[table].get(pk) != row}
        for table, own in rows.items()
    }


def _store(known: Snapshot) -> bool:
    """Leave the rows of a snapshot; return whether those that it found are there, and no others."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            for table, columns in _tables().items():
                found, left = known.found[table], known.left[table]
                names = ", ".join(map(_quoted, columns))
                if found:
                    these = f"FROM {table} WHERE {names.partition(',')[0]} IN ({_marks(found)})"
                    cursor.execute(f"SELECT {names} {these}", [*found])
                    if {row[0]: row for row in cursor.fetchall()} != found:
                        raise IntegrityError
                    cursor.execute(f"DELETE {these}", [*found])
                if left:
                    rows = ", ".join([f"({_marks(columns)})"] * len(left))
                    values = [value for row in left.values() for value in row]
                    cursor.execute(f"INSERT INTO {table} ({names}) VALUES {rows}", values)  # noqa: S608
    except IntegrityError:
        return False
    return True


def _marks(values: Collection[Any]) -> str:
    return ", ".join(["%s"] * len(values))


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
