"""Swiss rounds, compared with every possible pairing."""

import json
from collections import Counter
from dataclasses import asdict
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contests.pairing.draw import CannotDraw, Contender
from games.contests.pairing.swiss import pair
from tests.contests.pairing.oracle import faults, pairings
from tests.contests.pairing.seasons import Season, everybody


@st.composite
def fields(draw, most=8):
    """Draw a field in the middle of any season, however unlikely."""
    count = draw(st.integers(2, most))
    random = Random(draw(st.integers(0, 10**6)))
    often = draw(st.sampled_from([0.0, 0.3, 0.7, 1.5]))
    met = {}
    for one in range(count):
        for other in range(one):
            met[one, other] = met[other, one] = int(random.random() * often + 0.5)
    ranks = random.sample(range(1, count + 1), count)
    return [
        Contender(
            entry=one,
            points=random.randint(0, 4) / 2,
            rank=ranks[one],
            met={other: met[one, other] for other in range(count) if other != one},
            sides=(random.randint(0, 3), random.randint(0, 3)),
            last_side=random.choice([None, 0, 1]),
            byes=random.randint(0, 1),
        )
        for one in range(count)
    ]


def apart(people):
    """Draw pairs to be kept apart."""
    two = st.lists(st.integers(0, people - 1), min_size=2, max_size=2, unique=True)
    return st.frozensets(two.map(frozenset), max_size=6)


def duels_of(draw, field):
    known = {one.entry: one for one in field}
    return [(known[first], known[second]) for first, second in draw.tables]


def weight(duels, idle, field, avoid):
    """Return the cost of a pairing: the first four criteria and the point differences."""
    before = 0 if idle is None else sum(o.rank > idle.rank for o in field if o.byes == idle.byes)
    at_limit = sum(not can_sit(first, second) for first, second in duels)
    gaps = sum((first.points - second.points) ** 2 for first, second in duels)
    return (*faults(duels, avoid), before, at_limit, gaps)


def can_sit(one, other):
    """Return whether two can play without either having a side three times more often."""
    mine, theirs = (each.sides[0] - each.sides[1] for each in (one, other))
    return any(max(abs(mine + way), abs(theirs - way)) <= 2 for way in (1, -1))


@given(fields(), apart(8), st.integers(1, 9))
def test_everybody_is_paired_once_and_no_pairing_has_fewer_repeats(field, avoid, planned):
    draw = pair(field, round_number=1, rounds_planned=planned, seed="x", avoid=avoid)
    assert everybody(draw) == sorted(one.entry for one in field)
    best = min(faults(duels, avoid) for duels, _idle in pairings(field))
    assert faults(duels_of(draw, field), avoid) == best


@given(fields(), apart(8))
def test_the_last_round_is_the_best_of_all_pairings(field, avoid):
    draw = pair(field, round_number=3, rounds_planned=3, seed="x", avoid=avoid)
    idle = next((one for one in field if one.entry in draw.byes), None)
    best = min(weight(duels, idle, field, avoid) for duels, idle in pairings(field))
    assert weight(duels_of(draw, field), idle, field, avoid) == best


@given(fields(), apart(8))
def test_paired_players_stay_within_the_limit_of_sides_if_both_can(field, avoid):
    draw = pair(field, round_number=3, rounds_planned=3, seed="x", avoid=avoid)
    for first, second in duels_of(draw, field):
        surplus = (first.sides[0] - first.sides[1] + 1, second.sides[0] - second.sides[1] - 1)
        assert max(map(abs, surplus)) <= 2 or not can_sit(first, second)


@given(fields(), st.integers(1, 9), st.randoms(use_true_random=False))
def test_the_order_of_entries_does_not_matter_and_a_draw_is_reproducible(field, planned, random):
    mixed = random.sample(field, len(field))
    known = {"round_number": 1, "rounds_planned": planned, "seed": "printed"}
    assert pair(mixed, **known) == pair(field, **known)


@given(fields(), apart(8), st.integers(1, 9))
def test_the_report_describes_the_draw(field, avoid, planned):
    draw = pair(field, round_number=1, rounds_planned=planned, seed="x", avoid=avoid)
    duels, report = duels_of(draw, field), draw.report
    met = {tuple(sorted((a.entry, b.entry))): a.met.get(b.entry, 0) for a, b in duels}
    assert report.repeats == tuple(sorted((*duo, times) for duo, times in met.items() if times))
    assert report.most_meetings == max(met.values()) + 1
    assert report.spread == max(abs(a.points - b.points) for a, b in duels)
    assert {frozenset(duo) for duo in report.unmet} == {frozenset(d) for d in met} & avoid
    codes = {note.code for note in report.notes}
    assert ("sides_uneven" in codes) == (report.balance_after > 2)
    json.dumps(asdict(draw))


@given(st.integers(2, 12), st.integers(0, 10**6), st.data())
@settings(max_examples=60)
def test_a_season_never_runs_out_of_new_pairs(count, seed, data):
    season = Season(count, seed)
    rounds = data.draw(st.integers(1, count - 1 + count % 2))
    for number in range(1, rounds + 1):
        draw = pair(
            season.contenders(), round_number=number, rounds_planned=rounds, seed=f"{number}"
        )
        assert draw.report.repeats == ()
        assert everybody(draw) == sorted(season.there)
        season.play(draw)
    assert max(season.times()) == 1
    assert max(one.byes for one in season.known.values()) <= 1


