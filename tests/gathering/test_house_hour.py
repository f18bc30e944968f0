"""The weekly hour of the house."""

import pytest

from games.gathering import house_hour, opening
from games.gathering.models import Appointment
from tests.config.test_wrong_settings import read  # noqa: F401 (a fixture)
from tests.matches.seating import browser

pytestmark = pytest.mark.django_db

FRIDAY = (4, 20, 0, "Europe/Berlin", "secret-hitler")


def test_the_setting_is_read(read):  # noqa: F811
    said = "fri 20:00 Europe/Berlin secret_hitler, SUN 9:30 UTC noir"
    assert read(HOUSE_HOUR=said)["HOUSE_HOURS"] == [FRIDAY, (6, 9, 30, "UTC", "noir")]
    assert read(HOUSE_HOUR="")["HOUSE_HOURS"] == []


def test_each_week_has_one_public_appointment_in_the_local_time_of_its_zone(at, settings):
    settings.HOUSE_HOURS = [FRIDAY]
    for _look in range(2):
        house_hour.plan_due()
    assert Appointment.objects.get().starts_at.isoformat() == "2026-12-04T19:00:00+00:00"
    assert "House table" in browser().get("/").content.decode()
    at(hours=7, minutes=1)
    house_hour.plan_due()
    opening.open_due()
    dates = Appointment.objects.order_by("starts_at").values_list("starts_at__day", "status")
    assert list(dates) == [(4, "few"), (11, "set")]


def test_an_hour_that_was_removed_is_called_off(at, settings):
    settings.HOUSE_HOURS = [FRIDAY]
    house_hour.plan_due()
    settings.HOUSE_HOURS = []
    house_hour.plan_due()
    assert Appointment.objects.get().status == "off"
