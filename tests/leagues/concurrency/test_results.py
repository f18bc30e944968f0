"""Results that two arbiters decide at once: one takes effect, the other is told."""

import pytest

from games.leagues import errors
from games.leagues.fixtures import disputes, rulings
from games.leagues.models import (
    Fixture,
    FixtureMatch,
)
from tests.leagues.concurrency.organising import acts, admit, played, seen
from tests.leagues.scheduling.arranging import duel, fresh, league_of
from tests.overlapping import overlapping

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_record_different_results(owner, other):
    played(owner, other)
    game = FixtureMatch.objects.first()
    a, b = seen(game), seen(game)
    lost = next(one["side"] for one in game.placings if not one["won"])
    _mine, theirs = overlapping(
        lambda: rulings.correct_game(a, owner, winner=lost, reason="So it was."),
        lambda: rulings.correct_game(b, other, winner="", reason="No, so."),
    )
    assert type(theirs) is errors.AlreadyDecided
    assert {one["side"] for one in seen(game).corrected if one["won"]} == {lost}
    assert acts("correct_game") == 1


def test_one_annuls_what_the_other_corrects(owner, other):
    season, _players = played(owner, other)
    game = FixtureMatch.objects.first()
    a, b = seen(game), seen(game)
    _mine, theirs = overlapping(
        lambda: rulings.annul_game(a, owner, reason="A bug."),
        lambda: rulings.correct_game(
            b, other, winner=season.league.rules.sides.names[0], reason="So."
        ),
    )
    assert isinstance(theirs, errors.AlreadyDecided)
    assert (seen(game).is_counted, seen(game).corrected) == (False, None)


def test_two_settle_a_fixture_differently(owner, other):
    fixture = duel(owner)
    admit(league_of(fixture), other)
    entry = fixture.chairs.first().entry_id
    forfeit = rulings.forfeit_fixture
    early = fresh(fixture)
    _mine, theirs = overlapping(
        lambda: forfeit(fresh(fixture), owner, {entry}, reason="Did not come."),
        lambda: rulings.void_fixture(early, other, reason="Never drawn."),
    )
    assert isinstance(theirs, errors.AlreadyDecided)
    assert fresh(fixture).status == Fixture.Status.FORFEITED
    assert acts("void_fixture") == 0


def test_two_forfeit_a_duel_for_either_player(owner, other):
    fixture = duel(owner)
    admit(league_of(fixture), other)
    one, two = fixture.chairs.all()
    forfeit = rulings.forfeit_fixture
    early = fresh(fixture)
    _mine, theirs = overlapping(
        lambda: forfeit(fresh(fixture), owner, {one.entry_id}, reason="Did not come."),
        lambda: forfeit(early, other, {two.entry_id}, reason="Did not come."),
    )
    assert isinstance(theirs, errors.AlreadyDecided)
    assert list(fixture.chairs.values_list("forfeited", flat=True)) == [True, False]


def test_two_decide_a_dispute(owner, other):
    played(owner, other)
    fixture = Fixture.objects.first()
    contested = disputes.dispute(fixture, fixture.chairs.first().entry.user, "Never.")
    a, b = seen(contested), seen(contested)
    not_counted = disputes.Ruling(games={fixture.games.first().pk: disputes.VOID})
    _mine, theirs = overlapping(
        lambda: disputes.decide(a, owner, not_counted, decision="Right."),
        lambda: disputes.decide(b, other, disputes.Ruling(), decision="Wrong."),
    )
    assert isinstance(theirs, errors.AlreadyDecided)
    assert seen(contested).status == "upheld"
