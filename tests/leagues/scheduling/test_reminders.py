"""E-mails about fixtures: sent once to players who want them, in their language and time zone."""

import smtplib
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.leagues import errors
from games.leagues.fixtures import letters, opening, reminders, rulings
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Fixture, Member, Reminder, Round
from games.leagues.organiser import undo
from games.leagues.scheduling import attendance, proposals
from games.leagues.seasons import services as seasons
from games.matches.play.outbox import deliver_due
from tests.conftest import account
from tests.leagues.league_play import play_fixture
from tests.leagues.scheduling.arranging import (
    duel,
    fresh,
    league_of,
    member_of,
    move,
    soon,
    table,
    users_of,
)

pytestmark = pytest.mark.django_db


def send() -> None:
    """Plan and send every e-mail that is due."""
    reminders.plan_due()
    deliver_due(reminders.KIND)


def sent() -> list[tuple[str, str]]:
    """Return the sorted recipients and subjects of all e-mails since the last call."""
    send()
    box = [(letter.to[0].partition("@")[0], letter.subject) for letter in mail.outbox]
    mail.outbox.clear()
    return sorted(box)


def published(owner, *players, **fields) -> Fixture:
    """Return a duel whose players have been notified of its publication."""
    fixture = duel(owner, *players, **fields)
    proposals.prepare_due()
    sent()
    return fixture


def test_a_published_round_is_announced_once_to_each_player_with_times_to_choose(owner):
    duel(owner)
    proposals.prepare_due()
    send()
    assert sorted(letter.to[0] for letter in mail.outbox) == ["ada@example.org", "ben@example.org"]
    letter = mail.outbox[0]
    assert letter.subject == "Grey Chamber: round 1 is published"
    assert letter.body.count("\n- ") == 3
    mail.outbox.clear()
    proposals.prepare_due()
    assert sent() == []


def test_players_are_notified_when_an_arbiter_decides_about_their_fixture_and_undoes_it(owner):
    fixture = play_fixture(published(owner))
    mail.outbox.clear()
    one, arbiter = users_of(fixture)  # the seats are drawn by lot
    told = "Grey Chamber: an arbiter has decided on your match in round 1"
    rulings.annul_game(fixture.games.first(), owner, reason="A bug")
    assert sent() == [("ada", told), ("ben", told)]
    rulings.annul_game(fixture.games.last(), owner, reason="The same bug")
    assert sent() == []  # too soon after the last one
    Reminder.objects.filter(kind="ruled").update(sent_at=timezone.now() - timedelta(hours=1))
    # Nobody else can decide, so a player does.
    membership.set_role(member_of(fixture, arbiter), owner, "owner")
    membership.set_role(member_of(fixture, owner), arbiter, "member")
    undo.undo(Audit.objects.filter(verb="annul_game").first().pk, arbiter, reason="Not the same")
    assert sent() == [(one.username, told)]
    with pytest.raises(errors.NeedsReason):
        rulings.void_fixture(fresh(fixture), arbiter, reason="")
    assert sent() == []
    assert one.reminders.filter(kind="ruled").count() == 1


def undo_last(owner) -> None:
    """Undo the newest time set by an organiser."""
    undo.undo(Audit.objects.filter(verb="set_time")[0].pk, owner, reason="A mistake.")


def proposed(fixture: Fixture, _owner: User) -> None:
    for days in (1, 2):
        proposals.propose(fixture.pk, users_of(fixture)[0], soon(days=days))


def agreed(fixture: Fixture, _owner: User) -> None:
    for user in users_of(fixture):
        proposals.propose(fixture.pk, user, soon(hours=20))


def set_anew(fixture: Fixture, owner: User) -> None:
    for when in ({"minutes": 50}, {"days": 3}):
        proposals.set_time(fixture.pk, owner, soon(**when))


def set_and_undone(fixture: Fixture, owner: User) -> None:
    proposals.set_time(fixture.pk, owner, soon(days=2))
    undo_last(owner)


def called_off(fixture: Fixture, owner: User) -> None:
    move(fixture, minutes=50)
    seasons.cancel(fresh(fixture).round.division.season, owner, reason="Too few.")


def closed(fixture: Fixture, owner: User) -> None:
    proposed(fixture, owner)
    proposals.set_time(fixture.pk, owner, soon(days=2))
    Round.objects.update(status=Round.Status.CLOSED)


