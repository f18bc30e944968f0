"""While the site does not respond, no clock decides, even if a separate referee is running."""

import asyncio
from datetime import timedelta

import pytest
from django.utils import timezone

from config.server.lifespan import Lifespan
from games.matches.models import Match, Pulse
from games.matches.play import clocks, referee, table_votes, wrong_clocks
from tests.matches.seating import fresh, open_table, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    """Return a timed table while web processes and a referee are running."""
    referee.note_open(timezone.now())
    referee.compensate_downtime(timezone.now())
    return running(pace="brisk")


def asked(match):
    """Return the player who is timed."""
    return match.players.get(asked_at__isnull=False)


def let_pass(match, *, web, **span):
    """Let time pass while the referee is running, and the site as well if `web`."""
    gap = timedelta(**span)
    player = asked(match)
    player.asked_at -= gap
    player.save()
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - gap / 2)
    if not web:
        Pulse.objects.update(at=timezone.now() - gap)  # the referee records no more than the site


def test_a_referee_without_the_site_decides_for_nobody(match):
    let_pass(match, web=False, hours=1)
    referee.work()
    assert fresh(match).length == 0
    assert asked(match).missed == 0


def test_time_in_which_no_page_was_served_is_given_back(match):
    asked_at, began = asked(match).asked_at, timezone.now()
    let_pass(match, web=False, hours=1)
    referee.work()
    referee.note_open(timezone.now())
    referee.work()
    assert fresh(match).length == 0
    took = timezone.now() - began
    assert abs(asked(match).asked_at - asked_at) <= took
    assert fresh(match).due_at > timezone.now()


def test_a_question_asked_in_that_time_counts_from_its_end(match):
    now = timezone.now()
    Pulse.objects.filter(pk=Pulse.REFEREE).update(at=now - timedelta(hours=1))
    match.players.filter(pk=asked(match).pk).update(asked_at=now - timedelta(minutes=30))
    referee.note_open(now)
    referee.compensate_downtime(now)
    assert asked(match).asked_at == now


def test_while_pages_are_served_the_clock_decides(match):
    let_pass(match, web=True, hours=1)
    referee.work()
    assert fresh(match).length == 1


def test_the_referee_records_no_later_time_than_the_site(match):
    now = timezone.now()
    Pulse.objects.filter(pk=Pulse.WEB).update(at=now + timedelta(seconds=3))
    for seconds in (5, 10, 15):
        referee.compensate_downtime(now + timedelta(seconds=seconds))
    assert Pulse.objects.get(pk=Pulse.REFEREE).at == now + timedelta(seconds=3)


def test_without_any_record_of_a_web_process_the_referee_works(match):
    Pulse.objects.filter(pk=Pulse.WEB).delete()
    let_pass(match, web=True, hours=1)
    referee.work()
    assert fresh(match).length == 1


def test_a_server_records_its_heartbeat_until_it_stops(monkeypatch, settings):
    settings.REFEREE_EMBEDDED = False
    noted, inbox, said = [], [], []
    monkeypatch.setattr(referee, "note_open", noted.append)
    monkeypatch.setattr(referee, "PULSE", 0.01)

    async def receive():
        inbox.append("asked")
        while len(inbox) == 2 and len(noted) < 3:  # the message that stops the server comes later
            await asyncio.sleep(0.01)

    async def send(message):
        said.append(message["type"])

    asyncio.run(asyncio.wait_for(Lifespan()({}, receive, send), 20))
    assert len(noted) >= 3
    assert said == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def test_a_clock_set_back_by_an_hour_extends_no_deadline(match):
    before = timezone.now()
    referee.compensate_downtime(before)
    player, left = asked(match), clocks.deadline(match, asked(match)) - before
    back = before - timedelta(hours=1)
    referee.compensate_downtime(back)
    noted = timedelta(seconds=referee.PULSE)  # what the old clock may have shown since
    assert abs(clocks.deadline(match, asked(match)) - back - left) < noted
    assert fresh(match).due_at <= back
    late = clocks.overdue(match, match.players.all(), back + left + noted)
    assert late == player


def test_a_question_asked_by_the_new_clock_before_the_change_was_noticed_is_kept(match):
    before = timezone.now()
    referee.compensate_downtime(before)
    back = before - timedelta(hours=1)
    match.players.filter(asked_at__isnull=False).update(asked_at=back - timedelta(seconds=3))
    referee.compensate_downtime(back)
    assert asked(match).asked_at == back - timedelta(seconds=3)


def test_absences_and_sightings_are_converted_to_the_new_clock(match):
    before = timezone.now()
    referee.compensate_downtime(before)
    hour, ago = timedelta(hours=1), before - timedelta(minutes=2)
    waiting, long_gone = open_table(match.host), before - timedelta(days=1)
    Match.objects.filter(pk=waiting.pk).update(seen_at=ago)
    mine = match.players.filter(seat=0)
    mine.update(gone_at=ago, letter_due_at=before)
    match.players.filter(seat=1).update(gone_at=long_gone)
    referee.compensate_downtime(before - hour)
    noted = timedelta(seconds=referee.PULSE)  # what the old clock may have shown since
    gone_at, letter_due_at = mine.values_list("gone_at", "letter_due_at").get()
    assert abs(fresh(waiting).seen_at - (ago - hour)) < noted
    assert abs(gone_at - (ago - hour)) < noted
    assert abs(letter_due_at - (before - hour)) < noted
    assert match.players.get(seat=1).gone_at == long_gone


def test_a_pause_across_a_clock_set_back_gives_its_time_back(match):
    before = timezone.now()
    left = clocks.deadline(match, asked(match)) - before
    Match.objects.filter(pk=match.pk).update(paused_at=before)
    referee.compensate_downtime(before)
    referee.compensate_downtime(before - timedelta(hours=1))
    table_votes.go_on(match.pk, match.host)
    since = timezone.now() - before
    assert clocks.deadline(fresh(match), asked(match)) - timezone.now() >= left - since
    assert clocks.deadline(fresh(match), asked(match)) - timezone.now() <= left + since


def test_times_stored_by_a_process_with_a_fast_clock_make_nobody_wait(match):
    now, hour = timezone.now(), timedelta(hours=1)
    player = asked(match)
    match.players.update(gone_at=now + hour)
    match.players.filter(pk=player.pk).update(asked_at=now + hour)
    Match.objects.filter(pk=match.pk).update(due_at=now + 2 * hour)
    referee.compensate_downtime(now)
    assert asked(match).asked_at == now
    assert {one.gone_at for one in match.players.all()} == {now}
    referee.work()
    clock = clocks.CLOCKS[Match.Pace.BRISK]
    assert fresh(match).due_at == now + clock.decision + clock.reserve


def test_a_bot_does_not_wait_for_the_hour_by_which_a_clock_was_fast(alice):
    match = running(alice, pace="untimed")
    match.players.update(bot="random")
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() + timedelta(hours=1))
    referee.compensate_downtime(timezone.now())
    referee.work()
    assert fresh(match).length > 0


def test_future_times_stored_by_a_correct_clock_are_kept(match):
    planned = fresh(match).due_at
    assert planned > timezone.now() + timedelta(seconds=wrong_clocks.ABSENCE)
    referee.compensate_downtime(timezone.now())
    assert fresh(match).due_at == planned
