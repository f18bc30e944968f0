"""The picture of a moment: it is self-contained, and describes the moment in whole lines."""

import re
from unicodedata import east_asian_width
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import translation

from games.history.replay import pictures, rendering
from games.history.replay.perspective import perspective_of
from games.history.replay.replay import Replay
from games.history.replay.timeline import timeline_of
from games.matches.models import Match
from tests.history.play import finished, people

SVG = "{http://www.w3.org/2000/svg}"
COLUMN = 30  #: narrow letters that fit beside the grid of suspects


@pytest.fixture
def hunt(db) -> Match:
    return finished("noir", people("ada", "ben"), seed=4)


def revealed(match: Match) -> Replay:
    """Return the replay with everything revealed."""
    user, timeline = AnonymousUser(), timeline_of(match)
    eyes = perspective_of(match, user, "all", match.players.count())
    return rendering.open_replay(match, timeline, eyes, user)


def drawn(match: Match) -> list[ElementTree.Element]:
    """Return the pictures of the first moments with everything revealed."""
    replay = revealed(match)
    svgs = [pictures.svg(replay, index) for index in range(len(replay.steps))[:12]]
    return [ElementTree.fromstring(svg) for svg in svgs]  # noqa: S314 (our own)


def lines(picture: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]


def test_the_picture_shows_the_face_of_every_suspect_and_loads_nothing(hunt):
    picture = drawn(hunt)[0]
    contained = {f"#{part.get('id')}" for part in picture.iter(f"{SVG}symbol")}
    shown = [use.get("href") for use in picture.iter(f"{SVG}use")]
    assert len(set(shown)) == 25
    assert contained.issuperset(shown)


@pytest.mark.parametrize("language", ["en", "de", "it", "ja"])
def test_the_description_fits_inside_the_picture_in_every_language(hunt, language):
    with translation.override(language):
        for picture in drawn(hunt):
            for text in picture.iterfind(f"{SVG}text[@x='800'][@font-size='24']"):
                width = sum(1 + (east_asian_width(x) in "WF") for x in text.text or "")
                assert width <= COLUMN


def test_the_first_moment_is_described_in_full(hunt):
    told = " ".join(lines(drawn(hunt)[0]))
    assert re.search(r"draws \w+ as identity and \w+ as disguise\.", told)


@pytest.mark.parametrize("game", ["noir", "secret-hitler"])
@pytest.mark.parametrize("is_general", [False, True])
def test_pictures_and_framed_replays_carry_the_name_of_the_site(
    db, client, settings, monkeypatch, game, is_general
):
    settings.SITE_NAME = "Black & Room"
    if is_general:
        monkeypatch.setattr(pictures, "_template", lambda _game: "history/replay/_picture.jinja")
    match = finished(game, people("ada", "ben", "cyd", "dee", "eve")[: 2 if game == "noir" else 5])
    replay = revealed(match)
    framed = client.get(f"/match/{match.code}/replay/embed/").content.decode()
    for shown in (pictures.svg(replay, 0), framed):
        assert "Black &amp; Room" in shown
        assert "Cabinet Noir" not in shown
