"""An act is undone while something new happens: one succeeds, the other is refused."""

import pytest

from games.leagues import errors
from games.leagues.fixtures import opening
from games.leagues.models import (
    Audit,
    Entry,
    Round,
    Sanction,
    Season,
)
from games.leagues.organiser import undo
from games.leagues.scheduling import proposals
from games.leagues.seasons import entries
from games.leagues.seasons import services as seasons
from games.matches.models import Match
from tests.leagues.concurrency.organising import admit, begun, played, seen
from tests.leagues.league_play import drawn, entry_of
from tests.leagues.scheduling.arranging import duel, fresh, league_of, soon, users_of
from tests.overlapping import overlapping

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_organisers_undo_the_same_act(owner, other):
    season, players = begun(owner, other)
    entries.sanction(entry_of(season, players[0]), owner, kind="warning", reason="Late.")
    done = Audit.objects.get(verb="sanction").pk
    _mine, theirs = overlapping(
        lambda: undo.undo(done, owner, reason="A mistake."),
        lambda: undo.undo(done, other, reason="A mistake."),
    )
    assert isinstance(theirs, errors.CannotUndo)
    assert not Sanction.objects.exists()


def test_a_round_becomes_a_draft_again_while_a_player_opens_its_table(owner):
    fixture = duel(owner)
    done = Audit.objects.get(verb="publish_round").pk
    ada = users_of(fixture)[0]
    mine, theirs = overlapping(
        lambda: opening.open_now(fixture.pk, ada),
        lambda: undo.undo(done, owner, reason="Too early."),
    )
    assert isinstance(mine, Match)
    assert isinstance(theirs, errors.CannotUndo)
    assert not fresh(fixture).round.is_draft


def test_a_player_opens_a_table_while_its_round_becomes_a_draft_again(owner):
    fixture = duel(owner)
    done = Audit.objects.get(verb="publish_round").pk
    ada = users_of(fixture)[0]
    _mine, theirs = overlapping(
        lambda: undo.undo(done, owner, reason="Too early."),
        lambda: opening.open_now(fixture.pk, ada),
    )
    assert isinstance(theirs, errors.NoSuchFixture)
    assert fresh(fixture).round.is_draft
    assert not Match.objects.exists()


def test_a_time_is_undone_while_another_is_set(owner, other):
    fixture = duel(owner)
    admit(league_of(fixture), other)
    proposals.set_time(fixture.pk, owner, soon(days=1))
    done = Audit.objects.get(verb="set_time").pk
    later = soon(days=2)
    _mine, theirs = overlapping(
        lambda: proposals.set_time(fixture.pk, other, later),
        lambda: undo.undo(done, owner, reason="Too early."),
    )
    assert isinstance(theirs, errors.CannotUndo)
    assert fresh(fixture).starts_at == later


def test_a_withdrawal_is_undone_while_the_season_is_closed(owner, other):
    season, players = played(owner, other)
    entries.withdraw(entry_of(season, players[0]), players[0])
    done = Audit.objects.get(verb="withdraw").pk
    _mine, theirs = overlapping(
        lambda: seasons.close_season(seen(season), owner),
        lambda: undo.undo(done, other, reason="Stays."),
    )
    assert isinstance(theirs, errors.CannotUndo)
    assert entry_of(season, players[0]).status == Entry.Status.WITHDRAWN


def test_a_season_is_closed_while_a_publication_is_undone(owner, other):
    season, _players = begun(owner, other)
    drawn(season, owner)
    done = Audit.objects.get(verb="publish_round").pk
    overlapping(
        lambda: undo.undo(done, owner, reason="Too early."),
        lambda: seasons.close_season(seen(season), other),
    )
    assert Round.objects.get().is_draft
    assert seen(season).is_over  # drafts are not played


def test_a_season_is_cancelled_while_a_player_opens_a_table(owner):
    fixture = duel(owner)
    ada = users_of(fixture)[0]
    season = fresh(fixture).round.division.season
    overlapping(
        lambda: opening.open_now(fixture.pk, ada),
        lambda: seasons.cancel(season, owner, reason="Nobody comes."),
    )
    assert seen(season).status == Season.Status.CANCELLED
    assert not Match.objects.exists()


def test_a_player_opens_a_table_while_the_season_is_cancelled(owner):
    fixture = duel(owner)
    ada = users_of(fixture)[0]
    season = fresh(fixture).round.division.season
    _mine, theirs = overlapping(
        lambda: seasons.cancel(season, owner, reason="Nobody comes."),
        lambda: opening.open_now(fixture.pk, ada),
    )
    assert isinstance(theirs, errors.CannotOpen)
    assert not Match.objects.exists()
