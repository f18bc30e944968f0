"""Every mark, slot and badge of a table is explained by a sentence on its page."""

import re
from html.parser import HTMLParser

import pytest

from games.catalog import GAMES
from games.engine.examples import late_in
from games.engine.regions import PlayerInfo
from games.engine.seats import EVERYTHING
from games.matches.drawing import regions
from games.matches.models import Match
from tests.matches.seating import browser, played_until, running

pytestmark = pytest.mark.django_db

#: The classes of elements that need a sentence, wherever they occur at a table.
MARKS = {
    *("mark", "badge", "presence", "clock", "reserve", "face-badge"),
    *("sign", "slot", "lamps", "plate", "seat-mark", "stands-in", "slip", "claim-slip"),
    *("clash", "deed", "count", "gov-votes", "handle-barred"),
    *("suspect-dead", "suspect-innocent", "suspect-answer", "suspect-owner"),
}
#: Elements that explain their marks with their own text.
SPEAKING_TAGS = {"button", "a", "summary", "h2", "h3", "legend", "dialog"}
SPEAKING = {"idle", "none", "gov-power", "gov-more", "letter-inside", "answer", "coach"}
#: Elements without an end tag.
VOID = {"input", "img", "link", "br", "meta", "hr"}


class Marks(HTMLParser):
    """Collects the unexplained marks of a board, and the sentences that explain the others."""

    def __init__(self, board: str) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.silent: set[str] = set()
        self.told: set[str] = set()
        self.feed(board)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        classes = set((given.get("class") or "").split())
        key = given.get("data-tell")
        if key is not None:
            self.told.add(key)
        says = key or given.get("title") or tag in SPEAKING_TAGS or classes & SPEAKING
        says = says or (tag == "label" and "person" not in classes)
        speaks = bool(says) or any(one for _tag, one in self.open)
        if classes & MARKS and not speaks:
            self.silent.add(self.get_starttag_text())
        if tag not in VOID:
            self.open.append((tag, speaks))

    def handle_startendtag(self, tag, attrs):
        """Ignore self-closing tags: drawings contain no marks."""

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass


def sentences(page: str) -> set[str]:
    """Return the keys of the sentences in the list of a page."""
    return set(re.findall(r'data-sign="([^"]+)"', page))


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("secret-hitler", {"president", "chancellor-asked", "voted", "ja", "nein", "place"}),
        ("noir", {"mask", "murders", "deck", "dead", "last"}),
    ],
)
def test_every_mark_of_a_match_has_a_sentence(alice, bob, mallory, game, told):
    seen: set[str] = set()
    watchers = [browser(alice), browser(mallory)]

    def all_were_told(match: Match) -> bool:
        watchers.reverse()  # one page per move is enough
        page = watchers[0].get(match.get_absolute_url()).content.decode()
        marks = Marks(page[page.index('id="stage"') : page.index('id="rule-now"')])
        assert marks.silent == set()
        assert marks.told <= sentences(page)
        seen.update(marks.told)
        return told <= seen

    played_until(all_were_told, lambda: running(alice, bob, game=game, pace="relaxed"))


@pytest.mark.parametrize(
    ("key", "count", "told"),
    [
        (
            "secret-hitler",
            9,
            {"veto", "not-hitler", "investigated", "tomb", "hitler-zone"},
        ),
        ("noir", 2, {"innocent", "killer-yes", "killer-no", "inspector-no", "disguise", "lock"}),
    ],
)
def test_rare_marks_have_sentences_too(key, count, told, client):
    game, seen = GAMES[key], set()
    known = sentences(client.get(f"/learn/{key}/").content.decode())
    players = [PlayerInfo(f"P{seat}", seat, is_bot=seat == 1) for seat in range(count)]
    for phase in game.pages.phases:
        for seed in range(4):
            state = late_in(game, phase, count, seed)
            if state is None:
                continue
            view = game.view(state, EVERYTHING)
            marks = Marks(regions.draw_table(game, view, players))
            assert marks.silent == set()
            seen |= marks.told
    assert seen - {"program"} <= known
    assert told <= seen, told - seen


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_page_contains_each_sentence_once(key, client):
    page = client.get(f"/learn/{key}/").content.decode()
    assert len(sentences(page)) == len(GAMES[key].pages.primer.signs)
