"""Contests in a compact notation: duels by score, tables by teams."""

from collections.abc import Iterable, Sequence

from hypothesis import strategies as st
from msgspec.structs import replace

from games.contests.standings.contest import (
    ROUND_ROBIN,
    SWISS,
    TABLES,
    ByeResult,
    Contest,
    Contestant,
    FixtureResult,
    Placing,
    PlayedGame,
    PointsAdjustment,
    Scoring,
)


def game(a: int, b: int, won: bool | None, expected: float = 0.5) -> PlayedGame:
    """Return one game of a duel, given whether `a` won; `expected` is a's win probability."""
    other = None if won is None else not won
    return PlayedGame(
        (
            Placing(a, 0, "killer", won, expected),
            Placing(b, 1, "inspector", other, 1 - expected),
        )
    )


def duel(
    fixture: int, number: int, a: int, b: int, score: str, expected: float = 0.5
) -> FixtureResult:
    """Return a fixture from a's results, such as "10" (won, lost) or "=" (drawn).

    "+" means that b forfeited, "-" that a did, "--" that both did.
    """
    if score in {"+", "-", "--"}:
        gone = {"+": (b,), "-": (a,), "--": (a, b)}[score]
        return FixtureResult(fixture, number, 0, "duel", (a, b), forfeited=gone)
    games = tuple(game(a, b, {"1": True, "0": False, "=": None}[one], expected) for one in score)
    return FixtureResult(fixture, number, 0, "duel", (a, b), games)


def table(
    fixture: int,
    number: int,
    liberals: Sequence[int],
    fascists: Sequence[int],
    *wins: bool,
    expected: float = 0.5,
    forfeited: Sequence[int] = (),
    substitutes: Sequence[int] = (),
    abandoned: Sequence[int] = (),
) -> FixtureResult:
    """Return a night at a table, given whether the liberals won each game."""
    games = tuple(
        PlayedGame(
            tuple(
                Placing(
                    entry,
                    seat,
                    "liberal" if entry in liberals else "fascist",
                    won == (entry in liberals),
                    expected if entry in liberals else 1 - expected,
                    entry in substitutes,
                    entry in abandoned,
                )
                for seat, entry in enumerate((*liberals, *fascists))
            )
        )
        for won in wins
    )
    there = [entry for entry in (*liberals, *fascists) if entry not in substitutes]
    return FixtureResult(fixture, number, 0, "table", (*there, *forfeited), games, tuple(forfeited))


def contest(
    results: Iterable[FixtureResult],
    *,
    of: int,
    rounds: int,
    scoring: Scoring | None = None,
    kind: str = "round_robin",
    byes: Iterable[ByeResult] = (),
    sanctions: Iterable[PointsAdjustment] = (),
    changed: Iterable[Contestant] = (),
) -> Contest:
    """Return a contest of the entries 1 to `of`; `changed` replaces some of them."""
    people = {entry: Contestant(entry, entry) for entry in range(1, of + 1)}
    people |= {one.entry: one for one in changed}
    usual = {"round_robin": ROUND_ROBIN, "swiss": SWISS}.get(kind, TABLES)
    return Contest(
        kind,
        scoring or usual,
        rounds,
        tuple(people.values()),
        tuple(results),
        tuple(byes),
        tuple(sanctions),
        lot="aurora",
    )


def circle(of: int) -> list[list[tuple[int, int]]]:
    """Return the pairs of a round robin of 1 to `of`, by round; an odd entry sits out."""
    there = [*range(1, of + 1), *([0] if of % 2 else [])]
    rounds = []
    for _ in range(len(there) - 1):
        half = len(there) // 2
        pairs = zip(there[:half], reversed(there[half:]), strict=True)
        rounds.append([pair for pair in pairs if 0 not in pair])
        there = [there[0], there[-1], *there[1:-1]]
    return rounds


SCORES = ("11", "10", "01", "00", "==", "1=", "0=", "+", "-", "--")


@st.composite
def round_robins(draw: st.DrawFn, least: int = 3, most: int = 6) -> Contest:
    """Draw a round robin in which anything may happen except leaving."""
    of = draw(st.integers(least, most))
    rounds = circle(of)
    chance = draw(st.sampled_from((0.5, 0.4)))
    results = [
        duel(10 * number + place, number, a, b, draw(st.sampled_from(SCORES)), chance)
        for number, pairs in enumerate(rounds, 1)
        for place, (a, b) in enumerate(pairs)
    ]
    taken = draw(
        st.lists(
            st.builds(
                PointsAdjustment,
                st.integers(1, len(rounds)),
                st.integers(1, of),
                st.sampled_from((-1.0, -0.5)),
            ),
            max_size=2,
        )
    )
    return contest(results, of=of, rounds=len(rounds), sanctions=taken)


@st.composite
def swiss(draw: st.DrawFn) -> Contest:
    """Draw rounds of arbitrary duels, with byes and absent players."""
    of = draw(st.integers(4, 8))
    results, byes = [], []
    count = draw(st.integers(1, 4))
    for number in range(1, count + 1):
        order = draw(st.permutations(range(1, of + 1)))
        away = draw(st.integers(0, 2))
        byes += [
            ByeResult(number, one, draw(st.sampled_from((0.0, 1.0, 2.0))), draw(st.booleans()))
            for one in order[:away]
        ]
        pairs = list(zip(order[away::2], order[away + 1 :: 2], strict=False))
        results += [
            duel(100 * number + place, number, a, b, draw(st.sampled_from(SCORES)))
            for place, (a, b) in enumerate(pairs)
        ]
    scoring = replace(SWISS, rules=draw(st.sampled_from((2024, 2026))))
    return contest(results, of=of, rounds=count, byes=byes, kind="swiss", scoring=scoring)


@st.composite
def nights(draw: st.DrawFn) -> Contest:
    """Draw nights of two tables, with players who are absent or abandon a game."""
    of = draw(st.integers(10, 11))
    results = []
    count = draw(st.integers(1, 4))
    for number in range(1, count + 1):
        order = draw(st.permutations(range(1, of + 1)))
        for place, there in enumerate((order[:5], order[5:])):
            gone = there[:1] if draw(st.integers(0, 5)) == 0 else []
            rest = there[len(gone) :]
            results.append(
                table(
                    10 * number + place,
                    number,
                    rest[:3],
                    rest[3:],
                    *draw(st.lists(st.booleans(), min_size=1, max_size=2)),
                    expected=0.46,
                    forfeited=gone,
                    abandoned=rest[:1] if draw(st.integers(0, 5)) == 0 else [],
                )
            )
    scoring = replace(TABLES, nights=draw(st.sampled_from((0, 0, 1, 2))))
    return contest(results, of=of, rounds=count, kind="tables", scoring=scoring)


contests = st.one_of(round_robins(), swiss(), nights())


@st.composite
def troubled(draw: st.DrawFn) -> Contest:
    """Draw a contest in which some leave, are disqualified, or join late."""
    played = draw(contests)
    rounds = st.integers(0, played.rounds_planned)
    people = [
        replace(
            one,
            withdrawn_after=draw(st.none() | st.none() | rounds),
            is_disqualified=draw(st.integers(0, 9)) == 0,
            late_points=draw(st.sampled_from((0.0, 0.0, 1.0))),
        )
        for one in played.contestants
    ]
    return replace(played, contestants=tuple(people))
