"""Table nights: sizes, seats and meetings."""

import json
from collections import Counter
from dataclasses import asdict
from itertools import combinations
from math import ceil
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contests.pairing.annealing import improve, total
from games.contests.pairing.draw import CannotDraw, Contender
from games.contests.pairing.tables import STEPS, seat, sizes
from tests.contests.pairing.oracle import splits
from tests.contests.pairing.seasons import Season, everybody

pytestmark = pytest.mark.long

#: Fewer swaps than a league uses: quick, but clearly better than chance.
QUICK = 15_000


@given(st.integers(5, 2000), st.integers(5, 10))
def test_any_number_splits_evenly_into_tables_of_five_to_ten(count, target):
    found = sizes(count, target=target)
    assert sum(found) == count
    assert 5 <= min(found) <= max(found) <= 10
    assert max(found) - min(found) <= 1
    assert list(found) == sorted(found, reverse=True)


@given(st.integers(5, 200), st.integers(5, 10))
def test_no_even_split_is_closer_to_the_target(count, target):
    others = [divmod(count, tables) for tables in range(1, count // 5 + 1)]
    allowed = [(least, least + bool(more)) for least, more in others if least + bool(more) <= 10]
    best = min(max(abs(size - target) for size in pair) for pair in allowed)
    assert max(abs(size - target) for size in sizes(count, target=target)) == best


def test_four_are_too_few_and_no_table_has_four_or_eleven_seats():
    with pytest.raises(CannotDraw, match="are too few"):
        sizes(4)
    with pytest.raises(CannotDraw, match="are too few"):
        seat([Contender(entry) for entry in range(4)], seed="x")
    with pytest.raises(CannotDraw, match="is there twice"):
        seat([Contender(entry % 5) for entry in range(6)], seed="x")
    for target in (4, 11):
        with pytest.raises(CannotDraw, match="5 to 10 seats"):
            sizes(20, target=target)


@given(
    st.integers(5, 40),
    st.integers(0, 10**6),
    st.sampled_from([0.0, 0.5]),
    st.lists(st.sampled_from("-+ "), min_size=1, max_size=4),
)
@settings(max_examples=30)
def test_everybody_is_seated_once_while_others_come_and_go(count, seed, level, moves):
    season = Season(count, seed)
    for number, move in enumerate(moves):
        if move == "-" and len(season.there) > 5:
            season.withdraw(season.random.choice(season.there))
        elif move == "+":
            season.join()
        draw = seat(season.contenders(), seed=f"{number}", level=level, steps=500)
        assert everybody(draw) == sorted(season.there)
        assert sorted(map(len, draw.tables), reverse=True) == list(sizes(len(season.there)))
        assert draw.byes == ()
        check_report(draw, season)
        season.play(draw)


def check_report(draw, season):
    """Compare the report with the actual draw."""
    report, known = draw.report, season.known
    pairs = [pair for table in draw.tables for pair in combinations(sorted(table), 2)]
    met = {(a, b): known[a].met[b] for a, b in pairs}
    assert report.repeats == tuple(sorted((*duo, times) for duo, times in met.items() if times))
    assert report.most_meetings == 1 + max(met.values())
    points = [[known[entry].points for entry in table] for table in draw.tables]
    assert report.spread == max(max(own) - min(own) for own in points)
    assert report.unmet == ()
    values = {note.code: note.values for note in report.notes}
    assert values["first_meetings"] == {
        "count": len(pairs) - len(report.repeats),
        "of": len(pairs),
    }
    json.dumps(asdict(draw))


@given(st.integers(5, 20), st.integers(0, 10**6), st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_the_order_of_entries_does_not_matter_and_a_draw_is_reproducible(count, seed, random):
    season = Season(count, seed)
    season.play(seat(season.contenders(), seed="first", steps=500))
    field = season.contenders()
    mixed = random.sample(field, len(field))
    drawn = seat(field, seed="printed", level=0.5, steps=500)
    assert seat(mixed, seed="printed", level=0.5, steps=500) == drawn


def test_another_seed_gives_other_tables():
    field = [Contender(entry) for entry in range(14)]
    draws = {seat(field, seed=str(number)).tables for number in range(10)}
    assert len(draws) == 10


@given(st.integers(10, 12), st.integers(0, 10**6))
@settings(max_examples=20)
def test_no_split_of_two_tables_is_better_than_the_one_found(count, seed):
    random = Random(seed)
    pairs = [[0] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        pairs[one][other] = pairs[other][one] = random.choice([0, 0, 2000, 8000])
    split = sizes(count)
    places = [[random.choice([0, 100, 400]) for _ in split] for _ in range(count)]
    start = [list(range(split[0])), list(range(split[0], count))]
    cost, found = min(
        improve(start, pairs, places, steps=6000, heat=20_000, lots=Random(f"{seed}/{search}"))
        for search in range(3)
    )
    assert cost == total(found, pairs, places)
    assert cost == min(total(s, pairs, places) for s in splits(range(count), split))
    assert sorted(map(len, found)) == sorted(split)


def test_pairs_to_be_kept_apart_are_never_seated_together():
    season = Season(18, "apart")
    avoid = [(1, 2), (2, 3), (1, 3), (4, 5), (17, 18), (9, 1)]
    for number in range(5):
        draw = seat(season.contenders(), seed=f"{number}", avoid=avoid, level=0.5, steps=QUICK)
        together = {frozenset(p) for table in draw.tables for p in combinations(table, 2)}
        assert not together & {frozenset(pair) for pair in avoid}
        assert draw.report.unmet == ()
        season.play(draw)


def test_the_report_names_pairs_that_could_not_be_kept_apart():
    field = [Contender(entry) for entry in range(7)]
    draw = seat(field, seed="x", avoid=[(3, 1)])
    assert draw.report.unmet == ((1, 3),)


@pytest.mark.parametrize(
    ("count", "percent"), [(18, 12.0), (35, 3.0), (56, 5.0), (100, 1.0)], ids=str
)
def test_few_pairs_meet_too_often(count, percent):
    season = played(count, level=0.0, steps=STEPS)
    times = season.times()
    limit = ceil(sum(times) / len(times))
    assert 100 * sum(n > limit for n in times) / len(times) <= percent


@pytest.mark.parametrize("count", [35, 100])
def test_a_swiss_night_balances_the_tables(count):
    spreads = {level: mean_spread(count, level) for level in (0.0, 0.5)}
    assert spreads[0.5] < 0.75 * spreads[0.0]


def test_balance_means_the_same_for_nights_of_several_games():
    field = [Contender(entry, points=entry % 5, met={(entry + 5) % 35: 1}) for entry in range(35)]
    doubled = [Contender(c.entry, points=2 * c.points, met=c.met) for c in field]
    one = seat(field, seed="x", level=0.5, steps=QUICK)
    assert seat(doubled, seed="x", level=0.5, games=4, steps=QUICK).tables == one.tables


def test_everybody_sits_in_each_seat_about_equally_often():
    season = played(35, level=0.0)
    twice = sum(max(one.seats.values()) > 1 for one in season.known.values())
    assert twice <= 12  # At random it would be nearly all: six seats of seven without a repeat.
    assert max(max(one.seats.values()) for one in season.known.values()) <= 2


def test_the_rarer_table_sizes_are_shared_fairly():
    season = played(22, level=0.0)
    at_eight = Counter(one.sizes[8] for one in season.known.values())
    assert set(at_eight) <= {1, 2, 3, 4}  # At random some would never sit there, or always.


def played(count, *, level, steps=QUICK):
    """Return a season of six rounds."""
    season = Season(count, f"{count}")
    for number in range(6):
        season.play(seat(season.contenders(), seed=f"{number}", level=level, steps=steps))
    return season


def mean_spread(count, level):
    season, spreads = Season(count, f"{count}"), []
    for number in range(6):
        draw = seat(season.contenders(), seed=f"{number}", level=level, games=4, steps=QUICK)
        points = [[season.known[entry].points for entry in table] for table in draw.tables]
        spreads += [max(own) - min(own) for own in points]
        season.play(draw)
    return sum(spreads) / len(spreads)
