"""Lists what this site stores about people, from the models themselves."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db.models import Field, Model


class StoredRows(NamedTuple):
    """One kind of row, and its fields."""

    name: str
    fields: tuple[str, ...]


def about_people() -> Iterator[StoredRows]:
    """Yield the account first, then every kind of row that refers to an account, by name."""
    user = get_user_model()
    yield _rows_of(user)
    naming = [model for model in apps.get_models() if model is not user and _names(model, user)]
    yield from sorted(_rows_of(model) for model in naming)


def _names(model: type[Model], user: type[Model]) -> bool:
    """Return whether rows of `model` refer to an account, and belong to us or to the log-in."""
    return any(field.related_model is user for field in _columns(model))


def _rows_of(model: type[Model]) -> StoredRows:
    fields = tuple(str(field.verbose_name) for field in _columns(model) if not field.primary_key)
    return StoredRows(str(model._meta.verbose_name), fields)


def _columns(model: type[Model]) -> "list[Field[Any, Any]]":
    return [field for field in model._meta.get_fields() if isinstance(field, Field)]
