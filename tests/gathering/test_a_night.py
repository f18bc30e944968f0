"""Ten strangers on a small site, from the queue's first word to seats taken.

They arrive by TEST_SEED, which every run prints; the clock is simulated. The wait predicted at each
arrival is compared with the actual wait.
"""

from datetime import timedelta
from random import Random

import pytest

from games.gathering import appointments, opening, proposals, queue, waits
from games.gathering.models import Appointment, KeptTable, KeptWait, QueuePlace
from games.matches.lobby import services as tables
from games.matches.models import Match
from tests.chance import TEST_SEED
from tests.gathering.arranging import GAME
from tests.gathering.night import nights
from tests.leagues.league_play import people

pytestmark = pytest.mark.django_db


def test_ten_strangers_on_one_night_wait_about_as_long_as_predicted(at):
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


def test_on_a_night_with_too_few_a_time_is_proposed_and_its_table_filled(at):
    random = Random(TEST_SEED)
    strangers = people(10, "stranger")
    for number, user in enumerate(strangers):  # one every half hour: nobody meets
        at(minutes=30 * number)
        queue.ask(user, GAME, "brisk", "en")
        queue.seat_due()
        assert waits.is_hopeless(waits.promised(at(minutes=30 * number)).get(GAME))
        for hour in random.sample(proposals.offered(), 9):
            proposals.toggle(user, hour.isoformat())
        proposals.propose_due()
        if Appointment.objects.exists():
            break
    proposed = Appointment.objects.order_by("starts_at").first()
    assert proposed is not None
    assert proposed.asked.count() >= 5

    for user in proposed.asked.all():
        appointments.answer(proposed.pk, user, proposed.dates.get().pk, comes=True)
    at(seconds=(proposed.starts_at - at()).total_seconds())
    opening.open_due()
    table = KeptTable.objects.get(appointment=proposed).match
    for player in table.players.all():
        tables.sit(table.pk, player.user)
    table.refresh_from_db()
    assert table.is_running
