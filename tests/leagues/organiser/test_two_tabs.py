"""Two tabs change the same row: each saves only its own changes."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.leagues.models import Audit, Chair, League, Member, Season
from games.leagues.seasons import sitting_out
from tests.leagues.league_play import (
    drawn,
    entry_of,
    found,
    running,
    season_of,
)
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.visitors import client_of

pytestmark = pytest.mark.django_db


def two_tabs(owner, address: str) -> tuple[Browser, Browser]:
    """Return two pages at the same URL, both loaded before anything is changed."""
    first, second = Browser(client_of(owner)), Browser(client_of(owner))
    return first.open(address), second.open(address)


def test_an_older_page_of_a_league_overwrites_nothing(owner):
    league = found(owner)
    first, second = two_tabs(owner, f"/leagues/{league.slug}/run/edit/")
    first.type(name="Winter", rules_text="One.\r\nTwo.").press("Save")
    second.type(about="Duels by night.").press("Save")
    league = League.objects.get(pk=league.pk)
    assert (league.name, league.about) == ("Winter", "Duels by night.")
    assert league.rules_text.split() == ["One.", "Two."]


def test_conflicting_changes_of_a_field_show_both_values_and_the_second_user_may_insist(owner):
    season = season_of(found(owner), owner, [])
    first, second = two_tabs(owner, f"{season.get_absolute_url()}run/edit/")
    first.type(name="Winter", half_byes="3", needs_approval="on").press("Save")
    second.type(name="Summer", half_byes="3").press("Save", 409)
    said = "Somebody else has since saved “Winter” here; you entered “Summer”."
    assert second.text.count("Somebody else has since saved") == 1
    assert said in second.text
    assert Season.objects.get().name == "Winter"
    second.press("Save")
    season.refresh_from_db()
    assert (season.name, season.half_byes, season.needs_approval) == ("Summer", 3, True)


def test_conflicting_choices_are_shown_in_words(owner):
    league = found(owner)
    first, second = two_tabs(owner, f"/leagues/{league.slug}/run/edit/")
    first.type(access="code", timezone="Asia/Tokyo").press("Save")
    second.type(access="invitation").press("Save", 409)
    said = "saved “By code: anybody with the code may join” here; you entered “By inv"
    assert f"Somebody else has since {said}" in second.text
    assert League.objects.get().access == "code"


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo"])
def test_displayed_values_are_never_a_change_whatever_their_format(owner, zone):
    season = season_of(found(owner), owner, [])
    League.objects.update(timezone=zone)
    Member.objects.update(timezone=zone)
    past = (timezone.now() - timedelta(days=3)).replace(second=0, microsecond=0)
    questions = [{"text": "When?", "choices": []}, {"text": "Which?", "choices": ["A", "B"]}]
    Season.objects.update(registration_closes_at=past, questions=questions)
    page = Browser(client_of(owner)).open(f"{season.get_absolute_url()}run/edit/")
    page.type(name="Second").press("Save")
    changes = Audit.objects.filter(verb="edit_season").latest("pk").changes
    assert [sorted(row["after"]) for row in changes] == [["name"]]


def test_a_player_who_checks_in_while_an_organiser_ticks_players_stays_ticked(owner):
    season, players = running(
        owner, 6, "secret-hitler", format="swiss_tables", rounds_planned=3, asks_attendance=True
    )
    ada, ben, chiyo = (entry_of(season, one) for one in players[:3])
    sitting_out.say(ben, ben.user, 1, comes=True)
    address = f"{season.get_absolute_url()}run/divisions/1/presence/"
    older, _same = two_tabs(owner, address)
    sitting_out.say(ada, ada.user, 1, comes=True)  # in the meantime, at the door
    older.type(present=[str(chiyo.pk)]).press("Save")  # ticks one player and clears another
    assert sitting_out.coming(season.divisions.get(), 1) == {ada.pk, chiyo.pk}


def test_an_older_page_of_a_profile_overwrites_nothing(owner):
    first, second = two_tabs(owner, "/account/profile/")
    first.type(about="Plays by night.").press("Save")
    second.type(display_name="Orga the Great").press("Save")
    owner.refresh_from_db()
    assert (owner.name, owner.about) == ("Orga the Great", "Plays by night.")


def test_a_program_that_sends_no_shown_values_changes_all_fields(owner):
    owner.about = "Plays by night."
    owner.save()
    typed = {"display_name": "Orga", "history_audience": "everyone"}
    assert client_of(owner).post("/account/profile/", typed).status_code == 302
    owner.refresh_from_db()
    assert owner.about == ""


def forfeit(tab: Browser, *chairs: Chair) -> None:
    """Record a forfeit on the page that a tab shows."""
    tab.type(entries=[str(one.entry_id) for one in chairs], reason="Ill.")
    tab.press("Forfeit the fixture")


def test_a_forfeit_from_a_page_that_misses_another_one_must_be_confirmed(owner):
    season, _players = running(owner, 6, "secret-hitler")
    fixture = drawn(season, owner).fixtures.get()
    one, other = fixture.chairs.all()[:2]
    first, older = two_tabs(owner, f"{season.get_absolute_url()}fixtures/{fixture.pk}/run/forfeit/")
    forfeit(first, one)
    with pytest.raises(AssertionError, match="409 at"):
        forfeit(older, other)
    assert [one.forfeited for one in fixture.chairs.order_by("pk")[:2]] == [True, False]
