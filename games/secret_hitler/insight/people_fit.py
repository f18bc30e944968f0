"""Fits the model of people to finished matches, and measures it on other matches.

With the roles known, every match shows how well each kind of table explains it. Expectation
maximisation estimates the shares of the kinds; the shipped prior counts as `STRENGTH` matches. Each
match is judged by the fit to the other half of the matches.
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import add, mul
from random import Random
from statistics import pstdev
from typing import NamedTuple

from games.engine.calibration import CalibratedMatch, Fit, Matches, Number, bins_of
from games.engine.seats import EVERYTHING, PUBLIC, Viewer, seats_of
from games.engine.text import gettext_noop
from games.secret_hitler.bots.strong.assignments import NUMBERS, assignments_of
from games.secret_hitler.bots.strong.evidence import evidence_of
from games.secret_hitler.bots.strong.marginals import fascist_odds
from games.secret_hitler.bots.strong.posterior import fold, fold_votes
from games.secret_hitler.insight.people_model import HEEDED, KINDS, SHIPPED, Prior, belief_of
from games.secret_hitler.view import View

STRENGTH = 40  #: the weight of the shipped prior, in matches
ROUNDS = 30  #: of expectation maximisation: far more than needed
RESAMPLES = 20  #: of the matches, to estimate the standard errors

_WHAT = (
    ("care", 1, gettext_noop("Tables where claims and policies are often misleading")),
    ("nerve", 0, gettext_noop("Tables where fascists rarely spoil a government")),
    ("nerve", 2, gettext_noop("Tables where fascists nearly always do")),
    ("votes", 0, gettext_noop("Tables where votes say nothing about parties")),
    ("votes", 2, gettext_noop("Tables where votes say a lot")),
)


class TableLikelihoods(NamedTuple):
    """The likelihood of each kind of table for one match with known roles."""

    kinds: tuple[float, ...]  #: by `KINDS`
    votes: tuple[float, ...]  #: by `HEEDED`


def fit(matches: Matches) -> Fit:
    """Return the prior that fits these matches of people, and its measured agreement."""
    tables = [_likelihoods_of(match) for match in matches()]
    prior = prior_of(tables)
    halves = prior_of(tables[1::2]), prior_of(tables[0::2])
    table, seat = _judge(matches(), halves)
    return Fit(len(tables), prior, _numbers(tables, prior), bins_of(table), bins_of(seat))


def _likelihoods_of(match: CalibratedMatch) -> TableLikelihoods:
    """Return the likelihoods of the kinds of tables in a finished match."""
    view = match.view(match.actions, EVERYTHING)
    truth = assignments_of(view.players).roles.index(
        tuple(NUMBERS[role] for role in view.roles if role is not None)
    )
    rounds, nothing = evidence_of(view, None), (None,) * view.players
    return TableLikelihoods(
        tuple(fold(nothing, rounds, kind).weights[truth] for kind in KINDS),
        tuple(fold_votes(nothing, rounds, heeded).weights[truth] for heeded in HEEDED),
    )


def prior_of(tables: Sequence[TableLikelihoods]) -> Prior:
    """Return the shares of the kinds of tables that explain these matches best."""
    prior = SHIPPED
    for _ in range(ROUNDS if tables else 0):
        kinds = _expected_counts(prior.kinds(), [one.kinds for one in tables])
        votes = _expected_counts(prior.votes, [one.votes for one in tables])
        width = len(prior.nerve)
        prior = Prior(
            care=_blend(SHIPPED.care, [sum(kinds[at : at + width]) for at in (0, width)]),
            nerve=_blend(SHIPPED.nerve, [sum(kinds[at::width]) for at in range(width)]),
            votes=_blend(SHIPPED.votes, votes),
        )
    return prior


def _expected_counts(prior: Sequence[float], odds: Iterable[Sequence[float]]) -> list[float]:
    """Return the expected number of matches of each kind under `prior`."""
    counts = [0.0] * len(prior)
    for one in odds:
        counts = list(map(add, counts, _shares(list(map(mul, prior, one)))))
    return counts


def _shares(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights] if total else [1 / len(weights)] * len(weights)


def _blend(defaults: Sequence[float], counts: Sequence[float]) -> tuple[float, ...]:
    return tuple(_shares([STRENGTH * p + count for p, count in zip(defaults, counts, strict=True)]))


def _numbers(tables: Sequence[TableLikelihoods], prior: Prior) -> tuple[Number, ...]:
    """Return the fitted shares; their errors are the spread among resampled matches."""
    random = Random(0)  # noqa: S311 - the same errors for the same matches
    priors = [
        prior_of(random.choices(tables, k=len(tables))) for _ in range(RESAMPLES if tables else 0)
    ]
    return tuple(
        Number(
            what,
            getattr(SHIPPED, field)[at],
            getattr(prior, field)[at],
            pstdev([getattr(one, field)[at] for one in priors] or [0.0]),
        )
        for field, at, what in _WHAT
    )


# Measurement

_Judged = list[tuple[float, bool]]


def _judge(matches: Iterable[CalibratedMatch], halves: Sequence[Prior]) -> tuple[_Judged, _Judged]:
    """Return the beliefs of the public and of liberals before each vote, with the truth."""
    table: _Judged = []
    seat: _Judged = []
    for number, match in enumerate(matches):
        truth = [role != "liberal" for role in match.view(match.actions, EVERYTHING).roles]
        for view in _views_asked(match, truth):
            odds = fascist_odds(belief_of(view, halves[number % 2], public=view.seat is None))
            (table if view.seat is None else seat).extend(
                (odds[at], true) for at, true in enumerate(truth) if view.parties[at] is None
            )
    return table, seat


def _views_asked(match: CalibratedMatch, truth: Sequence[bool]) -> Iterator[View]:
    """Yield the public view at the start of every vote, and every living liberal's."""
    for number in range(match.actions):
        view = match.view(number, PUBLIC)
        if view.phase == "vote" and not any(view.votes_cast):
            yield view
            for seat in seats_of(view.players):
                if view.alive[seat] and not truth[seat]:
                    yield match.view(number, Viewer(seat))
