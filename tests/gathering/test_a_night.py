"""Ten strangers on a small site, from the queue's first word to seats taken.

They arrive by TEST_SEED, which every run prints; the clock is moved. What the site promised at each
arrival is compared with the wait that was kept.
"""

from datetime import timedelta

import pytest

from games.gathering.models import KeptWait, QueuePlace
from games.matches.models import Match
from tests.chance import TEST_SEED
from tests.gathering.night import nights

pytestmark = pytest.mark.django_db


def test_ten_strangers_in_a_night_wait_about_as_long_as_they_were_told(at):
    both = nights(at, TEST_SEED)
    first = next(both)
    earliest = sorted(first.asked, key=lambda pk: first.asked[pk])[:5]
    assert {first.promised[pk] for pk in earliest} == {None}  # nothing is known, or promised
    assert len(first.kept) == 10
    assert Match.objects.filter(status="running").count() == 2
    assert KeptWait.objects.count() == 10
    second = next(both)
    assert all(told is not None for told in second.promised.values())
    assert second.miss() <= timedelta(minutes=5), (TEST_SEED, second.lines())
    assert max(second.kept.values()) <= timedelta(minutes=10)
    assert not QueuePlace.objects.exists()
