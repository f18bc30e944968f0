"""Logs from before views told lots: told so afterwards, and what the clock chose is no evidence."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import models

from games.engine.seats import EVERYTHING
from games.matches.models import Match, MatchEntry
from games.matches.play import moves, projections
from tests.history.play import play_on, started
from tests.matches.play.test_late_voters import run_out

pytestmark = pytest.mark.django_db

lots = import_module("games.matches.migrations.0010_lots")


class OldApps:
    """The models by the names that they had when the migration was written."""

    def get_model(self, app: str, name: str) -> type[models.Model]:
        return apps.get_model(app, "MatchEntry" if name == "Entry" else name)


@pytest.fixture
def late(five):
    """Return a match whose first nomination, and one vote, the clock drew."""
    match = started("secret-hitler", five, pace="relaxed")
    run_out(match, match.players.get(asked_at__isnull=False).seat)
    run_out(match, 3)
    return play_on(match)


def texts(match):
    return dict(MatchEntry.objects.filter(match=match).values_list("number", "events"))


def drawn(match):
    moves.forget()
    match = Match.objects.get(pk=match.pk)
    view = match.rules.view(projections.projection_of(match).state, EVERYTHING)
    return [lot.action for played in view.rounds for lot in played.by_lot]


def rechecks():
    try:
        call_command("recheck")
    except CommandError:
        return False
    return True


def test_an_old_log_is_told_what_the_clock_drew_and_nothing_else_in_it_changes(late):
    now = texts(late)
    assert drawn(late) == ["nominate", "vote"]
    lots.forget_lots(OldApps(), None)
    assert drawn(late) == []
    assert not rechecks()
    for _again in range(2):
        lots.tell_lots(OldApps(), None)
        assert texts(late) == now
    assert rechecks()


def test_what_no_seat_owed_is_left_alone(late):
    claims = MatchEntry.objects.filter(match=late, events__contains='"claim-made"')
    assert claims.update(by="clock")
    before = texts(late)
    lots.tell_lots(OldApps(), None)
    assert texts(late) == before
