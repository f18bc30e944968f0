"""Turn e-mails of correspondence matches: scheduled with the move, sent once, only if wanted."""

import re
import smtplib
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from games.matches.mail import turn_emails
from games.matches.models import Match, Player
from games.matches.play import clocks, referee, schedule, table_votes
from games.matches.play.outbox import deliver_due
from tests.jobs import run_jobs
from tests.matches.play.test_clocks import act_first, asked, people, running
from tests.matches.seating import browser, fresh

pytestmark = pytest.mark.django_db

LATER = schedule.AT_THE_TABLE + timedelta(seconds=1)


def by_the_day(users=None):
    return running(users or people(), pace="daily")


def wait(span=LATER):
    """Let enough time pass for every e-mail to be due."""
    for player in Player.objects.filter(letter_due_at__isnull=False):
        player.letter_due_at -= span
        player.save()


def addresses():
    return [to for message in mail.outbox for to in message.to]


class Refusing(EmailBackend):
    """A server that refuses all mail."""

    def send_messages(self, messages):
        raise smtplib.SMTPDataError(451, b"try again later")


class Unreachable(EmailBackend):
    """A server that can't be reached."""

    def open(self):
        raise ConnectionRefusedError


class Slow(EmailBackend):
    """A server that accepts an e-mail only when the test allows it."""

    asked, may_go_on, done = Event(), Event(), Event()

    def send_messages(self, messages):
        self.asked.set()
        self.may_go_on.wait(30)
        sent = super().send_messages(messages)
        self.done.set()
        return sent


def test_a_player_whose_turn_it_is_gets_one_email_with_the_deadline_and_no_secret():
    match = by_the_day()
    wait()
    for _time in range(3):
        run_jobs()
    (message,) = mail.outbox
    assert message.to == [asked(match).user.email]
    assert match.code in message.subject
    assert "Hitler" not in message.body.replace("Secret Hitler", "")
    deadline = clocks.deadline(match, asked(match))
    assert f"runs out on {date_format(deadline, 'DATETIME_FORMAT')} UTC" in message.body


def test_the_first_email_waits_until_the_secret_roles_are_read(settings):
    settings.READING_SECONDS = 20
    match = by_the_day()
    wait()
    run_jobs()
    assert mail.outbox == []
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now())
    assert referee.act(1)
    wait()
    run_jobs()
    assert addresses() == [asked(match).user.email]


