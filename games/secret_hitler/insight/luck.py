"""Luck: the draws of a match compared with expectations, only from views.

A viewer who sees everything compares every draw with the true deck. A seat compares the draws that
it saw with its expectations at the time. The public saw no draws, and counts policies.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from games.engine.insight import ChanceOutcome, Finding, Luck
from games.engine.seats import Seat
from games.engine.text import Line, gettext_noop
from games.secret_hitler.bots.strong.posterior import tiles_chance
from games.secret_hitler.insight.explanation import explain
from games.secret_hitler.pieces import HAND, Tile
from games.secret_hitler.view import RoundView, View

Odds = tuple[float, ...]

_HAND_TEXT = gettext_noop("{player} draws three tiles.")
_CHAOS_TEXT = gettext_noop("Chaos turns up the top tile.")


class _TakenTiles(NamedTuple):
    """Tiles that left the deck: the view before, the round, and the number of liberal ones."""

    before: View
    played: RoundView
    tiles: tuple[Tile, ...]
    deck: int  #: the number of earlier reshuffles

    @property
    def liberal(self) -> int:
        return self.tiles.count("liberal")


def luck(views: Sequence[View]) -> Luck:
    """Return the luck, as far as the viewer of `views` (one per moment) can tell."""
    views = [view for view in views if view.players]
    if not views:
        return Luck()
    if views[0].deck is not None:
        return _whole(views)
    return _of_table(views) if views[0].seat is None else _of_seat(views)


def chances(size: int, liberal: int, count: int) -> Odds:
    """Return the probabilities of 0, 1, 2 ... of the `liberal` tiles among `count` of `size`."""
    return tuple(tiles_chance(size, liberal, drawn, count) for drawn in range(count + 1))


def together(one: Odds, other: Odds) -> Odds:
    """Return the probabilities of the sum of two independent counts."""
    odds = [0.0] * (len(one) + len(other) - 1)
    for first, share in enumerate(one):
        for second, chance in enumerate(other):
            odds[first + second] += share * chance
    return tuple(odds)


def _mean(odds: Odds) -> float:
    return sum(count * share for count, share in enumerate(odds))


# A viewer who sees everything


def _whole(views: Sequence[View]) -> Luck:
    """Compare every draw with the deck that it came from."""
    takes = list(_tiles_taken(views))
    if not takes:
        return Luck()
    return Luck(
        findings=(_of_shuffles(views, takes), *_of_hands(views[-1], takes), *_of_presidents(takes)),
        draws=tuple(_whole_draw(one) for one in takes),
    )


def _tiles_taken(views: Sequence[View]) -> Iterator[_TakenTiles]:
    """Yield the tiles that left the deck, in order, if the views show them."""
    deck = 0
    for before, after in pairwise(views):
        old = {round_.number: round_ for round_ in before.rounds}
        for round_ in after.rounds:
            before_round = old.get(round_.number)
            if round_.drawn and not (before_round and before_round.drawn):
                yield _TakenTiles(before, round_, round_.drawn, deck)
            if round_.chaos and not (before_round and before_round.chaos):
                yield _TakenTiles(before, round_, (round_.chaos,), deck)
        deck += after.deck_size > before.deck_size


def _left_before(one: _TakenTiles) -> Odds:
    """Return the probability of each number of liberal tiles, by the true deck."""
    held = one.before.deck or ()
    return chances(len(held), held.count("liberal"), len(one.tiles))


def _whole_draw(one: _TakenTiles) -> ChanceOutcome:
    odds = _left_before(one)
    is_hand = len(one.tiles) == HAND
    seat = one.played.president
    return ChanceOutcome(
        chapter=one.played.number,
        what=Line(_HAND_TEXT, seats={"player": seat}) if is_hand else Line(_CHAOS_TEXT),
        got=one.liberal,
        expected=_mean(odds),
        least=sum(odds[: one.liberal + 1]),
    )


def _of_shuffles(views: Sequence[View], takes: Sequence[_TakenTiles]) -> Finding:
    """Return how favourable the shuffles were, compared with all possible ones."""
    odds: Odds = (1.0,)
    for deck in dict.fromkeys(one.deck for one in takes):
        mine = [one for one in takes if one.deck == deck]
        held = views[0].deck if deck == 0 else mine[0].before.deck
        held = held or ()
        count = sum(len(one.tiles) for one in mine)
        odds = together(odds, chances(len(held), held.count("liberal"), count))
    got = sum(one.liberal for one in takes)
    text = gettext_noop(
        "Of {tiles} tiles that came into play, {liberal} were liberal; {expected} were "
        "expected. In {fewer} of all shuffles there would have been fewer, in {more} more."
    )
    tiles = sum(len(one.tiles) for one in takes)
    return Finding(
        Line(text, numbers={"tiles": tiles, "liberal": got}),
        decimals={"expected": _mean(odds)},
        shares={"fewer": sum(odds[:got]), "more": sum(odds[got + 1 :])},
    )


def _of_hands(last: View, takes: Sequence[_TakenTiles]) -> Iterator[Finding]:
    """Return the policies that honest governments could have enacted, and the enacted ones."""
    hands = [one for one in takes if len(one.tiles) == HAND]
    if not hands:
        return
    text = gettext_noop(
        "Hands with a liberal tile in them: {possible} of {hands}; {expected} were expected. "
        "Honest governments turn each into a liberal policy: {enacted} were enacted."
    )
    numbers = {
        "possible": sum(one.liberal > 0 for one in hands),
        "hands": len(hands),
        "enacted": sum(last.rounds[one.played.number - 1].enacted == "liberal" for one in hands),
    }
    expected = sum(1.0 - _left_before(one)[0] for one in hands)
    yield Finding(Line(text, numbers=numbers), decimals={"expected": expected})


def _of_presidents(takes: Sequence[_TakenTiles]) -> Iterator[Finding]:
    """Return each president's total draws, the first president first."""
    hands = [one for one in takes if len(one.tiles) == HAND]
    for seat in dict.fromkeys(one.played.president for one in hands):
        mine = [one for one in hands if one.played.president == seat]
        expected = sum(_mean(_left_before(one)) for one in mine)
        yield _of_president(seat, mine, expected)


