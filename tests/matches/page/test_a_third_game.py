"""A third game needs one folder, one line of the catalog and two templates, like this one.

Nightfall exists only in these tests. It is installed and played like any other game.
"""

import html
import json
import re
from datetime import timedelta
from pathlib import Path
from random import Random

import msgspec
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.catalog import GAMES
from games.history.recorder.draft import position
from games.matches.models import Match
from games.matches.play import records, referee
from tests.matches.seating import person
from tests.third_game import GAME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nightfall")]

FOLDER = Path(settings.BASE_DIR) / "tests" / "third_game"
TEMPLATES = FOLDER / "templates"
MOST_DECISIONS = 400

#: Code that must not name any game: the apps, the shared templates, and every script.
SHELL = (
    *("games/matches", "games/chat", "games/history", "accounts"),
    *("templates/matches", "templates/chat", "templates/base", "static/js"),
)


def people(*names: str) -> list[Client]:
    """Return the browsers of users with accounts."""
    browsers = []
    for name in names:
        browser = Client()
        browser.force_login(person(name))
        browsers.append(browser)
    return browsers


def look(browser: Client, address: str) -> str:
    response = browser.get(address)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def buttons(page: str) -> list[str]:
    """Return the values that the buttons of the open question send."""
    return re.findall(r"""<button name="action" value='(.*?)'>""", page)


def owes(page: str) -> bool:
    return "data-owes" in page


def press(browser: Client, address: str, page: str, action: str) -> None:
    prompt = re.search(r'name="prompt" value="(\d+)"', page)[1]
    response = browser.post(f"{address}act/", {"action": action, "prompt": prompt})
    assert response.status_code == 302


def decide(browser: Client, address: str) -> bool:
    """Press the first button if this player must decide; return whether they had to."""
    page = look(browser, address)
    if owes(page):
        press(browser, address, page, buttons(page)[0])
    return owes(page)


def finish(browsers: list[Client], address: str) -> None:
    """Let all players press the first button whenever they must decide, until nobody must."""
    for _decision in range(MOST_DECISIONS):
        if not any(decide(browser, address) for browser in browsers):
            return
    raise AssertionError("the match did not end")


def opened(browser: Client) -> str:
    """Open a public table through the form, and return its URL."""
    form = {"game": "nightfall", "seats_min": "3", "seats_max": "6", "visibility": "public"}
    manners = {"has_chat": "on", "allows_spectators": "on", "pace": "untimed", "language": "en"}
    return browser.post("/open/", form | manners)["Location"]


def begun(*browsers: Client) -> str:
    """Return the URL of a table where all of `browsers` sit and the match has begun."""
    address = opened(browsers[0])
    for browser in browsers[1:]:
        browser.post(f"{address}sit/")
        browser.post(f"{address}ready/")
    assert browsers[0].post(f"{address}start/").status_code == 302
    return address


def test_it_is_offered_wherever_other_games_are(client):
    assert 'value="nightfall"' in look(client, "/")
    assert "?game=nightfall" in look(client, "/open/")
    assert 'name="game" value="nightfall"' in look(client, "/open/?game=nightfall")


def test_an_open_table_of_it_is_listed_in_the_lobby(client):
    (ada,) = people("Ada")
    assert opened(ada) in look(client, "/")


def test_users_open_play_finish_and_replay_it_while_others_watch_and_chat(client):
    ada, ben, chiyo = browsers = people("Ada", "Ben", "Chiyo")
    address = begun(ada, ben, chiyo)
    assert buttons(look(client, address)) == []
    said = ada.post(f"{address}say/", {"room": "table", "text": "Not me."})
    assert said.status_code == 302
    assert "Not me." in look(client, address)
    finish(browsers, address)
    match = Match.objects.get()
    assert match.is_over
    assert match.winner in GAME.sides.names
    for browser in (*browsers, client):
        page = look(browser, address)
        assert f"The {match.winner} wins" in page
        assert ": wolf" in page
    assert "Verify the deal" in look(ada, address)
    assert "as dealt" in look(client, f"{address}verify/")
    assert client.get(f"{address}record.json").json()["game"] == "nightfall"
    assert match.code in look(client, reverse("history:history"))
    assert 'id="board"' in look(client, reverse("history:replay", args=[match.code]))
    again = ada.post(f"{address}rematch/")["Location"]
    assert again != address
    assert 'id="waiting"' in look(ada, again)


def test_nobody_sees_hidden_information_while_it_runs(client):
    ada, ben, chiyo = browsers = people("Ada", "Ben", "Chiyo")
    address = begun(ada, ben, chiyo)
    assert not re.search(r": (wolf|seer|villager)|You are the", look(client, address))
    roles = [re.search(r"You are the (\w+)", look(b, address))[1] for b in browsers]
    assert sorted(roles) == ["seer", "villager", "wolf"]


