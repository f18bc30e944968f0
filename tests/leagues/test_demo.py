"""`manage.py demo_leagues`: leagues in the middle of their seasons, for a first look."""

import pytest
from django.core.management import call_command
from django.test import Client

from games.leagues.management.commands import demo_leagues
from games.leagues.models import League, Round

pytestmark = pytest.mark.django_db


def test_demo_leagues_are_made_once_and_have_standings_and_a_round_to_play(settings, monkeypatch):
    fewer = [plan | {"players": count, "rounds": 1}
             for plan, count in zip(demo_leagues.LEAGUES, (4, 6), strict=True)]  # fmt: skip
    monkeypatch.setattr(demo_leagues, "LEAGUES", fewer)
    settings.READING_SECONDS = 20  # as on a real site, where players read their letters
    call_command("demo_leagues", verbosity=0)
    call_command("demo_leagues", verbosity=0)
    assert League.objects.count() == 2
    for league in League.objects.all():
        rounds = Round.objects.filter(division__season__league=league)
        statuses = rounds.order_by("number").values_list("status", flat=True)
        assert list(statuses) == ["closed", "published"]
        page = Client().get(league.seasons.get().get_absolute_url())
        assert "Ottilie" in page.content.decode()
