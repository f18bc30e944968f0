"""The numbers that people look at: shares with confidence bands, from sums kept beforehand."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from django.db.models import Count, Q, Sum
from django.utils.translation import gettext as _

from accounts.models import User
from games.catalog import GAMES
from games.engine.game import Game
from games.history.drawing import word
from games.history.models import Honesty, Tally
from games.matches.models import Player

Z = 1.96  #: standard deviations that hold 95 % of a normal distribution


@dataclass(frozen=True)
class Share:
    """`part` of `whole` under a name, with the band that the true share lies in (Wilson, 95 %)."""

    name: str
    part: int
    whole: int
    look: str = ""

    @property
    def share(self) -> float:
        """Return the share, from 0 to 1."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def band(self) -> tuple[float, float]:
        """Return the band's ends, from 0 to 1."""
        return wilson(self.part, self.whole)


@dataclass(frozen=True)
class Chart:
    """Some shares that are shown together."""

    title: str
    shares: tuple[Share, ...]


def wilson(part: int, whole: int, z: float = Z) -> tuple[float, float]:
    """Return the Wilson score interval of `part` successes in `whole` trials."""
    if not whole:
        return 0.0, 1.0
    share = part / whole
    scale = 1 + z * z / whole
    middle = (share + z * z / (2 * whole)) / scale
    half = z * sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole)) / scale
    return max(middle - half, 0.0), min(middle + half, 1.0)


@dataclass(frozen=True)
class Length:
    """How many actions a match took: the mean, and the band that it lies in (95 %)."""

    name: str
    matches: int
    mean: float
    half: float


def charts_of(game: Game[Any, Any, Any, Any], bots: str = "") -> tuple[list[Chart], list[Length]]:
    """Return what is known of all matches of `game`; `bots` is with, without or both (empty)."""
    rows = [row for row in Tally.objects.filter(game=game.key) if _fits(row.has_bots, bots)]
    charts = [
        Chart(_("Wins by side"), _sides(game, rows)),
        *(
            Chart(_("Wins by side, %(size)d players") % {"size": size}, _sides(game, group))
            for size, group in _grouped(rows, lambda row: row.size)
            if len(game.seats) > 1
        ),
        Chart(_("How matches ended"), _reasons(game, rows)),
        Chart(_("How often claims were true"), _claims(game, bots)),
    ]
    return [chart for chart in charts if chart.shares], _lengths(rows)


def _fits(has_bots: bool, bots: str) -> bool:
    return not bots or has_bots == (bots == "with")


def _grouped(rows: Iterable[Tally], key: Callable[[Tally], Any]) -> list[tuple[Any, list[Tally]]]:
    groups: dict[Any, list[Tally]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return sorted(groups.items())


def _sides(game: Game[Any, Any, Any, Any], rows: Sequence[Tally]) -> tuple[Share, ...]:
    """Return each side's share of the wins; draws, if there are any, beside them."""
    whole = sum(row.matches for row in rows)
    won = {side: sum(r.matches for r in rows if r.winner == side) for side in (*game.sides, "")}
    shares = [Share(word(game, side, "side/"), won[side], whole, side) for side in game.sides]
    if won[""]:
        shares.append(Share(_("a draw"), won[""], whole))
    return tuple(shares) if whole else ()


def _reasons(game: Game[Any, Any, Any, Any], rows: Sequence[Tally]) -> tuple[Share, ...]:
    whole = sum(row.matches for row in rows)
    return tuple(
        Share(_(text), sum(row.matches for row in rows if row.reason == reason), whole)
        for reason, text in game.endings.items()
        if whole
    )


def _claims(game: Game[Any, Any, Any, Any], bots: str) -> tuple[Share, ...]:
    rows = [row for row in Honesty.objects.filter(game=game.key) if _fits(row.has_bots, bots)]
    found = []
    for side in game.sides:
        made = sum(row.claims for row in rows if row.side == side)
        true = sum(row.true_claims for row in rows if row.side == side)
        if made:
            found.append(Share(word(game, side, "side/"), true, made, side))
    return tuple(found)


def _lengths(rows: Sequence[Tally]) -> list[Length]:
    """Return how many actions matches of each size took."""
    return [
        _length(_("%(size)d players") % {"size": size}, group)
        for size, group in _grouped(rows, lambda row: row.size)
    ]


def _length(name: str, rows: Sequence[Tally]) -> Length:
    matches = sum(row.matches for row in rows)
    mean = sum(row.actions for row in rows) / matches
    variance = max(sum(row.squares for row in rows) / matches - mean * mean, 0.0)
    return Length(name, matches, mean, Z * sqrt(variance / matches))


def charts_of_person(person: User) -> list[Chart]:
    """Return how `person` fared on each side of each game, how truly they spoke, and stayed.

    Who leaves takes a match out of the ratings, which would pay for losers, were it shown nowhere.
    """
    rated = Player.objects.filter(user=person, ended_at__isnull=False, match__is_imported=False)
    rows = rated.values("match__game", "side").annotate(
        played=Count("pk"),
        won=Count("pk", filter=Q(won=True)),
        made=Sum("claims"),
        true=Sum("true_claims"),
        left=Count("pk", filter=Q(is_away=True)),
    )
    return [
        chart
        for game in GAMES.values()
        for chart in _persons(game, [row for row in rows if row["match__game"] == game.key])
        if chart.shares
    ]


def _persons(game: Game[Any, Any, Any, Any], rows: list[dict[str, Any]]) -> list[Chart]:
    name = _(game.name)
    sides = {row["side"]: row for row in rows}
    known = [(word(game, side, "side/"), sides[side], side) for side in game.sides if side in sides]
    return [
        Chart(
            _("%(game)s: wins by own side") % {"game": name},
            tuple(Share(text, row["won"], row["played"], side) for text, row, side in known),
        ),
        Chart(
            _("%(game)s: how often own claims were true") % {"game": name},
            tuple(
                Share(text, row["true"], row["made"], side)
                for text, row, side in known
                if row["made"]
            ),
        ),
        Chart(_("%(game)s: how often stayed to the end") % {"game": name}, _stayed(rows)),
    ]


def _stayed(rows: list[dict[str, Any]]) -> tuple[Share, ...]:
    """Return the share of matches that no bot had to end for them; nothing if that is all."""
    played, left = sum(row["played"] for row in rows), sum(row["left"] for row in rows)
    return (Share(_("stayed"), played - left, played),) if left else ()
