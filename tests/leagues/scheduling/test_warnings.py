"""Pairs without a time are warned before the deadline; organisers get one e-mail for all."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.leagues.fixtures import absences, deadlines, opening, reminders, warnings
from games.leagues.models import Reminder, Round
from games.leagues.scheduling import pauses
from games.matches.play.outbox import deliver_due
from tests.leagues.league_play import drawn, running
from tests.leagues.organiser.visitors import client_of, text
from tests.leagues.scheduling.arranging import (
    duel,
    end_round,
    fresh,
    league_of,
    move,
    sit,
    soon,
    table,
    users_of,
)

pytestmark = pytest.mark.django_db


def near_end(fixture, **left):
    """Make the round of a fixture end soon, and its publication long past."""
    now = timezone.now()
    Round.objects.filter(pk=fixture.round_id).update(
        closes_at=now + timedelta(**left), published_at=now - timedelta(days=5)
    )
    return fixture


def warned(kind):
    return set(Reminder.objects.filter(kind=kind).values_list("user__display_name", flat=True))


def test_a_pair_without_a_time_is_warned_two_days_and_six_hours_before_the_end(owner):
    fixture = near_end(duel(owner), hours=49)
    warnings.plan_due()
    assert not Reminder.objects.exists()
    near_end(fixture, hours=47)
    warnings.plan_due()
    warnings.plan_due()
    assert warned("closing-48") == {"Ada", "Ben"}
    assert warned("closing-6") == set()
    near_end(fixture, hours=5)
    warnings.plan_due()
    assert warned("closing-6") == {"Ada", "Ben"}
    assert Reminder.objects.filter(kind__startswith="closing").count() == 4


def has_a_time(fixture, _owner):
    move(near_end(fixture, hours=40), hours=30)


def is_new(fixture, _owner):
    near_end(fixture, hours=20)
    Round.objects.update(published_at=timezone.now())


def is_paused(fixture, owner):
    near_end(fixture, hours=40)
    pauses.pause(fresh(fixture).round.division.season, owner, reason="Christmas")


@pytest.mark.parametrize("state", [has_a_time, is_new, is_paused])
def test_no_warning_is_sent_for_a_fixture_that_has_a_time_is_new_or_is_paused(owner, state):
    state(duel(owner), owner)
    warnings.plan_due()
    assert not Reminder.objects.filter(kind__startswith="closing").exists()


def test_nobody_is_warned_before_the_round_opens(owner):
    fixture = near_end(duel(owner), hours=44)
    Round.objects.update(opens_at=timezone.now() + timedelta(hours=20))
    warnings.plan_due()
    assert not Reminder.objects.exclude(kind="published").exists()
    season = fresh(fixture).round.division.season
    console = f"/leagues/{season.league.slug}/{season.number}/run/"
    assert "without a time" not in text(client_of(owner).get(console))
    Round.objects.update(opens_at=timezone.now())
    warnings.plan_due()
    assert "1 fixture without a time" in text(client_of(owner).get(console))
    assert warned("closing-48") == {"Ada", "Ben"}


def test_organisers_get_one_email_for_all_such_fixtures_of_a_season(owner):
    season, _players = running(owner, 6)
    published = drawn(season, owner)
    near_end(published.fixtures.first(), hours=40)
    warnings.plan_due()
    warnings.plan_due()
    assert Reminder.objects.filter(kind="closing-48").count() == 6
    assert Reminder.objects.filter(kind="digest-48").count() == 1
    assert warned("digest-48") == {"Olga"}


def test_the_emails_name_the_pairs_without_a_time_and_the_deadline(owner):
    fixture = near_end(duel(owner), hours=40)
    league_of(fixture).members.filter(user__display_name="Ben").update(wants_mail=False)
    warnings.plan_due()
    deliver_due(reminders.KIND)
    by_address = {letter.to[0].split("@")[0]: letter for letter in mail.outbox}
    assert set(by_address) == {"ada", "olga"}
    assert "You have not agreed on a time with Ben yet" in by_address["ada"].body
    digest = by_address["olga"]
    assert "1 fixture without a time ends soon" in digest.subject
    assert "Ada" in digest.body
    assert fixture.get_absolute_url() in digest.body


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (duel, "agree on a time, or open the table when both of you are there"),
        (table, "open the table when enough of you are there"),
        (lambda owner: duel(owner, pace="daily"), "Sit down at its table before"),
    ],
    ids=["duel", "table", "by the day"],
)
def test_the_email_says_what_to_do_in_each_kind_of_season(owner, kind, says):
    near_end(kind(owner), hours=40)
    warnings.plan_due()
    deliver_due(reminders.KIND)
    body = next(letter.body for letter in mail.outbox if letter.to[0].startswith("ada"))
    assert says in body
    assert ("a day after the deadline" in body) == (kind is not table)


def test_players_who_forfeited_are_not_warned(owner):
    fixture = near_end(table(owner, 6), hours=40)
    ada = users_of(fixture)[0]
    fixture.chairs.filter(entry__user=ada).update(forfeited=True)
    warnings.plan_due()
    assert len(warned("closing-48")) == 5
    assert ada.name not in warned("closing-48")


def test_a_moved_deadline_causes_new_warnings(owner):
    fixture = near_end(duel(owner), hours=40)
    warnings.plan_due()
    deadlines.move_round(fresh(fixture).round, owner, soon(days=9), reason="Holidays")
    assert warned("closing-48") == set()
    near_end(fixture, hours=40)
    warnings.plan_due()
    assert warned("closing-48") == {"Ada", "Ben"}


def test_opening_the_table_after_the_deadline_wins_only_when_that_day_is_over(fixture):
    ada, late = users_of(fixture)
    end_round(fixture, hours=2)
    match = opening.open_now(fixture.pk, ada)
    sit(match, ada)
    type(match).objects.update(opened_at=timezone.now() - timedelta(hours=1))
    absences.settle_due()
    assert fresh(fixture).status == "open"
    end_round(fixture, hours=25)
    absences.settle_due()
    assert [one.entry.user for one in fixture.chairs.filter(forfeited=True)] == [late]
