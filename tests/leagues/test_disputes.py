"""Results that are corrected or disputed, and who may decide about them until when."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.leagues import errors, errors_scheduling
from games.leagues.fixtures import disputes, rulings
from games.leagues.models import Audit, Fixture
from games.leagues.organiser import undo
from games.leagues.organiser.forms_rulings import DecideForm
from games.leagues.seasons import services as seasons
from games.matches.errors import NotAllowed
from tests.leagues.league_play import (
    drawn,
    entry_of,
    play_fixture,
    points,
    running,
    settle_round,
)
from tests.leagues.organiser.visitors import client_of, text

pytestmark = pytest.mark.django_db

Status = Fixture.Status


def test_a_correction_counts_is_explained_and_can_be_undone(owner):
    season, _players = running(owner, 2)
    fixture = play_fixture(drawn(season, owner).fixtures.get())
    before = points(season)
    for game in fixture.games.all():
        loser = next(one["side"] for one in game.placings if one["won"] is False)
        rulings.correct_game(game, owner, winner=loser, reason="The server lied.")
    assert points(season) == {name: 2 - value for name, value in before.items()}
    for done in Audit.objects.filter(verb="correct_game"):
        undo.undo(done.pk, owner, reason="It had not.")
    assert points(season) == before


def test_a_result_cannot_be_corrected_to_a_side_that_the_game_has_not(owner):
    season, _players = running(owner, 2)
    fixture = play_fixture(drawn(season, owner).fixtures.get())
    with pytest.raises(errors.BadSetting):
        rulings.correct_game(fixture.games.first(), owner, winner="liberal", reason="x")


def test_a_disputed_result_stands_until_another_is_entered(owner):
    season, players = running(owner, 2)
    fixture = play_fixture(drawn(season, owner).fixtures.get())
    before = points(season)
    contested = disputes.dispute(fixture, players[0], "I was thrown out.")
    assert points(season) == before
    disputes.decide(contested, owner, disputes.Ruling(), decision="You were not.")
    assert points(season) == before
    contested.refresh_from_db()
    assert contested.status == "rejected"
    with pytest.raises(errors.AlreadyDecided):
        disputes.decide(contested, owner, disputes.Ruling(), decision="Or were you?")


def test_deciding_a_dispute_is_entering_the_result_and_undone_with_it(owner):
    season, players = running(owner, 2)
    fixture = play_fixture(drawn(season, owner).fixtures.get())
    before = points(season)
    contested = [disputes.dispute(fixture, user, "It was not so.") for user in players]
    loses = {
        game.pk: next(one["side"] for one in game.placings if one["won"] is False)
        for game in fixture.games.all()
    }
    ruling = disputes.Ruling(games=loses)
    disputes.decide(contested[0], owner, ruling, decision="The server lied.")
    assert points(season) == {name: 2 - value for name, value in before.items()}
    assert set(fixture.disputes.values_list("status", flat=True)) == {"upheld"}
    undo.undo(Audit.objects.get(verb="decide_dispute").pk, owner, reason="It had not.")
    assert points(season) == before
    assert set(fixture.disputes.values_list("status", flat=True)) == {"open"}


def test_a_dispute_may_be_decided_by_awarding_the_duel_or_by_playing_it_again(owner):
    season, players = running(owner, 2)
    fixture = play_fixture(drawn(season, owner).fixtures.get())
    contested = disputes.dispute(fixture, players[0], "Unfair!")
    mine = entry_of(season, players[0]).pk
    ruling = disputes.Ruling(forfeits=frozenset({mine}))
    disputes.decide(contested, owner, ruling, decision="By you.")
    assert points(season) == {players[0].name: 0, players[1].name: 2}
    contested = disputes.dispute(fixture, players[1], "Not like this.")
    disputes.decide(contested, owner, disputes.Ruling(replay=True), decision="Play it.")
    assert Fixture.objects.get().status == Status.PLANNED


def test_a_duel_that_was_awarded_may_count_again_as_it_was_played(owner):
    season, players = running(owner, 2)
    fixture = play_fixture(drawn(season, owner).fixtures.get())
    before = points(season)
    mine = entry_of(season, players[0]).pk
    rulings.forfeit_fixture(fixture, owner, {mine}, reason="He cheated.")
    assert points(season) == {players[0].name: 0, players[1].name: 2}
    contested = disputes.dispute(fixture, players[0], "I did not.")
    ruling = disputes.Ruling(by_games=True)
    disputes.decide(contested, owner, ruling, decision="He did not.")
    assert points(season) == before
    contested.refresh_from_db()
    assert contested.status == "upheld"
    undo.undo(Audit.objects.get(verb="decide_dispute").pk, owner, reason="He did.")
    assert points(season) == {players[0].name: 0, players[1].name: 2}


def test_what_is_played_again_meanwhile_gets_no_other_result(owner):
    season, players = running(owner, 2)
    fixture = play_fixture(drawn(season, owner).fixtures.get())
    contested = disputes.dispute(fixture, players[0], "Unfair!")
    rulings.reopen_fixture(Fixture.objects.get(), owner, replay=True, reason="A bug.")
    game = fixture.games.first()
    ruling = disputes.Ruling(games={game.pk: disputes.DRAW})
    with pytest.raises(errors.NotSettled):
        disputes.decide(contested, owner, ruling, decision="A draw.")
    disputes.decide(contested, owner, disputes.Ruling(), decision="Play.")


def test_the_form_of_a_dispute_says_whether_the_forfeit_or_the_games_count(owner):
    season, players = running(owner, 2)
    fixture = play_fixture(drawn(season, owner).fixtures.get())
    mine = entry_of(season, players[0]).pk
    rulings.forfeit_fixture(fixture, owner, {mine}, reason="He cheated.")
    fixture = Fixture.objects.get()

    def filled(**typed):
        return DecideForm({"decision": "So.", **games, **typed}, fixture=fixture)

    games = {f"game-{game.pk}": "stands" for game in fixture.games.all()}
    labels = [str(label) for _key, label in filled().fields["whole"].choices]
    assert labels[:2] == ["The forfeit stands", "As its games say"]
    form = filled(whole="games")
    assert form.is_valid()
    assert form.cleaned_data["ruling"] == disputes.Ruling(by_games=True)
    first = next(iter(games))
    assert not filled(whole="stands", **{first: "draw"}).is_valid()


def test_a_player_disputes_a_result_once_and_within_three_days(owner):
    season, players = running(owner, 2)
    fixture = play_fixture(drawn(season, owner).fixtures.get())
    disputes.dispute(fixture, players[0], "Unfair!")
    with pytest.raises(errors.AlreadyDisputed):
        disputes.dispute(fixture, players[0], "Still unfair!")
    Fixture.objects.update(finished_at=timezone.now() - timedelta(hours=73))
    with pytest.raises(errors.TooLateToDispute):
        disputes.dispute(fixture, players[1], "Unfair to me!")


def test_a_season_with_an_open_dispute_is_not_closed(owner):
    season, players = running(owner, 2)
    published = drawn(season, owner)
    fixture = play_fixture(published.fixtures.get())
    disputes.dispute(fixture, players[0], "Unfair!")
    with pytest.raises(errors.DisputeOpen):
        seasons.close_season(season, owner)


def test_who_closes_a_season_is_told_how_many_results_can_still_be_disputed(owner):
    season, _players = running(owner, 4, rounds_planned=1)
    played = drawn(season, owner)
    settle_round(played, [])
    page = f"{season.get_absolute_url()}run/close/"
    browser = client_of(owner)
    assert "2 results can still be disputed until" in text(browser.get(page))
    Fixture.objects.update(finished_at=timezone.now() - timedelta(hours=73))
    assert "can still be disputed" not in text(browser.get(page))


def test_only_who_played_disputes_and_only_arbiters_decide(owner, mallory):
    season, players = running(owner, 2)
    fixture = play_fixture(drawn(season, owner).fixtures.get())
    with pytest.raises(NotAllowed):
        disputes.dispute(fixture, mallory, "Unfair!")
    contested = disputes.dispute(fixture, players[0], "Unfair!")
    with pytest.raises(NotAllowed):
        disputes.decide(contested, players[0], disputes.Ruling(), decision="I win.")


def test_a_stranger_who_is_not_logged_in_may_dispute_nothing(owner):
    season, _players = running(owner, 2)
    fixture = play_fixture(drawn(season, owner).fixtures.get())
    assert not disputes.may_dispute(fixture, AnonymousUser())


def test_a_ruling_on_a_fixture_that_was_deleted_meanwhile_is_refused(owner):
    season, _players = running(owner, 2)
    fixture = drawn(season, owner).fixtures.get()
    Fixture.objects.filter(pk=fixture.pk).delete()
    with pytest.raises(errors_scheduling.NoSuchFixture):
        rulings.forfeit_fixture(fixture, owner, set(), reason="Nobody came.")
