"""What every test may ask for: people of fixed standing, and a real site to visit."""

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache

from accounts.models import User
from games.matches import folds

PASSWORD = "correct horse 9"


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """Start every test as a new process would: no folds kept, no sessions or limits cached."""
    folds.forget()
    cache.clear()


def account(name: str) -> User:
    """Return a new account called `name`, its e-mail address verified."""
    email = f"{name.lower()}@example.org"
    user = User.objects.create_user(name.lower(), email, PASSWORD, display_name=name)
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
    return user


@pytest.fixture
def alice(db):
    """Alice opens the table, and may do there what a host may."""
    return account("Alice")


@pytest.fixture
def bob(db):
    """Bob is somebody else at the table."""
    return account("Bob")


@pytest.fixture
def mallory(db):
    """Mallory has an account too, no seat, and means no good."""
    return account("Mallory")
