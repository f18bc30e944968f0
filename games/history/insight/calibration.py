"""The model of people, fitted to this site's own matches, and its agreement with them.

Only finished matches between people on this site count: no imports, and none with bots.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.cache import cache
from django.db.models import QuerySet

from games.engine.calibration import CalibratedMatch, Fit
from games.engine.insight import PEOPLE, Insight
from games.engine.record import replay
from games.engine.seats import Viewer
from games.history.models import Calibration
from games.matches.models import Match
from games.matches.public import turns_of

ENOUGH = 200  #: with fewer matches the shipped prior is used
KEPT_FOR = 60  #: seconds for which a process may use a cached calibration


def matches_of(game_key: str) -> QuerySet[Match]:
    """Return this site's finished and counted matches between people."""
    return Match.objects.filter(
        game=game_key,
        status=Match.Status.FINISHED,
        is_counted=True,
        is_imported=False,
        has_bots=False,
    ).order_by("pk")


def calibrate(game_key: str, insight: Insight) -> Calibration | None:
    """Fit the model to all matches, and store the result; None if the game has no model."""
    if insight.fit is None:
        return None
    fit = insight.fit(lambda: _matches_of(game_key))
    if fit.matches < ENOUGH:
        fit = msgspec.structs.replace(fit, model=insight.models[PEOPLE])
    return Calibration.objects.create(
        game=game_key,
        matches=fit.matches,
        is_fitted=fit.matches >= ENOUGH,
        fit=msgspec.to_builtins(fit),
    )


def _matches_of(game_key: str) -> Iterator[CalibratedMatch]:
    for match in matches_of(game_key).iterator():
        yield _views_by_turn(match)


def _views_by_turn(match: Match) -> CalibratedMatch:
    """Return a match as input of the fit: the view of each viewer after each action."""
    game = match.rules
    states = [frame.state for frame in replay(game, turns_of(match))]

    def view(actions: int, viewer: Viewer) -> Any:
        return game.view(states[actions], viewer)

    return CalibratedMatch(len(states) - 1, view)


def latest(game_key: str) -> Calibration | None:
    """Return the last calibration of a game."""
    return Calibration.objects.filter(game=game_key).order_by("-pk").first()


def fit_of(calibration: Calibration) -> Fit:
    """Return the fit of a stored calibration."""
    return msgspec.convert(calibration.fit, Fit)


def people_model(game_key: str, insight: Insight) -> Any:
    """Return the model of people: fitted if there were enough matches, else the shipped one."""
    defaults = insight.models[PEOPLE]
    row = cache.get_or_set(
        f"insight/people/{game_key}", lambda: _calibration_row(game_key), KEPT_FOR
    )
    return msgspec.convert(row, type(defaults)) if row else defaults


def _calibration_row(game_key: str) -> Any:
    row = latest(game_key)
    return row.fit["model"] if row is not None and row.is_fitted else {}
