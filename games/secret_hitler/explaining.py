"""What the strong bot believed and why it trusted whom: for reviews, once a match has ended."""

import msgspec

from games.engine.game import Line, gettext_noop
from games.engine.seats import Seat
from games.secret_hitler.marginals import draw_odds, fascist_odds, hitler_odds, top_odds
from games.secret_hitler.pieces import HAND
from games.secret_hitler.posterior import Belief, belief_of
from games.secret_hitler.prospects import liberal_chance
from games.secret_hitler.view import View
from games.secret_hitler.worlds import worlds_of


class Judgement(msgspec.Struct, frozen=True):
    """How likely one seat was to be what, from 0 to 1; `certain` where no other was possible."""

    seat: Seat
    fascist: float  #: of the fascist party, Hitler included
    hitler: float
    certain: bool


class Explanation(msgspec.Struct, frozen=True):
    """What somebody could infer at one moment."""

    judgements: tuple[Judgement, ...]  #: by seat
    draw: tuple[float, ...]  #: how likely the next three tiles hold 0, 1, 2, 3 liberal ones
    liberal_chance: float  #: the liberals' chance to win, by the policies enacted alone
    deals: int  #: ways to deal the roles that were still possible
    lines: tuple[Line, ...]


def explain(view: View) -> Explanation:
    """Return what the strong bot makes of `view`: for its seat, else for the table.

    The belief is exact for the strong bot's model of how people play; how far that holds, the
    calibration in docs/bots.md tells. Judgements marked as certain need no model.
    """
    belief = belief_of(view, public=view.seat is None)
    fascist, hitler = fascist_odds(belief), hitler_odds(belief)
    left = [world for world, weight in zip(belief.worlds, belief.weights, strict=True) if weight]
    judgements = tuple(
        Judgement(Seat(seat), fascist[seat], hitler[seat], _is_certain(belief, left, seat))
        for seat in range(view.players)
    )
    chance = liberal_chance(view.policies.liberal, view.policies.fascist)
    draw = draw_odds(belief) if belief.deck_size >= HAND else ()
    lines = (*_of_seats(view, judgements), *_of_deck(belief))
    return Explanation(judgements, draw, chance, len(left), lines)


def _is_certain(belief: Belief, left: list[int], seat: int) -> bool:
    roles = worlds_of(belief.players).roles
    return len({roles[world][seat] for world in left}) == 1


def _of_seats(view: View, judgements: tuple[Judgement, ...]) -> list[Line]:
    """Return a sentence for everybody else, the most suspicious first."""
    others = sorted(judgements, key=lambda judged: -judged.fascist)
    text = gettext_noop("{player}: fascist with {fascist} %, Hitler with {hitler} %.")
    return [
        Line(
            text,
            seats={"player": judged.seat},
            numbers={"fascist": _percent(judged.fascist), "hitler": _percent(judged.hitler)},
        )
        for judged in others
        if judged.seat != view.seat
    ]


def _of_deck(belief: Belief) -> list[Line]:
    if not belief.deck_size:
        return []
    text = gettext_noop("The next policy is liberal with {liberal} %.")
    return [Line(text, numbers={"liberal": _percent(top_odds(belief))})]


def _percent(share: float) -> int:
    return round(100 * share)
