"""Public statistics: shares with confidence bands, from stored sums."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from django.db.models import Count, Q, Sum
from django.utils.translation import gettext as _

from accounts.models import User
from games.catalog import GAMES
from games.charts.bars import Chart, Share, Z
from games.engine.game import Game
from games.history.models import Honesty, Tally
from games.history.replay.rendering import word
from games.matches.models import Player


@dataclass(frozen=True)
class Length:
    """The number of actions of a match: the mean, and its 95 % band."""

    name: str
    matches: int
    mean: float
    half: float


def charts_of(game: Game[Any, Any, Any, Any], bots: str = "") -> tuple[list[Chart], list[Length]]:
    """Return the charts of all matches of `game`; `bots` is with, without or empty (both)."""
    rows = [row for row in Tally.objects.filter(game=game.key) if _fits(row.has_bots, bots)]
    charts = [
        Chart(_("Wins by side"), _sides(game, rows)),
        _wins_by_size(game, rows),
        Chart(_("Matches by number of players"), _sizes(game, rows)),
        Chart(_("How matches ended"), _reasons(game, rows)),
        Chart(_("How often claims were true"), _claims(game, bots)),
    ]
    return [chart for chart in charts if chart.shares], _lengths(rows)


def _fits(has_bots: bool, bots: str) -> bool:
    return not bots or has_bots == (bots == "with")


def _group(rows: Iterable[Tally], key: Callable[[Tally], Any]) -> list[tuple[Any, list[Tally]]]:
    groups: dict[Any, list[Tally]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return sorted(groups.items())


def _sides(game: Game[Any, Any, Any, Any], rows: Sequence[Tally]) -> tuple[Share, ...]:
    """Return each side's share of the wins, and the share of draws, if any."""
    whole = sum(row.matches for row in rows)
    sides = game.sides.names
    wins = {side: sum(r.matches for r in rows if r.winner == side) for side in (*sides, "")}
    shares = [Share(word(game, side, "side/"), wins[side], whole, side) for side in sides]
    if wins[""]:
        shares.append(Share(_("a draw"), wins[""], whole))
    return tuple(shares) if whole else ()


def _wins_by_size(game: Game[Any, Any, Any, Any], rows: Sequence[Tally]) -> Chart:
    """Return the first side's share of the wins at each number of players."""
    side = game.sides.names[0]
    shares = [
        replace(_sides(game, group)[0], name=_("%(size)d players") % {"size": size})
        for size, group in _group(rows, lambda row: row.size)
        if len(game.seats) > 1
    ]
    title = _("Wins by number of players: %(side)s") % {"side": word(game, side, "side/")}
    return Chart(title, tuple(shares))


def _sizes(game: Game[Any, Any, Any, Any], rows: Sequence[Tally]) -> tuple[Share, ...]:
    """Return the frequency of each number of players, if there is more than one."""
    whole = sum(row.matches for row in rows)
    return tuple(
        Share(_("%(size)d players") % {"size": size}, sum(row.matches for row in group), whole)
        for size, group in _group(rows, lambda row: row.size)
        if len(game.seats) > 1
    )


def _reasons(game: Game[Any, Any, Any, Any], rows: Sequence[Tally]) -> tuple[Share, ...]:
    whole = sum(row.matches for row in rows)
    return tuple(
        Share(_(text), sum(row.matches for row in rows if row.reason == reason), whole)
        for reason, text in game.words.endings.items()
        if whole
    )


def _claims(game: Game[Any, Any, Any, Any], bots: str) -> tuple[Share, ...]:
    rows = [row for row in Honesty.objects.filter(game=game.key) if _fits(row.has_bots, bots)]
    shares = []
    for side in game.sides.names:
        count = sum(row.claims for row in rows if row.side == side)
        true = sum(row.true_claims for row in rows if row.side == side)
        if count:
            shares.append(Share(word(game, side, "side/"), true, count, side))
    return tuple(shares)


def _lengths(rows: Sequence[Tally]) -> list[Length]:
    """Return the number of actions of matches by size."""
    return [
        _length(_("%(size)d players") % {"size": size}, group)
        for size, group in _group(rows, lambda row: row.size)
    ]


def _length(name: str, rows: Sequence[Tally]) -> Length:
    matches = sum(row.matches for row in rows)
    mean = sum(row.actions for row in rows) / matches
    variance = max(sum(row.squares for row in rows) / matches - mean * mean, 0.0)
    return Length(name, matches, mean, Z * sqrt(variance / matches))


def charts_of_person(person: User) -> list[Chart]:
    """Return charts of a person's results by side and game, honesty, and finished matches.

    Leaving excludes a match from ratings. If no page showed it, players about to lose
    would gain by leaving.
    """
    own = Player.objects.filter(user=person, ended_at__isnull=False, match__is_imported=False)
    rows = own.values("match__game", "side").annotate(
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


def _persons(game: Game[Any, Any, Any, Any], rows: Sequence[Mapping[str, Any]]) -> list[Chart]:
    name = _(game.name)
    sides = {row["side"]: row for row in rows}
    sides_with_names = [
        (word(game, side, "side/"), sides[side], side) for side in game.sides.names if side in sides
    ]
    return [
        Chart(
            _("%(game)s: wins by own side") % {"game": name},
            tuple(
                Share(text, row["won"], row["played"], side) for text, row, side in sides_with_names
            ),
        ),
        Chart(
            _("%(game)s: how often claims were true") % {"game": name},
            tuple(
                Share(text, row["true"], row["made"], side)
                for text, row, side in sides_with_names
                if row["made"]
            ),
        ),
        Chart(_("%(game)s: matches played to the end") % {"game": name}, _share_of_stayers(rows)),
    ]


def _share_of_stayers(rows: Sequence[Mapping[str, Any]]) -> tuple[Share, ...]:
    """Return the share of matches that the player finished in person; empty if it is 100 %."""
    matches, departures = sum(row["played"] for row in rows), sum(row["left"] for row in rows)
    return (Share(_("stayed"), matches - departures, matches),) if departures else ()
