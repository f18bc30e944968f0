"""What files and letters must neither reveal nor accept."""

import json

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from games.engine.portable import RecordError
from games.history.records import importing
from games.history.replay import comments
from games.matches.mail import turn_emails
from games.matches.play import records
from games.matches.play.outbox import deliver_due
from tests.matches.seating import (
    act_as,
    fresh,
    nominate,
    owing,
    play_to_the_end,
    player_at,
    running,
)

pytestmark = pytest.mark.django_db


def test_ones_own_data_do_not_tell_that_somebody_else_changed_a_vote():
    match = running()
    nominate(match)
    voter, other = owing(match)[:2]
    for ja in (True, False, True):
        act_as(match, voter, action="vote", ja=ja)
    user = player_at(match, other).user
    comments.pin(match.pk, user, fresh(match).length, "here")
    (kept,) = comments.export(user)["comments"]
    assert kept["text"] == "here"
    assert kept["number"] is None


def test_once_it_is_over_ones_own_data_say_which_moment_a_comment_is_pinned_to():
    match = play_to_the_end(running(game="noir"))
    user = player_at(match, 0).user
    comments.pin(match.pk, user, 3, "here")
    (kept,) = comments.export(user)["comments"]
    assert kept["number"] == 3


def test_nobody_can_have_letters_sent_to_an_address_that_never_answered(alice):
    match = running(alice, pace="daily")
    mail.outbox.clear()
    for verified in (False, True):
        EmailAddress.objects.filter(user=alice).update(verified=verified)
        now = timezone.now()
        match.players.filter(user=alice).update(asked_at=now, letter_due_at=now)
        deliver_due(turn_emails.KIND)
        assert bool(mail.outbox) is verified


def test_a_record_whose_entropy_no_database_can_hold_is_refused(alice):
    record = json.loads(records.record_of(play_to_the_end(running(game="noir"))))
    record["entropy"][0] = "a\x00b"
    (received,) = importing.receive(json.dumps(record).encode(), alice)
    assert isinstance(received.error, RecordError)
    assert received.match is None
