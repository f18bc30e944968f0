"""Replacements for players who left: they play the fixtures forfeited by leaving."""

from random import Random

import pytest
from django.test import Client
from django.utils import timezone

from games.leagues import errors, privacy
from games.leagues.fixtures import opening, results, rulings
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Bye, Fixture, Round, Season
from games.leagues.organiser import undo
from games.leagues.public.fixture_card import card_of
from games.leagues.seasons import entries, publishing, replacing, standings_input
from games.matches.models import Match
from tests.conftest import account
from tests.leagues.league_play import entry_of, newcomer, play_match, play_round, running, settle
from tests.leagues.organiser.visitors import text
from tests.leagues.scheduling.arranging import fresh, sit
from tests.remembered import remembered

pytestmark = pytest.mark.django_db


def rows_of(season):
    return {row.entry: row for row in standings_input.table_of(season.divisions.get())}


@remembered
def replaced(owner):
    """Return a round robin that Player 1 left after the first round, and the replacement."""
    season, players = running(owner, 4, format="round_robin")
    publishing.publish_everywhere(season, owner, all_rounds=True)
    play_round(Round.objects.get(number=1))
    leaver = players[0]
    entries.withdraw(entry_of(season, leaver), leaver)
    results.close_rounds()
    heir = newcomer(season.league, "Hana")
    return Season.objects.get(), leaver, heir


def test_a_replacement_continues_in_the_place_of_the_leaver(owner):
    season, leaver, heir = replaced(owner)
    entry = entry_of(season, leaver)
    before = rows_of(season)[entry.pk]
    assert before.is_annulled
    replacing.replace_player(entry, owner, heir, reason="Moved abroad")
    entry = entry_of(season, heir)
    assert (entry.status, entry.former, entry.replaced_after) == ("confirmed", leaver, 1)
    own = Fixture.objects.filter(chairs__entry=entry)
    for fixture, name in (
        (own.get(round__number=1), leaver.name),
        (own.get(round__number=3), "Hana"),
    ):
        assert name in [place.name for place in card_of(fixture, season.league, owner).places]
    assert f"for {leaver.name}" in text(Client().get(season.get_absolute_url()))
    left = own.exclude(round__number=1)
    assert set(left.values_list("status", "round__status")) == {("planned", "published")}
    assert all(fixture.deadline > timezone.now() for fixture in left)
    for published in Round.objects.filter(number__gt=1):
        play_round(published)
    row = rows_of(season)[entry.pk]
    assert (row.played, row.is_annulled, row.is_out) == (3, False, False)
    assert not Round.objects.exclude(status="closed").exists()


def test_a_game_that_the_former_player_is_playing_counts_for_the_place(owner):
    season, players = running(owner, 4, format="round_robin")
    publishing.publish_everywhere(season, owner, all_rounds=True)
    entry = entry_of(season, players[0])
    fixture = Fixture.objects.get(chairs__entry=entry, round__number=1)
    opening.open_now(fixture.pk, players[0])
    match = fixture.games.get().match
    sit(match, *(one.entry.user for one in fixture.chairs.all()))
    heir, third = account("Hana"), account("Tilo")
    for one in (heir, third):
        membership.join(season.league, one)
    replacing.replace_player(entry, owner, heir, reason="Moved abroad")
    with pytest.raises(errors.MatchesBegun):
        replacing.replace_player(entry_of(season, heir), owner, third, reason="And again")
    play_match(Match.objects.get(pk=match.pk), Random(1))
    results.collect()
    placings = fixture.games.get(ordinal=1).placings
    assert {one["entry"] for one in placings} == set(fixture.chairs.values_list("entry", flat=True))
    assert opening.people_of(fresh(fixture), 2).count(heir) == 1
    replacing.replace_player(entry_of(season, heir), owner, third, reason="And again")


@remembered
def followed(owner):
    """Return a fixture with an open table, and its first player's replacement."""
    season, players = running(owner, 4, format="round_robin")
    publishing.publish_everywhere(season, owner, all_rounds=True)
    entry, heir = entry_of(season, players[0]), account("Hana")
    membership.join(season.league, heir)
    replacing.replace_player(entry, owner, heir, reason="Moved abroad")
    fixture = Fixture.objects.get(chairs__entry=entry, round__number=1)
    opening.open_now(fixture.pk, heir)
    return fixture, heir


