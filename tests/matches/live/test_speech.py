"""Spoken text: every public line, in order, once; only the newest count; no secret."""

import re
from random import Random

import pytest
from django.utils import translation

from games.engine.seats import PUBLIC, Seat, Viewer
from games.matches.drawing.page_states import page_state_of
from games.matches.drawing.regions import say
from games.matches.live.frames import Audience, Change, Moment
from tests.matches.live.test_frames import html_of, page_state_after
from tests.matches.seating import fresh, running

pytestmark = pytest.mark.django_db

SPOKEN = re.compile(r'<p data-line="(\d+)"( data-count)?>(.*?)</p>')
MOVES = 60


@pytest.mark.parametrize(("key", "count"), [("secret-hitler", 5), ("noir", 2)])
def test_every_frame_speaks_the_new_public_lines_to_everybody_alike(key: str, count: int):
    match = running(game=key, count=count)
    random = Random(f"aloud {key}")
    moment = Moment(page_state_of(fresh(match)))
    heard: list[tuple[int, bool, str]] = []
    for _move in range(MOVES):
        page_state, move = page_state_after(moment.page_state, random)
        if move.is_rare:
            continue
        after = Moment(page_state, moment)
        change = Change(moment, after)
        everybody = [Audience(viewer, "en") for viewer in [PUBLIC, *seats(count)]]
        frames = change.frames(everybody).values()
        news = {tuple(SPOKEN.findall(html_of(frame))) for frame in frames if frame is not None}
        assert len(news) <= 1
        heard += [(int(n), bool(is_count), text) for one in news for n, is_count, text in one]
        moment = after
    lines = moment.page_state.projection.log(PUBLIC)
    with translation.override("en"):
        texts = [str(say(line, moment.page_state.faces)) for line in lines]
    begun = len(page_state_of(fresh(match)).projection.log(PUBLIC))
    said = {number: text for number, is_count, text in heard if not is_count}
    due = {n: text for n, text in enumerate(texts) if n >= begun and not lines[n].count}
    assert said == due
    assert [number for number, _is_count, _text in heard] == sorted({n for n, _c, _t in heard})
    counts = [text for _n, is_count, text in heard if is_count]
    assert all(re.fullmatch(r"\d of \d have voted\.", text) for text in counts)
    assert bool(counts) == (key == "secret-hitler")


def seats(count: int) -> list[Viewer]:
    return [Viewer(Seat(seat)) for seat in range(count)]
