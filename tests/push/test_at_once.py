"""Two people ask for notifications in one browser at the same moment."""

import pytest

from games.push import devices
from games.push.encryption import to_base64
from games.push.models import Device
from tests.overlapping import overlapping
from tests.push.test_calls import AUTH, PUBLIC

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("is_same", [True, False])
def test_a_browser_belongs_to_the_last_user_who_subscribed(alice, bob, is_same):
    def add(user) -> Device:
        keys = to_base64(PUBLIC), to_base64(AUTH)
        return devices.add(user, "https://push.example/one", *keys, "UTC", "en", "")

    last = alice if is_same else bob
    _first, device = overlapping(lambda: add(alice), lambda: add(last))
    assert [(one.pk, one.user) for one in Device.objects.all()] == [(device.pk, last)]
