"""Scheduling pages: possible steps, refusals, and permissions."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from games.leagues.fixtures import opening
from games.leagues.membership import services as membership
from games.leagues.models import Fixture, Member, Round
from games.leagues.scheduling import attendance, proposals
from tests.leagues.organiser.visitors import client_of
from tests.leagues.scheduling.arranging import (
    duel,
    fresh,
    give,
    league_of,
    move,
    soon,
    table,
    users_of,
)

pytestmark = pytest.mark.django_db


def page_of(fixture: Fixture, user=None) -> str:
    client = client_of(user) if user else Client()
    answer = client.get(fixture.get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


def press(fixture: Fixture, user, step: str, **data):
    path = f"/leagues/{league_of(fixture).slug}/fixtures/{fixture.pk}/{step}/"
    return client_of(user).post(path, data)


def test_hours_are_saved_and_shown_again_without_javascript(owner):
    league = league_of(duel(owner))
    client = client_of(owner)
    path = f"/leagues/{league.slug}/hours/"
    assert client.get(path).content.decode().count('name="hours"') == 168
    wanted = {"zone": "Europe/Rome", "hours": ["19", "43"], "wants_mail": "on"}
    assert client.post(path, wanted).status_code == 302
    shown = client.get(path).content.decode()
    checked = re.findall(r'name="hours" value="(\d+)"[^>]* checked', shown)
    assert checked == ["19", "43"]
    assert re.search(r'<option value="Europe/Rome" selected', shown)


@pytest.mark.parametrize(
    "wrong",
    [
        {"hours": ["168"]}, {"hours": ["-1"]}, {"hours": ["x"]}, {"zone": "Mars/Olympus"},
        {"zone": ""}, {"hours": ["1" * 5000]},
    ],
)  # fmt: skip
def test_invalid_hours_are_refused_and_nothing_is_lost(owner, wrong):
    league = league_of(duel(owner))
    member = Member.objects.get(league=league, user=owner)
    Member.objects.filter(pk=member.pk).update(hours=[5])
    data = {"zone": "UTC", "hours": ["19"], **wrong}
    answer = client_of(owner).post(f"/leagues/{league.slug}/hours/", data)
    assert answer.status_code == 422
    member.refresh_from_db()
    assert member.hours == [5]


def test_a_duel_is_scheduled_by_pressing_buttons(fixture, ada, ben):
    Member.objects.update(timezone="Asia/Tokyo")
    at = soon(days=2)
    typed = at.astimezone(ZoneInfo("Asia/Tokyo")).strftime("%Y-%m-%dT%H:%M")
    assert press(fixture, ada, "propose", starts_at=typed).status_code == 302
    assert fixture.proposals.get().starts_at == at
    assert "proposed by" in page_of(fixture, ben)
    press(fixture, ben, "answer", proposal=fixture.proposals.get().pk, can="yes")
    assert fresh(fixture).starts_at == at
    shown = page_of(fixture, ben)
    assert at.strftime('datetime="%Y-%m-%dT%H:%M:00Z"') in shown
    assert at.astimezone(ZoneInfo("Asia/Tokyo")).strftime("%H:%M") in shown


def test_one_player_opens_the_table_and_the_other_goes_to_it(owner):
    fixture = move(duel(owner), minutes=10)
    ada, ben = users_of(fixture)
    answer = press(fixture, ben, "open")
    match = fresh(fixture).games.get().match
    assert answer["Location"] == match.get_absolute_url()
    assert fixture.chairs.get(entry__user=ben).checked_in_at
    assert f'href="{match.get_absolute_url()}"' in page_of(fixture, ada)


def test_an_organiser_sets_the_time(owner, fixture):
    at = soon(days=1)
    data = {"set-starts_at": at.strftime("%Y-%m-%dT%H:%M"), "set-reason": "finals"}
    assert press(fixture, owner, "time", **data).status_code == 302
    assert fresh(fixture).starts_at == at


def test_a_member_substitutes_with_one_press(owner, alice):
    fixture = table(owner, 6)
    membership.join(league_of(fixture), alice)
    Member.objects.filter(user=alice).update(can_substitute=True)
    gone = users_of(fixture)[0]
    press(fixture, gone, "rsvp", rsvp="no")
    assert f"Play for {gone.name}" in page_of(fixture, alice)
    chair = fixture.chairs.get(entry__user=gone)
    assert press(fixture, alice, "stand-in", chair=chair.pk).status_code == 302
    assert alice in users_of(fixture)


@pytest.mark.parametrize(
    ("step", "data", "status"),
    [
        ("propose", {"starts_at": "yesterday"}, 422),
        ("propose", {}, 422),
        ("propose", {"starts_at": "2001-01-01T10:00"}, 422),
        ("propose", {"starts_at": "9999-12-31T23:59"}, 422),
        ("answer", {"proposal": "x", "can": "yes"}, 404),
        ("answer", {"proposal": "9" * 30, "can": "yes"}, 404),
        ("answer", {"proposal": "1", "can": "perhaps"}, 422),
        ("rsvp", {"rsvp": "<b>"}, 422),
        ("stand-in", {"chair": "0"}, 404),
    ],
)
def test_invalid_input_is_refused_with_a_message(fixture, step, data, status):
    answer = press(fixture, users_of(fixture)[0], step, **data)
    assert answer.status_code == status
    assert not fixture.proposals.exists()


def test_a_refused_time_is_shown_again_with_the_reason_and_all_input(owner, fixture):
    typed = {"set-starts_at": "2001-01-01T10:00", "set-reason": "The hall is free"}
    answer = press(fixture, owner, "time", **typed)
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="2001-01-01T10:00"' in shown
    assert "The hall is free" in shown
    assert re.search(r'id="id_set-starts_at_error"><li>[^<]*within the round', shown)


def test_reloading_a_refused_page_returns_to_the_fixture(fixture):
    path = f"/leagues/{league_of(fixture).slug}/fixtures/{fixture.pk}/propose/"
    assert client_of(users_of(fixture)[0]).get(path).url == fixture.get_absolute_url()


@pytest.mark.parametrize("step", ["propose", "answer", "rsvp", "open"])
def test_a_user_who_does_not_play_has_no_buttons(owner, mallory, step):
    fixture = move(duel(owner), minutes=5)
    (proposal, *_more) = proposals.suggest(fresh(fixture))
    data = {
        "starts_at": soon(days=1).strftime("%Y-%m-%dT%H:%M"),
        "proposal": proposal.pk, "can": "yes", "rsvp": "yes",
    }  # fmt: skip
    assert press(fixture, mallory, step, **data).status_code == 403
    assert not fresh(fixture).games.exists()


def test_players_cannot_see_a_draft(fixture):
    Round.objects.filter(pk=fixture.round_id).update(status=Round.Status.DRAFT)
    answers = [
        press(fixture, users_of(fixture)[0], step, rsvp="yes") for step in ("rsvp", "open", "time")
    ]
    assert {answer.status_code for answer in answers} == {404}


def test_hours_and_answers_are_shown_only_to_players_and_organisers(
    owner, fixture, ada, ben, mallory
):
    for user in (ada, ben):
        give(fixture, user, range(168), "Pacific/Chatham")
    proposal = proposals.propose(fixture.pk, ada, soon(days=1))
    for viewer in (None, mallory):
        shown = page_of(fixture, viewer)
        assert "according to their availability" not in shown
        assert "proposed by" not in shown
        assert "Chatham" not in shown
    for viewer in (ben, owner):
        assert "suits 2 of 2, according to their availability" in page_of(fixture, viewer)
    assert "Chatham" not in page_of(fixture, owner)
    assert proposal.answers.count() == 1


def test_the_scheduling_section_needs_the_same_queries_for_any_number_of_proposals(
    owner, django_assert_max_num_queries
):
    fixture = table(owner, 7)
    for user in users_of(fixture):
        for days in (1, 2):
            proposals.propose(fixture.pk, user, soon(days=days))
    client = client_of(users_of(fixture)[0])
    client.get(fixture.get_absolute_url())
    with django_assert_max_num_queries(60):
        client.get(fixture.get_absolute_url())


def test_a_finished_fixture_has_no_buttons(owner):
    fixture = move(duel(owner), minutes=5)
    opening.open_due()
    Fixture.objects.update(status="finished", finished_at=timezone.now() + timedelta(minutes=1))
    shown = page_of(fixture, users_of(fixture)[0])
    for step in ("rsvp", "propose", "open", "answer"):
        assert f"/fixtures/{fixture.pk}/{step}/" not in shown
    with pytest.raises(Exception, match="begun or is over"):
        attendance.rsvp(fixture.pk, users_of(fixture)[0], "yes")


def test_suitable_times_are_marked_once_a_player_has_given_hours(fixture):
    proposals.prepare_due()
    ada, ben = users_of(fixture)
    page = page_of(fixture, ada)
    assert "according to their availability" not in page
    assert "Nobody has entered their availability yet." in page
    give(fixture, ben, range(168))
    page = page_of(fixture, ada)
    assert "suits 1 of 2, according to their availability" in page
    assert "Nobody has entered" not in page


def test_the_seat_of_a_deleted_account_belongs_to_nobody(fixture, ada):
    proposals.prepare_due()
    ada.delete()
    shown = page_of(fresh(fixture))
    for step in ("rsvp", "propose", "open", "answer"):
        assert f"/fixtures/{fixture.pk}/{step}/" not in shown
