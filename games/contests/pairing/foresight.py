"""Checks whether later rounds are possible: several pairings without a common pair.

A Swiss system that pairs each round in isolation can fail, if the pairs that have not met do not
contain another complete round (lichess-org/lila #6689). So a draw also considers later rounds.
"""

from collections.abc import Iterator, Sequence

#: A perfect matching: pairs of numbers, with the smaller number first.
Matching = tuple[tuple[int, int], ...]
#: The possible opponents of each number, as a bit mask.
Graph = Sequence[int]


def holds(graph: Graph, rounds: int, *, steps: int) -> bool:
    """Return whether `graph` is certain to contain `rounds` disjoint perfect matchings.

    Also return False if the search needs more than `steps`.
    """
    return dense(graph, rounds) or schedule(graph, rounds, steps=steps) is not None


def dense(graph: Graph, rounds: int) -> bool:
    """Return whether degrees alone guarantee `rounds`, whichever matchings are chosen first.

    If every vertex has half of all others as neighbours, a Hamiltonian cycle exists (Dirac 1952),
    and so a perfect matching. Each round removes one neighbour from every vertex.
    """
    least = min(map(int.bit_count, graph), default=0)
    return rounds <= 0 or least - (rounds - 1) >= max(len(graph) / 2, 1)


def schedule(graph: Graph, rounds: int, *, steps: int) -> list[Matching] | None:
    """Return `rounds` matchings without a common pair, or None.

    None means that none exist, or that none were found within `steps`.
    """
    search = _Search(graph, rounds)
    if not search.solve(steps):
        return None
    return search.matchings()


#: A pair of numbers and the round in which they meet.
Choice = tuple[int, int, int]


class _Search:
    """Fills rounds by backtracking; the decision with the fewest choices is made first."""

    def __init__(self, graph: Graph, rounds: int) -> None:
        self.graph = list(graph)
        self.free = [(1 << len(self.graph)) - 1] * rounds
        self.taken: list[Choice] = []

    def solve(self, steps: int) -> bool:
        """Fill every round; return False if that is impossible, or needs more `steps`."""
        open_choices: list[Iterator[Choice]] = []
        for _step in range(steps):
            narrowest = self.narrowest()
            if narrowest is None:
                return True
            open_choices.append(iter(narrowest))
            while (choice := next(open_choices[-1], None)) is None:
                open_choices.pop()
                if not open_choices:
                    return False
                self.flip(self.taken.pop())
            self.flip(choice)
            self.taken.append(choice)
        return False

    def flip(self, choice: Choice) -> None:
        """Pair two players in a round, or separate them again."""
        one, other, number = choice
        self.graph[one] ^= 1 << other
        self.graph[other] ^= 1 << one
        self.free[number] ^= 1 << one | 1 << other

    def matchings(self) -> list[Matching]:
        """Return the pairs of each round."""
        rounds: list[list[tuple[int, int]]] = [[] for _ in self.free]
        for one, other, number in self.taken:
            rounds[number].append((min(one, other), max(one, other)))
        return [tuple(sorted(pairs)) for pairs in rounds]

    def narrowest(self) -> list[Choice] | None:
        """Return the choices for the opponent with the fewest, or None if every round is full."""
        best: list[Choice] | None = None
        fewest = len(self.graph) + 1
        for one, others in enumerate(self.graph):
            if others.bit_count() < sum(free >> one & 1 for free in self.free):
                return []
            for number in self.open_rounds(one):
                partners = others & self.free[number]
                if partners.bit_count() < fewest:
                    fewest = partners.bit_count()
                    best = [(one, other, number) for other in bits(partners)]
                if fewest <= 1:
                    return best
        return best

    def open_rounds(self, one: int) -> list[int]:
        """Return the rounds in which `one` has no opponent, but only the first of empty rounds."""
        everybody = (1 << len(self.graph)) - 1
        partial = [n for n, free in enumerate(self.free) if free >> one & 1 and free != everybody]
        fresh = next((n for n, free in enumerate(self.free) if free == everybody), None)
        return partial if fresh is None else [*partial, fresh]


def bits(number: int) -> Iterator[int]:
    """Yield the indexes of the set bits, in ascending order."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
