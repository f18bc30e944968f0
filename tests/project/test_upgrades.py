"""The release before this one can run with the new tables: processes are restarted in turn."""

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import (
    AddField,
    AlterField,
    DeleteModel,
    RemoveField,
    RenameField,
    RenameModel,
)
from django.db.models import NOT_PROVIDED

#: The last migrations of the first release: nothing ran beside what they changed.
FIRST = {
    "accounts": 2, "matches": 10, "chat": 1, "history": 1, "api": 1, "ratings": 1, "leagues": 5,
}  # fmt: skip
OURS = {*FIRST, "installation"}


def later_operations():
    """Yield the name and the operations of every migration since the first release."""
    loader = MigrationLoader(connection)
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if app in OURS and int(name[:4]) > FIRST.get(app, 0):
            for operation in migration.operations:
                yield f"{app}.{name}", operation


@pytest.mark.django_db
def test_a_new_column_needs_nothing_of_a_release_that_does_not_know_it():
    needy = [
        f"{name}: {operation.model_name}.{operation.name}"
        for name, operation in later_operations()
        if isinstance(operation, AddField)
        and not operation.field.null
        and operation.field.db_default is NOT_PROVIDED
        and not operation.field.many_to_many
    ]
    assert needy == []


@pytest.mark.django_db
def test_nothing_is_taken_away_or_renamed_that_the_release_before_uses():
    taken = [
        f"{name}: {operation.describe()}"
        for name, operation in later_operations()
        if isinstance(operation, RemoveField | RenameField | RenameModel | DeleteModel)
    ]
    assert taken == []


@pytest.mark.django_db
def test_no_column_becomes_narrower_than_what_the_release_before_writes():
    """A field that loses its null, or characters, would refuse what old processes still write."""
    narrowed = []
    loader = MigrationLoader(connection)
    for name, operation in later_operations():
        if not isinstance(operation, AlterField):
            continue
        app, _, migration = name.partition(".")
        before = loader.project_state((app, migration), at_end=False)
        old = before.models[app, operation.model_name_lower].fields[operation.name]
        new = operation.field
        shorter = (new.max_length or 10**6) < (old.max_length or 10**6)
        if (old.null and not new.null) or shorter:
            narrowed.append(f"{name}: {operation.describe()}")
    assert narrowed == []
