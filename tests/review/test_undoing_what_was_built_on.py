"""Undoing an organiser's act never changes who played, and never sits the wrong people down."""

import pytest

from accounts.privacy import delete_account
from games.leagues import errors
from games.leagues.fixtures import fixtures, opening
from games.leagues.membership import services as membership
from games.leagues.models import Audit
from games.leagues.organiser import undo
from games.leagues.scheduling import substitutes
from games.leagues.seasons import draws, entries
from tests.conftest import account
from tests.leagues.league_play import drawn, entry_of, found, people, play_fixture, running
from tests.leagues.league_play import season_of as season_with
from tests.leagues.scheduling.arranging import fresh, league_of, table, users_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(db):
    """Olga owns the league."""
    return account("Olga")


def last(verb):
    """Return the newest act of a kind."""
    return Audit.objects.filter(verb=verb).first()


def chair_of(fixture):
    """Return the first chair of a fixture, with all that services read about it."""
    return fixture.chairs.select_related("entry__season__league", "entry__user").first()


def put_in(fixture, owner, name):
    """Let a person called `name` play instead of the player on the first chair."""
    user = account(name)
    membership.join(league_of(fixture), user)
    substitutes.put_in(chair_of(fixture), owner, user, reason="Is ill.")
    return user


def test_the_table_that_waits_is_for_the_player_who_is_back_after_undoing_a_substitution(owner):
    fixture = table(owner)
    opening.open_now(fixture.pk, put_in(fixture, owner, "Sub"))
    undo.undo(last("substitute").pk, owner, reason="Is well again.")
    opening.open_now(fixture.pk, users_of(fixture)[0])
    waiting = fixtures.open_game(fresh(fixture)).match
    assert [p.user for p in waiting.players.order_by("seat")] == users_of(fixture)


def test_a_substitution_is_not_undone_once_the_substitute_has_played(owner):
    fixture = table(owner)
    opening.open_now(fixture.pk, put_in(fixture, owner, "Sub"))
    play_fixture(fixture)
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("substitute").pk, owner, reason="Is well again.")


def test_an_exchange_is_not_undone_once_one_of_them_has_played(owner):
    season, _players = running(owner, 4)
    one, other = drawn(season, owner).fixtures.all()
    draws.swap_chairs(one.chairs.first(), other.chairs.first(), owner, reason="They asked.")
    play_fixture(one)
    before = sorted(one.chairs.values_list("entry", flat=True))
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("swap_chairs").pk, owner, reason="They ask again.")
    assert sorted(one.chairs.values_list("entry", flat=True)) == before


@pytest.mark.django_db(transaction=True)
def test_a_substitute_whose_account_is_gone_is_not_brought_back(owner):
    fixture = table(owner)
    first = put_in(fixture, owner, "First")
    put_in(fixture, owner, "Second")
    delete_account(first)
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("substitute").pk, owner, reason="The first comes after all.")


@pytest.mark.django_db(transaction=True)
def test_a_player_whose_account_is_gone_is_not_entered_again(owner):
    players = people(3)
    season = season_with(found(owner), owner, players)
    entries.turn_away(entry_of(season, players[0]), owner, reason="Too early.")
    delete_account(players[0])
    with pytest.raises(errors.CannotUndo):
        undo.undo(last("turn_away").pk, owner, reason="A mistake.")
    assert season.entries.count() == 2
