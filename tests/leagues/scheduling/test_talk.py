"""Messages between the players of a fixture: permissions, times, and notifications."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import blocks
from games.chat.models import Report
from games.leagues.fixtures import reminders
from games.leagues.models import Fixture, FixtureMessage, Member, Reminder
from games.matches.models import Match
from games.matches.play.outbox import deliver_due
from games.push import calls
from games.push.models import Call, Device
from tests.conftest import account
from tests.leagues.scheduling.arranging import duel, fresh, member_of, move, opened, users_of
from tests.staff import staff_browser

pytestmark = pytest.mark.django_db
TEXT = "Thursday suits me better"


def visitor(user) -> Client:
    """Return a browser in which `user` is logged in."""
    browser = Client()
    browser.force_login(user)
    return browser


def write(user, fixture: Fixture, text: str = TEXT) -> int:
    """Post a message on the page of a fixture; return the status of the response."""
    slug = fixture.round.division.season.league.slug
    address = f"/leagues/{slug}/fixtures/{fixture.pk}/write/"
    return visitor(user).post(address, {"text": text}).status_code


def page(user, fixture: Fixture) -> str:
    """Return the page of a fixture as seen by `user`."""
    browser = Client() if user is None else visitor(user)
    return browser.get(fixture.get_absolute_url()).content.decode()


def told() -> list[str]:
    """Return the recipients of e-mails about messages since the last call."""
    deliver_due(reminders.KIND)
    to = [one.to[0].partition("@")[0] for one in mail.outbox if "a message about" in one.subject]
    mail.outbox.clear()
    return to


def test_only_players_and_organisers_can_read_messages(owner):
    fixture = fresh(duel(owner))
    ada, ben = users_of(fixture)
    assert write(ada, fixture) == 302
    assert all(TEXT in page(one, fixture) for one in (ada, ben, owner))
    other = account("Zoe")
    assert write(other, fixture) == 403
    for stranger in (None, other):
        seen = page(stranger, fixture)
        assert TEXT not in seen
        assert 'id="talk"' not in seen
    assert write(owner, fixture, "By Sunday, please") == 302
    assert "By Sunday, please" in page(ben, fixture)
    assert [write(ada, fixture, text) for text in (" ", "x" * 501)] == [422, 422]
    assert [write(ada, fixture, str(turn)) for turn in range(10)][-1] == 429


def test_the_opponent_is_notified_once_of_consecutive_messages_unless_they_opted_out(owner):
    fixture = fresh(duel(owner))
    ada, ben = users_of(fixture)
    Device.objects.create(user=ben, endpoint="https://push.example/1", language="en")
    told()
    write(ada, fixture)
    write(ada, fixture, "or Friday")
    calls.plan_due()
    calls.plan_due()
    assert told() == [ben.name.lower()]
    assert Call.objects.filter(kind=Call.Kind.WROTE).count() == 1
    Reminder.objects.filter(kind="wrote").update(sent_at=timezone.now() - timedelta(minutes=20))
    write(ada, fixture, "then Saturday")
    assert told() == [ben.name.lower()]
    Reminder.objects.filter(kind="wrote").delete()
    Member.objects.filter(pk=member_of(fixture, ben).pk).update(wants_mail=False)
    write(ada, fixture, "or Sunday")
    assert told() == []


def test_a_player_who_blocked_the_other_sees_no_messages_and_gets_no_email(owner):
    fixture = fresh(duel(owner))
    ada, ben = users_of(fixture)
    blocks.block(ben, ada)
    told()
    assert write(ada, fixture) == 302
    assert TEXT not in page(ben, fixture)
    assert TEXT in page(ada, fixture)
    assert TEXT in page(owner, fixture)
    assert told() == []


def test_messages_are_closed_while_their_match_runs_and_after_its_end(owner):
    fixture = fresh(move(duel(owner), minutes=5))
    ada, ben = users_of(fixture)
    match = opened(fixture)
    assert write(ada, fixture) == 302
    Match.objects.filter(pk=match.pk).update(status="running")
    assert write(ada, fixture) == 409
    assert write(owner, fixture) == 409
    assert TEXT in page(ben, fixture)
    Match.objects.filter(pk=match.pk).update(status="finished")
    assert write(ben, fixture) == 302
    Fixture.objects.filter(pk=fixture.pk).update(status="finished")
    assert write(ben, fixture) == 409
    assert FixtureMessage.objects.count() == 2


def report(user, fixture: Fixture, message: FixtureMessage) -> int:
    """Report a message on the fixture's page; return the status of the response."""
    slug = fixture.round.division.season.league.slug
    address = f"/leagues/{slug}/fixtures/{fixture.pk}/report/"
    return visitor(user).post(address, {"message": message.pk}).status_code


def test_a_message_is_reported_once_by_its_reader_together_with_earlier_messages(owner):
    fixture = fresh(duel(owner))
    ada, ben = users_of(fixture)
    write(ben, fixture, "Never on Mondays")
    write(ada, fixture, "you are all stupid")
    said = FixtureMessage.objects.get(user=ada)
    assert f'value="{said.pk}"' in page(ben, fixture)
    assert f'value="{said.pk}"' not in page(ada, fixture)
    assert [report(ben, fixture, said) for _time in range(2)] == [302, 302]
    made = Report.objects.get()
    assert (made.by, made.about, made.text, made.kind) == (ben, ada, said.text, "message")
    assert made.moment.splitlines() == [
        f"{ben.name}: Never on Mondays", f"{ada.name}: you are all stupid"
    ]  # fmt: skip
    assert made.address == f"{fixture.get_absolute_url()}#message-{said.pk}"
    assert said.text in visitor(ben).get("/reports/").content.decode()
    assert said.text in staff_browser().get(
        f"/admin/chat/report/{made.pk}/change/"
    ).content.decode()  # fmt: skip
    assert [report(one, fixture, said) for one in (ada, account("Zoe"))] == [404, 403]
    blocks.block(owner, ada)
    assert report(owner, fixture, said) == 404  # a message the owner can't read
    assert Report.objects.count() == 1
