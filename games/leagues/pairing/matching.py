"""The cheapest way to pair everybody, and the next cheapest: blossoms, by networkx."""

from collections.abc import Collection, Iterator, Mapping
from heapq import heappop, heappush

from networkx import Graph, max_weight_matching

#: A perfect matching: pairs of numbers, the smaller first.
Matching = tuple[tuple[int, int], ...]
#: What each pair costs, the smaller number first; a pair that is missing is forbidden.
Costs = Mapping[tuple[int, int], int]
#: Some matchings: all that hold the pairs kept, and beside them only pairs that still have a cost.
Part = tuple[Matching, Costs]


def cheapest(costs: Costs, people: Collection[int]) -> Matching | None:
    """Return the perfect matching of `people` at the least cost; None if there is no perfect one.

    Costs are whole numbers of any size, so nothing is lost to rounding. Blossoms: Edmonds 1965, in
    the form of Galil 1986.
    """
    graph = Graph()
    graph.add_nodes_from(sorted(people))
    dearest = max(costs.values(), default=0)
    for (one, other), cost in sorted(costs.items()):
        graph.add_edge(one, other, weight=dearest + 1 - cost)
    found = max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < len(people):
        return None
    return tuple(sorted((min(pair), max(pair)) for pair in found))


def ranked(costs: Costs, people: Collection[int], *, searches: int) -> Iterator[Matching]:
    """Yield perfect matchings of `people`, the cheapest first, then the next cheapest, and so on.

    A matching that was found splits the rest into those without its first pair, those with the
    first but without the second, and so on (Murty 1968). Ends after so many `searches`.
    """
    heap: list[tuple[int, int, Part, Matching]] = []
    parts: list[Part] = [((), costs)]
    searched = 0
    while True:
        for part in parts[: searches - searched]:
            searched += 1
            found = whole(part, people)
            if found is not None:
                heappush(heap, (sum(costs[pair] for pair in found), searched, part, found))
        if not heap:
            return
        _cost, _number, part, found = heappop(heap)
        yield tuple(sorted(found))
        parts = list(split(part, found))


def whole(part: Part, people: Collection[int]) -> Matching | None:
    """Return the cheapest matching of a part, the kept pairs first; None if the part is empty."""
    kept, costs = part
    left = set(people) - {one for pair in kept for one in pair}
    found = cheapest(costs, left)
    return None if found is None else kept + found


def split(part: Part, found: Matching) -> Iterator[Part]:
    """Yield the parts that hold every matching of `part` but `found`, each in one of them."""
    kept, costs = part
    for place in range(len(kept), len(found)):
        taken = {one for pair in found[:place] for one in pair}
        yield (
            found[:place],
            {
                pair: cost
                for pair, cost in costs.items()
                if pair != found[place] and taken.isdisjoint(pair)
            },
        )
