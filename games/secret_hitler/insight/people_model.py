"""A model of people, who play differently from table to table; the kind of table is unknown.

Bots follow one rule, so it is enough to read them. People make mistakes, test each other, vote by
habit and may be silent for whole matches, at some tables more than at others. So the posterior also
covers kinds of tables: the care of the players, the boldness of the fascists, and the weight of
votes, each with a prior. The events of a match are evidence of both the roles and the kind of
table. At a careless table the same evidence weighs less.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from operator import add, mul

import msgspec

from games.secret_hitler.bots.strong import marginals, posterior
from games.secret_hitler.bots.strong.evidence import RoundEvidence, known_of
from games.secret_hitler.bots.strong.fascist_model import Habits
from games.secret_hitler.bots.strong.opponent_model import Company
from games.secret_hitler.bots.strong.posterior import Belief, fold, fold_votes, left_open
from games.secret_hitler.pieces import Role
from games.secret_hitler.view import View


class Prior(msgspec.Struct, frozen=True):
    """The probability of each kind of table of people before a match."""

    care: tuple[float, ...]  #: by `SLIPS`
    nerve: tuple[float, ...]  #: by `NERVE`
    votes: tuple[float, ...]  #: by `HEEDED`

    def kinds(self) -> tuple[float, ...]:
        """Return the probability of each of `KINDS`, without votes."""
        return tuple(care * nerve for care, nerve in product(self.care, self.nerve))


SLIPS = (0.015, 0.08)
NERVE = (0.25, 0.5, 0.8)
HEEDED = (0.0, 0.35, 0.7)
SHIPPED = Prior((0.6, 0.4), (0.35, 0.4, 0.25), (0.4, 0.4, 0.2))
TRUSTED = 0.7
HITLERS = 0.4
TESTS = 0.12


def _habits(nerve: float) -> Habits:
    early, late = 0.85 * nerve, min(1.2 * nerve, 0.95)

    def pair(share: float) -> tuple[float, float]:
        return share, HITLERS * share

    return Habits(
        bury=((pair(early), pair(early / 2)), (pair(late), pair(late / 2))),
        betray=(pair(early), pair(late)),
        accuse=((0.35, 0.2), (0.1, 0.2)),
        expose=(0.3, 0.3),
        president_denies=((0.1, 0.05), (0.2, 0.1)),
        chancellor_denies=((0.1, 0.05), (0.1, 0.05)),
        accuse_liberal=0.5,
        accuse_ally=0.1,
    )


def _company(slip: float, nerve: float) -> Company:
    return Company(
        habits=_habits(nerve),
        talker=(0.88, 0.04, 0.08),
        unheard=(0.5, 0.25, 0.25),
        silent=(0.3, 0.3, 0.4),
        slip=slip,
        tests=TESTS,
        daring=(0.0, 0.0, 0.0),
        admit=0.03,
        trusted=TRUSTED,
        heeded=0.0,
        executions=(1.0, 1.0, 1.0, 1.2, 0.5, 0.15, 1.1, 0.8, 1.0),
    )


KINDS = tuple(_company(slip, nerve) for slip, nerve in product(SLIPS, NERVE))


def belief_of(view: View, prior: Prior | None, *, public: bool = False) -> Belief:
    """Return the belief of the seat of `view` about people; with `public`, the table's.

    Without a prior of people it is the bots' belief about bots.
    """
    if prior is None:
        return posterior.belief_of(view, public=public)
    rounds = known_of(view, None if public else view.seat)
    roles = (None,) * view.players if public else view.roles
    parties = (None,) * view.players if public else view.parties
    return left_open(_fold(roles, rounds, prior), roles, parties, view.not_hitler)


@lru_cache(maxsize=256)
def _fold(
    roles: tuple[Role | None, ...], rounds: tuple[RoundEvidence, ...], prior: Prior
) -> Belief:
    """Return the belief over all kinds of tables; assignments share one mixture of decks."""
    heeded = _mix(prior.votes, [fold_votes(roles, rounds, one).weights for one in HEEDED])
    beliefs = [
        fold(roles, rounds, company)._replace(weights=weights)
        for company, weights in _weigh(roles, rounds, prior, heeded)
    ]
    totals = [sum(one.weights) for one in beliefs]
    odds = [share / sum(totals) for share in totals]
    return beliefs[0]._replace(
        weights=_mix((1.0,) * len(beliefs), [one.weights for one in beliefs]),
        groups=(0,) * len(heeded),
        decks=[tuple(_mix(odds, [marginals.deck_odds(one) for one in beliefs]))],
    )


def _weigh(
    roles: tuple[Role | None, ...],
    rounds: tuple[RoundEvidence, ...],
    prior: Prior,
    heeded: Sequence[float],
) -> Iterator[tuple[Company, list[float]]]:
    """Yield every kind of table with its joint weight with each assignment."""
    for share, company in zip(prior.kinds(), KINDS, strict=True):
        weights = map(mul, fold(roles, rounds, company).weights, heeded)
        yield company, list(map(share.__mul__, weights))


def _mix(shares: Sequence[float], rows: Sequence[Sequence[float]]) -> list[float]:
    """Return the sum of `rows`, weighted by `shares`."""
    total = [0.0] * len(rows[0])
    for share, row in zip(shares, rows, strict=True):
        total = list(map(add, total, map(share.__mul__, row)))
    return total
