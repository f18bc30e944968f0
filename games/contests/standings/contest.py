"""The input of standings (players, results and scoring), and the rows of the output."""

from typing import Literal

import msgspec

from games.contests import rules_of_chess

Format = Literal["round_robin", "swiss", "tables", "swiss_tables", "knockout"]

RECENT = 5  #: the number of results in a row's form


class Placing(msgspec.Struct, frozen=True):
    """A player's part in one game.

    `side` is the team, not the role: Hitler's is "fascist". `won` is None for a draw. `expected` is
    the chance (0 to 1) of a win for this side at this size between equal players. A substitute
    plays on another entry's chair. A player who `abandoned` scores nothing in this game.
    """

    entry: int
    seat: int
    side: str
    won: bool | None
    expected: float = 0.5
    is_substitute: bool = False
    abandoned: bool = False

    @property
    def share(self) -> float:
        """Return the player's score in the game: 1, half or 0; always 0 if they abandoned it."""
        if self.abandoned or self.won is False:
            return 0.0
        return 0.5 if self.won is None else 1.0


class PlayedGame(msgspec.Struct, frozen=True):
    """One game of a fixture that counts."""

    placings: tuple[Placing, ...]


class FixtureResult(msgspec.Struct, frozen=True):
    """A confirmed fixture: its entries, its games, and the entries that forfeited.

    `entries` are both players of a duel or all at a table, present or not. A second duel in the
    round of a knock-out's final is for third place.
    """

    fixture: int
    round: int
    table: int
    kind: Literal["duel", "table"]
    entries: tuple[int, ...]
    games: tuple[PlayedGame, ...] = ()
    forfeited: tuple[int, ...] = ()
    is_for_third: bool = False


class ByeResult(msgspec.Struct, frozen=True):
    """A bye: a round that `entry` sat out, and the points for it.

    `was_asked` distinguishes a requested bye from one assigned by the draw.
    """

    round: int
    entry: int
    points: float
    was_asked: bool = False


class PointsAdjustment(msgspec.Struct, frozen=True):
    """Points that an arbiter gave or deducted (signed, usually negative)."""

    round: int
    entry: int
    points: float


class Contestant(msgspec.Struct, frozen=True):
    """A player of the season: `seed` is the rank at the start, from 1.

    `withdrawn_after` is the last round in which they took part (0: none). `planned` is the number
    of fixtures that they were to play; None stands for one per round. Disqualified players have a
    `withdrawn_after`, too; without it, fixtures count to the end.
    """

    entry: int
    seed: int
    withdrawn_after: int | None = None
    joined_round: int = 1
    late_points: float = 0.0
    is_disqualified: bool = False
    planned: int | None = None


class Scoring(msgspec.Struct, frozen=True):
    """The value of a result, and the order of tie-breaks (see `tiebreaks.NAMES`).

    A duel gives points once, a table for each game; a fixture has `games`. With `nights`, only that
    number of an entry's best rounds count. In a round robin, where everybody was to meet it, an
    entry that leaves before playing the share `annul_below` of its fixtures is annulled. In a
    knock-out, `goes_on` players advance from each table, and points are the rounds survived.
    `rules` is the year of FIDE's tie-breaks for unplayed rounds; a stored scoring without it
    follows those of 2024.
    """

    win: float = 2.0
    draw: float = 1.0
    loss: float = 0.0
    bye: float = 2.0
    forfeit: float = 0.0
    games: int = 2
    nights: int = 0
    annul_below: float = 0.0
    goes_on: int = 1
    rules: int = rules_of_chess.FIRST
    tiebreaks: tuple[str, ...] = ()


ROUND_ROBIN = Scoring(
    bye=0.0,  # with an odd number, everybody has the same number of byes, so byes give no points
    annul_below=rules_of_chess.ANNUL_BELOW,
    tiebreaks=("direct", "sonneborn", "game_points", "hard_wins", "forfeits"),
)
SWISS = Scoring(
    rules=rules_of_chess.NEWEST,
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
    games=1,
    tiebreaks=("against_expected", "strength", "opposite", "hard_wins", "forfeits"),
)
KNOCKOUT = Scoring(
    win=1.0, draw=0.5, bye=1.0, tiebreaks=("place", "forfeits", "against_expected", "seed")
)
#: the default of each format; a season may change it before it begins
SCORINGS: dict[str, Scoring] = {
    "round_robin": ROUND_ROBIN,
    "swiss": SWISS,
    "tables": TABLES,
    "swiss_tables": TABLES,
    "knockout": KNOCKOUT,
}


class Contest(msgspec.Struct, frozen=True):
    """The complete input of standings. `lot` is the season's public seed for drawing lots.

    `drawn` is the number of fixtures in each public round, which identifies a knock-out's final.
    """

    format: Format
    scoring: Scoring
    rounds_planned: int
    contestants: tuple[Contestant, ...]
    results: tuple[FixtureResult, ...] = ()
    byes: tuple[ByeResult, ...] = ()
    sanctions: tuple[PointsAdjustment, ...] = ()
    lot: str = ""
    drawn: tuple[int, ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """A line of the standings.

    `played`, `won`, `drawn` and `lost` count fixtures in duels, and games otherwise, including
    forfeits. `forfeits` counts the player's own. `metrics` are the computed pairs (code, value) in
    order, without direct encounters that were not needed. `form` lists the latest results, newest
    last: "win", "draw", "loss", "forfeit" or "bye". `tied_with` are entries separated only by lot.
    `decided_by` separates this row from the one above ("points", a tie-break, "lot", or "status"
    for players who were disqualified or annulled). `band` is the 95 % range of ranks.
    """

    entry: int
    rank: int
    points: float
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