def test_nobody_else_sees_who_must_decide_at_night(client):
    browsers = people("Ada", "Ben", "Chiyo")
    address = begun(*browsers)
    before = look(client, address)
    owing = next(browser for browser in browsers if owes(look(browser, address)))
    waiting = [look(browser, address) for browser in browsers if browser is not owing]
    assert decide(owing, address)
    tokens = re.compile(r'name="csrf\w*" value="\w+"|data-at="\d+"|nonce="[^"]+"|FToken": "\w+"')
    assert tokens.sub("", look(client, address)) == tokens.sub("", before)
    others = [browser for browser in browsers if browser is not owing]
    for browser, page in zip(others, waiting, strict=True):
        assert tokens.sub("", look(browser, address)) == tokens.sub("", page)


def test_when_time_runs_out_at_night_nobody_is_called_late(client):
    browsers = people("Ada", "Ben", "Chiyo")
    begun(*browsers)
    match = Match.objects.get()
    Match.objects.update(pace=Match.Pace.BRISK, due_at=timezone.now())
    match.players.update(asked_at=timezone.now() - timedelta(hours=1), reserve_ms=0)
    assert referee.act(1)
    entry = match.entries.get(number=1)
    assert entry.by == "clock"
    assert not match.players.exclude(missed=0).exists()
    assert not match.players.filter(is_away=True).exists()


def test_its_rules_refuse_actions_in_their_own_words(client):
    ada, ben, chiyo = people("Ada", "Ben", "Chiyo")
    address = begun(ada, ben, chiyo)
    page = look(ada, address)
    prompt = re.search(r'name="prompt" value="(\d+)"', page)[1]
    vote = {"action": '{"action":"vote","target":1}', "prompt": prompt}
    response = ada.post(f"{address}act/", vote)
    assert response.status_code == 422
    assert "not yours to do now" in response.content.decode()


def test_one_player_plays_it_against_bots_from_the_front_page(client, settings):
    settings.BOT_PACE = 0
    client.post("/play/", {"name": "Nora", "game": "nightfall"})
    match = Match.objects.get()
    assert match.players.exclude(bot="").count() == 2
    for _decision in range(MOST_DECISIONS):
        while referee.act(1):
            pass
        if not decide(client, match.get_absolute_url()):
            break
    assert Match.objects.get().is_over


def test_a_game_at_a_real_table_is_recorded_with_its_dice(client):
    (ada,) = people("Ada")
    ada.post("/history/recorder/begin/", {"game": "nightfall", "players": "A\nB\nC\nD"})
    random = Random(1)
    while not (here := position(ada.session["recorder"])).game.outcome(here.state):
        seat = here.game.to_act(here.state)[0]
        action = random.choice(here.game.choices(here.state, seat))
        whole = msgspec.json.encode(action).decode()
        answer = ada.post("/history/recorder/act/", {"seat": seat, "whole": whole})
        assert answer.status_code == 302
    thrown = ada.session["recorder"]["draws"]
    assert [draw["label"] for draw in thrown][:1] == ["die/1"]
    kept = ada.post("/history/recorder/keep/")["Location"]
    match = Match.objects.get(is_imported=True)
    assert match.code in kept
    assert json.loads(records.record_of(match))["draws"] == thrown


def test_it_needs_only_its_folder_with_two_templates_and_one_line():
    assert sorted(path.name for path in TEMPLATES.rglob("*.*")) == ["board.jinja", "choices.jinja"]
    root = settings.BASE_DIR / "tests"
    outside = [path for path in root.rglob("*.py") if not path.is_relative_to(FOLDER)]
    naming = [path for path in outside if "tests.third_game" in path.read_text()]
    assert {path.relative_to(root).as_posix() for path in naming} == {
        "conformance/cases.py",  # the one line
        "matches/page/test_a_third_game.py",
    }


@pytest.mark.parametrize("place", SHELL)
def test_shared_code_names_no_game(place: str):
    names = "|".join(key.replace("-", "[-_]") for key in GAMES)
    # Only names in code or URLs: in prose, "noir" is part of the site's own name.
    pattern = re.compile(rf"""[./"'`]({names})[./"'`]""")
    folder = settings.BASE_DIR / place
    files = [path for kind in ("py", "html", "jinja", "js") for path in folder.rglob(f"*.{kind}")]
    assert files
    found = [path.name for path in files if pattern.search(path.read_text())]
    assert found == []