def test_a_move_itself_sends_nothing(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        match = by_the_day()
        act_first(match, asked(match))
    assert mail.outbox == []
    assert match.players.filter(letter_due_at__isnull=False).count() == 5


def test_tables_of_other_paces_send_no_emails():
    match = running(people())
    assert not match.players.filter(letter_due_at__isnull=False).exists()


def test_a_player_who_decides_immediately_gets_no_email():
    match = by_the_day()
    president = asked(match)
    run_jobs()
    act_first(match, president)
    wait()
    run_jobs()
    assert len(addresses()) == 5
    mail.outbox.clear()
    voter = match.players.exclude(asked_at=None).first()
    match.players.update(letter_due_at=timezone.now() - timedelta(minutes=1))
    act_first(match, voter)
    run_jobs()
    assert voter.user.email not in addresses()
    assert len(addresses()) == 4


def test_many_emails_share_one_connection(settings, monkeypatch):
    opened = []
    monkeypatch.setattr(EmailBackend, "open", lambda _server: opened.append(1))
    match = by_the_day()
    act_first(match, asked(match))
    wait()
    assert deliver_due(turn_emails.KIND) == 5
    assert len(opened) == 1


def test_a_paused_or_cancelled_table_emails_nobody():
    users = people()
    match = by_the_day(users)
    for user in users[:4]:
        table_votes.vote(match.pk, user, "pause")
    wait()
    run_jobs()
    assert mail.outbox == []
    table_votes.go_on(match.pk, users[0])
    Match.objects.filter(pk=match.pk).update(status=Match.Status.VOID)
    run_jobs()
    assert mail.outbox == []
    assert not Player.objects.filter(letter_due_at__isnull=False).exists()


def test_a_player_who_left_the_seat_to_a_bot_gets_no_email():
    match = by_the_day()
    table_votes.step_away(match.pk, asked(match).user)
    wait()
    run_jobs()
    assert mail.outbox == []


def test_an_unconfirmed_address_gets_nothing():
    match = by_the_day()
    asked(match).user.emailaddress_set.update(verified=False)
    wait()
    run_jobs()
    assert mail.outbox == []


def test_an_email_refused_by_the_server_is_retried_but_not_forever(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    match = by_the_day()
    wait()
    deliver_due(turn_emails.KIND)
    assert mail.outbox == []
    due = asked(match).letter_due_at
    assert timezone.now() < due <= timezone.now() + turn_emails.PAUSE
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    wait(turn_emails.PAUSE)
    assert deliver_due(turn_emails.KIND) == 1
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    old = timezone.now() - turn_emails.STALE
    match.players.filter(pk=asked(match).pk).update(asked_at=old, letter_due_at=old)
    deliver_due(turn_emails.KIND)
    assert len(mail.outbox) == 1
    assert asked(match).letter_due_at is None


def test_after_a_refusal_the_connection_is_closed_and_reopened(settings, monkeypatch):
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    done = []
    for step in ("open", "close"):
        monkeypatch.setattr(Refusing, step, lambda _server, step=step: done.append(step))
    by_the_day()
    wait()
    deliver_due(turn_emails.KIND)
    assert done[:3] == ["open", "close", "open"]


def test_an_unreachable_server_loses_no_email(settings, caplog):
    match = by_the_day()
    wait()
    settings.EMAIL_BACKEND = f"{__name__}.Unreachable"
    run_jobs()
    assert "The job outbox: letters failed" in caplog.text
    assert asked(match).letter_due_at <= timezone.now()


def test_everybody_can_turn_emails_off_and_on_again_in_the_profile():
    match = by_the_day()
    user = asked(match).user
    client = browser(user)
    fields = {"display_name": user.display_name, "history_audience": "everyone"}
    assert 'name="wants_turn_mail"' in client.get("/account/profile/").content.decode()
    client.post("/account/profile/", fields)
    wait()
    run_jobs()
    assert mail.outbox == []
    client.post("/account/profile/", {**fields, "wants_turn_mail": "on"})
    match.players.filter(user=user).update(letter_due_at=timezone.now())
    run_jobs()
    assert addresses() == [user.email]


def test_the_link_in_an_email_unsubscribes_without_a_login():
    match = by_the_day()
    wait()
    run_jobs()
    (message,) = mail.outbox
    path = re.search(r"(/letters/stop/\S+)", message.body)[1]
    assert path in message.extra_headers["List-Unsubscribe"]
    stranger = Client(enforce_csrf_checks=True)
    assert "Stop e-mails when it is your move" in stranger.get(path).content.decode()
    asked(match).user.refresh_from_db()
    assert asked(match).user.wants_turn_mail
    assert stranger.post(path).status_code == 200
    assert not asked(match).user.wants_turn_mail
    assert stranger.get("/letters/stop/rubbish/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_two_processes_send_each_email_once():
    match = by_the_day()
    act_first(match, asked(match))
    wait()
    gate = Barrier(3)

    def post(_number):
        gate.wait(timeout=30)
        try:
            return deliver_due(turn_emails.KIND)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as pool:
        assert sum(pool.map(post, range(3))) == 5
    assert sorted(addresses()) == sorted(
        player.user.email for player in fresh(match).players.select_related("user")
    )


@pytest.mark.django_db(transaction=True)
def test_a_slow_mail_server_does_not_delay_the_referee(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Slow"
    by_the_day()
    wait()
    run_jobs()
    try:
        assert Slow.asked.wait(30)
        assert mail.outbox == []
        assert not referee.act(1)
    finally:
        Slow.may_go_on.set()
    assert Slow.done.wait(30)
    assert len(mail.outbox) == 1


def test_a_player_whom_no_email_can_reach_is_told_at_the_table():
    users = people()
    match = by_the_day(users)
    told = "This table e-mails you when"
    page = match.get_absolute_url()
    sitting = browser(users[0])
    assert told not in sitting.get(page).content.decode()
    users[0].emailaddress_set.update(verified=False)
    assert told in sitting.get(page).content.decode()
    assert told not in Client().get(page).content.decode()  # spectators get no e-mail
    Match.objects.filter(pk=match.pk).update(pace=Match.Pace.RELAXED)
    assert told not in sitting.get(page).content.decode()
