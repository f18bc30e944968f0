"""Players leave a season through services: its rows, draws and resulting table."""

import pytest

from games.leagues import errors
from games.leagues.fixtures import results, rulings
from games.leagues.joining.views import leaving
from games.leagues.models import Audit, Entry, Fixture, FixtureMatch, Season
from games.leagues.seasons import entries, sitting_out, standings_input
from games.leagues.seasons.publishing import publish_everywhere
from tests.leagues.league_play import drawn, entry_of, play_round, points, running, settle
from tests.leagues.public.making import played_match

pytestmark = pytest.mark.django_db


def decide(published, order):
    """Give every fixture of a round one game, won by the player who is first in `order`."""
    league = published.division.season.league
    sides = league.rules.sides.names
    for fixture in published.fixtures.all():
        seated = [chair.entry for chair in fixture.chairs.order_by("seat")]
        first = min(seated, key=lambda entry: order.index(entry.pk))
        FixtureMatch.objects.create(
            fixture=fixture,
            ordinal=1,
            match=played_match(league, seated, number=fixture.pk),
            placings=[
                {"entry": entry.pk, "seat": seat, "side": side, "won": entry == first,
                 "expected": 0.5}
                for seat, (entry, side) in enumerate(zip(seated, sides, strict=True))
            ],
        )  # fmt: skip
        published.fixtures.filter(pk=fixture.pk).update(status="finished")
    results.close_rounds()


def opponents_of(division):
    """Return everybody's opponents, by entry, from the drawn fixtures."""
    met = {entry.pk: [] for entry in division.entries.all()}
    for fixture in Fixture.objects.filter(round__division=division):
        one, other = fixture.chairs.values_list("entry", flat=True)
        met[one].append(other)
        met[other].append(one)
    return met


def test_rounds_after_a_withdrawal_count_as_draws_in_the_opponents_buchholz(owner):
    """FIDE C.07, 16.3 to 16.5, computed from the drawn fixtures.

    The leaver has won, and their opponent loses every duel. The leaver's cut removes a missed
    round, although their only opponent has fewer points.
    """
    season, _players = running(owner, 7, rounds_planned=3)
    division, published = season.divisions.get(), drawn(season, owner)
    gone, loser = published.fixtures.first().chairs.values_list("entry", flat=True)
    order = [gone, *(opponents_of(division).keys() - {gone, loser}), loser]
    decide(published, order)
    leaver = season.entries.get(pk=gone)
    entries.withdraw(leaver, leaver.user)
    for _round in range(2):
        decide(drawn(Season.objects.get(pk=season.pk), owner), order)
    met = opponents_of(division)
    assert met[gone] == [loser]
    rows = {row.entry: row for row in standings_input.table_of(division)}
    assert rows[loser].points == 0 < rows[gone].points
    seen = {entry: row.points for entry, row in rows.items()}
    seen[gone] += 2 * standings_input.scoring_of(season).draw
    most = 3 * standings_input.scoring_of(season).draw
    for entry, row in rows.items():
        # A round without a game: a virtual opponent with the player's points, limited by 16.4.2.
        own = (3 - len(met[entry])) * [min(row.points, most)]
        opponents = [seen[other] for other in met[entry]]
        counted = dict(row.metrics)
        assert counted["buchholz"] == sum(opponents + own)
        least = own[0] if entry == gone else min(opponents + own)
        assert counted["buchholz_cut1"] == counted["buchholz"] - least


def test_a_final_round_sat_out_is_a_draw_for_opponents_and_the_player_s_own_first_cut(
    owner,
):
    """FIDE C.07, 16.3 and 16.5: one player sat the last round out, another was given a bye.

    Only the former counts as a draw and as voluntary; for others the lowest opponent is cut.
    """
    season, _players = running(owner, 6, rounds_planned=2)
    division = season.divisions.get()
    first = drawn(season, owner)
    order = sorted(opponents_of(division))
    decide(first, order)
    *better, last_in_rank = standings_input.table_of(division)  # the player with the bye
    beaten = {row.entry: opponents_of(division)[row.entry] for row in better if row.points}
    out = season.entries.get(
        pk=next(entry for entry, lost in beaten.items() if lost != [last_in_rank.entry])
    )
    sitting_out.say(out, out.user, 2, comes=False)
    last = drawn(Season.objects.get(pk=season.pk), owner)
    decide(last, order)
    [dealt] = last.byes.filter(was_asked=False).values_list("entry", flat=True)
    [loser] = opponents_of(division)[out.pk]
    rows = {row.entry: row for row in standings_input.table_of(division)}
    seen = {entry: row.points for entry, row in rows.items()}
    seen[out.pk] += standings_input.scoring_of(season).draw
    met = opponents_of(division)
    assert loser != dealt
    for entry, row in rows.items():
        counted, opponents = dict(row.metrics), [seen[other] for other in met[entry]]
        own = (2 - len(met[entry])) * [row.points]
        assert counted["buchholz"] == sum(opponents + own)
        least = row.points if entry == out.pk else min(opponents + own)
        assert counted["buchholz_cut1"] == counted["buchholz"] - least


def test_nobody_can_be_declined_in_a_running_season(owner):
    season, players = running(owner, 4)
    entry = entry_of(season, players[0])
    with pytest.raises(errors.WrongStage):
        entries.turn_away(entry, owner, reason="Too late")
    assert Entry.objects.filter(pk=entry.pk).exists()
    assert not Audit.objects.filter(verb="turn_away").exists()


def test_half_of_a_round_robin_means_half_of_the_duels_that_count(owner):
    season, players = running(owner, 4, format="round_robin")
    entry = entry_of(season, players[0])
    publish_everywhere(season, owner, all_rounds=True, one_by_one=False)
    one, other, _last = Fixture.objects.filter(chairs__entry=entry).order_by("pk")
    settle(one, [entry.pk])
    assert entries.would_be_annulled(entry)
    rulings.void_fixture(other, owner, reason="A bug.")
    assert not entries.would_be_annulled(entry)
    entries.withdraw(entry, players[0])
    assert points(season)[entry.name] == 2


def test_leaving_a_swiss_season_early_says_that_results_count_and_mentions_no_half(owner):
    season, players = running(owner, 6, rounds_planned=4)
    play_round(drawn(season, owner))
    said = leaving(season, entry_of(season, players[0]))
    assert "The results so far still count." in said
    assert "half" not in " ".join(said)
