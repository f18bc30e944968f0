"""The main test of live pages: a page with all frames equals a fresh page, in every game.

After every move, in two languages, for every viewer: the first page with the frames applied equals
the whole page. Exactly the viewers who learned something got one frame.
"""

import re
from random import Random

import pytest
from django.utils import timezone, translation

from games.chat import services as chat
from games.engine.seats import PUBLIC, Seat, Viewer
from games.matches.drawing.page_states import PageState, page_state_of
from games.matches.live.frames import Audience, Change, Moment
from games.matches.models import Match
from games.matches.page import fragments
from games.matches.play import moves, services
from tests.conformance.cases import CASES
from tests.conformance.random_play import pick
from tests.matches.seating import fresh, running

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nightfall")]

LANGUAGES = ("en", "de")
PARTIAL = re.compile(r'<hx-partial id="([\w-]+)"(?: hx-swap="(\w+)")?>(.*?)</hx-partial>', re.S)
MOVES = 40
#: Tables and the minimum number of checked moves; the third game's matches are short.
TABLES = [("secret-hitler", 5, 11), ("secret-hitler", 7, 11), ("noir", 2, 11), ("nightfall", 6, 6)]


class ShownPage:
    """The contents of a page: the text of each piece by name, and the lines of the record."""

    def __init__(self, moment: Moment, audience: Audience) -> None:
        self.audience = audience
        self.texts = drawn(moment, audience)

    def take(self, html: str) -> None:
        """Apply the partials of a frame as a browser does."""
        targets = PARTIAL.findall(html)
        assert PARTIAL.sub("", html) == ""
        names = [name for name, _swap, _text in targets]
        assert len(names) == len(set(names)) or all(
            n in PLACES for n in names if names.count(n) > 1
        )
        for name, swap, text in targets:
            self._put(name, swap, text)

    def _put(self, name: str, swap: str, text: str) -> None:
        if name == "told":
            return  # spoken text goes to the live region
        if name == "log":
            self.texts["log"] = text if swap == "innerMorph" else self.texts["log"] + text
        elif name.startswith("tallies-"):
            there = re.compile(rf'<p class="tallies" id="{name}">.*?</p>\n?')
            self.texts["log"], found = there.subn(text, self.texts["log"])
            assert found == 1, name
        elif name.startswith(PARTS):
            self._put_part(name, swap, text)
        elif not swap:
            assert name in self.texts, name
            self.texts[name] = text
        else:
            (new,) = re.findall(r'^\s*<\w+[^>]* id="([\w-]+)"', text)[:1]
            assert new not in self.texts
            self.texts[new] = text

    def _put_part(self, name: str, swap: str, text: str) -> None:
        """Replace an element within a region, or append to it."""
        (whole,) = (key for key, own in self.texts.items() if f'id="{name}"' in own)
        there = re.compile(rf'(<(\w+) [^>]*id="{name}">)(.*?)(</\2>)', re.S)
        new = (lambda m: m[1] + m[3] + text + m[4]) if swap else (lambda _m: text)
        self.texts[whole], found = there.subn(new, self.texts[whole])
        assert found == 1, name


#: Elements within regions that may change on their own.
PARTS = ("ballots", "more-", "line-", "claims-")
#: Elements that pieces are put into when they appear.
PLACES = {"rounds", "record", "log", "told"}


def drawn(moment: Moment, audience: Audience) -> dict[str, str]:
    """Return the freshly rendered page of an audience."""
    viewer, language, _reader = audience
    with translation.override(language):
        pieces = {**moment.public_of(language), **moment.own_of(audience)}
        return fragments.texts(moment.page_state, viewer, pieces)


def audiences(players: int) -> list[Audience]:
    """Return every possible viewer, in every language."""
    viewers = [PUBLIC, *(Viewer(Seat(seat)) for seat in range(players))]
    return [Audience(viewer, language) for viewer in viewers for language in LANGUAGES]


def page_state_after(page_state: PageState, random: Random) -> tuple[PageState, moves.PlannedMove]:
    """Return the page state after one random move, and the move."""
    count = len(page_state.players)
    seat, action = pick(CASES[page_state.game.key], page_state.projection.state, count, random)
    turn = moves.turn_of(page_state.position, seat, action, by="player")
    move = moves.plan(page_state.position, turn, timezone.now())
    return page_state.after(move.after), move


@pytest.mark.parametrize(("key", "count", "least"), TABLES)
@pytest.mark.parametrize("pace", [Match.Pace.UNTIMED, Match.Pace.BRISK])
def test_the_first_page_with_its_frames_equals_a_fresh_page(
    key: str, count: int, least: int, pace: str
):
    match = running(game=key, count=count, pace=pace)
    random = Random(f"{key} {count}")
    moment = Moment(page_state_of(fresh(match)))
    pages = [ShownPage(moment, audience) for audience in audiences(count)]
    for _move in range(MOVES):
        page_state, move = page_state_after(moment.page_state, random)
        if move.is_rare:
            continue  # pages are reloaded after a redeal; for the end see below
        after = Moment(page_state, moment)
        change = Change(moment, after)
        anew = Moment(page_state)
        for page in pages:
            frame = change.frames([page.audience])[page.audience]
            told = learned(move, page.audience[0])
            assert (frame is not None) == told, (page.audience, move.step.turn)
            if frame is not None:
                page.take(html_of(frame))
            assert page.texts == drawn(anew, page.audience)
        moment = after
    assert moment.page_state.projection.length >= least


@pytest.mark.parametrize(("key", "count"), [("secret-hitler", 5), ("noir", 2), ("nightfall", 6)])
def test_the_last_frame_shows_the_same_end_as_a_reloaded_page(key: str, count: int, monkeypatch):
    told: list[moves.PlannedMove] = []
    monkeypatch.setattr(services.publish, "move", lambda _match_id, move: told.append(move))
    match = running(game=key, count=count)
    chat.say(match.pk, match.host, "table", "let us begin")
    random, page_state = Random(7), page_state_of(fresh(match))
    while not page_state.match.is_over:
        before = Moment(page_state)
        move = page_state_after(page_state, random)[1]
        services.write_planned(move)
        page_state = page_state.after(told[-1].after)
    pages = [ShownPage(before, audience) for audience in audiences(count)]
    change, anew = Change(before, Moment(page_state, before)), Moment(page_state_of(fresh(match)))
    for page in pages:
        page.take(html_of(change.frames([page.audience])[page.audience]))
        assert page.texts == drawn(anew, page.audience)
    assert told[-1].after.match.counts == fresh(match).counts


def learned(move: moves.PlannedMove, viewer: Viewer) -> bool:
    """Return whether `viewer` learned something from a move."""
    return move.step.after.version(viewer) != move.step.before.version(viewer)


def html_of(frame: bytes) -> str:
    """Return the fragments that a frame brings."""
    return frame.decode()
