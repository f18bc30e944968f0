"""What the strong bot believed and why it trusted whom: for reviews, once a match has ended."""

from functools import lru_cache

import msgspec

from games.engine.game import Line, gettext_noop
from games.engine.seats import Seat
from games.secret_hitler.certainty import possible_deals
from games.secret_hitler.marginals import draw_odds, fascist_odds, hitler_odds, top_odds
from games.secret_hitler.pieces import HAND, Party, Role
from games.secret_hitler.posterior import Belief, belief_of
from games.secret_hitler.view import View
from games.secret_hitler.winning import liberals_win

Roles = frozenset[Role]


class Judgement(msgspec.Struct, frozen=True):
    """How likely one seat was to be what, from 0 to 1.

    The flags tell what needs no model of how people play: what follows from the own role, the
    night, memberships seen and proofs, whatever anybody did or said.
    """

    seat: Seat
    fascist: float  #: of the fascist party, Hitler included
    hitler: float
    certain: bool  #: no other role was possible
    certain_party: bool = False
    certain_hitler: bool = False  #: that it is Hitler, or that it is not


class Explanation(msgspec.Struct, frozen=True):
    """What somebody could infer at one moment."""

    judgements: tuple[Judgement, ...]  #: by seat
    draw: tuple[float, ...]  #: how likely the next three tiles hold 0, 1, 2, 3 liberal ones
    top: float | None  #: how likely the next tile is a liberal one
    liberal_chance: float  #: how often people's liberals win, by the policies enacted alone
    deals: int  #: ways to deal the roles that were still possible
    lines: tuple[Line, ...]


def explain(view: View) -> Explanation:
    """Return what the strong bot makes of `view`: for its seat, else for the table.

    The belief is exact for the strong bot's model of how people play; how far that holds, the
    calibration in docs/bots.md tells. Judgements marked as certain need no model.
    """
    public = view.seat is None
    belief = belief_of(view, public=public)
    unknown = (None,) * view.players
    roles, parties = (unknown, unknown) if public else (view.roles, view.parties)
    deals, left = _left_open(roles, parties, frozenset(view.not_hitler))
    fascist, hitler = fascist_odds(belief), hitler_odds(belief)
    judgements = tuple(
        _judgement(Seat(seat), left[seat], fascist[seat], hitler[seat])
        for seat in range(view.players)
    )
    return Explanation(
        judgements=judgements,
        draw=draw_odds(belief) if belief.deck_size >= HAND else (),
        top=top_odds(belief) if belief.deck_size else None,
        liberal_chance=liberals_win(view.players, view.policies.liberal, view.policies.fascist),
        deals=deals,
        lines=(*_of_seats(view, judgements), *_of_deck(belief)),
    )


@lru_cache(maxsize=1024)
def _left_open(
    roles: tuple[Role | None, ...], parties: tuple[Party | None, ...], not_hitler: frozenset[Seat]
) -> tuple[int, tuple[Roles, ...]]:
    """Return how many deals are possible by logic alone, and the roles each seat has in them."""
    deals = possible_deals(roles, parties, not_hitler)
    return len(deals), tuple(frozenset(found) for found in zip(*deals, strict=True))


def _judgement(seat: Seat, left: Roles, fascist: float, hitler: float) -> Judgement:
    """Return what is to be thought of a seat whose roles by logic are `left`."""
    certain_party = "liberal" not in left or left == {"liberal"}
    certain_hitler = "hitler" not in left or left == {"hitler"}
    return Judgement(
        seat=seat,
        fascist=float("liberal" not in left) if certain_party else fascist,
        hitler=float(left == {"hitler"}) if certain_hitler else hitler,
        certain=len(left) == 1,
        certain_party=certain_party,
        certain_hitler=certain_hitler,
    )


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
