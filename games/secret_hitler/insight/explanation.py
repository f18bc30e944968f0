"""Beliefs at one moment, about people or about bots, for reviews and notebooks."""

from functools import lru_cache

import msgspec

from games.engine.seats import Seat
from games.secret_hitler.bots.strong.marginals import draw_odds, fascist_odds, hitler_odds, top_odds
from games.secret_hitler.deductions import possible_deals
from games.secret_hitler.insight.people_model import Prior, belief_of
from games.secret_hitler.pieces import HAND, Party, Role
from games.secret_hitler.view import View

Roles = frozenset[Role]


class Judgement(msgspec.Struct, frozen=True):
    """The probabilities of one seat's roles.

    The flags need no model of play. They depend on the seat's own role, the night, memberships seen
    and proofs, regardless of actions and claims.
    """

    seat: Seat
    fascist: float  #: of the fascist party, Hitler included
    hitler: float
    certain_party: bool = False
    certain_hitler: bool = False  #: whether it is certain that the seat is, or is not, Hitler


class Explanation(msgspec.Struct, frozen=True):
    """All inferences at one moment."""

    judgements: tuple[Judgement, ...]  #: by seat
    draw: tuple[float, ...]  #: the probability of 0, 1, 2, 3 liberal tiles in the next draw
    top: float | None  #: the probability that the next tile is liberal
    deals: int  #: the number of deals of the roles that were still possible


def explain(view: View, prior: Prior | None) -> Explanation:
    """Return the inferences from `view`, by its seat or by the public.

    The belief is exact for a model: with a `prior`, the model of people, else that of bots.
    docs/bots.md measures how well each model fits. Certain judgements need no model.
    """
    public = view.seat is None
    belief = belief_of(view, prior, public=public)
    unknown = (None,) * view.players
    roles, parties = (unknown, unknown) if public else (view.roles, view.parties)
    deals, open_roles = _left_open(roles, parties, frozenset(view.not_hitler))
    fascist, hitler = fascist_odds(belief), hitler_odds(belief)
    judgements = tuple(
        _judgement(Seat(seat), open_roles[seat], fascist[seat], hitler[seat])
        for seat in range(view.players)
    )
    return Explanation(
        judgements=judgements,
        draw=draw_odds(belief) if belief.deck_size >= HAND else (),
        top=top_odds(belief) if belief.deck_size else None,
        deals=deals,
    )


@lru_cache(maxsize=1024)
def _left_open(
    roles: tuple[Role | None, ...], parties: tuple[Party | None, ...], not_hitler: frozenset[Seat]
) -> tuple[int, tuple[Roles, ...]]:
    """Return the number of deals possible by logic only, and each seat's roles in them."""
    deals = possible_deals(roles, parties, not_hitler)
    return len(deals), tuple(frozenset(column) for column in zip(*deals, strict=True))


def _judgement(seat: Seat, roles: Roles, fascist: float, hitler: float) -> Judgement:
    """Return the judgement of a seat whose roles by logic are `roles`."""
    certain_party = "liberal" not in roles or roles == {"liberal"}
    certain_hitler = "hitler" not in roles or roles == {"hitler"}
    return Judgement(
        seat=seat,
        fascist=float("liberal" not in roles) if certain_party else fascist,
        hitler=float(roles == {"hitler"}) if certain_hitler else hitler,
        certain_party=certain_party,
        certain_hitler=certain_hitler,
    )
