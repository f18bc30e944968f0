"""The talk clock, which the president starts before a vote, and public marks."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.matches.models import Match
from games.matches.page import screen
from tests.matches.seating import (
    act_as,
    browser,
    fresh,
    person,
    player_at,
    running,
    state_of,
    state_until,
)
from tests.matches.sockets import stored, visit

pytestmark = pytest.mark.django_db
STARTS = "Start the discussion timer"


def voting(**settings) -> Match:
    """Return a match of five that votes on its first government, with a talk clock."""
    match = running(talk_seconds=90, **settings)
    president = state_of(match).president
    act_as(match, president, action="nominate", chancellor=(president + 1) % 5)
    return fresh(match)


def start(match: Match, seat: int) -> int:
    """Press the button as the player on `seat`; return the status of the response."""
    return browser(player_at(match, seat).user).post(f"{match.get_absolute_url()}talk/").status_code


def page(match: Match, seat: int | None) -> str:
    user = None if seat is None else player_at(match, seat).user
    return (
        browser(user).get(f"{match.get_absolute_url()}live/", headers={"HX-Request": "true"}).text
    )


def test_the_president_starts_it_once_and_all_pages_and_televisions_count_down():
    match = voting()
    president = state_of(match).president
    assert STARTS in page(match, president)
    assert STARTS not in page(match, (president + 1) % 5)
    assert start(match, president) == 302
    until = fresh(match).talk_until
    assert timedelta(seconds=80) < until - timezone.now() <= timedelta(seconds=90)
    start(match, president)
    assert fresh(match).talk_until == until
    counts = f'data-deadline="{int(until.timestamp() * 1000)}"'
    code = screen.new_code()
    screen.take_over(code, match)
    for shown in (page(match, president), page(match, None), screen.content(code, "x").text):
        assert counts in shown


def test_nobody_else_can_start_it_nor_the_president_before_the_nomination():
    match = running(talk_seconds=90)
    assert start(match, state_of(match).president) == 403
    match = voting()
    assert start(match, (state_of(match).president + 1) % 5) == 403
    assert fresh(match).talk_until is None


def test_a_table_without_a_talk_clock_offers_none():
    match = voting()
    Match.objects.update(talk_seconds=0)
    president = state_of(match).president
    assert STARTS not in page(fresh(match), president)
    assert start(match, president) == 403


@pytest.mark.django_db(transaction=True)
async def test_it_disappears_from_open_pages_with_the_last_ballot():
    match = await stored(voting)()
    await stored(start)(match, (await stored(state_of)(match)).president)
    open_page = await visit(match)
    assert "Time to talk" in await open_page.frame()
    for seat in range(5):
        await stored(act_as)(match, seat, action="vote", ja=True)
    frames = "".join(await open_page.settle())
    assert '<hx-partial id="standing">' in frames
    assert "Time to talk" not in frames


def test_the_user_who_opens_a_table_chooses_its_length_if_the_game_has_votes():
    host = browser(person("Ada"))
    assert 'name="talk_seconds"' in host.get("/open/?game=secret-hitler").text
    assert 'name="talk_seconds"' not in host.get("/open/?game=noir").text
    host.post(
        "/open/",
        {
            "game": "secret-hitler", "seats_min": 5, "seats_max": 5, "visibility": "link",
            "language": "en", "talk_seconds": 60,
        },
    )  # fmt: skip
    assert Match.objects.get().talk_seconds == 60


def marked(match: Match, seat: int, on: int, kind: str = "doubt") -> int:
    """Mark a player as the player on `seat`; return the status of the response."""
    client = browser(player_at(match, seat).user)
    return client.post(f"{match.get_absolute_url()}mark/{on}/{kind}/").status_code


def test_public_marks_are_on_every_page_and_on_the_television():
    match = running(shows_marks=True)
    assert [marked(match, 0, 3), marked(match, 1, 3), marked(match, 2, 3, "trust")] == [302] * 3
    code = screen.new_code()
    screen.take_over(code, match)
    for shown in (page(match, 0), page(match, 4), screen.content(code, "x").text):
        assert '<b class="mark-trust">▲ 1</b>' in shown
        assert '<b class="mark-doubt">▼ 2</b>' in shown
    marked(match, 1, 3, "none")
    assert '<b class="mark-doubt">▼ 1</b>' in page(match, 4)


def test_a_mark_on_oneself_on_an_empty_seat_or_where_marks_are_private_is_refused():
    match = running(shows_marks=True)
    assert marked(match, 0, 0) == marked(match, 0, 9) == 403
    assert marked(running(), 0, 1) == 403


def test_dead_players_cannot_mark():
    match = state_until(lambda state: not all(state.alive), lambda: running(shows_marks=True))
    dead = state_of(match).alive.index(False)
    assert marked(match, dead, (dead + 1) % 5) == 403
