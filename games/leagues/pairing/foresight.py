"""Whether a season can still be played to its end: pairings of several rounds that share no pair.

A Swiss that pairs each round for itself can run out: the pairs that have not met may hold no round
any more (lichess-org/lila #6689). So a round is drawn with the rounds behind it in view.
"""

from collections.abc import Iterator, Sequence

#: A perfect matching: pairs of numbers, the smaller first.
Matching = tuple[tuple[int, int], ...]
#: Who may meet whom: for each number the set of the others, as bits.
Graph = Sequence[int]


def holds(graph: Graph, rounds: int, *, steps: int) -> bool:
    """Say whether `graph` surely holds so many rounds; False also if `steps` didn't show it."""
    return dense(graph, rounds) or schedule(graph, rounds, steps=steps) is not None


def dense(graph: Graph, rounds: int) -> bool:
    """Say whether everybody has so many others that any rounds taken leave another.

    A graph in which everybody has half of all as neighbours has a Hamiltonian cycle (Dirac 1952),
    and so a perfect matching; a round takes one neighbour from each.
    """
    least = min(map(int.bit_count, graph), default=0)
    return rounds <= 0 or least - (rounds - 1) >= max(len(graph) / 2, 1)


def schedule(graph: Graph, rounds: int, *, steps: int) -> list[Matching] | None:
    """Return `rounds` matchings that share no pair; None if there are none, or `steps` ran out."""
    search = _Search(graph, rounds)
    if not search.solve(steps):
        return None
    return search.matchings()


#: A pair of numbers and the round in which they meet.
Choice = tuple[int, int, int]


class _Search:
    """Fills rounds by always deciding next what has the fewest choices left."""

    def __init__(self, graph: Graph, rounds: int) -> None:
        self.graph = list(graph)
        self.free = [(1 << len(self.graph)) - 1] * rounds
        self.taken: list[Choice] = []

    def solve(self, steps: int) -> bool:
        """Fill every round; False if that cannot be done, or not in so many `steps`."""
        open_choices: list[Iterator[Choice]] = []
        for _step in range(steps):
            found = self.narrowest()
            if found is None:
                return True
            open_choices.append(iter(found))
            while (choice := next(open_choices[-1], None)) is None:
                open_choices.pop()
                if not open_choices:
                    return False
                self.flip(self.taken.pop())
            self.flip(choice)
            self.taken.append(choice)
        return False

    def flip(self, choice: Choice) -> None:
        """Pair two in a round, or part them again."""
        one, other, number = choice
        self.graph[one] ^= 1 << other
        self.graph[other] ^= 1 << one
        self.free[number] ^= 1 << one | 1 << other

    def matchings(self) -> list[Matching]:
        """Return the pairs of each round."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.free]
        for one, other, number in self.taken:
            found[number].append((min(one, other), max(one, other)))
        return [tuple(sorted(pairs)) for pairs in found]

    def narrowest(self) -> list[Choice] | None:
        """Return the choices for the place with the fewest; None if every place is filled."""
        best: list[Choice] | None = None
        fewest = len(self.graph) + 1
        for one, others in enumerate(self.graph):
            if others.bit_count() < sum(free >> one & 1 for free in self.free):
                return []
            for number in self.open_rounds(one):
                found = others & self.free[number]
                if found.bit_count() < fewest:
                    fewest = found.bit_count()
                    best = [(one, other, number) for other in bits(found)]
                if fewest <= 1:
                    return best
        return best

    def open_rounds(self, one: int) -> list[int]:
        """Return the rounds in which `one` has no opponent; of untouched ones only the first."""
        everybody = (1 << len(self.graph)) - 1
        touched = [n for n, free in enumerate(self.free) if free >> one & 1 and free != everybody]
        untouched = next((n for n, free in enumerate(self.free) if free == everybody), None)
        return touched if untouched is None else [*touched, untouched]


def bits(number: int) -> Iterator[int]:
    """Yield the places of the bits that are set, smallest first."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
