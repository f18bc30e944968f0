"""The cheapest perfect matching and the next cheapest ones, found with networkx (blossoms)."""

from collections.abc import Collection, Iterator, Mapping
from heapq import heappop, heappush

from networkx import Graph, max_weight_matching

#: A perfect matching: pairs of numbers, with the smaller number first.
Matching = tuple[tuple[int, int], ...]
#: The cost of each pair, with the smaller number first; missing pairs are forbidden.
Costs = Mapping[tuple[int, int], int]
#: A set of matchings: all that contain certain fixed pairs, and otherwise only pairs with a cost.
Part = tuple[Matching, Costs]


def cheapest(costs: Costs, people: Collection[int]) -> Matching | None:
    """Return the cheapest perfect matching of `people`, or None if none exists.

    Costs are integers of any size, so there are no rounding errors. Blossom algorithm: Edmonds
    1965, as described by Galil 1986.
    """
    graph = Graph()
    graph.add_nodes_from(sorted(people))
    dearest = max(costs.values(), default=0)
    for (one, other), cost in sorted(costs.items()):
        graph.add_edge(one, other, weight=dearest + 1 - cost)
    matching = max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(people):
        return None
    return tuple(sorted((min(pair), max(pair)) for pair in matching))


def best_matchings(costs: Costs, people: Collection[int], *, searches: int) -> Iterator[Matching]:
    """Yield perfect matchings of `people`, in the order of their costs.

    Each matching partitions the remaining ones into those without its first pair, those with the
    first but without the second, and so on (Murty 1968). At most `searches` matchings are computed.
    """
    heap: list[tuple[int, int, Part, Matching]] = []
    parts: list[Part] = [((), costs)]
    count = 0
    while True:
        for part in parts[: searches - count]:
            count += 1
            matching = whole(part, people)
            if matching is not None:
                heappush(heap, (sum(costs[pair] for pair in matching), count, part, matching))
        if not heap:
            return
        _cost, _number, part, matching = heappop(heap)
        yield tuple(sorted(matching))
        parts = list(split(part, matching))


def whole(part: Part, people: Collection[int]) -> Matching | None:
    """Return the cheapest matching in a set, its fixed pairs first; None if the set is empty."""
    fixed, costs = part
    rest = set(people) - {one for pair in fixed for one in pair}
    matching = cheapest(costs, rest)
    return None if matching is None else fixed + matching


def split(part: Part, matching: Matching) -> Iterator[Part]:
    """Yield disjoint sets that together contain every matching in `part` except `matching`."""
    fixed, costs = part
    for place in range(len(fixed), len(matching)):
        partners = {one for pair in matching[:place] for one in pair}
        yield (
            matching[:place],
            {
                pair: cost
                for pair, cost in costs.items()
                if pair != matching[place] and partners.isdisjoint(pair)
            },
        )