@given(st.integers(4, 8), st.integers(0, 10**6), st.lists(st.sampled_from("-+ "), max_size=7))
def test_with_players_coming_and_going_repeats_stay_minimal(count, seed, moves):
    season = Season(count, seed)
    for number, move in enumerate(moves, start=1):
        if move == "-" and len(season.there) > 2:
            season.withdraw(season.random.choice(season.there))
        elif move == "+" and len(season.there) < 8:
            season.join()
        field = season.contenders()
        draw = pair(field, round_number=number, rounds_planned=len(moves), seed=f"{number}")
        assert everybody(draw) == sorted(season.there)
        best = min(faults(duels, frozenset()) for duels, _idle in pairings(field))
        assert faults(duels_of(draw, field), frozenset()) == best
        fewest = min(one.byes for one in field)
        assert all(season.known[entry].byes == fewest for entry in draw.byes)
        season.play(draw)


@pytest.mark.parametrize(("count", "rounds"), [(9, 5), (24, 7), (24, 11), (41, 9)])
def test_over_a_usual_season_sides_differ_by_at_most_two(count, rounds):
    season = Season(count, "sides")
    for number in range(1, rounds + 1):
        draw = pair(season.contenders(), round_number=number, rounds_planned=rounds, seed="x")
        season.play(draw)
        assert draw.report.balance_after <= 2
    assert max(season.times()) == 1


def test_the_upper_half_meets_the_lower_half_first():
    field = [Contender(entry=10 * rank, rank=rank) for rank in range(1, 9)]
    draw = pair(field, round_number=1, rounds_planned=3, seed="x")
    assert {frozenset(duel) for duel in draw.tables} == {
        frozenset(duo) for duo in ((10, 50), (20, 60), (30, 70), (40, 80))
    }
    upper = [duel[0] <= 40 for duel in draw.tables]
    assert upper in ([True, False, True, False], [False, True, False, True])


def test_equal_ranks_are_decided_by_lot():
    field = [Contender(entry=entry) for entry in range(8)]
    draws = [pair(field, round_number=1, rounds_planned=3, seed=str(n)) for n in range(20)]
    assert len({draw.tables for draw in draws}) > 10
    assert all(draw.report.notes[0].code == "lots_drawn" for draw in draws)


def test_sides_alternate():
    field = [
        Contender(entry=1, rank=1, sides=(1, 1), last_side=1),
        Contender(entry=2, rank=2, sides=(1, 1), last_side=0),
    ]
    assert pair(field, round_number=3, rounds_planned=3, seed="x").tables == ((1, 2),)
    assert pair(
        [Contender(1, rank=1, sides=(2, 0), last_side=0), Contender(2, rank=2, sides=(1, 1))],
        round_number=3,
        rounds_planned=3,
        seed="x",
    ).tables == ((2, 1),)


def test_the_bye_goes_higher_if_the_others_would_repeat_and_the_report_says_so():
    met = {1: {2: 1}, 2: {1: 1}, 3: {}}
    field = [Contender(entry=n, rank=n, met=met[n]) for n in (1, 2, 3)]
    draw = pair(field, round_number=2, rounds_planned=2, seed="x")
    assert draw.byes == (2,)
    assert [note.values for note in draw.report.notes if note.code == "bye_not_to_last"] == [
        {"entry": 2}
    ]


def ring(points):
    """Return six people after two rounds in which 1 4 2 5 3 6 met around a ring."""
    around = [1, 4, 2, 5, 3, 6]
    met = {
        one: {around[place - 1]: 1, around[(place + 1) % 6]: 1} for place, one in enumerate(around)
    }
    return [
        Contender(entry=one, rank=rank, points=points[one], met=met[one], sides=(1, 1))
        for rank, one in enumerate(sorted(points, key=lambda e: -points[e]), start=1)
    ]


def test_a_round_leaves_later_rounds_possible():
    # 1-5, 2-6 and 3-4 have equal points, but would leave only two triangles for later rounds.
    field = ring({1: 4, 5: 4, 2: 2, 6: 2, 3: 0, 4: 0})
    tempting = {frozenset(duo) for duo in ((1, 5), (2, 6), (3, 4))}
    last = pair(field, round_number=3, rounds_planned=3, seed="x")
    assert {frozenset(duel) for duel in last.tables} == tempting
    third = pair(field, round_number=3, rounds_planned=5, seed="x")
    assert {frozenset(duel) for duel in third.tables} != tempting
    assert third.report.repeats == ()
    assert {note.code: note.values for note in third.report.notes} == {
        "rounds_ahead": {"count": 2, "wanted": 2}
    }


def test_a_meeting_recorded_for_one_player_is_enough():
    field = [Contender(1, rank=1, met={2: 1}), *(Contender(n, rank=n) for n in (2, 3, 4))]
    draw = pair(field, round_number=2, rounds_planned=2, seed="x")
    assert (1, 2) not in {tuple(sorted(duel)) for duel in draw.tables}


def test_avoided_pairs_may_be_given_in_any_form():
    field = [Contender(entry=n, rank=n) for n in range(1, 5)]
    for avoid in ({(3, 1)}, [[1, 3]], frozenset({frozenset({1, 3})})):
        draw = pair(field, round_number=1, rounds_planned=1, seed="x", avoid=avoid)
        assert {1, 3} not in [set(duel) for duel in draw.tables]
        assert draw.report.unmet == ()


def test_a_hundred_and_one_players_are_paired():
    season = Season(101, "many")
    for number in (1, 2, 3):
        draw = pair(season.contenders(), round_number=number, rounds_planned=7, seed="x")
        season.play(draw)
    assert Counter(season.times())[1] == 150
    assert sum(one.byes for one in season.known.values()) == 3


def test_a_single_entry_and_duplicates_are_refused():
    with pytest.raises(CannotDraw, match="1 are too few"):
        pair([Contender(1)], round_number=1, rounds_planned=1, seed="x")
    with pytest.raises(CannotDraw, match="Entry 1 is there twice"):
        pair([Contender(1), Contender(1)], round_number=1, rounds_planned=1, seed="x")
