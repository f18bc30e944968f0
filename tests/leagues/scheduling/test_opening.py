"""Tables open for the right users on the right seats until their fixture is over."""

from datetime import timedelta
from itertools import pairwise
from random import Random

import pytest
from django.utils import timezone

from accounts.privacy import delete_account
from games.leagues import errors
from games.leagues.fixtures import opening, results, rulings
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Delivery, Fixture, League, Round, Season
from games.leagues.organiser import undo
from games.leagues.scheduling.planning import timing_of
from games.leagues.seasons import entries
from games.leagues.seasons import services as seasons
from games.leagues.webhooks import services as webhooks
from games.matches.lobby import services as lobby
from games.matches.management.commands.demo import decide_for_people
from games.matches.models import Match
from games.matches.play import referee
from tests.leagues.league_play import (
    entry_of,
    found,
    people,
    play_match,
)
from tests.leagues.organiser.visitors import client_of, text
from tests.leagues.scheduling.arranging import (
    duel,
    end_round,
    fresh,
    league_of,
    move,
    opened,
    played_duel,
    sit,
    table,
    users_of,
)

pytestmark = pytest.mark.django_db


def seated(match: Match) -> list:
    return [player.user for player in match.players.order_by("seat").select_related("user")]


def test_the_table_opens_a_quarter_of_an_hour_before_its_time_and_not_earlier(owner):
    fixture = move(duel(owner), minutes=16)
    opening.open_due()
    assert not fixture.games.exists()
    move(fixture, minutes=14)
    opening.open_due()
    game = fresh(fixture).games.get()
    assert (game.ordinal, fresh(fixture).status) == (1, Fixture.Status.OPEN)
    assert seated(game.match) == users_of(fixture)


def test_the_table_follows_the_season_s_settings(owner):
    fixture = move(duel(owner, pace="brisk", allows_spectators=False), minutes=5)
    League.objects.update(language="de", is_listed=False)
    opening.open_due()
    match = fresh(fixture).games.get().match
    assert (match.pace, match.allows_spectators, match.language) == ("brisk", False, "de")
    assert (match.is_reserved, match.visibility) == (True, Match.Visibility.LINK)


def test_opening_twice_opens_one_table_and_announces_it_once(owner):
    fixture = move(duel(owner), minutes=5)
    webhooks.add(league_of(fixture), owner, "https://bot.example/hook")
    opening.open_due()
    opening.open_due()
    assert Match.objects.count() == 1
    told = Delivery.objects.get(event="fixture.opened").payload
    assert told["match"] == Match.objects.get().get_absolute_url()


@pytest.mark.parametrize("status", [Round.Status.DRAFT, Round.Status.CLOSED])
def test_no_table_opens_for_draft_or_closed_rounds(owner, status):
    fixture = move(duel(owner), minutes=5)
    Round.objects.filter(pk=fixture.round_id).update(status=status)
    opening.open_due()
    assert not Match.objects.exists()


def test_both_players_may_open_a_table_now_and_get_the_same_one(fixture, ada, ben):
    match = opening.open_now(fixture.pk, ada)
    assert opening.open_now(fixture.pk, ben) == match
    sit(match, ada, ben)
    assert Match.objects.get().is_running
    with pytest.raises(errors.TooLateToPlan):
        opening.open_now(fixture.pk, ada)


def test_nobody_can_play_a_fixture_before_its_round_opens(fixture, ada):
    Round.objects.update(opens_at=timezone.now() + timedelta(days=14))
    assert not timing_of(fresh(fixture), ada, None).can_open
    with pytest.raises(errors.TooEarlyToOpen):
        opening.open_now(fixture.pk, ada)
    page = text(client_of(ada).get(fixture.get_absolute_url()))
    assert "Round opens" in page
    assert "Open the table now" not in page
    Round.objects.update(opens_at=timezone.now())
    assert timing_of(fresh(fixture), ada, None).can_open
    assert opening.open_now(fixture.pk, ada)


