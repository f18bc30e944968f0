"""The model of people is fitted to this site's own matches between people, and to nothing else."""

from io import StringIO

import pytest
from django.core.cache import cache
from django.core.management import call_command

from games.catalog import GAMES
from games.engine.insight import PEOPLE
from games.history.insight import calibration
from games.history.models import Calibration
from games.matches.models import Match
from tests.history.play import finished

GAME = "secret-hitler"
INSIGHT = GAMES[GAME].knowledge.insight


@pytest.fixture
def counted(five):
    """Return two matches of people that the statistics count."""
    found = [finished(GAME, five, seed=seed) for seed in (1, 2)]
    Match.objects.update(is_counted=True, has_bots=False)
    return found


def calibrated():
    out = StringIO()
    call_command("calibrate", stdout=out)
    cache.clear()
    return out.getvalue()


def test_only_counted_matches_played_here_between_people_are_read(counted):
    assert list(calibration.matches_of(GAME)) == counted
    for field, value in (("is_imported", True), ("has_bots", True), ("is_counted", False)):
        Match.objects.filter(pk=counted[0].pk).update(**{field: value})
        assert list(calibration.matches_of(GAME)) == counted[1:]
        Match.objects.filter(pk=counted[0].pk).update(**{field: not value})


def test_the_shipped_prior_is_used_and_named_until_there_are_enough_matches(counted):
    said = calibrated()
    assert "2 matches of people" in said
    assert "the default prior remains in use" in said
    assert "noir: no model of people" in said
    assert calibration.people_model(GAME, INSIGHT) == INSIGHT.models[PEOPLE]


def test_with_enough_matches_estimates_follow_the_fit(counted, monkeypatch):
    monkeypatch.setattr(calibration, "ENOUGH", 2)
    calibrated()
    assert calibration.latest(GAME).is_fitted
    assert calibration.people_model(GAME, INSIGHT) != INSIGHT.models[PEOPLE]
    fit = calibration.fit_of(calibration.latest(GAME))
    assert sum(one.judgements for one in fit.table) > 20
    assert all(0 <= one.value <= 1 and one.error >= 0 for one in fit.numbers)


def test_calibration_also_runs_without_matches(db):
    assert "0 matches of people" in calibrated()


def test_the_page_states_its_model_with_date_and_size(counted, stranger, monkeypatch):
    address = f"/match/{counted[0].code}/insight/"
    assert "0 of 200 matches between people" in stranger.get(address).content.decode()
    monkeypatch.setattr(calibration, "ENOUGH", 2)
    calibrated()
    page = stranger.get(address).content.decode()
    made_at = Calibration.objects.get(game=GAME).made_at
    assert f"{made_at.year}" in page.partition("was fitted on")[2][:40]
    assert "to 2 matches between people on this site" in page
    assert "Were fascist" in page
