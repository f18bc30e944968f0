"""A season's settings: each is declared once, and the form, audit and next season follow."""

import pytest

from games.leagues.audit import labels
from games.leagues.models import Season
from games.leagues.models.settings import SETTINGS, settings_with
from games.leagues.organiser.forms_season import SeasonForm
from tests.leagues.league_play import found

#: The columns that are not settings: a season's identity and its state.
STATE = {
    *("id", "league", "number", "name", "status", "finals_of", "scoring", "paused_at"),
    *("seed", "opened_at", "closed_at", "breaks"),
}


def test_every_column_of_a_season_is_a_setting_or_part_of_its_state():
    assert {column.name for column in Season._meta.fields} == {*SETTINGS, *STATE}


def test_the_public_audit_shows_all_settings_except_questions():
    shown = set(labels.SHOWN["season"])
    assert set(SETTINGS) - shown == {"questions"}
    assert shown - set(SETTINGS) == {"name", "status", "paused_at"}


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "kind"), [("noir", "duels"), ("secret-hitler", "tables")])
def test_the_form_has_the_settings_of_its_league_s_game_with_the_columns_limits(owner, game, kind):
    form = SeasonForm(None, league=found(owner, game=game), players=8)
    asked = {field.name for fields in form.groups.values() for field in fields}
    assert asked == {
        name for name, one in SETTINGS.items() if one.group and one.plays in {"both", kind}
    }
    days = form.fields["round_days"]
    assert (days.min_value, days.max_value, days.initial) == (1, 365, 7)


def test_dates_are_not_copied_to_the_next_season():
    assert set(SETTINGS) - set(settings_with("is_repeated")) == {
        "registration_closes_at", "starts_at",
    }  # fmt: skip