def test_nobody_else_can_open_it_nor_anybody_after_the_round(owner, fixture):
    with pytest.raises(errors.NotYours):
        opening.open_now(fixture.pk, owner)
    end_round(fixture, hours=25)
    with pytest.raises(errors.CannotOpen):
        opening.open_now(fixture.pk, users_of(fixture)[0])
    assert not Match.objects.exists()


def test_the_second_game_of_a_duel_swaps_the_sides(owner):
    fixture = played_duel(owner)
    first, second = fixture.games.order_by("ordinal")
    sides = [
        {one.user_id: one.side for one in game.match.players.all()} for game in (first, second)
    ]
    assert set(sides[0].values()) == {"killer", "inspector"}
    assert all(sides[0][user] != sides[1][user] for user in sides[0])


def test_a_replacement_for_an_annulled_game_has_the_same_sides(owner):
    fixture = played_duel(owner)
    second = fixture.games.get(ordinal=2)
    rulings.annul_game(second, owner, reason="Ada saw the cards")
    rulings.reopen_fixture(fresh(fixture), owner, reason="Play that one again")
    seats = second.match.players.order_by("seat").values_list("user", flat=True)
    again = opening.open_next(fresh(fixture))
    assert list(again.players.order_by("seat").values_list("user", flat=True)) == list(seats)


def test_a_third_game_is_never_opened(owner):
    fixture = played_duel(owner)
    assert opening.open_next(fixture) is None
    assert fixture.games.count() == 2


def test_no_game_follows_while_one_waits_or_runs(owner):
    fixture = move(duel(owner), minutes=5)
    match = opened(fixture)
    assert opening.open_next(fixture) == match
    sit(match, *users_of(fixture))
    assert opening.open_next(fixture) is None


def test_at_a_table_players_move_by_one_seat_in_each_game_and_sit_on_all(owner):
    fixture = table(owner, 5)
    orders = [opening.people_of(fresh(fixture), game) for game in range(1, 6)]
    for seat in range(5):
        assert {order[seat] for order in orders} == set(orders[0])
    for one, following in pairwise(orders):
        assert following == one[1:] + one[:1]


def test_players_who_forfeited_or_left_have_no_seat(owner):
    fixture = table(owner, 7)
    people = users_of(fixture)
    fixture.chairs.filter(entry__user=people[0]).update(forfeited=True)
    entry = fixture.chairs.get(entry__user=people[1]).entry
    entry.user = None
    entry.save()
    assert opening.people_of(fresh(fixture), 1) == people[2:]
    move(fixture, minutes=5)
    opening.open_due()
    assert seated(Match.objects.get()) == people[2:]


def test_too_few_players_open_no_table(owner):
    fixture = move(table(owner, 5), minutes=5)
    fixture.chairs.filter(seat=0).update(forfeited=True)
    opening.open_due()
    assert not Match.objects.exists()


def test_a_fixture_that_fails_does_not_block_the_others(owner, alice, bob, monkeypatch):
    broken, sound = move(duel(owner), minutes=1), move(duel(owner, alice, bob), minutes=5)
    usual = opening.people_of

    def stumble(fixture, ordinal):
        if fixture.pk == broken.pk:
            raise RuntimeError("a row nobody thought of")
        return usual(fixture, ordinal)

    monkeypatch.setattr(opening, "people_of", stumble)
    opening.open_due()
    assert fresh(broken).status == Fixture.Status.PLANNED
    assert fresh(sound).status == Fixture.Status.OPEN


def test_cancelling_a_season_closes_tables_whose_match_has_not_begun(owner):
    fixture = move(duel(owner), minutes=5)
    sit(opened(fixture), users_of(fixture)[0])
    season = fresh(fixture).round.division.season
    seasons.cancel(season, owner, reason="Too few.")
    assert not Match.objects.exists()
    assert (fresh(fixture).status, fixture.games.count()) == (Fixture.Status.PLANNED, 0)
    opening.open_due()
    assert not Match.objects.exists()
    undo.undo(Audit.objects.get(verb="cancel_season").pk, owner, reason="Two more came.")
    opening.open_due()
    assert seated(fresh(fixture).games.get().match) == users_of(fixture)


