"""One stream: messages appear among the events where they were sent, on every page."""

import re

import pytest

from games.chat import services
from games.engine.seats import Seat, Viewer
from games.matches.drawing.page_states import page_state_of
from games.matches.live.frames import Change, Moment
from tests.matches.live.test_frames import ShownPage, audiences, drawn, html_of
from tests.matches.seating import browser, fresh, nominate, running, seat_of, vote_all

pytestmark = pytest.mark.django_db


def test_messages_appear_among_the_events_and_arrive_in_frames(alice, bob):
    match = running(alice, bob)
    moment = Moment(page_state_of(fresh(match)))
    pages = [ShownPage(moment, audience) for audience in audiences(5)]
    steps = (
        lambda: services.say(match.pk, alice, "table", "before the nomination"),
        lambda: nominate(match),
        lambda: services.say(match.pk, bob, "table", "after the nomination"),
        lambda: vote_all(match, ja=False),
        lambda: services.mute(match.pk, alice, "Bob", muted=True),
    )
    for step in steps:
        step()
        after = Moment(page_state_of(fresh(match)), moment)
        change = Change(moment, after)
        for page in pages:
            if frame := change.frames([page.audience])[page.audience]:
                page.take(html_of(frame))
            assert page.texts == drawn(after, page.audience)
        moment = after
    text = browser(bob).get(match.get_absolute_url()).content.decode()
    stream = re.search(r'<div id="log".*?</form>', text, re.S)[0]
    order = ("before the nomination", "nominates", "after the nomination", "is rejected")
    places = [stream.index(words) for words in order]
    assert places == sorted(places)
    assert "has voted" not in stream  # the ballots are on the board
    muted = drawn(moment, (Viewer(Seat(seat_of(match, alice))), "en", 0))
    assert "before the nomination" in muted["log"]
    assert "after the nomination" not in muted["log"]
    assert "unmute" in muted["say"]
