"""A season from registration to its final table: divisions, permissions and stages."""

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.leagues import errors
from games.leagues.fixtures import rulings
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Entry, Fixture, Round, Season
from games.leagues.seasons import divisions, draws, entries, publishing, standings_input
from games.leagues.seasons import services as seasons
from tests.leagues.league_play import (
    drawn,
    entry_of,
    found,
    people,
    play_fixture,
    play_round,
    points,
    running,
    season_of,
    settle_round,
)
from tests.remembered import remembered

pytestmark = pytest.mark.django_db
Status = Fixture.Status
TWO = [{"name": "First", "relegates": 1}, {"name": "Second", "promotes": 1}]


def test_a_format_must_fit_the_game(owner):
    with pytest.raises(errors.BadSetting):
        season_of(found(owner, "noir"), owner, [], format="tables")
    with pytest.raises(errors.BadSetting):
        season_of(found(owner, "secret-hitler"), owner, [], format="swiss")
    with pytest.raises(errors.BadSetting):
        season_of(found(owner, "noir"), owner, [], games_per_fixture=3)


def test_a_round_robin_is_drafted_completely_and_everybody_meets_everybody(owner):
    season, players = running(owner, 5, format="round_robin")
    rounds = Round.objects.filter(division__season=season)
    assert {one.status for one in rounds} == {Round.Status.DRAFT}
    pairs = {
        frozenset(fixture.chairs.values_list("entry", flat=True))
        for fixture in Fixture.objects.all()
    }
    assert len(rounds) == 5
    assert len(pairs) == len(players) * (len(players) - 1) // 2


def test_in_a_double_round_robin_everybody_meets_everybody_twice(owner):
    season, _players = running(owner, 5, format="double_round_robin")
    assert season.rounds_planned == Round.objects.count() == 10


def test_a_draft_is_redrawn_with_another_seed_and_each_draw_is_audited(owner):
    season, _players = running(owner, 6)
    division = season.divisions.get()
    first = draws.draft_round(division, owner)
    second = draws.draft_round(division, owner)
    assert first.seed != second.seed
    assert list(division.rounds.all()) == [second]
    assert Audit.objects.filter(verb="draft_round").count() == 2


def test_a_draft_from_results_corrected_in_the_meantime_must_be_redrawn(owner):
    season, _players = running(owner, 4, rounds_planned=3)
    first = drawn(season, owner)
    settle_round(first, [entry.pk for entry in season.entries.order_by("seed_rank")])
    division = season.divisions.get()
    drafted = draws.draft_round(division, owner)
    game = first.fixtures.first().games.first()
    loser = next(one["side"] for one in game.placings if not one["won"])
    rulings.correct_game(game, owner, winner=loser, reason="Read wrongly.")
    with pytest.raises(errors.ResultsChanged):
        draws.publish_round(drafted, owner)
    draws.publish_round(draws.draft_round(division, owner), owner)


def test_a_deleted_account_leaves_the_table_unchanged(owner):
    season, players = running(owner, 4)
    play_round(drawn(season, owner))
    before = sorted(points(season).values())
    players[0].delete()
    assert sorted(points(Season.objects.get()).values()) == before


def test_a_player_of_another_fixture_cannot_forfeit_this_one(owner):
    season, _players = running(owner, 4)
    one, other = drawn(season, owner).fixtures.all()
    theirs = other.chairs.first().entry_id
    with pytest.raises(errors.BadSetting):
        rulings.forfeit_fixture(one, owner, {theirs}, reason="Mistaken.")


def test_a_withdrawn_player_forfeits_open_fixtures_and_is_not_drawn_again(owner):
    season, players = running(owner, 5)
    play_round(drawn(season, owner))
    second = drawn(season, owner)
    entry = entry_of(season, players[0])
    entries.withdraw(entry, players[0])
    for fixture in second.fixtures.filter(chairs__entry=entry):
        assert Fixture.objects.get(pk=fixture.pk).status == Status.FORFEITED
    play_round(second)
    third = drawn(season, owner)
    assert not third.fixtures.filter(chairs__entry=entry).exists()
    assert not third.byes.filter(entry=entry).exists()