_DRAWN_TEXT = gettext_noop(
    "{player}, as president, drew {liberal} liberal in {tiles} tiles; {expected} were expected."
)


def _of_president(seat: Seat, mine: Sequence[_TakenTiles], expected: float) -> Finding:
    numbers = {"liberal": sum(one.liberal for one in mine), "tiles": HAND * len(mine)}
    line = Line(_DRAWN_TEXT, seats={"player": seat}, numbers=numbers)
    return Finding(line, decimals={"expected": expected})


# A seat's own view


def _of_seat(views: Sequence[View]) -> Luck:
    """Compare a seat's draws with its expectations; peeked draws were no surprise."""
    me = views[0].seat
    blind = [view for view in views if view.deck is None]  # the end reveals everything
    mine = [
        one
        for one in _tiles_taken(blind)
        if len(one.tiles) == HAND and one.played.president == me and one.before.peeked is None
    ]
    if me is None or not mine:
        return Luck(findings=_of_table(views).findings)
    draws = tuple(_own_draw(one) for one in mine)
    own = _of_president(me, mine, sum(draw.expected for draw in draws))
    return Luck(findings=(own, *_of_table(views).findings), draws=draws)


def _own_draw(one: _TakenTiles) -> ChanceOutcome:
    odds = explain(one.before, None).draw
    return ChanceOutcome(
        chapter=one.played.number,
        what=Line(_HAND_TEXT, seats={"player": one.played.president}),
        got=one.liberal,
        expected=_mean(odds),
        least=sum(odds[: one.liberal + 1]),
    )


# The table's


def _of_table(views: Sequence[View]) -> Luck:
    """Compare policies with those of honest governments, and report chaos."""
    sessions = list(_sessions(views))
    if not sessions:
        return Luck()
    text = gettext_noop(
        "Governments enacted {liberal} liberal policies in {sessions} sessions. If all had been"
        " honest, {expected} would have been expected, given what could be known here about the"
        " deck."
    )
    numbers = {
        "liberal": sum(round_.enacted == "liberal" for _view, round_ in sessions),
        "sessions": len(sessions),
    }
    expected = sum(_some_liberal(before) for before, _round in sessions)
    return Luck(findings=(Finding(Line(text, numbers=numbers), decimals={"expected": expected}),))


def _sessions(views: Sequence[View]) -> Iterator[tuple[View, RoundView]]:
    """Yield every session that enacted a policy, with the view before its vote was shown."""
    before: dict[int, View] = {}
    numbers: set[int] = set()
    for view in views:
        for round_ in view.rounds[-2:]:
            if round_.votes is None:
                before[round_.number] = view
            if round_.enacted and round_.number not in numbers and round_.number in before:
                numbers.add(round_.number)
                yield before[round_.number], round_


def _some_liberal(view: View) -> float:
    """Return the probability that a draw now has a liberal tile, by the viewer's knowledge."""
    if view.peeked is not None:
        return float("liberal" in view.peeked)
    draw = explain(view, None).draw
    return 1.0 - draw[0] if draw else 0.0