#: Events of a published fixture: the event, the seats of the notified players, and the e-mail.
TOLD = {
    "a time is proposed, and another": (proposed, [1], "proposed"),
    "a time near by is agreed on": (agreed, [0, 1], "scheduled"),
    "it is a day before": (lambda one, _: move(one, hours=23), [0, 1], "day"),
    "it is an hour before": (lambda one, _: move(one, minutes=59), [0, 1], "hour"),
    "a time is set, and another": (set_anew, [0, 1], "scheduled"),
    "a time is set and taken back": (set_and_undone, [], ""),
    "the season is called off before": (called_off, [], ""),
    "the round is closed before": (closed, [], ""),
}


@pytest.mark.parametrize(("act", "seats", "kind"), TOLD.values(), ids=TOLD)
def test_each_player_is_notified_once_of_each_event(owner, act, seats, kind):
    fixture = published(owner)
    act(fixture, owner)
    send()
    people = users_of(fixture)
    told = [people[seat].email for seat in seats]
    assert sorted(letter.to[0] for letter in mail.outbox) == sorted(told)
    rows = Reminder.objects.filter(kind=kind, sent_at__isnull=False)
    assert {row.user for row in rows} == {people[seat] for seat in seats}
    mail.outbox.clear()
    assert sent() == []


def test_the_email_about_an_open_table_contains_its_url(owner):
    fixture = move(published(owner), minutes=5)
    sent()
    opening.open_due()
    send()
    address = fresh(fixture).games.get().match.get_absolute_url()
    assert [address in letter.body for letter in mail.outbox] == [True, True]


def test_after_a_moved_time_everybody_is_reminded_again(owner):
    fixture = published(owner)
    move(fixture, minutes=50)
    assert len(sent()) == 2
    proposals.set_time(fixture.pk, owner, soon(days=3))
    assert len(sent()) == 2
    Fixture.objects.update(moved_at=timezone.now() - timedelta(days=2))
    move(fixture, minutes=55)
    assert len(sent()) == 2


def test_players_notified_of_a_time_are_notified_when_it_is_undone(owner):
    fixture = published(owner)
    proposals.set_time(fixture.pk, owner, soon(days=2))
    assert len(sent()) == 2
    undo_last(owner)
    assert fresh(fixture).starts_at is None
    assert sent() == [
        (name, "Grey Chamber: the time of your match has been cancelled") for name in ("ada", "ben")
    ]
    assert sent() == []
    proposals.set_time(fixture.pk, owner, soon(days=3))
    assert len(sent()) == 2  # the next time is announced again


def test_undoing_a_moved_time_announces_the_previous_time(owner):
    fixture = published(owner)
    before = soon(days=2)
    proposals.set_time(fixture.pk, owner, before)
    proposals.set_time(fixture.pk, owner, soon(days=3))
    sent()
    undo_last(owner)
    send()
    assert len(mail.outbox) == 2
    assert "The time is set" in mail.outbox[0].body
    assert fresh(fixture).starts_at == before


def test_undoing_a_time_also_undoes_the_open_table_and_check_ins(owner):
    fixture = published(owner)
    proposals.set_time(fixture.pk, owner, soon(minutes=20))
    move(fixture, minutes=5)
    at = fresh(fixture).starts_at
    Audit.objects.filter(verb="set_time").update(
        changes=[
            {**change, "after": {"starts_at": at.isoformat()}}
            for change in Audit.objects.get(verb="set_time").changes
        ]
    )
    opening.open_due()
    fixture.chairs.filter(seat=0).update(checked_in_at=timezone.now())
    undo_last(owner)
    assert fresh(fixture).status == Fixture.Status.PLANNED
    assert not fixture.games.exists()
    assert not fixture.chairs.exclude(checked_in_at=None).exists()


def test_a_time_cannot_be_undone_once_it_is_played_or_the_previous_time_has_passed(owner):
    fixture = published(owner)
    proposals.set_time(fixture.pk, owner, soon(days=1))
    proposals.set_time(fixture.pk, owner, soon(days=2))
    past = (timezone.now() - timedelta(hours=1)).isoformat()
    done = Audit.objects.filter(verb="set_time")[0]
    done.changes[0]["before"]["starts_at"] = past
    done.save()
    with pytest.raises(errors.CannotUndo):
        undo_last(owner)
    done.changes[0]["before"]["starts_at"] = None
    done.save()
    play_fixture(fixture)
    with pytest.raises(errors.CannotUndo):
        undo_last(owner)


