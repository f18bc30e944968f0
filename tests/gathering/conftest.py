"""A clock that tests can set."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

#: A Friday noon.
START = datetime(2026, 12, 4, 12, tzinfo=UTC)


@pytest.fixture
def at(monkeypatch) -> Callable[..., datetime]:
    """Return a function that sets the clock to some time after START."""

    def at(**after: float) -> datetime:
        moment = START + timedelta(**after)
        monkeypatch.setattr(timezone, "now", lambda: moment)
        cache.clear()
        return moment

    at()
    return at
