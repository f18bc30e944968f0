"""The cheapest pairings, compared with all pairings."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from games.contests.pairing import foresight
from games.contests.pairing.matching import best_matchings, cheapest
from tests.contests.pairing.oracle import matchings

EIGHT = list(combinations(range(8), 2))
SIX = list(combinations(range(6), 2))


def cost_of(matching, costs):
    return sum(costs[pair] for pair in matching)


def possible(people, costs):
    return [found for found in matchings(people) if all(pair in costs for pair in found)]


@given(st.dictionaries(st.sampled_from(EIGHT), st.integers(0, 10**30)))
def test_no_matching_is_cheaper(costs):
    best = min((cost_of(m, costs) for m in possible(range(8), costs)), default=None)
    found = cheapest(costs, range(8))
    assert (None if found is None else cost_of(found, costs)) == best


@given(st.dictionaries(st.sampled_from(SIX), st.integers(0, 20), min_size=8))
def test_all_matchings_come_once_and_in_order(costs):
    found = list(best_matchings(costs, range(6), searches=1000))
    assert sorted(found) == sorted(possible(range(6), costs))
    prices = [cost_of(matching, costs) for matching in found]
    assert prices == sorted(prices)


def test_the_searches_for_more_matchings_end():
    costs = dict.fromkeys(EIGHT, 1)
    assert len(list(best_matchings(costs, range(8), searches=5))) <= 5


def graph_of(people, pairs):
    found = [0] * people
    for one, other in pairs:
        found[one] |= 1 << other
        found[other] |= 1 << one
    return found


def test_a_complete_round_robin_is_found():
    plan = foresight.schedule(graph_of(8, EIGHT), 7, steps=1000)
    assert plan is not None
    assert sorted(pair for found in plan for pair in found) == EIGHT


def test_two_triangles_have_no_round():
    triangles = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)]
    assert foresight.schedule(graph_of(6, triangles), 1, steps=1000) is None
    assert not foresight.holds(graph_of(6, triangles), 1, steps=1000)


@given(st.sets(st.sampled_from(SIX)), st.integers(1, 3))
def test_a_schedule_is_found_exactly_when_there_is_one(pairs, rounds):
    graph = graph_of(6, pairs)
    plan = foresight.schedule(graph, rounds, steps=10_000)
    assert (plan is not None) == exists(pairs, rounds)
    assert foresight.holds(graph, rounds, steps=10_000) == (plan is not None)
    if plan is not None:
        assert len({pair for found in plan for pair in found}) == 3 * rounds
        assert {pair for found in plan for pair in found} <= pairs


def exists(pairs, rounds):
    """Return by brute force whether this many rounds can be played with these pairs."""
    if rounds == 0:
        return True
    return any(
        exists(pairs - set(found), rounds - 1)
        for found in matchings(range(6))
        if pairs.issuperset(found)
    )
