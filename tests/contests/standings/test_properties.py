"""Properties of every contest: tables depend only on its events, to the byte."""

import random
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.contests.standings import standings
from games.contests.standings.contest import Contest, Contestant
from tests.contests.reranking import Reranking, order_of
from tests.contests.standings.contests import (
    contest,
    contests,
    nights,
    round_robins,
    troubled,
)

pytestmark = pytest.mark.long


def encoded(played):
    return msgspec.json.encode(standings(played))


@given(troubled())
def test_rebuilding_gives_the_same_bytes(played):
    copied = msgspec.json.decode(msgspec.json.encode(played), type=Contest)
    assert copied == played
    assert encoded(copied) == encoded(played)


@given(troubled(), st.randoms(use_true_random=False))
def test_the_order_of_the_input_does_not_matter(played, rng: random.Random):
    def shuffled(items):
        return tuple(rng.sample(items, len(items)))

    told = replace(
        played,
        contestants=shuffled(played.contestants),
        results=shuffled(played.results),
        byes=shuffled(played.byes),
        sanctions=shuffled(played.sanctions),
    )
    assert encoded(told) == encoded(played)


@given(troubled())
def test_ranks_are_a_total_order_of_everybody(played):
    rows = standings(played)
    assert [row.rank for row in rows] == list(range(1, len(played.contestants) + 1))
    assert {row.entry for row in rows} == {one.entry for one in played.contestants}


@given(troubled() | contests)
def test_an_independent_calculation_finds_the_same_order_from_the_export(played):
    rows = [row.entry for row in standings(played) if not row.is_annulled]
    assert order_of(msgspec.to_builtins(played)) == rows


#: Tie-breaks calculated only among tied entries; the test of the order covers them.
AMONG = {"direct", "opposite", "lot"}


@given(troubled() | contests)
def test_an_independent_calculation_finds_the_same_points_and_tie_breaks(played):
    told = Reranking(msgspec.to_builtins(played))
    for row in standings(played):
        for code, value in [] if row.is_annulled else [("points", row.points), *row.metrics]:
            if code not in AMONG:
                found = told.values(code, [row.entry])[row.entry]
                found = -found if code == "forfeits" else found
                assert value == pytest.approx(float(found), abs=1e-6), code


@given(contests)
def test_nobody_is_ahead_of_more_points_except_by_status(played):
    rows = standings(played)
    for above, row in pairwise(rows):
        assert row.decided_by
        if row.decided_by not in {"status", "points"}:
            assert above.points == row.points
        if row.decided_by == "points":
            assert above.points > row.points
        if row.decided_by == "lot":
            assert above.entry in row.tied_with


@given(contests)
def test_the_deciding_tie_break_is_better_for_the_row_above(played):
    rows = standings(played)
    for above, row in pairwise(rows):
        if row.decided_by not in {"status", "points", "direct", "opposite"}:
            ahead, behind = (dict(one.metrics)[row.decided_by] for one in (above, row))
            assert ahead < behind if row.decided_by == "forfeits" else ahead > behind


@given(troubled())
def test_bands_contain_the_rank_and_stay_within_the_table(played):
    for row in standings(played):
        assert (row.band is None) == row.is_annulled
        if row.band:
            assert 1 <= row.band[0] <= row.rank <= row.band[1] <= len(played.contestants)


@given(troubled())
def test_counted_entries_come_before_disqualified_ones_and_those_before_annulled_ones(played):
    out = {one.entry for one in played.contestants if one.is_disqualified}
    parts = [2 if row.is_annulled else int(row.entry in out) for row in standings(played)]
    assert parts == sorted(parts)


@given(round_robins())
def test_every_duel_gives_two_points_unless_both_forfeit(played):
    fair = replace(played, sanctions=())
    given_points = sum(row.points for row in standings(fair))
    assert given_points == 2 * sum(len(one.forfeited) < 2 for one in played.results)


@given(nights())
def test_every_game_at_a_table_gives_a_point_to_each_winner_who_stayed(played):
    won = sum(
        bool(one.won) and not one.abandoned
        for result in played.results
        for game in result.games
        for one in game.placings
    )
    everything = replace(played, scoring=replace(played.scoring, nights=0))
    assert sum(row.points for row in standings(everything)) == won


@given(round_robins(least=4))
def test_annulling_equals_a_contest_without_that_entry(played):
    of = len(played.contestants)
    gone = Contestant(of, of, withdrawn_after=0, planned=of - 1)
    annulled = standings(replace(played, contestants=(*played.contestants[:-1], gone)))
    without = contest(
        [one for one in played.results if of not in one.entries],
        of=of - 1,
        rounds=played.rounds_planned,
        sanctions=[one for one in played.sanctions if one.entry != of],
    )
    assert annulled[:-1] == standings(without)
    assert (annulled[-1].entry, annulled[-1].is_annulled) == (of, True)


@given(troubled())
def test_results_of_a_fixture_count_wins_draws_and_losses(played):
    for row in standings(played):
        assert row.played == row.won + row.drawn + row.lost
        assert row.forfeits >= 0
        assert len(row.form) <= 5
