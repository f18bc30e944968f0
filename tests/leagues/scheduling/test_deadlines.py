"""Deadlines: at a clock time, moved by organisers, and suspended while a season is paused."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.leagues.errors import BadTime
from games.leagues.fixtures import absences, deadlines, opening, reminders
from games.leagues.models import Audit, Fixture, Proposal, Reminder, Round, Season
from games.leagues.organiser import undo
from games.leagues.scheduling import pauses, proposals
from games.leagues.seasons import draws, publishing
from games.leagues.seasons import services as seasons
from games.matches.play.outbox import deliver_due
from tests.leagues.league_play import drawn, running
from tests.leagues.scheduling.arranging import duel, end_round, fresh, move, soon, users_of

pytestmark = pytest.mark.django_db


def season_of(fixture):
    return fresh(fixture).round.division.season


def test_a_round_ends_at_the_season_s_time_of_day_in_the_league_s_zone(fixture):
    season = season_of(fixture)
    season.league.timezone, season.deadline, season.round_days = "Asia/Tokyo", time(21, 30), 3
    opens = datetime(2026, 3, 4, 20, 15, 33, tzinfo=UTC)  # already the fifth in Tokyo
    assert deadlines.closing(season, opens) == datetime(2026, 3, 8, 12, 30, tzinfo=UTC)


def test_a_round_ends_at_the_same_local_time_when_the_clocks_change(owner):
    season = season_of(duel(owner))
    season.league.timezone, season.deadline, season.round_days = "Europe/Rome", time(22), 7
    opens = datetime(2026, 3, 26, 12, tzinfo=UTC)  # summer time begins on the 29th
    assert deadlines.closing(season, opens) == datetime(2026, 4, 2, 20, tzinfo=UTC)


def test_a_published_round_ends_at_22_00_by_default(fixture):
    assert fixture.round.closes_at.time() == time(22)
    days = fixture.round.closes_at.date() - fixture.round.opens_at.date()
    assert days == timedelta(days=7)


def test_moving_the_deadline_of_one_fixture_leaves_the_others_unchanged(owner):
    season, _players = running(owner, 4, format="round_robin")
    published = drawn(season, owner)
    one, other = published.fixtures.order_by("number")
    deadlines.move_fixture(one, owner, soon(days=20), reason="Exams")
    assert fresh(one).deadline == soon(days=20)
    assert fresh(other).deadline == published.closes_at
    assert Audit.objects.filter(verb="move_deadline", actor=owner).count() == 1


def test_a_fixture_with_a_later_deadline_is_forfeited_only_then(owner, fixture):
    deadlines.move_fixture(fixture, owner, soon(days=20), reason="Exams")
    end_round(fixture, days=3)
    absences.settle_due()
    assert fresh(fixture).status == "planned"
    assert opening.open_now(fixture.pk, users_of(fixture)[0])


def test_a_round_that_would_already_be_over_cannot_be_published(owner):
    season, _players = running(owner, 4)
    drafted = draws.draft_round(season.divisions.get(), owner)
    with pytest.raises(BadTime):
        draws.publish_round(drafted, owner, opens_at=timezone.now() - timedelta(days=30))
    assert Round.objects.get().is_draft
    yesterday = timezone.now() - timedelta(days=1)
    draws.publish_round(drafted, owner, opens_at=yesterday)
    assert Round.objects.get().opens_at == yesterday


def test_a_time_may_be_proposed_until_the_moved_deadline(owner, fixture, ada):
    with pytest.raises(BadTime):
        proposals.propose(fixture.pk, ada, soon(days=12))
    deadlines.move_round(fixture.round, owner, soon(days=14), reason="Holidays")
    assert proposals.propose(fixture.pk, ada, soon(days=12))


def test_proposals_after_an_earlier_deadline_are_withdrawn(owner, fixture):
    proposals.propose(fixture.pk, users_of(fixture)[0], soon(days=5))
    deadlines.move_round(fixture.round, owner, soon(days=2), reason="The hall is closed")
    assert not Proposal.objects.filter(fixture=fixture).exists()


def test_other_times_are_suggested_when_all_proposals_have_passed(fixture):
    proposals.prepare_due()
    assert fixture.proposals.count() == 3
    for nth, one in enumerate(fixture.proposals.all(), 1):
        Proposal.objects.filter(pk=one.pk).update(starts_at=timezone.now() - timedelta(hours=nth))
    proposals.prepare_due()
    coming = fixture.proposals.filter(starts_at__gt=timezone.now())
    assert coming.count() == 3
    proposals.prepare_due()
    assert fixture.proposals.filter(starts_at__gt=timezone.now()).count() == 3


def test_later_rounds_move_by_as_many_days_as_the_moved_round(owner):
    season, _players = running(owner, 4, format="round_robin")
    publishing.publish_everywhere(season, owner, all_rounds=True)
    before = list(Round.objects.order_by("number").values_list("opens_at", "closes_at"))
    first = Round.objects.get(number=1)
    ends = first.closes_at + timedelta(days=3)
    deadlines.move_round(first, owner, ends, with_later=True, reason="Holidays")
    after = list(Round.objects.order_by("number").values_list("opens_at", "closes_at"))
    three = timedelta(days=3)
    assert after[0] == (before[0][0], before[0][1] + three)
    assert after[1:] == [(opens + three, closes + three) for opens, closes in before[1:]]


def test_a_fixture_with_extra_time_keeps_it_when_its_round_moves(owner, fixture):
    deadlines.move_fixture(fixture, owner, fixture.deadline + timedelta(days=4), reason="Ill")
    given = Fixture.objects.get().closes_at
    round_ = Round.objects.get()
    ends = round_.closes_at + timedelta(days=7)
    deadlines.move_round(round_, owner, ends, reason="Holidays")
    assert Fixture.objects.get().closes_at == given + timedelta(days=7)
    undo.undo(Audit.objects.filter(verb="move_deadline").latest("pk").pk, owner, reason="A slip")
    assert Fixture.objects.get().closes_at == given


def test_another_time_of_day_keeps_days_already_granted(owner):
    season, _players = running(owner, 4, format="round_robin")
    publishing.publish_everywhere(season, owner, all_rounds=True)
    first = Round.objects.get(number=1)
    deadlines.move_round(first, owner, first.closes_at + timedelta(days=3), reason="Holidays")
    before = dict(Round.objects.values_list("number", "closes_at"))
    stored = Season.objects.select_related("league").get()
    later = time(stored.deadline.hour, 59)
    seasons.edit_season(stored, owner, deadline=later)
    for number, ends in Round.objects.values_list("number", "closes_at"):
        assert ends == before[number].replace(minute=59)


def test_another_number_of_days_keeps_days_already_granted(owner, fixture):
    given = fixture.round.closes_at + timedelta(days=3)
    deadlines.move_round(fixture.round, owner, given, reason="Holidays")
    days = season_of(fixture).round_days
    seasons.edit_season(season_of(fixture), owner, round_days=days + 2)
    assert Round.objects.get().closes_at == given + timedelta(days=2)


def test_longer_rounds_move_the_open_rounds_and_notify_their_players(owner):
    season, _players = running(owner, 4, format="round_robin")
    publishing.publish_everywhere(season, owner, all_rounds=True)
    first = Round.objects.get(number=1)
    stored = Season.objects.select_related("league").get()
    seasons.edit_season(stored, owner, round_days=10)
    rounds = list(Round.objects.order_by("number"))
    assert rounds[0].opens_at == first.opens_at
    assert rounds[0].closes_at == first.closes_at + timedelta(days=3)
    assert rounds[1].opens_at == rounds[0].closes_at
    assert rounds[2].closes_at == rounds[1].closes_at + timedelta(days=10)
    assert Reminder.objects.filter(kind=reminders.MOVED).count() == 4
    undo.undo(Audit.objects.get(verb="edit_season").pk, owner, reason="A slip")
    assert Round.objects.get(number=1).closes_at == first.closes_at


def test_nothing_opens_and_nobody_forfeits_in_a_paused_season(owner):
    fixture = move(duel(owner), minutes=5)
    opening.open_due()
    assert fresh(fixture).status == "open"
    pauses.pause(season_of(fixture), owner, reason="Christmas")
    assert fresh(fixture).status == "planned"
    move(fixture, hours=-2)
    end_round(fixture, hours=1)
    opening.open_due()
    absences.settle_due()
    reminders.plan_due()
    assert fresh(fixture).status == "planned"
    assert not fixture.chairs.filter(forfeited=True).exists()


def test_a_resumed_season_has_all_its_days_left_and_asks_again_about_passed_times(owner, fixture):
    season = season_of(fixture)
    pauses.pause(season, owner, reason="Christmas")
    ago = timezone.now() - timedelta(days=13, hours=5)
    Season.objects.update(paused_at=ago)
    ends = ago + timedelta(days=4)
    Round.objects.update(closes_at=ends)
    move(fixture, days=-3)
    pauses.resume(season_of(fixture), owner)
    now = fresh(fixture)
    assert now.deadline == ends + timedelta(days=14)
    assert now.starts_at is None
    assert not season_of(fixture).is_paused
    assert set(Reminder.objects.values_list("kind", flat=True)) >= {reminders.MOVED}


def test_the_email_about_a_moved_deadline_names_the_new_deadline(owner, fixture):
    deadlines.move_round(
        fixture.round, owner, datetime(2036, 5, 4, 20, tzinfo=UTC), reason="Holidays"
    )
    deliver_due(reminders.KIND)
    assert sorted(one.to[0] for one in mail.outbox) == ["ada@example.org", "ben@example.org"]
    assert "a new deadline" in mail.outbox[0].subject
    assert "4 May, 20:00" in mail.outbox[0].body


def test_the_deadline_of_a_fixture_cannot_be_moved_into_the_past(owner, fixture):
    season = season_of(fixture)
    deadlines.move_fixture(fixture, owner, soon(days=2), reason="Exams")
    before = fresh(fixture).deadline
    ends = season.divisions.get().rounds.get().closes_at - timedelta(days=3)
    with pytest.raises(BadTime):
        deadlines.move_round(fresh(fixture).round, owner, ends, reason="Enough")
    assert fresh(fixture).deadline == before
