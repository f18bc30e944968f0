"""Absent players forfeit after the grace period, and never because of a failure of the site."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.leagues.fixtures import absences, opening, results
from games.leagues.models import Audit, Delivery, Fixture, FixtureMatch, Round, Watch
from games.leagues.organiser import undo
from games.leagues.seasons import standings_input
from games.leagues.webhooks import services as webhooks
from games.matches.models import Match
from games.matches.play.services import lock_match
from tests.leagues.league_play import play_match
from tests.leagues.scheduling.arranging import (
    duel,
    end_round,
    fresh,
    league_of,
    move,
    opened,
    sit,
    table,
    users_of,
)
from tests.remembered import remembered

pytestmark = pytest.mark.django_db
Status = Fixture.Status


def forfeited(fixture: Fixture) -> list[str]:
    chairs = fixture.chairs.filter(forfeited=True).order_by("seat")
    return [chair.entry.name for chair in chairs]


def late(fixture: Fixture, minutes: int = 16) -> Match:
    """Return the table of a fixture that was due some time ago, and has been open since then."""
    move(fixture, minutes=5)
    match = opened(fixture, minutes=minutes + 15)
    move(fixture, minutes=-minutes)
    return match


def test_in_a_duel_the_player_at_the_table_wins_after_the_grace_period(owner, fixture):
    webhooks.add(league_of(fixture), owner, "https://bot.example/hook")
    match = late(fixture)
    ada, ben = users_of(fixture)
    sit(match, ada)
    absences.settle_due()
    assert fresh(fixture).status == Status.FORFEITED
    assert forfeited(fixture) == [ben.name]
    assert fresh(fixture).finished_at
    assert not Match.objects.exists()
    assert not fixture.games.exists()
    assert Delivery.objects.get(event="fixture.forfeited").payload["status"] == "forfeited"


def test_nobody_forfeits_during_the_grace_period(fixture):
    sit(late(fixture, minutes=14), users_of(fixture)[0])
    absences.settle_due()
    assert fresh(fixture).status == Status.OPEN


def test_a_season_may_have_a_longer_grace_period(owner):
    fixture = duel(owner, grace_minutes=45)
    sit(late(fixture, minutes=40), users_of(fixture)[0])
    absences.settle_due()
    assert fresh(fixture).status == Status.OPEN
    move(fixture, minutes=-46)
    absences.settle_due()
    assert fresh(fixture).status == Status.FORFEITED


def test_both_forfeit_if_neither_comes(fixture):
    late(fixture)
    absences.settle_due()
    assert forfeited(fixture) == []  # they may still play until a day after the round
    end_round(fixture, hours=23)
    absences.settle_due()
    assert forfeited(fixture) == []
    end_round(fixture, hours=25)
    absences.settle_due()
    assert len(forfeited(fixture)) == 2
    table_now = standings_input.table_of(fixture.round.division)
    assert [row.points for row in table_now] == [0, 0]


@pytest.mark.parametrize(
    ("count", "sit_down", "opened", "status", "gone"),
    [
        (2, [1], [0, 1], Status.FORFEITED, [0]),  # sitting down counts more than opening
        (2, [], [1], Status.FORFEITED, [0]),
        (7, [0, 1, 2, 3, 4], [], Status.RUNNING, [5, 6]),
        (7, [0, 1, 2, 3], [4], Status.VOID, [5, 6]),  # too few for a table
        (5, [], [0, 1, 2, 3, 4], Status.VOID, []),
    ],
)
def test_after_the_grace_period_enough_present_players_begin_and_the_absent_forfeit(
    owner, count, sit_down, opened, status, gone
):
    fixture = duel(owner) if count == 2 else table(owner, count)
    people, match = users_of(fixture), late(fixture)
    fixture.chairs.filter(seat__in=opened).update(checked_in_at=timezone.now())
    sit(match, *(people[seat] for seat in sit_down))
    absences.settle_due()
    assert fresh(fixture).status == status
    assert forfeited(fixture) == [people[seat].name for seat in gone]
    assert [match.is_running for match in Match.objects.all()] == [True] * (status == "running")


def test_a_running_game_is_left_alone(fixture):
    match = late(fixture, minutes=60)
    sit(match, *users_of(fixture))
    end_round(fixture, hours=2)
    absences.settle_due()
    assert Match.objects.get(pk=match.pk).is_running
    assert forfeited(fixture) == []


def test_at_the_end_of_a_round_the_player_who_waited_at_the_table_wins(fixture, ada, ben):
    match = opening.open_now(fixture.pk, ada)
    sit(match, ada)
    end_round(fixture, minutes=1)
    absences.settle_due()
    assert fresh(fixture).status == Status.OPEN  # just opened: the grace period starts now
    Match.objects.update(opened_at=timezone.now() - timedelta(minutes=16))
    absences.settle_due()
    assert forfeited(fixture) == [ben.name]


def test_a_fixture_after_its_round_s_end_set_by_an_organiser_waits_for_its_time(owner):
    fixture = move(duel(owner), hours=3)
    end_round(fixture, hours=1)
    absences.settle_due()
    assert fresh(fixture).status == Status.PLANNED


def test_a_table_that_the_site_opened_late_keeps_its_grace_period(owner):
    fixture = move(duel(owner), hours=-3)
    absences.settle_due()
    assert fresh(fixture).status == Status.PLANNED
    opening.open_due()
    absences.settle_due()
    assert fresh(fixture).status == Status.OPEN


def test_nobody_forfeits_for_time_in_which_no_referee_was_running(fixture):
    sit(late(fixture, minutes=60), users_of(fixture)[0])
    now = timezone.now()
    Watch.objects.create(pk=1, at=now - timedelta(minutes=50))
    absences.settle_due()
    assert fresh(fixture).status == Status.OPEN
    Watch.objects.update(since=now - timedelta(minutes=16))
    absences.settle_due()
    assert fresh(fixture).status == Status.FORFEITED


def test_short_gaps_between_two_checks_are_no_outage(owner):
    now = timezone.now()
    assert absences.watched_since(now) is None
    assert absences.watched_since(now + timedelta(minutes=4)) is None
    back = now + timedelta(minutes=30)
    assert absences.watched_since(back) == back
    assert absences.watched_since(back + timedelta(minutes=2)) == back
    absences.watched_since(back + timedelta(seconds=150))  # records once a minute
    assert Watch.objects.get().at == back + timedelta(minutes=2)


@remembered
def first_game_played(fixture: Fixture) -> Match:
    """Play the first game; return the open table of the second."""
    move(fixture, minutes=5)
    play_match(opened(fixture), Random(3))
    results.collect()
    return lock_match(fresh(fixture).games.get(ordinal=2).match_id)


def long_open(match: Match) -> None:
    """Move the opening of a table back beyond the grace period."""
    Match.objects.filter(pk=match.pk).update(opened_at=timezone.now() - timedelta(minutes=16))


@remembered
def night_with_empty_chairs(owner: User, *, games: int, present: int) -> tuple[Any, ...]:
    """Return a fixture of six after its second game's grace period, its users and that game."""
    fixture = table(owner, 6, games_per_fixture=games)
    people = users_of(fixture)
    second = first_game_played(fixture)
    sit(second, *people[:present])
    long_open(second)
    absences.settle_due()
    return fixture, people, second


