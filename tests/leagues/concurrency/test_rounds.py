"""Two organisers decide about the same round or result: one succeeds, the other is refused."""

import pytest

from games.leagues import errors
from games.leagues.fixtures import disputes, rulings
from games.leagues.models import (
    Fixture,
    FixtureMatch,
    Round,
)
from games.leagues.seasons import draws, exchanges
from games.leagues.seasons import services as seasons
from tests.leagues.concurrency.organising import acts, admit, begun, played, seen
from tests.leagues.scheduling.arranging import duel, fresh, league_of
from tests.overlapping import overlapping

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_organisers_draw_the_same_round(owner, other):
    season, _players = begun(owner, other)
    division = season.divisions.get()
    version_seen = draws.version_of(division)
    mine, theirs = overlapping(
        lambda: draws.draft_round(seen(division), owner, version_seen=version_seen),
        lambda: draws.draft_round(seen(division), other, version_seen=version_seen),
    )
    assert isinstance(theirs, errors.ChangedMeanwhile)
    assert Round.objects.get() == mine
    assert acts("draft_round") == 1


def test_two_organisers_publish_the_same_round(owner, other):
    season, _players = begun(owner, other)
    drafted = draws.draft_round(season.divisions.get(), owner)
    a, b = seen(drafted), seen(drafted)
    _mine, theirs = overlapping(
        lambda: draws.publish_round(a, owner), lambda: draws.publish_round(b, other)
    )
    assert isinstance(theirs, errors.WrongStage)
    assert acts("publish_round") == 1


def test_a_draft_is_redrawn_while_it_is_published(owner, other):
    season, _players = begun(owner, other)
    drafted = draws.draft_round(season.divisions.get(), owner)
    division = season.divisions.get()
    version_seen = draws.version_of(division)
    _mine, theirs = overlapping(
        lambda: draws.publish_round(seen(drafted), owner),
        lambda: draws.draft_round(seen(division), other, version_seen=version_seen),
    )
    assert isinstance(theirs, errors.ChangedMeanwhile)
    assert Round.objects.get().status == Round.Status.PUBLISHED
    assert Fixture.objects.filter(round=drafted).count() == 2


def test_a_draft_is_published_or_discarded_while_it_is_redrawn(owner, other):
    season, _players = begun(owner, other)
    division = season.divisions.get()
    for late in (draws.publish_round, draws.discard_round):
        drafted = seen(draws.draft_round(division, owner))
        mine, theirs = overlapping(
            lambda: draws.draft_round(seen(division), owner),
            lambda late=late, drafted=drafted: late(drafted, other),
        )
        assert isinstance(theirs, errors.ChangedMeanwhile)
        assert Round.objects.get() == mine
        assert seen(mine).is_draft


def test_two_organisers_exchange_the_same_players(owner, other):
    season, _players = begun(owner, other)
    drafted = draws.draft_round(season.divisions.get(), owner)
    chairs = [fixture.chairs.first() for fixture in drafted.fixtures.all()]
    before = [chair.entry_id for chair in chairs]
    a, b = [seen(one) for one in chairs], [seen(one) for one in chairs]
    _mine, theirs = overlapping(
        lambda: exchanges.swap_chairs(*a, owner, reason=""),
        lambda: exchanges.swap_chairs(*b, other, reason=""),
    )
    assert isinstance(theirs, errors.ChangedMeanwhile)
    assert [seen(chair).entry_id for chair in chairs] == before[::-1]


def test_an_exchange_without_a_reason_is_refused_while_its_round_is_published(owner, other):
    season, _players = begun(owner, other)
    drafted = draws.draft_round(season.divisions.get(), owner)
    chairs = [fixture.chairs.first() for fixture in drafted.fixtures.all()]
    _mine, theirs = overlapping(
        lambda: draws.publish_round(drafted, owner),
        lambda: exchanges.swap_chairs(*(seen(one) for one in chairs), other, reason=""),
    )
    assert isinstance(theirs, errors.NeedsReason)


@pytest.mark.parametrize("end", [seasons.close_season, seasons.cancel])
def test_a_round_is_published_while_its_season_ends(owner, other, end):
    season, _players = begun(owner, other)
    drafted = seen(draws.draft_round(season.divisions.get(), owner))
    assert drafted.division.season.is_running
    _mine, theirs = overlapping(
        lambda: end(seen(season), owner, reason="Enough."),
        lambda: draws.publish_round(drafted, other),
    )
    assert isinstance(theirs, errors.WrongStage)
    assert seen(drafted).is_draft
    assert acts("publish_round") == 0


def test_a_season_is_closed_while_a_round_is_published(owner, other):
    season, _players = begun(owner, other)
    drafted = draws.draft_round(season.divisions.get(), owner)
    _mine, theirs = overlapping(
        lambda: draws.publish_round(drafted, owner),
        lambda: seasons.close_season(seen(season), other),
    )
    assert isinstance(theirs, errors.RoundStillOpen)
    assert seen(season).is_running


def test_a_round_is_drawn_while_its_season_is_closed(owner, other):
    season, _players = begun(owner, other)
    division = season.divisions.get()
    assert division.season.is_running
    _mine, theirs = overlapping(
        lambda: seasons.close_season(seen(season), owner),
        lambda: draws.draft_round(division, other),
    )
    assert isinstance(theirs, errors.WrongStage)
    assert not Round.objects.exists()


def test_two_organisers_record_different_results(owner, other):
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


def test_one_organiser_annuls_the_game_that_the_other_corrects(owner, other):
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


def test_two_organisers_settle_a_fixture_differently(owner, other):
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


@pytest.mark.parametrize("is_voided_first", [True, False])
def test_one_organiser_reopens_the_fixture_that_the_other_annuls(owner, other, is_voided_first):
    played(owner, other)
    fixture = Fixture.objects.first()
    a, b = fresh(fixture), fresh(fixture)
    steps = [
        lambda: rulings.void_fixture(a, owner, reason="A bug."),
        lambda: rulings.reopen_fixture(b, other, replay=True, reason="A bug."),
    ]
    _mine, theirs = overlapping(*(steps if is_voided_first else reversed(steps)))
    assert isinstance(theirs, errors.AlreadyDecided)
    assert acts("void_fixture") + acts("reopen_fixture") == 1


def test_two_organisers_forfeit_a_duel_for_different_players(owner, other):
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


def test_two_organisers_decide_a_dispute(owner, other):
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
