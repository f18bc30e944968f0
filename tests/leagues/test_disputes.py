"""Corrected and disputed results: permissions, effects and time limits."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.leagues import errors
from games.leagues.fixtures import disputes, rulings
from games.leagues.models import Audit, Fixture
from games.leagues.organiser import undo
from games.leagues.organiser.forms_rulings import DecideForm
from games.leagues.seasons import entries
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
from tests.remembered import remembered

pytestmark = pytest.mark.django_db
AGAIN = {rulings.reopen_fixture: {"replay": True}}

Status = Fixture.Status


@pytest.fixture
def played(owner):
    """A season of two players, the players, and their played duel."""
    return duel_of_two(owner)


@remembered
def duel_of_two(owner):
    season, players = running(owner, 2)
    return season, players, play_fixture(drawn(season, owner).fixtures.get())


def test_a_correction_counts_is_explained_and_can_be_undone(owner, played):
    season, _players, fixture = played
    before = points(season)
    for game in fixture.games.all():
        loser = next(one["side"] for one in game.placings if one["won"] is False)
        rulings.correct_game(game, owner, winner=loser, reason="The server lied.")
    assert points(season) == {name: 2 - value for name, value in before.items()}
    for done in Audit.objects.filter(verb="correct_game"):
        undo.undo(done.pk, owner, reason="It had not.")
    assert points(season) == before


def test_a_game_that_is_corrected_back_counts_as_it_was_played(owner, played):
    season, _players, fixture = played
    game, before = fixture.games.first(), points(season)
    won, lost = (next(one["side"] for one in game.placings if one["won"] is is_won)
                 for is_won in (True, False))  # fmt: skip
    with pytest.raises(errors.SameResult):
        rulings.correct_game(game, owner, winner=won, reason="So it was.")
    rulings.correct_game(game, owner, winner=lost, reason="The server lied.")
    assert points(season) != before
    rulings.correct_game(game, owner, winner=won, reason="It had not.")
    assert game.corrected is None
    assert points(season) == before


def test_a_game_that_does_not_count_cannot_be_corrected_and_its_page_offers_no_step(owner, played):
    season, players, fixture = played
    annulled, game = fixture.games.all()
    rulings.correct_game(annulled, owner, winner="", reason="They agreed.")
    rulings.annul_game(annulled, owner, reason="They could not.")
    page = text(client_of(owner).get(fixture.get_absolute_url()))
    assert "Not counted.</strong> They could not." in page
    assert "Corrected by" not in page
    assert f"run/correct/{annulled.pk}/" not in page
    rulings.forfeit_fixture(fixture, owner, {entry_of(season, players[0]).pk}, reason="No.")
    for one in (annulled, game):
        with pytest.raises(errors.NotCounted):
            rulings.correct_game(one, owner, winner="", reason="A draw.")
        with pytest.raises(errors.NotCounted):
            rulings.annul_game(one, owner, reason="Nothing.")
    page = text(client_of(owner).get(fixture.get_absolute_url()))
    assert "run/correct/" not in page
    assert "run/annul/" not in page


def test_a_decision_that_confirms_the_result_rejects_the_dispute(owner, played):
    season, players, fixture = played
    game = fixture.games.first()
    won = next(one["side"] for one in game.placings if one["won"])
    contested = disputes.dispute(fixture, players[0], "Unfair!")
    ruling = disputes.Ruling(games={game.pk: won})
    disputes.decide(contested, owner, ruling, decision="As it was.")
    rulings.forfeit_fixture(fixture, owner, {entry_of(season, players[0]).pk}, reason="He left.")
    again = disputes.dispute(fixture, players[1], "Too much!")
    ruling = disputes.Ruling(forfeits=frozenset({entry_of(season, players[0]).pk}))
    disputes.decide(again, owner, ruling, decision="He did.")
    assert set(fixture.disputes.values_list("status", flat=True)) == {"rejected"}


def test_a_decision_cannot_count_more_games_than_a_fixture_has(owner, played):
    _season, players, fixture = played
    old = fixture.games.first()
    rulings.reopen_fixture(fixture, owner, replay=True, reason="A bug.")
    fixture = play_fixture(fixture, seed=7)
    contested = disputes.dispute(fixture, players[0], "The first ones were right.")
    assert f"game-{old.pk}" not in DecideForm(fixture=fixture).fields
    ruling = disputes.Ruling(games={old.pk: disputes.DRAW})
    with pytest.raises(errors.BadSetting):
        disputes.decide(contested, owner, ruling, decision="A draw.")
    rulings.annul_game(fixture.games.last(), owner, reason="Another bug.")
    field = DecideForm(fixture=fixture).fields[f"game-{old.pk}"]
    assert str(next(label for _key, label in field.choices)) == "It does not count"
    disputes.decide(contested, owner, ruling, decision="A draw.")
    assert fixture.games.filter(is_counted=True).count() == 2


def test_a_result_cannot_be_corrected_to_a_side_that_the_game_lacks(owner, played):
    _season, _players, fixture = played
    with pytest.raises(errors.BadSetting):
        rulings.correct_game(fixture.games.first(), owner, winner="liberal", reason="x")


def test_a_disputed_result_counts_until_another_is_entered(owner, played):
    season, players, fixture = played
    before = points(season)
    contested = disputes.dispute(fixture, players[0], "I was thrown out.")
    assert points(season) == before
    disputes.decide(contested, owner, disputes.Ruling(), decision="You were not.")
    assert points(season) == before
    contested.refresh_from_db()
    assert contested.status == "rejected"
    with pytest.raises(errors.AlreadyDecided):
        disputes.decide(contested, owner, disputes.Ruling(), decision="Or were you?")


def test_deciding_a_dispute_enters_the_result_and_both_are_undone_together(owner, played):
    season, players, fixture = played
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


def test_a_dispute_may_be_decided_by_awarding_the_duel_or_by_a_replay(owner, played):
    season, players, fixture = played
    contested = disputes.dispute(fixture, players[0], "Unfair!")
    mine = entry_of(season, players[0]).pk
    ruling = disputes.Ruling(forfeits=frozenset({mine}))
    disputes.decide(contested, owner, ruling, decision="By you.")
    assert points(season) == {players[0].name: 0, players[1].name: 2}
    contested = disputes.dispute(fixture, players[1], "Not like this.")
    disputes.decide(contested, owner, disputes.Ruling(replay=True), decision="Play it.")
    assert Fixture.objects.get().status == Status.PLANNED


def test_a_duel_that_was_awarded_may_be_counted_as_played_again(owner, played):
    season, players, fixture = played
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


def test_games_that_do_not_count_are_ignored_everywhere(owner, played):
    season, players, fixture = played
    browser, mine = client_of(owner), entry_of(season, players[0]).pk

    def counted() -> tuple[int, bool, list[bool]]:
        page = text(browser.get(f"{season.get_absolute_url()}players/{mine}/"))
        lines = browser.get(f"{season.get_absolute_url()}results.json").json()["results"]
        marks = page.count('class="appearance-game"')
        return marks, ">Players met<" in page, [one["counted"] for one in lines]

    assert counted() == (2, True, [True] * 4)
    rulings.forfeit_fixture(fixture, owner, {mine}, reason="He cheated.")
    assert counted() == (0, False, [False] * 4)
    undo.undo(Audit.objects.first().pk, owner, reason="He did not.")
    rulings.annul_game(fixture.games.first(), owner, reason="A bug.")
    assert counted() == (1, True, [False, False, True, True])
    rulings.void_fixture(Fixture.objects.get(), owner, reason="Two bugs.")
    assert counted() == (0, False, [False] * 4)


def test_the_page_of_a_fixture_shows_why_an_arbiter_annulled_it(owner, played):
    season, players, fixture = played
    mine, address = entry_of(season, players[0]).pk, fixture.get_absolute_url()
    rulings.forfeit_fixture(fixture, owner, {mine}, reason="An engine <helped>.")
    page = text(client_of(players[1]).get(address))
    assert re.search("decided it by forfeit. <span [^>]*>An engine &lt;helped&gt;.<", page)
    rulings.void_fixture(Fixture.objects.get(), owner, reason="So did another.")
    page = text(client_of(players[1]).get(address))
    assert re.search("This fixture doesn't count. <span [^>]*>So did another.<", page)
    undo.undo(Audit.objects.filter(verb="void_fixture").get().pk, owner, reason="No.")
    assert "An engine" in text(client_of(players[1]).get(address))
    rulings.reopen_fixture(Fixture.objects.get(), owner, replay=True, reason="Again.")
    entries.withdraw(entry_of(season, players[0]), players[0])
    assert Fixture.objects.get().status == Status.FORFEITED
    assert "An engine" not in text(client_of(players[1]).get(address))


@pytest.mark.parametrize("ruling", [rulings.reopen_fixture, rulings.void_fixture])
def test_a_dispute_ends_with_its_fixture_and_comes_back_with_it(owner, played, ruling):
    _season, players, fixture = played
    contested = disputes.dispute(fixture, players[0], "Unfair!")
    ruling(Fixture.objects.get(), owner, reason="A bug.", **AGAIN.get(ruling, {}))
    contested.refresh_from_db()
    assert (contested.status, contested.decision) == ("upheld", "A bug.")
    with pytest.raises(errors.AlreadyDecided):
        disputes.decide(contested, owner, disputes.Ruling(), decision="Play.")
    undo.undo(Audit.objects.first().pk, owner, reason="It was none.")
    contested.refresh_from_db()
    assert (contested.status, contested.decision) == ("open", "")


def test_the_form_of_a_dispute_shows_whether_the_forfeit_or_the_games_count(owner, played):
    season, players, fixture = played
    mine = entry_of(season, players[0]).pk
    rulings.forfeit_fixture(fixture, owner, {mine}, reason="He cheated.")
    fixture = Fixture.objects.get()

    def filled(**typed):
        return DecideForm({"decision": "So.", **games, **typed}, fixture=fixture)

    games = {f"game-{game.pk}": "stands" for game in fixture.games.all()}
    labels = [str(label) for _key, label in filled().fields["whole"].choices]
    assert labels[:2] == ["Forfeit upheld", "According to its games"]
    form = filled(whole="games")
    assert form.is_valid()
    assert form.cleaned_data["ruling"] == disputes.Ruling(by_games=True)
    first = next(iter(games))
    assert not filled(whole="stands", **{first: "draw"}).is_valid()


def test_a_player_can_dispute_a_result_once_within_three_days(played):
    _season, players, fixture = played
    disputes.dispute(fixture, players[0], "Unfair!")
    with pytest.raises(errors.AlreadyDisputed):
        disputes.dispute(fixture, players[0], "Still unfair!")
    Fixture.objects.update(finished_at=timezone.now() - timedelta(hours=73))
    with pytest.raises(errors.TooLateToDispute):
        disputes.dispute(fixture, players[1], "Unfair to me!")


def test_a_replayed_result_may_be_disputed_again(owner, played):
    _season, players, fixture = played
    disputes.dispute(fixture, players[0], "Unfair!")
    rulings.reopen_fixture(fixture, owner, replay=True, reason="A bug.")
    page = text(client_of(players[0]).get(fixture.get_absolute_url()))
    assert "It counts until" not in page
    fixture = play_fixture(fixture, seed=7)
    assert disputes.may_dispute(fixture, players[0])
    disputes.dispute(fixture, players[0], "Unfair again!")
    with pytest.raises(errors.AlreadyDisputed):
        disputes.dispute(fixture, players[0], "Still!")


def test_a_season_with_an_open_dispute_cannot_be_closed(owner):
    season, players = running(owner, 2)
    published = drawn(season, owner)
    fixture = play_fixture(published.fixtures.get())
    disputes.dispute(fixture, players[0], "Unfair!")
    with pytest.raises(errors.DisputeOpen):
        seasons.close_season(season, owner)


def test_closing_a_season_shows_how_many_results_can_still_be_disputed(owner):
    season, _players = running(owner, 4, rounds_planned=1)
    played = drawn(season, owner)
    settle_round(played, [])
    page = f"{season.get_absolute_url()}run/close/"
    browser = client_of(owner)
    assert "2 results can still be disputed until" in text(browser.get(page))
    Fixture.objects.update(finished_at=timezone.now() - timedelta(hours=73))
    assert "can still be disputed" not in text(browser.get(page))


def test_an_anonymous_visitor_cannot_dispute_anything(played):
    _season, _players, fixture = played
    assert not disputes.may_dispute(fixture, AnonymousUser())


def test_a_ruling_on_a_fixture_deleted_in_the_meantime_is_refused(owner):
    season, _players = running(owner, 2)
    fixture = drawn(season, owner).fixtures.get()
    Fixture.objects.filter(pk=fixture.pk).delete()
    with pytest.raises(errors.NoSuchFixture):
        rulings.forfeit_fixture(fixture, owner, set(), reason="Nobody came.")


def test_only_players_of_a_fixture_can_dispute_it(played, mallory):
    _season, _players, fixture = played
    with pytest.raises(NotAllowed):
        disputes.dispute(fixture, mallory, "Unfair!")