def rows_by_user(fixture: Fixture) -> dict[Any, Any]:
    """Return the rows of the standings by the player's account."""
    rows = {row.entry: row for row in standings_input.table_of(fresh(fixture).round.division)}
    chairs = fixture.chairs.select_related("entry__user")
    return {chair.entry.user: rows[chair.entry_id] for chair in chairs}


def test_a_player_who_misses_the_second_game_loses_it_but_not_the_first(fixture, ada, ben):
    second = first_game_played(fixture)
    first = fixture.games.get(ordinal=1).placings
    sit(second, ada)
    absences.settle_due()
    assert fresh(fixture).status == Status.RUNNING
    long_open(second)
    absences.settle_due()
    assert fresh(fixture).status == Status.FINISHED
    assert not Match.objects.filter(pk=second.pk).exists()
    assert fixture.games.get(ordinal=1).placings == first
    names = {chair.entry_id: chair.entry.user for chair in fixture.chairs.all()}
    won = {names[one["entry"]]: one["won"] for one in fixture.games.get(ordinal=2).placings}
    assert won == {ada: True, ben: False}
    assert forfeited(fixture) == []


def test_a_game_lost_by_absence_has_the_sides_that_it_would_have_had(fixture):
    second = first_game_played(fixture)
    long_open(second)
    absences.settle_due()
    one, two = fixture.games.order_by("ordinal")
    sides = {placing["entry"]: placing["side"] for placing in one.placings}
    swapped = {placing["entry"]: placing["side"] for placing in two.placings}
    assert set(sides.values()) == {"killer", "inspector"}
    assert all(sides[entry] != swapped[entry] for entry in sides)
    assert all(placing["won"] is False for placing in two.placings)  # neither came