def test_a_game_that_has_ended_counts_for_the_place_before_it_is_collected(owner):
    fixture, heir = followed(owner)
    entry = fixture.chairs.get(entry__user=heir).entry
    play_match(fixture.games.get().match, Random(1))
    third, fourth = account("Tilo"), account("Uta")
    for one in (third, fourth):
        membership.join(entry.season.league, one)
    replacing.replace_player(entry, owner, third, reason="Moved abroad")
    with pytest.raises(errors.MatchesBegun):
        replacing.replace_player(entry, owner, fourth, reason="And again")
    results.collect()
    assert len(fixture.games.get(ordinal=1).placings) == 2


def test_after_an_undone_replacement_the_table_no_longer_waits_for_them(owner):
    fixture, heir = followed(owner)
    undo.undo(Audit.objects.get(verb="replace").pk, owner, reason="Stays after all")
    assert not Match.objects.filter(players__user=heir).exists()
    assert fresh(fixture).status == Fixture.Status.PLANNED


def test_a_replacement_cannot_be_undone_while_they_play_a_game(owner):
    fixture, _heir = followed(owner)
    sit(fixture.games.get().match, *(one.entry.user for one in fixture.chairs.all()))
    with pytest.raises(errors.CannotUndo):
        undo.undo(Audit.objects.get(verb="replace").pk, owner, reason="Stays after all")


def test_no_current_player_can_replace_another_and_no_swiss_allows_replacements(owner):
    season, players = running(owner, 4, format="round_robin")
    entry = entry_of(season, players[0])
    with pytest.raises(errors.AlreadyEntered):
        replacing.replace_player(entry, owner, players[1], reason="Why not")
    Season.objects.update(format="swiss")
    heir = newcomer(season.league, "Hana")
    entry.refresh_from_db()
    with pytest.raises(errors.WrongStage):
        replacing.replace_player(entry_of(season, players[0]), owner, heir, reason="Why not")
    assert not Bye.objects.exists()


def test_the_name_of_a_deleted_account_is_removed_from_a_replacement(owner):
    season, leaver, heir = replaced(owner)
    replacing.replace_player(entry_of(season, leaver), owner, heir, reason="Moved abroad")
    privacy.erase(leaver)
    act = Audit.objects.get(verb="replace")
    assert leaver.name not in act.about
    assert leaver.name not in str(act.changes)


def played_by(entry, **which):
    """Return the status of each fixture of an entry, and whether the entry forfeited it."""
    left = Fixture.objects.filter(chairs__entry=entry, **which)
    return list(left.order_by("pk").values_list("status", "chairs__forfeited"))


def test_forfeited_rounds_before_the_last_played_one_are_open_to_the_replacement(owner):
    season, players = running(owner, 4, format="round_robin")
    publishing.publish_everywhere(season, owner, all_rounds=True)
    entry = entry_of(season, players[0])
    settle(entry.chairs.get(fixture__round__number=2).fixture, [entry.pk])
    entries.withdraw(entry, players[0])
    assert [status for status, _out in played_by(entry)] == ["forfeited", "finished", "forfeited"]
    replacing.replace_player(entry, owner, newcomer(season.league, "Hana"), reason="Moved abroad")
    assert [status for status, _out in played_by(entry)] == ["planned", "finished", "planned"]


def test_a_forfeit_recorded_by_an_arbiter_stays_with_the_place(owner):
    season, players = running(owner, 4, format="round_robin")
    publishing.publish_everywhere(season, owner, all_rounds=True)
    entry = entry_of(season, players[0])
    missed = entry.chairs.get(fixture__round__number=2).fixture
    rulings.forfeit_fixture(fresh(missed), owner, {entry.pk}, reason="No-show")
    entries.withdraw(entry, players[0])
    replacing.replace_player(entry, owner, newcomer(season.league, "Hana"), reason="Moved abroad")
    assert played_by(entry) == [("planned", False), ("forfeited", True), ("planned", False)]


def test_a_round_published_after_a_withdrawal_is_played_by_the_replacement(owner):
    season, players = running(owner, 4, format="round_robin")
    entry = entry_of(season, players[0])
    entries.withdraw(entry, players[0])
    publishing.publish_everywhere(season, owner, all_rounds=True)
    assert played_by(entry) == [("forfeited", True)] * 3
    replacing.replace_player(entry, owner, newcomer(season.league, "Hana"), reason="Moved abroad")
    assert played_by(entry) == [("planned", False)] * 3