def test_an_unplayed_pair_has_not_met_and_the_winner_of_a_forfeit_gets_no_bye(owner):
    """FIDE C.04.1 and C.04.2."""
    season, _players = running(owner, 5)
    first = drawn(season, owner)
    unplayed = first.fixtures.first()
    winner, absent = (chair.entry_id for chair in unplayed.chairs.order_by("seat"))
    rulings.forfeit_fixture(unplayed, owner, {absent}, reason="Was ill.")
    settle_round(first, [])
    by_entry = {one.entry: one for one in standings_input.contenders_of(season.divisions.get())}
    for entry in (winner, absent):
        assert (by_entry[entry].met, by_entry[entry].sides) == ({}, (0, 0))
    had_one = {winner, first.byes.get().entry_id}
    assert {entry for entry, one in by_entry.items() if one.byes} == had_one
    assert drawn(season, owner).byes.get().entry_id not in had_one


def test_a_late_entrant_plays_from_the_next_round_with_the_points_granted(owner, alice):
    season, _players = running(owner, 4)
    play_round(drawn(season, owner))
    membership.join(season.league, alice)
    entry = entries.enter(season, owner, alice, points=1, reason="Was on the list.")
    second = drawn(season, owner)
    assert entry.joined_round == 2
    assert points(season)["Alice"] >= 1
    assert second.fixtures.filter(chairs__entry=entry).exists() or second.byes.exists()


def test_a_table_continues_without_a_withdrawn_player_if_it_is_large_enough(owner):
    season, players = running(owner, 6, "secret-hitler")
    published = drawn(season, owner)
    entries.withdraw(entry_of(season, players[0]), players[0])
    fixture = play_fixture(published.fixtures.get())
    assert fixture.status == Status.FINISHED
    (game,) = fixture.games.all()
    assert len(game.placings) == 5


def test_a_season_closes_only_when_everything_is_settled(owner):
    season, _players = running(owner, 4)
    published = drawn(season, owner)
    with pytest.raises(errors.RoundStillOpen):
        seasons.close_season(season, owner)
    play_round(published)
    seasons.close_season(season, owner)
    season = Season.objects.get()
    division = season.divisions.get()
    assert season.is_over
    assert division.final.encode() == msgspec.json.encode(standings_input.table_of(division))
    ranks = season.entries.values_list("final_rank", flat=True)
    assert sorted(ranks) == [1, 2, 3, 4]
    with pytest.raises(errors.WrongStage):
        seasons.close_season(season, owner)


def test_the_best_of_the_second_division_are_promoted_for_the_next_season(owner):
    league, players = found(owner), people(8)
    fields = [{"name": "A", "relegates": 1}, {"name": "B", "promotes": 1}]
    season = seasons.open_season(league, owner, name="First", divisions=fields, format="swiss")
    seasons.open_registration(season, owner)
    for user in players:
        membership.join(league, user)
        seasons.register(season, user)
    seasons.begin(season, owner)
    season = Season.objects.get()
    for division in season.divisions.all():
        drafted = draws.draft_round(division, owner)
        draws.publish_round(drafted, owner)
        for fixture in drafted.fixtures.all():
            loser = fixture.chairs.last().entry_id
            rulings.forfeit_fixture(fixture, owner, {loser}, reason="Simply.")
    seasons.close_season(season, owner)
    up = season.entries.get(movement=Entry.Movement.UP)
    down = season.entries.get(movement=Entry.Movement.DOWN)
    assert (up.division.name, up.final_rank) == ("B", 1)
    assert (down.division.name, down.final_rank) == ("A", 4)
    following = season_of(league, owner, [])
    for tier, name in enumerate("BC", 2):
        following.divisions.create(name=name, tier=tier) if tier == 2 else None
    for user in players:
        seasons.register(following, user)
    seasons.begin(following, owner)
    assert entry_of(following, up.user).division.tier == 1
    assert entry_of(following, down.user).division.tier == 2


