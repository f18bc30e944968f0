"""What a table is made of: who takes part, what was played, and how it is scored."""

from typing import Literal

import msgspec

Format = Literal["round_robin", "swiss", "tables", "swiss_tables", "design"]

RECENT = 5  #: how many results a row's form shows


class Placing(msgspec.Struct, frozen=True):
    """One player's part in one game.

    `side` is the team, not the role: Hitler's is "fascist". `won` is None for a draw.
    `expected` is the chance (0 to 1) that this side wins at this size between equal players.
    A substitute sits in somebody else's chair. Who `abandoned` scores nothing in this game.
    """

    entry: int
    seat: int
    side: str
    won: bool | None
    expected: float = 0.5
    is_substitute: bool = False
    abandoned: bool = False


class Played(msgspec.Struct, frozen=True):
    """One game of a fixture that counts."""

    placings: tuple[Placing, ...]


class Result(msgspec.Struct, frozen=True):
    """A confirmed fixture: who was to play, the games, and who didn't show or gave it up.

    `entries` are the two of a duel or all of a table, whether they came or not.
    """

    fixture: int
    round: int
    table: int
    kind: Literal["duel", "table"]
    entries: tuple[int, ...]
    games: tuple[Played, ...] = ()
    forfeited: tuple[int, ...] = ()


class Bye(msgspec.Struct, frozen=True):
    """A round that `entry` sat out, and the points it was given for it.

    `was_asked` tells a bye that the player asked for from one that the draw dealt.
    """

    round: int
    entry: int
    points: float
    was_asked: bool = False


class Sanction(msgspec.Struct, frozen=True):
    """Points that an arbiter gave or took (signed, usually negative)."""

    round: int
    entry: int
    points: float


class Contestant(msgspec.Struct, frozen=True):
    """A player of the season: `seed` is the rank at the start, from 1.

    `withdrawn_after` is the last round that they took part in (0: none at all). `planned` is
    how many fixtures they were to play; None leaves it to the contest's rounds. Somebody
    disqualified has a `withdrawn_after` too; without it their fixtures stand to the end.
    """

    entry: int
    seed: int
    withdrawn_after: int | None = None
    joined_round: int = 1
    late_points: float = 0.0
    is_disqualified: bool = False
    planned: int | None = None


class Scoring(msgspec.Struct, frozen=True):
    """What a result is worth, and what separates equals, in order (see `tiebreaks.NAMES`).

    `per` says whether a duel's points are given once for the fixture or for each of its games;
    tables always score each game. `games` is how many games a fixture has. With `by_mean` the
    points of a game played count, not their sum, and whoever has fewer than `least_games` ranks
    below everybody who has enough. Whoever leaves before `annul_below` of their fixtures is
    annulled.
    """

    win: float = 2.0
    draw: float = 1.0
    loss: float = 0.0
    bye: float = 2.0
    forfeit: float = 0.0
    per: Literal["game", "fixture"] = "fixture"
    games: int = 2
    by_mean: bool = False
    least_games: int = 0
    annul_below: float = 0.5
    tiebreaks: tuple[str, ...] = ()


ROUND_ROBIN = Scoring(
    tiebreaks=("direct", "sonneborn", "game_points", "hard_wins", "forfeits"),
)
SWISS = Scoring(
    tiebreaks=(
        "buchholz_cut1",
        "buchholz",
        "sonneborn",
        "direct",
        "wins",
        "hard_wins",
        "forfeits",
    ),
)
TABLES = Scoring(
    win=1.0,
    draw=0.5,
    bye=0.0,
    per="game",
    games=1,
    tiebreaks=("against_expected", "strength", "opposite", "hard_wins", "forfeits"),
)
#: what each format starts from; a season may change any of it before it begins
SCORINGS: dict[str, Scoring] = {
    "round_robin": ROUND_ROBIN,
    "swiss": SWISS,
    "tables": TABLES,
    "swiss_tables": TABLES,
    "design": TABLES,
}


class Contest(msgspec.Struct, frozen=True):
    """All that a table depends on. `lot` is the season's public seed for drawing lots."""

    format: Format
    scoring: Scoring
    rounds_planned: int
    contestants: tuple[Contestant, ...]
    results: tuple[Result, ...] = ()
    byes: tuple[Bye, ...] = ()
    sanctions: tuple[Sanction, ...] = ()
    lot: str = ""


class Row(msgspec.Struct, frozen=True):
    """One line of a table.

    `played`, `won`, `drawn` and `lost` count fixtures in duels scored by fixture, and games
    elsewhere; forfeits are among them. `forfeits` are those that this player gave.
    `metrics` are (code, value) in the order in which they were asked; a direct encounter that
    was not asked is missing. `form` is the last results, newest last: "win", "draw", "loss",
    "forfeit" or "bye". `tied_with` are those whom only the lot sets apart. `decided_by` is what
    put this row below the one above ("points", "mean", a tie-break, "lot", or "status" for who
    left or has too few games). `band` is the range of ranks that 95 % of possible truths allow.
    """

    entry: int
    rank: int
    points: float
    mean: float = 0.0
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    forfeits: int = 0
    byes: int = 0
    games: int = 0
    metrics: tuple[tuple[str, float], ...] = ()
    form: tuple[str, ...] = ()
    is_annulled: bool = False
    is_out: bool = False
    tied_with: tuple[int, ...] = ()
    band: tuple[int, int] | None = None
    decided_by: str = ""


def until(contest: Contest, after_round: int) -> Contest:
    """Return the contest as it stood after a round: what came later is not known yet."""
    return msgspec.structs.replace(
        contest,
        contestants=tuple(
            _then(one, after_round)
            for one in contest.contestants
            if one.joined_round <= after_round
        ),
        results=tuple(one for one in contest.results if one.round <= after_round),
        byes=tuple(one for one in contest.byes if one.round <= after_round),
        sanctions=tuple(one for one in contest.sanctions if one.round <= after_round),
    )


def _then(contestant: Contestant, after_round: int) -> Contestant:
    """Return what was known of a contestant after a round."""
    left = contestant.withdrawn_after
    if left is None or left <= after_round:
        return contestant
    return msgspec.structs.replace(contestant, withdrawn_after=None, is_disqualified=False)
