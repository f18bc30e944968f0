"""Webhooks share the queue: a slow receiver delays no other league, and tests are limited."""

from datetime import timedelta
from threading import Event

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.leagues import errors
from games.leagues.audit import events
from games.leagues.models import Delivery, Webhook
from games.leagues.webhooks import queue
from games.leagues.webhooks import services as webhooks
from games.matches.play import referee
from games.matches.play.outbox import claims, deliver_due
from tests.leagues.league_play import found
from tests.leagues.organiser.visitors import client_of, text
from tests.leagues.scheduling.receiver import Receiver, listening

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _receivers_on_this_machine(settings):
    settings.WEBHOOKS_MAY_BE_LOCAL = True


@pytest.fixture
def receiver():
    with listening() as here:
        yield here


def hook_of(owner, receiver: Receiver) -> Webhook:
    """Return a webhook of a new league."""
    return webhooks.add(found(owner), owner, receiver.url)


def tell(hook: Webhook, times: int = 1) -> None:
    for number in range(times):
        events.tell(hook.league, "round.published", {"round": number})


def test_a_slow_receiver_delays_no_other_league(owner, receiver, monkeypatch):
    slow, quick = hook_of(owner, receiver), hook_of(owner, receiver)
    tell(slow, 20)
    tell(quick)
    was_heard = Event()

    def post(url, body, headers):
        if f'"league":"{quick.league.slug}"'.encode() in body:
            was_heard.set()
        else:
            assert was_heard.wait(10), "the slow ones came first, all of them"
        return 200

    monkeypatch.setattr(queue.signed_http, "post", post)
    assert deliver_due(queue.KIND) == 21


def test_a_league_with_a_long_queue_leaves_room_for_others(owner, receiver, monkeypatch):
    monkeypatch.setattr(queue.KIND, "together", 2)
    long, short = hook_of(owner, receiver), hook_of(owner, receiver)
    tell(long, 30)
    tell(short, 3)
    deliver_due(queue.KIND)
    order = [message["league"] for message in receiver.messages()]
    assert short.league.slug not in order[8:]
    assert len(order) == 33


def test_no_more_messages_are_claimed_than_can_be_sent_together(owner, receiver, monkeypatch):
    monkeypatch.setattr(queue.KIND, "together", 2)
    for _league in range(3):
        tell(hook_of(owner, receiver))
    first = [*claims(queue.KIND, None, [])]
    assert len(first) == 2
    assert [*claims(queue.KIND, None, first)] == []


def test_a_row_that_cannot_become_a_message_blocks_no_other(owner, receiver, monkeypatch):
    broken, sound = hook_of(owner, receiver), hook_of(owner, receiver)
    tell(broken)
    tell(sound)
    body_of = queue.body_of
    monkeypatch.setattr(
        queue, "body_of", lambda row: 1 / 0 if row.webhook_id == broken.pk else body_of(row)
    )
    assert deliver_due(queue.KIND) == 1
    assert [message["league"] for message in receiver.messages()] == [sound.league.slug]


@pytest.mark.parametrize("asked", ["nan", "inf", "-inf", "soon", "9" * 5000])
def test_a_receiver_with_an_invalid_retry_after_is_held_and_blocks_no_other(owner, receiver, asked):
    receiver.status, receiver.retry_after = 503, asked
    with listening() as other:
        bad, good = hook_of(owner, receiver), hook_of(owner, other)
        tell(bad)
        tell(good)
        assert deliver_due(queue.KIND) == 2
    assert Webhook.objects.get(pk=bad.pk).failures == 1
    assert Delivery.objects.get(webhook=good).delivered_at is not None


def test_an_error_while_sending_or_recording_one_message_loses_no_other_result(
    owner, receiver, monkeypatch
):
    broken, whole = hook_of(owner, receiver), hook_of(owner, receiver)
    tell(broken)
    tell(whole)
    send, note = queue.KIND.send, queue.KIND.note

    def is_broken(parcel):
        return parcel.webhook == broken.pk

    def fail(parcel, *_answer):
        raise RuntimeError("this one is broken")

    monkeypatch.setattr(queue.KIND, "note", lambda p, a: fail(p) if is_broken(p) else note(p, a))
    assert deliver_due(queue.KIND) == 2
    assert Delivery.objects.get(webhook=whole).delivered_at is not None
    monkeypatch.undo()
    tell(whole)
    make_due()
    monkeypatch.setattr(queue.KIND, "send", lambda p: fail(p) if is_broken(p) else send(p))
    with pytest.raises(RuntimeError):
        deliver_due(queue.KIND)
    assert Delivery.objects.filter(webhook=whole, delivered_at__isnull=False).count() == 2


