"""Two processes or two users act at the same moment: everything happens once."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.leagues import errors
from games.leagues.audit import events
from games.leagues.fixtures import absences, opening, reminders
from games.leagues.membership import services as membership
from games.leagues.models import Delivery, Fixture, Member, Reminder
from games.leagues.scheduling import attendance, proposals, substitutes
from games.leagues.webhooks import queue
from games.leagues.webhooks import services as webhooks
from games.matches.models import Match
from games.matches.play.outbox import deliver, deliver_due
from tests.leagues.scheduling.arranging import (
    duel,
    fresh,
    league_of,
    move,
    opened,
    sit,
    soon,
    table,
    users_of,
)
from tests.leagues.scheduling.receiver import listening
from tests.matches.play.test_at_once import at_once, refused

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]


def test_two_referees_open_one_table(owner):
    fixture = move(duel(owner), minutes=5)
    ada, ben = users_of(fixture)
    at_once(
        [
            opening.open_due,
            opening.open_due,
            lambda: opening.open_now(fixture.pk, ada),
            lambda: opening.open_now(fixture.pk, ben),
        ]
    )
    assert Match.objects.count() == 1
    assert fresh(fixture).games.count() == 1


def test_two_referees_record_an_absence_once(owner):
    fixture = move(duel(owner), minutes=5)
    webhooks.add(league_of(fixture), owner, "https://bot.example/hook")
    sit(opened(fixture, minutes=40), users_of(fixture)[0])
    move(fixture, minutes=-20)
    at_once([absences.settle_due] * 3)
    absences.settle_due()
    assert fresh(fixture).status == Fixture.Status.FORFEITED
    assert Delivery.objects.filter(event="fixture.forfeited").count() == 1
    assert fixture.chairs.filter(forfeited=True).count() == 1


def test_a_player_who_sits_down_at_the_last_moment_plays_or_forfeits_but_never_both(owner):
    fixture = move(duel(owner), minutes=5)
    ada, ben = users_of(fixture)
    match = opened(fixture, minutes=40)
    sit(match, ada)
    move(fixture, minutes=-20)

    def sit_late():
        try:
            sit(match, ben)
        except Match.DoesNotExist:
            return

    at_once([sit_late, absences.settle_due])
    runs = Match.objects.filter(pk=match.pk, status=Match.Status.RUNNING).exists()
    assert runs != fixture.chairs.filter(forfeited=True).exists()


def test_the_last_two_answers_fix_the_time_once(owner):
    fixture = table(owner, 6)
    people = users_of(fixture)
    proposal = proposals.propose(fixture.pk, people[0], soon(days=1))
    at_once(
        [
            lambda user=user: proposals.answer(fixture.pk, proposal.pk, user, "yes")
            for user in people[1:]
        ]
    )
    assert fresh(fixture).starts_at == proposal.starts_at
    assert fresh(fixture).moves == 1


def test_two_simultaneous_offers_do_not_both_get_the_seat(owner, alice, bob):
    fixture = table(owner, 6)
    for user in (alice, bob):
        membership.join(league_of(fixture), user)
    Member.objects.filter(user__in=[alice, bob]).update(can_substitute=True)
    gone = users_of(fixture)[0]
    attendance.rsvp(fixture.pk, gone, "no")
    chair = fixture.chairs.get(entry__user=gone)
    results = at_once(
        [lambda user=user: substitutes.offer(chair.pk, user) for user in (alice, bob)]
    )
    assert refused(results, errors.NoSubstituteWanted) == 1


def test_two_senders_send_each_email_once(owner):
    duel(owner)
    proposals.prepare_due()
    at_once([lambda: deliver_due(reminders.KIND)] * 3)
    assert sorted(letter.to[0] for letter in mail.outbox) == ["ada@example.org", "ben@example.org"]
    assert not Reminder.objects.filter(sent_at=None).exists()


def test_two_referees_prepare_a_fixture_once(owner):
    fixture = duel(owner)
    at_once([proposals.prepare_due] * 3)
    assert fixture.proposals.count() == 3
    assert Reminder.objects.filter(kind="published").count() == 2


def test_two_senders_post_each_message_once(owner, settings):
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    league = league_of(duel(owner))
    with listening() as bot:
        webhooks.add(league, owner, bot.url)
        for number in range(12):
            events.tell(league, "round.published", {"round": number})
        at_once([lambda: deliver_due(queue.KIND)] * 3)
        assert sorted(message["data"]["round"] for message in bot.messages()) == [*range(12)]
    assert not Delivery.objects.filter(delivered_at=None).exists()


def test_slow_jobs_run_beside_the_referee_and_one_at_a_time(owner, settings):
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    league = league_of(duel(owner))
    with listening() as bot:
        webhooks.add(league, owner, bot.url)
        events.tell(league, "round.published", {})
        deliver(queue.KIND)
        until = timezone.now() + timedelta(seconds=20)
        while not Delivery.objects.filter(delivered_at__isnull=False).exists():
            assert timezone.now() < until
        assert len(bot.heard) == 1
