"""Players are asked whether they come; organisers see who said yes, no or nothing."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.leagues import errors
from games.leagues.fixtures import results
from games.leagues.membership import services as membership
from games.leagues.models import Entry, Notice, Season
from games.leagues.scheduling import pauses
from games.leagues.seasons import announcements, asking, divisions, sitting_out
from games.leagues.seasons import services as seasons
from games.matches.play.outbox import deliver_due
from games.push import calls
from games.push.models import Call, Device
from games.push.sending import message
from tests.conftest import account
from tests.leagues.league_play import drawn, entry_of, found, running, season_of, settle
from tests.leagues.organiser.visitors import client_of, text
from tests.remembered import remembered

pytestmark = pytest.mark.django_db

NAMES = ("Ada", "Ben", "Chiyo", "Dario", "Elif", "Femi")


@pytest.fixture
def nights(owner):
    """A season of table nights for six that asks for attendance, and its players with e-mail."""
    return night_for_six(owner)


@remembered
def night_for_six(owner):
    players = [account(name) for name in NAMES]
    season = season_of(
        found(owner, "secret-hitler"), owner, players, rounds_planned=3, asks_attendance=True,
        games_per_fixture=1, starts_at=timezone.now() + timedelta(days=4),
    )  # fmt: skip
    seasons.begin(season, owner)
    return Season.objects.get(), players


def told(mailbox):
    """Return the players asked by e-mail since the last call."""
    asking.ask_due()
    deliver_due(announcements.KIND)
    names = sorted(mail.to[0].partition("@")[0] for mail in mailbox)
    mailbox.clear()
    return names


def later(monkeypatch, **time):
    moment = timezone.now() + timedelta(**time)
    monkeypatch.setattr(timezone, "now", lambda: moment)


def test_all_are_asked_at_the_start_and_silent_players_again_the_day_before(
    nights, mailoutbox, monkeypatch
):
    season, players = nights
    assert told(mailoutbox) == sorted(name.lower() for name in NAMES)
    assert told(mailoutbox) == []
    for user in players[:4]:
        sitting_out.say(entry_of(season, user), user, 1, comes=user != players[0])
    later(monkeypatch, days=2)
    assert told(mailoutbox) == []
    later(monkeypatch, days=1, minutes=5)
    assert told(mailoutbox) == ["elif", "femi"]
    later(monkeypatch, days=3)
    assert told(mailoutbox) == []


def test_the_next_round_is_asked_about_when_one_closes_and_without_a_date_after_two_days(
    nights, owner, mailoutbox, monkeypatch
):
    season, players = nights
    Season.objects.update(starts_at=None)
    told(mailoutbox)
    for user in players:
        sitting_out.say(entry_of(season, user), user, 1, comes=True)
    published = drawn(season, owner)
    assert told(mailoutbox) == []
    fixture = published.fixtures.get()
    settle(fixture, [fixture.chairs.first().entry_id])
    results.close_rounds()
    assert len(told(mailoutbox)) == 6
    assert Notice.objects.filter(sent_at=None, round_number=2).count() == 6
    later(monkeypatch, days=2, minutes=5)
    assert len(told(mailoutbox)) == 6


@pytest.mark.parametrize("is_paused", [False, True])
def test_nobody_is_asked_in_a_paused_season_or_one_without_attendance(
    nights, owner, mailoutbox, is_paused
):
    season, _players = nights
    if is_paused:
        pauses.pause(season, owner, reason="Ill.")
        Notice.objects.all().delete()
    else:
        Season.objects.update(asks_attendance=False)
    assert told(mailoutbox) == []


def test_the_email_names_the_night_and_the_front_page_takes_the_answer(nights, mailoutbox):
    season, players = nights
    asking.ask_due()
    deliver_due(announcements.KIND)
    letter = mailoutbox[0]
    assert "will you play round 1?" in letter.subject
    assert "expected to begin on" in letter.body
    assert f"/{season.number}/attendance/" in letter.body
    browser = client_of(players[0])
    page = text(browser.get("/"))
    (action,) = re.findall(r'action="(/leagues/[^"]*attendance/[^"]*)"', page)
    assert browser.post(action, {"round": 1, "answer": "no"}).url == "/"
    assert "attendance/" not in text(browser.get("/"))
    assert sitting_out.answers(season.divisions.get(), 1)["no"] == {entry_of(season, players[0]).pk}


def test_a_device_is_notified_of_the_question_until_it_is_answered(nights):
    season, players = nights
    for user in players[:2]:
        Device.objects.create(user=user, endpoint=f"https://push.example/{user.pk}", language="en")
    asking.ask_due()
    calls.plan_due()
    calls.plan_due()
    one, two = Call.objects.order_by("device__user__pk")
    sitting_out.say(entry_of(season, players[0]), players[0], 1, comes=True)
    assert message(one) is None
    assert message(two) == {
        "title": "Will you play the next round?", "body": "Grey Chamber",
        "path": f"/leagues/grey-chamber/{season.number}/attendance/",
    }  # fmt: skip


def test_organisers_see_which_players_come_do_not_come_or_are_silent(nights, owner):
    season, players = nights
    for user, comes in zip(players, (True, True, False), strict=False):
        sitting_out.say(entry_of(season, user), user, 1, comes=comes)
    here = f"{season.get_absolute_url()}run/"
    assert "2 coming, 1 not, 3 without an answer" in text(client_of(owner).get(here))
    page = text(client_of(owner).get(f"{here}divisions/1/presence/"))
    rows = re.findall(r'<bdi>(\w+)</bdi> <span class="badge (\w+)">([^<]+)', page)
    assert rows == [
        ("Ada", "press", "coming"), ("Ben", "press", "coming"), ("Chiyo", "wax", "not coming"),
        *((name, "faint", "no answer yet") for name in ("Dario", "Elif", "Femi")),
    ]  # fmt: skip


def test_one_press_reminds_silent_players_but_not_again_within_six_hours(
    nights, owner, mailoutbox, monkeypatch
):
    season, players = nights
    for user in players[:4]:
        sitting_out.say(entry_of(season, user), user, 1, comes=True)
    press = f"{season.get_absolute_url()}run/remind/"
    assert press in text(client_of(owner).get(f"{season.get_absolute_url()}run/"))
    told(mailoutbox)
    assert client_of(owner).post(press).status_code == 409
    later(monkeypatch, hours=7)
    assert asking.remind(season, owner) == 2
    deliver_due(announcements.KIND)
    assert len(mailoutbox) == 2
    for user in players[4:]:
        sitting_out.say(entry_of(season, user), user, 1, comes=False)
    later(monkeypatch, hours=7)
    with pytest.raises(errors.WrongStage):
        asking.remind(season, owner)


def test_one_press_draws_checked_in_players_in_every_division_with_enough(owner):
    season = season_of(
        found(owner, "secret-hitler"), owner, [account(f"P{one}") for one in range(12)],
        format="tables", rounds_planned=2, table_size=6,
    )  # fmt: skip
    divisions.arrange(season, owner, divisions=[{"name": "First"}, {"name": "Second"}])
    seasons.begin(season, owner)
    first, second = season.divisions.all()
    for entry in [*first.entries.all()[:5], *second.entries.all()[:2]]:
        sitting_out.say(entry, entry.user, 1, comes=True)
        entry.attendances.update(checked_in_at=timezone.now())
    page = text(client_of(owner).get(f"{season.get_absolute_url()}run/door/"))
    assert "Draw those present (5)" in page
    client_of(owner).post(f"{season.get_absolute_url()}run/draft/", {"only_here": "on"})
    seats = [one.rounds.get().fixtures.values("chairs").count() for one in (first, second)]
    assert seats == [5, 6]  # two are too few for a table: all of the second division are drawn


def test_a_player_who_has_left_is_not_asked(nights, mailoutbox):
    season, players = nights
    Entry.objects.filter(user=players[0]).update(status="withdrawn")
    membership.leave(season.league, players[1])
    assert told(mailoutbox) == ["chiyo", "dario", "elif", "femi"]


def test_nobody_is_asked_about_a_round_after_the_last(owner):
    season, _players = running(
        owner, 6, "secret-hitler", rounds_planned=1, asks_attendance=True, format="tables"
    )
    asking.ask_due()
    for entry in season.entries.all():
        sitting_out.say(entry, entry.user, 1, comes=True)
    drawn(season, owner)
    Season.objects.get().divisions.get().rounds.update(status="closed")
    asking.ask_due()
    assert set(Notice.objects.values_list("round_number", flat=True)) == {1}


def test_a_note_reaches_only_its_player_and_three_a_day_are_the_limit(nights, owner, mailoutbox):
    season, players = nights
    entry = entry_of(season, players[0])
    here = f"{season.get_absolute_url()}run/players/{entry.pk}/"
    browser = client_of(owner)
    assert f"{here}note/" in text(browser.get(here))
    for _time in range(3):
        browser.post(f"{here}note/", {"text": "The hall has moved."})
    assert browser.post(f"{here}note/", {"text": "Again."}).status_code == 409
    deliver_due(announcements.KIND)
    assert [mail.to for mail in mailoutbox] == [[players[0].email]] * 3
    assert "> The hall has moved." in mailoutbox[0].body
    for page in ("/leagues/grey-chamber/audit/", season.get_absolute_url()):
        shown = text(browser.get(page))
        assert ("wrote to a player" in shown, "hall has moved" in shown) == ("audit" in page, False)
