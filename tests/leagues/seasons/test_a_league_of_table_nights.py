"""A league of 23 in two divisions, played night by night through its pages."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.leagues.fixtures import opening, results
from games.leagues.membership import services as membership
from games.leagues.models import Entry, Fixture, Round, Season
from games.leagues.seasons import announcements, asking, divisions
from games.matches.play.outbox import deliver_due
from tests.conftest import account
from tests.leagues.league_play import found, play_fixture, season_of
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.visitors import client_of, text
from tests.leagues.season_pages import begun, close, console, exported

pytestmark = [pytest.mark.prove, pytest.mark.django_db]

#: The first night, a Thursday.
FIRST = datetime(2030, 10, 10, 20, 0, tzinfo=UTC)
WEEK = timedelta(weeks=1)


class Club:
    """The players, the organiser, and a clock of the league."""

    def __init__(self, owner, monkeypatch) -> None:
        self.owner, self.patch = owner, monkeypatch
        self.show(FIRST - timedelta(days=6))
        self.players = [account(f"Player{number:02}") for number in range(1, 24)]
        season = season_of(
            found(owner, "secret-hitler", timezone="UTC"), owner, self.players, format="tables",
            rounds_planned=4, table_size=6, games_per_fixture=1, asks_attendance=True,
            starts_at=FIRST,
        )  # fmt: skip
        divisions.arrange(season, owner, divisions=[{"name": "Upper"}, {"name": "Lower"}])
        self.season = begun(owner, season)
        self.silent = self.players[-1]

    def show(self, moment: datetime) -> None:
        """Set the clock to a moment."""
        self.patch.setattr(timezone, "now", lambda: moment)

    def asks(self, mailbox) -> list[str]:
        """Run the jobs; return the players asked by e-mail."""
        asking.ask_due()
        deliver_due(announcements.KIND)
        asked = [mail.to[0] for mail in mailbox if "will you play" in mail.subject]
        mailbox.clear()
        return asked

    def answer(self, user, answer: str) -> None:
        """Answer on the front page, where the question then disappears."""
        browser = client_of(user)
        (action,) = re.findall(
            r'action="(/leagues/\S*/attendance/\?back=/)"', text(browser.get("/"))
        )
        (number,) = re.findall(r'name="round" value="(\d)"', text(browser.get("/")))
        assert browser.post(action, {"round": number, "answer": answer}).url == "/"
        assert "attendance/?back=/" not in text(browser.get("/"))

    def door(self) -> str:
        """Return the URL in the code at the door."""
        page = text(client_of(self.owner).get(f"{self.season.get_absolute_url()}run/door/"))
        return re.findall(r'href="([^"]*/door/[^"]*)"', page)[0]

    def publish(self, at: Browser, night: datetime) -> None:
        """Publish the drawn round at the time that the page suggests."""
        at.press("Publish the next round")
        assert f'value="{night:%Y-%m-%dT%H:%M}"' in at.text
        at.press("Publish the rounds")

    def play(self, number: int, night: datetime) -> None:
        """Open the tables of a night, and play them to their end."""
        fixtures = Fixture.objects.filter(round__number=number).order_by("pk")
        assert {fixture.starts_at for fixture in fixtures} == {night}
        self.show(night - timedelta(minutes=1))
        opening.open_due()
        assert {fixture.status for fixture in fixtures.all()} == {"open"}
        for fixture in fixtures:
            play_fixture(fixture, fixture.pk)
        results.close_rounds()
        assert set(Round.objects.filter(number=number).values_list("status", flat=True)) == {
            "closed"
        }

    def seats(self, number: int) -> list[int]:
        """Return the users at the tables of a night, in order of their accounts."""
        rows = Fixture.objects.filter(round__number=number)
        return sorted(rows.values_list("chairs__entry__user", flat=True))


@pytest.fixture
def club(owner, monkeypatch):
    return Club(owner, monkeypatch)


def test_four_nights_with_a_holiday_guests_a_late_player_and_one_who_never_answers(
    club, owner, mailoutbox
):
    season, players = club.season, club.players
    assert [one.entries.count() for one in season.divisions.all()] == [12, 11]

    # A holiday is planned before any draw: it takes the third Thursday.
    at = console(owner, season).press("Pause the season")
    third = (FIRST + 2 * WEEK).date().isoformat()
    at.type(first_day=third, reason="The hall is closed.").press("Pause the season")
    assert "No round on 24 Oct 2030" in text(Client().get(season.get_absolute_url()))

    # The first night: all are asked, all but one answer, and two are away.
    assert len(club.asks(mailoutbox)) == 23
    for user in players[:-1]:
        club.answer(user, "no" if user in players[:2] else "yes")
    club.show(FIRST - timedelta(days=1))
    assert club.asks(mailoutbox) == [club.silent.email]
    at = console(owner, season)
    assert "1 without an answer" in at.text
    at.press("Draw those who said yes (20)")
    club.publish(at, FIRST)
    assert at.presses == 3
    assert club.seats(1) == [user.pk for user in players[2:-1]]
    club.play(1, FIRST)

    # Zoe asks to join, and is accepted from the inbox.
    zoe = account("Zoe")
    membership.join(season.league, zoe)
    Browser(client_of(zoe)).open(season.get_absolute_url()).press("Ask to join").press("Ask to")
    console(owner, season).press("Accept")
    late = season.entries.get(user=zoe)
    assert (late.joined_round, late.division.name, late.late_points) == (2, "Lower", 0)

    # The second night is drawn at the door. Nobody has answered; two guests come, and one player
    # comes after the draw, which is then repeated.
    second = FIRST + WEEK
    club.show(second - timedelta(hours=1))
    here = [*players[:7], *players[12:19], zoe]
    for user in here:
        assert client_of(user).post(club.door()).status_code == 302
    for name in ("Wanda", "Željko"):
        assert Client().post(club.door(), {"name": name}).status_code == 302
    door = Browser(client_of(owner)).open(f"{season.get_absolute_url()}run/door/")
    door.press("Draw those present (17)")
    assert client_of(players[7]).post(club.door()).status_code == 302
    assert client_of(owner).post(f"{season.get_absolute_url()}run/publish/").status_code == 409
    for division in season.divisions.all():
        draft = Round.objects.get(division=division, number=2)
        client_of(owner).post(f"{season.get_absolute_url()}run/rounds/{draft.pk}/discard/")
    door = Browser(client_of(owner)).open(f"{season.get_absolute_url()}run/door/")
    club.publish(door.press("Draw those present (18)"), second)
    guests = Entry.objects.filter(user__is_guest=True)
    assert sorted(guests.values_list("name", "division__name")) == [
        ("Wanda", "Lower"), ("Željko", "Lower"),
    ]  # fmt: skip
    assert len(club.seats(2)) == 18
    club.play(2, second)

    # The third night skips the holiday; the last is a week after it.
    for number, night in ((3, FIRST + 3 * WEEK), (4, FIRST + 4 * WEEK)):
        assert club.silent.email in club.asks(mailoutbox)
        for user in [*players[:-1], zoe]:
            club.answer(user, "no" if user in players[number : number + 3] else "yes")
        at = console(owner, season).press("Draw those who said yes (20)")
        club.publish(at, night)
        club.play(number, night)

    silent = season.entries.get(user=club.silent)
    assert not silent.chairs.exists()
    tables = exported(Season.objects.get())
    rows = {row.entry: row for table in tables for row in table}
    assert (rows[silent.pk].points, rows[silent.pk].games, rows[silent.pk].forfeits) == (0, 0, 0)
    assert rows[late.pk].games == 3
    assert [len(table) for table in tables] == [12, 14]
    assert sum(row.games for row in rows.values()) == 20 + 18 + 20 + 20
    assert close(owner, season).is_over
