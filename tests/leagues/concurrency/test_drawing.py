"""A draw takes seconds with hundreds of players: it blocks nobody and is never outdated."""

import pytest
from django.db import connection

from accounts.models import User
from games.contests.pairing import swiss, tables
from games.leagues import errors
from games.leagues.models import Entry, Round, Season
from games.leagues.seasons import draws, entries, publishing
from tests.leagues.league_play import drawn, play_round, running

pytestmark = pytest.mark.django_db(transaction=True)

#: By format: the function that draws, the game, and the number of players.
PROCEDURES = {
    "swiss": (swiss, "pair", "noir", 4),
    "swiss_tables": (tables, "seat", "secret-hitler", 10),
    "tables": (tables, "seat", "secret-hitler", 10),
}


def spy(monkeypatch, kind: str, note) -> None:
    """Call `note()` whenever a round of this format is drawn."""
    module, name, *_season = PROCEDURES[kind]
    draw = getattr(module, name)

    def noted(*given, **options):
        note()
        return draw(*given, **options)

    monkeypatch.setattr(module, name, noted)


def draw(season: Season, owner: User, *, everywhere: bool) -> None:
    if everywhere:
        publishing.draft_everywhere(season, owner)
    else:
        draws.draft_round(season.divisions.get(), owner)


@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("kind", PROCEDURES)
def test_a_round_is_drawn_outside_any_transaction(owner, monkeypatch, kind, everywhere):
    *_procedure, game, count = PROCEDURES[kind]
    season, _players = running(owner, count, game, format=kind)
    locks: list[bool] = []
    spy(monkeypatch, kind, lambda: locks.append(connection.in_atomic_block))
    draw(season, owner, everywhere=everywhere)
    assert locks == [False]
    assert Round.objects.get().is_draft


@pytest.mark.parametrize("everywhere", [False, True])
def test_a_round_drawn_from_data_that_changed_in_the_meantime_is_not_stored(
    owner, monkeypatch, everywhere
):
    season, players = running(owner, 6, format="swiss")
    gone = Entry.objects.get(user=players[0])
    spy(monkeypatch, "swiss", lambda: entries.withdraw(gone, owner, reason="ill"))
    with pytest.raises(errors.ChangedMeanwhile):
        draw(season, owner, everywhere=everywhere)
    assert not Round.objects.exists()


def test_a_draft_that_another_organiser_drew_in_the_meantime_is_kept(owner, monkeypatch):
    season, _players = running(owner, 4, format="swiss")
    division = season.divisions.get()
    others: list[Round] = []

    def draw_too() -> None:
        monkeypatch.undo()
        others.append(draws.draft_round(division, owner))

    spy(monkeypatch, "swiss", draw_too)
    with pytest.raises(errors.ChangedMeanwhile):
        draws.draft_round(season.divisions.get(), owner)
    assert list(Round.objects.all()) == others


def test_a_second_round_is_drawn_from_the_results_of_the_first(owner):
    season, _players = running(owner, 4, format="swiss")
    play_round(drawn(season, owner))
    draft = draws.draft_round(season.divisions.get(), owner)
    assert draws.plan_of(season.divisions.get()).points == dict(draft.report["points"])
    draws.publish_round(draft, owner)