def test_the_table_of_points_counts_a_game_lost_by_absence(owner):
    fixture = duel(owner, games_per_fixture=4)
    ada, ben = users_of(fixture)
    second = first_game_played(fixture)
    sit(second, ada)
    long_open(second)
    absences.settle_due()
    assert FixtureMatch.objects.filter(fixture=fixture).count() == 4
    rows = {row.entry: row.points for row in standings_input.table_of(fixture.round.division)}
    entries = {chair.entry.user: chair.entry_id for chair in fixture.chairs.all()}
    assert rows[entries[ada]] > rows[entries[ben]]


def test_at_a_table_night_the_next_game_begins_with_the_players_present(owner):
    fixture, people, second = night_with_empty_chairs(owner, games=2, present=5)
    assert Match.objects.get(pk=second.pk).is_running
    assert forfeited(fixture) == [people[5].name]
    assert Audit.objects.get(verb="note_absence").actor is None


def test_at_a_table_night_a_player_who_missed_the_second_game_is_no_longer_awaited(owner):
    fixture, people, second = night_with_empty_chairs(owner, games=3, present=5)
    play_match(second, Random(4))
    results.collect()
    third = fresh(fixture).games.get(ordinal=3).match
    assert set(third.players.values_list("user", flat=True)) == {user.pk for user in people[:5]}
    play_match(third, Random(5))
    results.collect()
    assert fresh(fixture).status == Status.FINISHED
    rows = rows_by_user(fixture)
    first = fixture.games.get(ordinal=1).placings
    seated = {chair.entry_id: chair.entry.user for chair in fixture.chairs.all()}
    won = {seated[one["entry"]]: one["won"] for one in first}
    assert rows[people[5]].forfeits == 1
    assert rows[people[5]].points == won[people[5]]


def test_a_player_excused_by_an_undo_plays_the_next_game_again(owner):
    fixture, people, second = night_with_empty_chairs(owner, games=3, present=5)
    undo.undo(Audit.objects.get(verb="note_absence").pk, owner, reason="The bus broke down.")
    play_match(Match.objects.get(pk=second.pk), Random(4))
    results.collect()
    assert fresh(fixture).games.get(ordinal=3).match.players.filter(user=people[5]).exists()


def test_at_a_table_night_that_ends_early_the_earlier_games_count(owner):
    fixture, people, second = night_with_empty_chairs(owner, games=2, present=3)
    assert fresh(fixture).status == Status.FINISHED
    assert [game.ordinal for game in fixture.games.all()] == [1]
    assert not Match.objects.filter(pk=second.pk).exists()
    assert set(forfeited(fixture)) == {user.name for user in people[3:]}
    rows = rows_by_user(fixture)
    assert [rows[user].forfeits for user in people] == [0, 0, 0, 1, 1, 1]
    undo.undo(Audit.objects.get(verb="note_absence").pk, owner, reason="A fire alarm.")
    results.collect_and_go_on()
    again = fresh(fixture)
    assert (again.status, forfeited(fixture)) == (Status.RUNNING, [])
    assert again.games.get(ordinal=2).match.players.count() == 6


def test_in_correspondence_a_second_game_waits_for_days(owner):
    fixture = duel(owner, pace=Match.Pace.DAILY)
    opening.open_due()
    play_match(fresh(fixture).games.get().match, Random(3))
    results.collect()
    Match.objects.filter(status="open").update(opened_at=timezone.now() - timedelta(hours=30))
    absences.settle_due()
    assert fresh(fixture).status == Status.RUNNING


def test_drafts_and_closed_rounds_are_left_alone(owner):
    fixture = move(duel(owner), hours=-3)
    for status in (Round.Status.DRAFT, Round.Status.CLOSED):
        Round.objects.filter(pk=fixture.round_id).update(status=status)
        absences.settle_due()
        assert fresh(fixture).status == Status.PLANNED