def test_a_running_match_continues_after_its_season_was_cancelled(owner):
    fixture = move(duel(owner), minutes=5)
    match = opened(fixture)
    sit(match, *users_of(fixture))
    season = fresh(fixture).round.division.season
    seasons.cancel(season, owner, reason="Too few.")
    assert Match.objects.get(pk=match.pk).is_running
    assert fixture.games.get().match == match


@pytest.fixture
def fixture(owner):
    """Return a duel of a published round."""
    return duel(owner)


def newest(fixture):
    """Return the newest match."""
    return fixture.games.order_by("-ordinal").first().match


def begun(fixture):
    """Return the first game of a fixture, in which both players have just sat down."""
    people = users_of(fixture)
    match = opening.open_now(fixture.pk, people[0])
    sit(match, *people)
    return match


def play_out(match):
    """Play to the end; the referee acts for an absent player."""
    random = Random(1)
    match.refresh_from_db()
    while match.is_running:
        Match.objects.filter(pk=match.pk).update(due_at=match.started_at)
        if not referee.act(1):
            decide_for_people(match, random)
        decide_for_people(match, random)
        match.refresh_from_db()


def seats(match):
    """Return the user on each seat."""
    return dict(match.players.values_list("seat", "user"))


def test_a_player_who_deletes_their_account_in_a_duel_loses_the_later_games(fixture):
    match = begun(fixture)
    gone, other = fixture.chairs.all()
    delete_account(users_of(fixture)[0])
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


def test_a_duel_cancelled_after_a_deletion_is_forfeited(fixture):
    match = begun(fixture)
    results.collect()
    delete_account(users_of(fixture)[0])
    Match.objects.filter(pk=match.pk).update(status="void")
    results.collect_and_go_on()
    assert fresh(fixture).status == "forfeited"
    assert list(fixture.chairs.values_list("forfeited", flat=True)) == [True, False]


def test_no_further_game_is_opened_in_a_cancelled_season(fixture, owner):
    season = Season.objects.get()
    match = opening.open_now(fixture.pk, users_of(fixture)[0])
    play_match(match, Random(1))
    seasons.cancel(season, owner, reason="Too few.")
    results.collect_and_go_on()
    assert not Match.objects.filter(status="open").exists()
    undo.undo(Audit.objects.first().pk, owner, reason="They came back.")
    results.collect_and_go_on()
    assert Match.objects.filter(status="open").count() == 1


def test_a_match_that_has_just_begun_is_neither_forfeited_nor_removed(fixture, owner):
    begun(fixture)
    with pytest.raises(errors.MatchesBegun):
        rulings.forfeit_fixture(
            fixture, owner, {fixture.chairs.first().entry_id}, reason="Too late."
        )
    with pytest.raises(errors.MatchesBegun):
        rulings.void_fixture(fixture, owner, reason="Too late.")


def test_leaving_does_not_forfeit_a_match_that_has_just_begun(fixture):
    begun(fixture)
    user = users_of(fixture)[0]
    entries.withdraw(entry_of(Season.objects.get(), user), user)
    assert fresh(fixture).status == "running"
    assert not fixture.chairs.filter(forfeited=True).exists()


def test_a_new_deal_keeps_everybody_on_their_seats(fixture):
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
        membership.join(league, user)
        entries.enter(season, owner, user)
    delete_account(players[0])
    seasons.begin(season, owner)
    assert {entry.user for entry in season.entries.all()} == set(players[1:])


def test_a_player_who_opened_or_joined_the_table_is_not_called_absent(fixture, owner):
    ada, ben = users_of(fixture)
    chairs = {chair.entry.user: chair.entry_id for chair in fixture.chairs.all()}
    match = opening.open_now(fixture.pk, ada)
    sit(match, ben)
    for user in (ada, ben):
        with pytest.raises(errors.HasCome, match=f"{user.name} has come"):
            rulings.forfeit_fixture(fresh(fixture), owner, {chairs[user]}, reason="Not there.")
    assert not fixture.chairs.filter(forfeited=True).exists()
