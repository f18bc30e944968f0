"""axe-core over every page and state: nothing is found, by day and night, wide and narrow."""

import os
import sys
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserType, Page

from games.leagues.seasons import sitting_out
from games.matches.models import Match
from tests.browser.accessibility.axe import State, look_at
from tests.doors.house import build, forget_who_asked
from tests.leagues.conftest import owner  # noqa: F401
from tests.leagues.league_play import drawn as drawn_round
from tests.leagues.league_play import entry_of
from tests.leagues.league_play import running as running_season
from tests.leagues.organiser.visitors import client_of
from tests.matches.seating import (
    act,
    browser,
    choices_of,
    fresh,
    nominate,
    open_table,
    owing,
    person,
    play_one,
    play_to_the_end,
    player_at,
    running,
    vote_all,
)  # fmt: skip

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: URLs that show no page of ours, or the same page as another URL.
LEFT_OUT = (
    "/admin/",
    "/screen/",
    "/offline/",
    "/api/v1",
    "/account/2fa/reauthenticate",
    "/account/inactive",
)


def doors(owner, at_each: bool, *, of_leagues: bool) -> Iterator[State]:  # noqa: F811
    """Yield every address that answers with a page, as the first sees it who may.

    If not `at_each`, only the first address of each template.
    """
    house, drawn = build(owner), set()
    for door in house.doors():
        if door.shown.startswith(LEFT_OUT) or door.shown.startswith("/leagues/") != of_leagues:
            continue
        for kind in ("organiser", "player", "stranger"):
            forget_who_asked()
            answer = house.ask(kind, "get", door.path)
            if answer.status_code == 200:
                template = answer.templates[0].name if answer.templates else door.shown
                if at_each or template not in drawn:
                    drawn.add(template)
                    yield State(f"{door.shown} ({kind})", house.clients[kind], door.path, True)
                break


def tables(_owner, _at_each: bool) -> Iterator[State]:
    """Yield the room before a match, and tables of both games at several questions."""
    yield from waiting_rooms()
    yield from secret_hitler()
    yield from late_questions()
    match = running(person("Noa"), person("Nils"), game="noir")
    yield table(match, "killer's first murder", *owing(match))
    act(match, owing(match)[0], choices_of(match, owing(match)[0])[0])
    yield table(match, "identity", *owing(match))
    act(match, owing(match)[0], choices_of(match, owing(match)[0])[0])
    yield table(match, "killer's turn", *owing(match))
    yield State("noir: watched", Client(), match.get_absolute_url())
    yield from afterwards(play_to_the_end(match))


def waiting_rooms() -> Iterator[State]:
    host = person("Hanna")
    match = open_table(host)
    yield State("waiting room: host", browser(host), match.get_absolute_url())
    yield State("waiting room: stranger", Client(), match.get_absolute_url())


def secret_hitler() -> Iterator[State]:
    people = [person(name) for name in ("Sal", "Sam", "Sia", "Sol", "Sue")]
    match = running(*people, pace=Match.Pace.BRISK)
    yield table(match, "nominate", owing(match)[0])
    nominate(match)
    yield table(match, "vote", owing(match)[0])
    vote_all(match, ja=True)
    yield table(match, "discard", owing(match)[0])
    yield State("secret-hitler: watched", Client(), match.get_absolute_url())


def late_questions() -> Iterator[State]:
    """Yield tables at the questions that a match of seven comes to late, as far as they are met."""
    wanted = {"Enact", "Investigate", "CallElection", "Execute", "ProposeVeto", "AnswerVeto"}
    for number in range(12):
        match = running(*(person(f"Late {number} {seat}") for seat in range(7)), count=7)
        random = Random(number)
        while wanted and fresh(match).is_running:
            seat = owing(match)[0]
            met = wanted & {type(choice).__name__ for choice in choices_of(match, seat)}
            if met:
                yield table(match, " or ".join(sorted(met)), seat, takes_turns=True)
            wanted -= met
            play_one(match, random)


def table(match: Match, name: str, seat: int, *, takes_turns: bool = False) -> State:
    client = browser(player_at(match, seat).user)
    return State(f"{match.game}: {name}", client, match.get_absolute_url(), takes_turns)


def afterwards(match: Match) -> Iterator[State]:
    address = match.get_absolute_url()
    mine = browser(player_at(match, 0).user)
    for page in ("", "verify/", "replay/", "replay/embed/", "insight/", "people/"):
        yield State(f"{match.game}, over: {page or 'table'}", mine, address + page)


def table_night(owner, _at_each: bool) -> Iterator[State]:  # noqa: F811
    """Yield the door and the wall of an evening: the house's league plays by the day."""
    season, players = running_season(
        owner, 7, "secret-hitler", asks_attendance=True, rounds_planned=4
    )
    night = season.get_absolute_url()
    yield State("table night: door", client_of(owner), f"{night}run/door/")
    for player in players:
        sitting_out.say(entry_of(season, player), player, 1, comes=True)
    drawn_round(season, owner)
    yield State("table night: wall", Client(), f"{night}wall/")


leagues = partial(doors, of_leagues=True)
others = partial(doors, of_leagues=False)


@pytest.fixture(scope="module", name="browser")
def plain_browser(browser_type: BrowserType, browser_type_launch_args) -> Iterator[Browser]:
    """Yield a Chromium that runs scripts as they are: axe-core comes anew with each page.

    Optimizing it each time is a quarter of the work, and never pays.
    """
    plainly = "--js-flags=--no-opt,--no-maglev,--single-threaded-gc"
    options = browser_type_launch_args
    with browser_type.launch(**{**options, "args": [*options["args"], plainly]}) as browser:
        yield browser


@pytest.mark.timeout(2000)
@pytest.mark.parametrize(
    "at_each", [pytest.param(False, id="once"), pytest.param(True, marks=pytest.mark.prove)]
)
@pytest.mark.parametrize(
    ("name", "states", "least"),
    [
        ("tables", tables, 50),
        ("table night", table_night, 8),
        ("leagues", leagues, 80),
        ("others", others, 60),
    ],
)
def test_axe_finds_nothing_in_any_page_state_theme_and_width(
    page: Page,
    client_page,
    owner,  # noqa: F811
    name,
    states,
    least,
    at_each,
):
    wanted = os.environ.get("AXE", "")
    chosen = (state for state in states(owner, at_each) if wanted in state.name)
    findings = look_at(page, client_page, chosen, at_each=at_each)
    sys.stdout.write(findings.table() + "\n")
    if at_each and not wanted:
        findings.write(name)
    assert wanted or len(findings.looks) >= least
    assert findings.found == {}