def test_a_command_finds_a_final_table_that_does_not_match_its_results(owner, capsys):
    season, _players = running(owner, 4)
    play_round(drawn(season, owner))
    seasons.close_season(season, owner)
    call_command("standings")
    assert "All stored standings (1) match" in capsys.readouterr().out
    season.divisions.update(final="[]")
    with pytest.raises(CommandError, match="1 of 1 stored standings differ"):
        call_command("standings")


@pytest.fixture
def season(owner):
    """A season of six that is open for registration, with two divisions."""
    return in_two_divisions(owner)


@remembered
def in_two_divisions(owner):
    season = season_of(found(owner), owner, people(6), format="round_robin")
    divisions.arrange(season, owner, divisions=TWO)
    return season


def test_a_player_placed_in_a_division_by_an_organiser_stays_there_at_the_start(season, owner):
    first, second = season.divisions.all()
    one, other = season.entries.first(), season.entries.last()
    entries.place(one, owner, second, reason="Asked for it.")
    entries.place(other, owner, first)
    seasons.begin(season, owner)
    assert Entry.objects.get(pk=one.pk).division == second
    assert Entry.objects.get(pk=other.pk).division == first
    assert [draws.size_of(division) for division in (first, second)] == [3, 3]


def test_a_division_over_its_capacity_keeps_all_players_placed_in_it(season, owner):
    first, second = season.divisions.all()
    divisions.arrange(season, owner, divisions=[{**TWO[0], "capacity": 2}, TWO[1]])
    for entry in season.entries.all()[:4]:
        entries.place(entry, owner, first)
    seasons.begin(season, owner)
    assert [draws.size_of(division) for division in (first, second)] == [4, 2]


def test_in_a_fully_drawn_season_nobody_can_be_moved_once_it_runs(season, owner):
    seasons.begin(season, owner)
    first, second = season.divisions.all()
    with pytest.raises(errors.WrongStage):
        entries.place(first.entries.first(), owner, second)


def test_divisions_can_be_added_renamed_and_removed_until_the_season_begins(season, owner):
    entry = season.entries.first()
    entries.place(entry, owner, season.divisions.last())
    divisions.arrange(season, owner, divisions=[{"name": "Only", "promotes": 0, "relegates": 0}])
    assert [one.name for one in season.divisions.all()] == ["Only"]
    assert Entry.objects.get(pk=entry.pk).division is None
    divisions.arrange(season, owner, divisions=[*TWO, {"name": "Third"}])
    assert [(one.tier, one.name) for one in season.divisions.all()] == [
        (1, "First"), (2, "Second"), (3, "Third"),
    ]  # fmt: skip
    with pytest.raises(errors.BadSetting):
        divisions.arrange(season, owner, divisions=[])
    seasons.begin(season, owner)
    with pytest.raises(errors.WrongStage):
        divisions.arrange(season, owner, divisions=TWO)


def test_waiting_players_move_up_when_an_owner_raises_the_capacity(owner):
    season = season_of(found(owner), owner, people(6), capacity=4)
    seasons.edit_season(season, owner, capacity=5)
    status = season.entries.order_by("pk").values_list("status", flat=True)
    assert [*status] == ["confirmed"] * 5 + ["waiting"]


def test_a_stale_page_cannot_change_the_format_of_a_season_that_has_begun(owner):
    season = season_of(found(owner), owner, people(4))
    stale = Season.objects.get()
    seasons.begin(season, owner)
    with pytest.raises(errors.SettingsFrozen):
        seasons.edit_season(stale, owner, format="round_robin")
    assert Season.objects.get().format == "swiss"


def test_a_running_round_robin_accepts_no_entries(owner, alice):
    season, _players = running(owner, 4, format="round_robin")
    membership.join(season.league, alice)
    with pytest.raises(errors.WrongStage):
        entries.enter(season, owner, alice, reason="Was ill.")


def test_without_a_draft_nothing_can_be_published(owner):
    season, _players = running(owner, 4)
    with pytest.raises(errors.WrongStage):
        publishing.publish_everywhere(season, owner)
    drawn(season, owner)
    with pytest.raises(errors.WrongStage):
        publishing.draft_everywhere(season, owner)