def test_substitutes_are_notified_when_one_is_needed(owner, alice, bob):
    fixture = table(owner, 6)
    proposals.prepare_due()
    sent()
    for user in (alice, bob):
        membership.join(league_of(fixture), user)
    Member.objects.filter(user=alice).update(can_substitute=True)
    attendance.rsvp(fixture.pk, users_of(fixture)[0], "no")
    assert sent() == [("alice", "Grey Chamber: substitute wanted")]


def test_email_is_in_the_member_s_language_and_time_zone(owner):
    fixture = published(owner)
    ada = users_of(fixture)[0]
    ada.language = "de"
    ada.save()
    Member.objects.filter(user=ada).update(timezone="Asia/Tokyo")
    at = timezone.now().replace(hour=21, minute=30) + timedelta(days=2)
    proposals.set_time(fixture.pk, owner, at)
    row = Reminder.objects.get(user=ada, kind="scheduled")
    letter = letters.letter(row)
    assert "06:30" in letter.subject
    assert "Asia/Tokyo" in letter.body
    assert "21:30" not in letter.body


@pytest.mark.parametrize(
    "change",
    [
        lambda user: Member.objects.filter(user=user).update(wants_mail=False),
        lambda user: Member.objects.filter(user=user).update(status="left"),
        lambda user: EmailAddress.objects.filter(user=user).update(verified=False),
        lambda user: type(user).objects.filter(pk=user.pk).update(is_guest=True),
        lambda user: type(user).objects.filter(pk=user.pk).update(is_active=False),
        lambda user: type(user).objects.filter(pk=user.pk).update(email="someone@else.example"),
    ],
    ids=["no mail", "left", "unverified", "guest", "inactive", "another address"],
)
def test_players_who_refuse_or_cannot_receive_email_get_none(fixture, change):
    change(users_of(fixture)[0])
    proposals.prepare_due()
    assert [name for name, _subject in sent()] == [users_of(fixture)[1].name.lower()]
    assert sent() == []


class Refusing(EmailBackend):
    """A mail server that is busy at first."""

    refusals = 0

    def send_messages(self, messages):
        if Refusing.refusals:
            Refusing.refusals -= 1
            raise smtplib.SMTPSenderRefused(451, b"later", "x")
        return super().send_messages(messages)


class Dying(EmailBackend):
    """A mail server that disconnects while it receives."""

    def send_messages(self, messages):
        raise smtplib.SMTPServerDisconnected("in the middle")


def test_an_email_refused_temporarily_is_sent_later(owner, settings):
    duel(owner)
    proposals.prepare_due()
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    Refusing.refusals = 1
    assert len(sent()) == 1
    assert sent() == []
    Reminder.objects.filter(sent_at=None).update(due_at=timezone.now())
    assert len(sent()) == 1


def test_an_email_that_may_have_been_accepted_is_not_sent_twice(owner, settings):
    duel(owner)
    proposals.prepare_due()
    usual, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, f"{__name__}.Dying"
    with pytest.raises(smtplib.SMTPServerDisconnected):
        deliver_due(reminders.KIND)
    settings.EMAIL_BACKEND = usual
    assert len(sent()) == 1  # the other's


def test_the_link_in_an_email_unsubscribes_without_a_login_by_pressing_a_button(fixture, ada):
    proposals.prepare_due()
    send()
    letter = next(one for one in mail.outbox if one.to == [ada.email])
    address = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert address in letter.body
    path = "/" + address.split("/", 3)[3]
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.get(path).status_code == 200
    assert member_of(fixture, ada).wants_mail  # opening the link changes nothing
    assert stranger.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not member_of(fixture, ada).wants_mail
    assert stranger.post(path[:-3] + "xx/").status_code == 404


def test_a_name_cannot_add_headers_to_an_email(owner):
    eve = account("Eve")
    fixture = duel(owner, eve, account("Ben"))
    league = league_of(fixture)
    league.name = "Grey\r\nBcc: all@example.org"
    league.save()
    proposals.prepare_due()
    send()
    assert mail.outbox
    assert all("\n" not in letter.subject and "\r" not in letter.subject for letter in mail.outbox)
    assert all(not letter.bcc for letter in mail.outbox)
