"""In the middle of a fixture: a deleted account, a new deal, a cancelled season."""

from random import Random

import pytest

from accounts.privacy import delete_account
from games.leagues import errors
from games.leagues.fixtures import opening, results, rulings
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Season
from games.leagues.organiser import undo
from games.leagues.seasons import entries
from games.leagues.seasons import services as seasons
from games.matches.lobby import services as lobby
from games.matches.management.commands.demo import decide_for_people
from games.matches.models import Match
from games.matches.play.referee import act_once
from tests.leagues.league_play import drawn, entry_of, found, people, play_match, running
from tests.leagues.scheduling.arranging import fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def fixture(owner):
    """Return a duel of a published round."""
    season, _players = running(owner, 4)
    return drawn(season, owner).fixtures.first()


def player_of(fixture, number=0):
    """Return one of the two players."""
    return fixture.chairs.select_related("entry__user")[number].entry.user


def newest(fixture):
    """Return the newest match."""
    return fixture.games.order_by("-ordinal").first().match


def begun(fixture):
    """Return the first game of a fixture, at which both have just sat down."""
    match = opening.open_now(fixture.pk, player_of(fixture))
    come(match)
    return match


def come(match):
    """Let everybody sit down."""
    for player in match.players.select_related("user").filter(is_ready=False):
        lobby.sit(match.pk, player.user, "aa")


def play_out(match):
    """Play on, with the referee for an absent player."""
    random = Random(1)
    match.refresh_from_db()
    while match.is_running:
        Match.objects.filter(pk=match.pk).update(due_at=match.started_at)
        if not act_once():
            decide_for_people(match, random)
        decide_for_people(match, random)
        match.refresh_from_db()


def seats(match):
    """Return the user on each seat."""
    return dict(match.players.values_list("seat", "user"))


def test_a_player_who_deletes_the_account_during_a_duel_loses_the_games_to_come(fixture):
    match = begun(fixture)
    gone, other = fixture.chairs.all()
    delete_account(player_of(fixture))
    play_out(match)
    results.collect_and_go_on()
    fixture = fresh(fixture)
    assert fixture.status == "finished"
    first, second = (game.placings for game in fixture.games.all())
    assert {one["entry"] for one in first} == {gone.entry_id, other.entry_id}
    assert {one["entry"]: one["won"] for one in second} == {
        gone.entry_id: False,
        other.entry_id: True,
    }


def test_a_duel_called_off_after_a_deletion_is_forfeited(fixture):
    match = begun(fixture)
    results.collect()
    delete_account(player_of(fixture))
    Match.objects.filter(pk=match.pk).update(status="void")
    results.collect_and_go_on()
    assert fresh(fixture).status == "forfeited"
    assert list(fixture.chairs.values_list("forfeited", flat=True)) == [True, False]


def test_no_further_game_is_opened_in_a_season_that_was_called_off(fixture, owner):
    season = Season.objects.get()
    match = opening.open_now(fixture.pk, player_of(fixture))
    play_match(match, Random(1))
    seasons.cancel(season, owner, reason="Too few.")
    results.collect_and_go_on()
    assert not Match.objects.filter(status="open").exists()
    undo.undo(Audit.objects.first().pk, owner, reason="They came back.")
    results.collect_and_go_on()
    assert Match.objects.filter(status="open").count() == 1


def test_a_match_that_began_a_moment_ago_is_neither_forfeited_nor_taken_away(fixture, owner):
    begun(fixture)
    with pytest.raises(errors.MatchesBegun):
        rulings.forfeit_fixture(
            fixture, owner, {fixture.chairs.first().entry_id}, reason="Too late."
        )
    with pytest.raises(errors.MatchesBegun):
        rulings.void_fixture(fixture, owner, reason="Too late.")


def test_leaving_does_not_forfeit_a_match_that_began_a_moment_ago(fixture):
    begun(fixture)
    user = player_of(fixture)
    entries.withdraw(entry_of(Season.objects.get(), user), user)
    assert fresh(fixture).status == "running"
    assert not fixture.chairs.filter(forfeited=True).exists()


def test_a_new_deal_leaves_everybody_on_their_seats(fixture):
    match = begun(fixture)
    before = seats(match)
    for deal in range(8):
        for player in match.players.select_related("user").order_by("-seat"):
            lobby.ask_redeal(match.pk, player.user, f"{deal}")
        results.collect()
        assert newest(fixture) != match
        match = newest(fixture)
        assert seats(match) == before


def test_a_player_who_left_before_registration_opened_is_not_drawn(owner):
    league, players = found(owner), people(4)
    season = seasons.open_season(league, owner, name="First", format="swiss")
    for user in players:
        entries.enter(season, owner, membership.join(league, user))
    delete_account(players[0])
    seasons.begin(season, owner)
    assert {entry.user for entry in season.entries.all()} == set(players[1:])
