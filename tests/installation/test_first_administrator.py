"""Two visitors use the first administrator's link at the same time: only one becomes it."""

import pytest

from accounts.models import User
from installation import first_administrator
from tests.overlapping import overlapping

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_only_one_of_two_simultaneous_visitors_becomes_administrator(alice, bob):
    token = first_administrator.link().rstrip("/").rpartition("/")[2]

    def becomes_it(user: User) -> bool:
        try:
            first_administrator.appoint(token, user)
        except first_administrator.LinkIsOver:
            return False
        return True

    assert overlapping(lambda: becomes_it(alice), lambda: becomes_it(bob)) == (True, False)
    assert User.objects.get(is_superuser=True) == alice