def test_receivers_that_failed_last_time_leave_half_of_the_slots_to_others(
    owner, receiver, monkeypatch
):
    monkeypatch.setattr(queue.KIND, "together", 4)
    monkeypatch.setattr(queue.signed_http, "post", lambda *_asked: None)
    for _league in range(6):
        hook = hook_of(owner, receiver)
        tell(hook)
        Webhook.objects.filter(pk=hook.pk).update(failures=1)
    under_way = list(claims(queue.KIND, None, ()))
    assert len(under_way) == 2
    tell(hook_of(owner, receiver))
    assert len(list(claims(queue.KIND, None, under_way))) == 1


def test_a_receiver_that_keeps_failing_is_held_and_retried_with_one_message(owner, receiver):
    hook = hook_of(owner, receiver)
    receiver.status = 500
    tell(hook, 9)
    assert deliver_due(queue.KIND) == queue.HOLD_AFTER
    hook.refresh_from_db()
    assert hook.failures == queue.HOLD_AFTER
    assert timezone.now() < hook.held_until < timezone.now() + queue.HOLD
    make_due()
    assert deliver_due(queue.KIND) == 0
    receiver.status = 204
    Webhook.objects.update(held_until=timezone.now())
    make_due()
    assert deliver_due(queue.KIND) == 9
    hook.refresh_from_db()
    assert (hook.failures, hook.held_until) == (0, None)


def test_holds_grow_up_to_a_maximum(owner, receiver):
    hook = hook_of(owner, receiver)
    receiver.status = 500
    waited = []
    for _time in range(16):
        Delivery.objects.all().delete()
        tell(hook)
        Webhook.objects.filter(held_until__isnull=False).update(held_until=timezone.now())
        deliver_due(queue.KIND)
        held_until = Webhook.objects.get().held_until
        left = held_until - timezone.now() if held_until else timedelta()
        waited.append(round(left.total_seconds() / 60))
    assert waited == [0, 0, 0, 0, 10, 20, 40, 80, 160, 320, *[480] * 6]


def test_a_test_is_sent_during_a_hold_and_its_success_ends_the_hold(owner, receiver):
    hook = hook_of(owner, receiver)
    Webhook.objects.update(failures=9, held_until=timezone.now() + timedelta(hours=8))
    tell(hook)
    webhooks.send_test(hook, owner)
    assert deliver_due(queue.KIND) == 2
    assert [message["event"] for message in receiver.messages()] == ["test", "round.published"]


def test_the_page_shows_the_end_of_the_hold(owner, receiver):
    hook = hook_of(owner, receiver)
    Webhook.objects.update(failures=9, held_until=timezone.now() + timedelta(hours=8))
    page = text(client_of(owner).get(f"/leagues/{hook.league.slug}/webhooks/"))
    assert "has failed to accept messages several times in a row" in page


def test_holds_and_pauses_end_no_later_when_the_clock_is_set_back(owner, receiver):
    hook, now, hour = hook_of(owner, receiver), timezone.now(), timedelta(hours=1)
    referee.compensate_downtime(now)
    tell(hook)
    Delivery.objects.update(due_at=now + timedelta(minutes=5))
    Webhook.objects.update(failures=9, held_until=now + timedelta(minutes=10))
    referee.compensate_downtime(now - hour)
    assert Webhook.objects.get().held_until == now - hour + timedelta(minutes=10)
    assert Delivery.objects.get().due_at == now - hour + timedelta(minutes=5)


def test_messages_not_accepted_for_days_are_given_up(owner, receiver):
    hook = hook_of(owner, receiver)
    tell(hook)
    Delivery.objects.update(made_at=timezone.now() - timedelta(days=4))
    Webhook.objects.update(failures=9, held_until=timezone.now() + timedelta(hours=8))
    other = hook_of(owner, receiver)
    tell(other)
    deliver_due(queue.KIND)
    assert not Delivery.objects.filter(due_at__isnull=False).exists()


def test_only_five_tests_an_hour_are_allowed(owner, alice, receiver):
    hook = hook_of(owner, receiver)
    for _time in range(webhooks.TESTS.times):
        webhooks.send_test(hook, owner)
    with pytest.raises(errors.TooManyTests):
        webhooks.send_test(hook, owner)
    with pytest.raises(errors.TooManyTests):  # founding another league does not help
        webhooks.send_test(hook_of(owner, receiver), owner)
    webhooks.send_test(hook_of(alice, receiver), alice)
    assert Delivery.objects.count() == webhooks.TESTS.times + 1
    cache.clear()  # as after an hour
    webhooks.send_test(hook, owner)


def make_due() -> None:
    Delivery.objects.filter(due_at__isnull=False).update(due_at=timezone.now())
