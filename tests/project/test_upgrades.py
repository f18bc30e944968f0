"""The release before this one can run with the new tables: processes are restarted in turn."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import dj_database_url
import pytest
from django.apps import apps
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import (
    AddConstraint,
    AddField,
    AlterField,
    AlterModelTable,
    AlterUniqueTogether,
    CreateModel,
    DeleteModel,
    RemoveField,
    RenameField,
    RenameModel,
    RunPython,
    RunSQL,
)
from django.db.migrations.operations.base import Operation
from django.db.models import NOT_PROVIDED, Field, Model
from django.test import override_settings
from django.utils import timezone

from tests.live_site import ROOT, LiveSite

FIRST = "0001_initial"
OURS = {one.label for one in apps.get_app_configs() if "site-packages" not in one.path}
#: What changes rows while old processes run, and why it may, by the name of the migration.
HARMLESS: dict[str, str] = {}
#: After these nobody goes back but by a backup, and old processes are stopped before.
ONE_WAY: dict[str, str] = {}


@cache
def loader() -> MigrationLoader:
    """Return the migrations on the disk; other tests make their tables without them."""
    with override_settings(MIGRATION_MODULES={}):
        return MigrationLoader(None)


def later_operations() -> Iterator[tuple[str, Operation]]:
    """Yield the name and the operations of every migration since the first release, 1.0.0."""
    for (app, name), migration in sorted(loader().disk_migrations.items()):
        if app in OURS and name != FIRST:
            for operation in migration.operations:
                yield f"{app}.{name}", operation


def test_every_app_of_ours_began_with_one_migration():
    first = [app for app, name in loader().disk_migrations if app in OURS and name == FIRST]
    assert {"accounts", "chat", "installation", "leagues", "matches", "push"} <= {*first} <= OURS


def test_a_new_column_does_not_break_a_release_that_does_not_know_it():
    needy = [
        f"{name}: {operation.model_name}.{operation.name}"
        for name, operation in later_operations()
        if isinstance(operation, AddField)
        and not operation.field.null
        and operation.field.db_default is NOT_PROVIDED
        and not operation.field.many_to_many
    ]
    assert needy == []


def test_nothing_that_the_previous_release_uses_is_removed_or_renamed():
    """A model may be renamed whose table is named first, as it is: the table then stays."""
    operations = list(later_operations())
    stays = {
        (name, operation.name_lower)
        for name, operation in operations
        if isinstance(operation, AlterModelTable)
        and operation.table == f"{name.partition('.')[0]}_{operation.name_lower}"
    }
    taken = [
        f"{name}: {operation.describe()}"
        for name, operation in operations
        if isinstance(operation, RemoveField | RenameField | RenameModel | DeleteModel)
        and (name, getattr(operation, "old_name_lower", "")) not in stays
    ]
    assert taken == []


def test_no_column_becomes_too_narrow_for_the_previous_release():
    """A field that loses its null, or characters, would refuse what old processes still write."""
    narrowed = []
    for name, operation in later_operations():
        if not isinstance(operation, AlterField):
            continue
        app, _, migration = name.partition(".")
        before = loader().project_state((app, migration), at_end=False)
        old = before.models[app, operation.model_name_lower].fields[operation.name]
        new = operation.field
        shorter = (new.max_length or 10**6) < (old.max_length or 10**6)
        if (old.null and not new.null) or shorter or (new.unique and not old.unique):
            narrowed.append(f"{name}: {operation.describe()}")
    assert narrowed == []


def test_new_constraints_are_only_on_tables_unknown_to_the_previous_release():
    new, strict = set(), []
    for name, operation in later_operations():
        app = name.partition(".")[0]
        if isinstance(operation, CreateModel):
            new.add((app, operation.name_lower))
        elif isinstance(operation, AddConstraint | AlterUniqueTogether):
            model = getattr(operation, "model_name", None) or operation.name
            if (app, model.lower()) not in new:
                strict.append(f"{name}: {operation.describe()}")
    assert strict == []


def test_data_migrations_are_harmless_or_called_one_way_in_the_changelog():
    changing = {name for name, one in later_operations() if isinstance(one, RunPython | RunSQL)}
    assert changing == {*HARMLESS, *ONE_WAY}
    notes = (ROOT / "CHANGELOG.md").read_text()
    assert all(f"`{name}`" in notes for name in ONE_WAY)


@pytest.fixture
def site(tmp_path) -> Iterator[LiveSite]:
    """Return a site that is not started: its database has every migration."""
    made = LiveSite(tmp_path)
    yield made
    made.discard()


@pytest.fixture
def upgraded(site, django_db_blocker) -> Iterator[str]:
    """Return the alias of the site's database."""
    alias = "upgraded"
    place = dj_database_url.parse(site.environment["DATABASE_URL"])
    connections.settings[alias] = {**connections.settings["default"], "OPTIONS": {}, **place}
    with django_db_blocker.unblock():
        yield alias
        connections[alias].close()
    del connections[alias], connections.settings[alias]


def first_release() -> list[type[Model]]:
    """Return our models as the code of the first release knows them."""
    last = {(app, name) for app, name in loader().disk_migrations if app in OURS and name == FIRST}
    others = {node for node in loader().graph.leaf_nodes() if node[0] not in OURS}
    models = loader().project_state([*sorted(last | others)]).apps.get_models
    return [model for model in models(include_auto_created=True) if model._meta.app_label in OURS]


@pytest.mark.sqlite
def test_the_first_release_writes_and_reads_every_kind_of_row_in_the_new_tables(upgraded):
    models, made = first_release(), {}
    assert len(models) > 20
    for model in models:
        row = a_row_of(model, made, upgraded)
        kept = model._base_manager.using(upgraded)
        assert kept.get(pk=row.pk).pk == row.pk
        row.save(using=upgraded, force_update=len(model._meta.concrete_fields) > 1)
    assert set(models) <= set(made)


def a_row_of(model: type[Model], made: dict[type[Model], Model], alias: str) -> Model:
    """Return a row of `model`, stored with those that it cannot be without."""
    if model not in made:
        needed = [field for field in model._meta.concrete_fields if is_needed(field)]
        values = {
            field.name: a_row_of(field.related_model, made, alias)
            if field.is_relation
            else a_value_of(field)
            for field in needed
        }
        made[model] = model._base_manager.using(alias).create(**values)
    return made[model]


def is_needed(field: "Field[Any, Any]") -> bool:
    """Return whether a row needs a value for `field`: a new one has none by itself."""
    return not (field.null or field.has_default() or field.has_db_default())


def a_value_of(field: "Field[Any, Any]") -> Any:
    """Return something that `field` takes."""
    kind = field.get_internal_type()
    if "Auto" in kind:
        return None
    if "Date" in kind:
        return timezone.now()
    if "Integer" in kind or "Float" in kind:
        return 1
    return {"BinaryField": b"x", "BooleanField": False}.get(kind, "x")
