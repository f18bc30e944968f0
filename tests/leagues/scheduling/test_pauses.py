"""After a pause nobody forfeits for anything that happened before or during it."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.leagues.fixtures import absences, fixtures, opening, results
from games.leagues.models import Audit, Fixture, Reminder, Round
from games.leagues.organiser import undo
from games.leagues.scheduling import pauses
from games.leagues.seasons import announcements, draws
from games.leagues.seasons import services as seasons
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play.outbox import deliver_due
from tests.leagues.league_play import drawn, play_match, running
from tests.leagues.scheduling.arranging import duel, fresh, move

pytestmark = pytest.mark.django_db
Status = Fixture.Status


def season_of(fixture):
    return fresh(fixture).round.division.season


def after(monkeypatch, **time):
    """Move the clock forward."""
    later = timezone.now() + timedelta(**time)
    monkeypatch.setattr(timezone, "now", lambda: later)


def look_after(monkeypatch):
    """Run the periodic job now and for the next 20 minutes."""
    for _times in range(6):
        results.collect_and_go_on()
        opening.open_due()
        absences.settle_due()
        after(monkeypatch, minutes=4)


def deadline_in(fixture, **time):
    Round.objects.filter(pk=fixture.round_id).update(closes_at=timezone.now() + timedelta(**time))


def forfeits(fixture):
    """Return the number of players who have forfeited the fixture or one of its games."""
    lost = [game for game in fixture.games.all() if game.reason]
    return fixture.chairs.filter(forfeited=True).count() + len(lost)


def play_first_game(fixture, owner):
    """Play the first game while a pause begins."""
    move(fixture, minutes=5)
    opening.open_due()
    match = fresh(fixture).games.get().match
    for player in match.players.select_related("user"):
        lobby.sit(match.pk, player.user, player.user.name)
    fixtures.note_beginnings()
    pauses.pause(season_of(fixture), owner, reason="Christmas")
    play_match(Match.objects.get(pk=match.pk), Random(1))
    results.collect_and_go_on()
    assert fresh(fixture).games.count() == 1


def test_a_round_published_in_a_pause_is_open_when_the_pause_ends(owner, monkeypatch):
    season, players = running(owner, 2)
    pauses.pause(season, owner, reason="Christmas")
    after(monkeypatch, days=3)
    fixture = drawn(season, owner).fixtures.get()
    after(monkeypatch, days=3)
    pauses.resume(season, owner)
    assert opening.open_now(fixture.pk, players[0])


def test_a_round_of_an_evening_resumes_with_its_remaining_time(owner, monkeypatch):
    season, _players = running(owner, 7, "secret-hitler", rounds_planned=3)
    draft = draws.draft_round(season.divisions.get(), owner)
    draws.publish_round(draft, owner, minutes=60)
    after(monkeypatch, minutes=20)
    pauses.pause(season, owner, reason="Pizza")
    after(monkeypatch, minutes=15)
    pauses.resume(season, owner)
    left = Round.objects.get(pk=draft.pk).closes_at - timezone.now()
    assert round(left / timedelta(minutes=1)) == 40


def test_longer_rounds_do_not_extend_a_round_of_an_evening(owner):
    season, _players = running(owner, 7, "secret-hitler", rounds_planned=3)
    draft = draws.draft_round(season.divisions.get(), owner)
    draws.publish_round(draft, owner, minutes=90)
    ends = Round.objects.get(pk=draft.pk).closes_at
    seasons.edit_season(season, owner, round_days=season.round_days + 2)
    assert Round.objects.get(pk=draft.pk).closes_at == ends


@pytest.mark.parametrize("stop", ["pause", "cancel"])
def test_undoing_a_pause_or_a_cancellation_gives_its_days_back(owner, fixture, monkeypatch, stop):
    deadline_in(fixture, days=1)
    ends = fresh(fixture).deadline
    {"pause": pauses.pause, "cancel": seasons.cancel}[stop](
        season_of(fixture), owner, reason="Christmas"
    )
    after(monkeypatch, days=2, hours=23)
    act = Audit.objects.get(verb=f"{stop}_season")
    undo.undo(act.pk, owner, reason="We play after all")
    look_after(monkeypatch)
    assert forfeits(fixture) == 0
    assert fresh(fixture).deadline == ends + timedelta(days=3)


@pytest.mark.parametrize("is_undone", [False, True])
@pytest.mark.parametrize("hours", [0, 5])
def test_a_pause_of_some_hours_moves_nothing_and_sends_no_email(
    owner, monkeypatch, hours, is_undone
):
    fixture = move(duel(owner), days=1)
    before = fixture.deadline, fixture.starts_at
    pauses.pause(season_of(fixture), owner, reason="A slip")
    after(monkeypatch, hours=hours)
    if is_undone:
        undo.undo(Audit.objects.get(verb="pause_season").pk, owner, reason="A slip")
    else:
        pauses.resume(season_of(fixture), owner)
    assert (fresh(fixture).deadline, fresh(fixture).starts_at) == before
    assert not Reminder.objects.filter(kind="moved").exists()


def test_times_that_passed_in_a_pause_of_some_hours_move_by_a_day(owner, monkeypatch):
    fixture = move(duel(owner), hours=2)
    deadline_in(fixture, hours=3)
    ends = fresh(fixture).deadline
    pauses.pause(season_of(fixture), owner, reason="A power cut")
    after(monkeypatch, hours=5)
    pauses.resume(season_of(fixture), owner)
    assert (fresh(fixture).deadline, fresh(fixture).starts_at) == (ends + timedelta(days=1), None)
    look_after(monkeypatch)
    assert forfeits(fixture) == 0


def test_a_pause_undone_twice_gives_no_day_back_twice(owner, fixture, monkeypatch):
    ends = fresh(fixture).deadline
    pauses.pause(season_of(fixture), owner, reason="Christmas")
    act = Audit.objects.get(verb="pause_season")
    for day in range(3):
        after(monkeypatch, hours=23)
        act = undo.undo(act.pk, owner, reason="So")
        assert season_of(fixture).is_paused == (day == 1)
    assert fresh(fixture).deadline == ends + timedelta(days=2)


@pytest.mark.parametrize("began", [timedelta(minutes=-30), timedelta(minutes=5)])
def test_the_next_game_of_a_fixture_begun_before_a_pause_waits_until_the_deadline(
    owner, fixture, monkeypatch, began
):
    play_first_game(fixture, owner)
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=timezone.now() + began)
    after(monkeypatch, days=2)
    pauses.resume(season_of(fixture), owner)
    assert (fresh(fixture).status, fresh(fixture).starts_at) == (Status.RUNNING, None)
    look_after(monkeypatch)
    assert [game.match.is_open for game in fixture.games.filter(ordinal=2)] == [True]
    assert forfeits(fixture) == 0
    after(monkeypatch, days=9)
    look_after(monkeypatch)
    assert fresh(fixture).is_settled


def test_a_time_shortly_before_a_pause_must_be_agreed_again(owner, monkeypatch):
    fixture = move(duel(owner), minutes=-5)
    fixture.chairs.filter(seat=0).update(checked_in_at=timezone.now())
    pauses.pause(season_of(fixture), owner, reason="Christmas")
    after(monkeypatch, days=2)
    pauses.resume(season_of(fixture), owner)
    look_after(monkeypatch)
    assert (fresh(fixture).status, fresh(fixture).starts_at) == (Status.PLANNED, None)
    assert forfeits(fixture) == 0


def test_the_last_day_after_a_deadline_does_not_pass_during_a_pause(owner, fixture, monkeypatch):
    deadline_in(fixture, hours=-1)
    pauses.pause(season_of(fixture), owner, reason="Christmas")
    after(monkeypatch, days=2)
    pauses.resume(season_of(fixture), owner)
    look_after(monkeypatch)
    assert forfeits(fixture) == 0
    assert not fixtures.is_lost(fresh(fixture))


def test_everybody_sees_that_a_season_is_paused_and_its_players_are_told_why(
    owner, fixture, client, mailoutbox
):
    season = season_of(fixture)
    assert "paused" not in client.get(season.get_absolute_url()).content.decode()
    pauses.pause(season, owner, reason="Christmas")
    for address in (season.get_absolute_url(), fixture.get_absolute_url()):
        page = client.get(address).content.decode()
        assert "The season is paused: no tables open" in page, address
        assert ">paused<" in page or address != season.get_absolute_url()
    deliver_due(announcements.KIND)
    told = {address for mail in mailoutbox for address in mail.to}
    assert told == {chair.entry.user.email for chair in fixture.chairs.all()}
    assert "Christmas" in mailoutbox[0].body


def test_nobody_is_notified_of_a_pause_that_was_undone_immediately(owner, mailoutbox):
    season = season_of(duel(owner))
    pauses.pause(season, owner, reason="Christmas")
    undo.undo(Audit.objects.get(verb="pause_season").pk, owner, reason="A slip")
    deliver_due(announcements.KIND)
    assert not mailoutbox
