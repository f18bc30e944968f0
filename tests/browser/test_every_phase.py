"""On phones everybody is in sight in every phase of a match, with 5 to 10 long names."""

from collections.abc import Iterator
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from accounts.models import User
from games.matches.models import Match
from games.secret_hitler import actions as take
from games.secret_hitler.pieces import TRACKS
from games.secret_hitler.state import State
from tests.browser.client_page import ClientPage
from tests.browser.look import LOOK, PHONES, size
from tests.matches.seating import (
    act,
    browser,
    choices_of,
    owing,
    person,
    player_at,
    running,
    state_of,
)  # fmt: skip

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = (
    *("Maximiliane-Luise v. Ahn", "徳川家康左衛門尉忠勝義経", "Wilhelmina Rautenstrauch"),
    *("Bartholomäus Ungeheuer", "Krzysztof Brzęczyszczyk", "Siegfried-Konstantin III"),
    *(
        "Donaudampfschifferskind",
        "Friederike Mühlenbrock",
        "佐々木小次郎",
        "Wenzeslaus Hagedorn",
    ),
)
#: Decisions that a match has at most.
LONGEST = 500


def at_a_table(seats: int) -> Match:
    """Return a match that has begun, of people with long names who have read their letters."""
    match = running(*map(person, NAMES[:seats]), count=seats)
    match.players.update(read_at=timezone.now())
    return match


def steered(state: State, choices: list[take.Action], random: Random) -> take.Action:
    """Return a choice on the way to every phase: fascist policies, a veto, Hitler unharmed."""
    duties = [one for one in choices if not isinstance(one, take.Claim)]
    helpful = [one for one in duties if leads_on(state, one)]
    vetoes = [one for one in helpful if isinstance(one, take.ProposeVeto)]
    return random.choice(vetoes or helpful or duties)


def leads_on(state: State, one: take.Action) -> bool:
    """Return whether a choice brings fascist policies on and touches no Hitler."""
    match one:
        case take.Vote():
            return one.ja
        case take.Discard():
            return one.tile == "liberal"
        case take.Enact():
            return one.tile == "fascist"
        case take.AnswerVeto():
            return not one.agree
        case take.Nominate():
            return state.roles[one.chancellor] != "hitler"
        case take.Execute():
            return state.roles[one.target] != "hitler"
    return True


def phase_of(state: State) -> str:
    """Return the name of what is asked: a phase, and which power it is about."""
    if state.phase == "enact" and state.fascist == 5:
        return "veto"
    return f"{state.phase} {state.now.power}" if state.phase == "power" else state.phase


def moments(match: Match) -> Iterator[tuple[str, User]]:
    """Play a match through, and stop at each phase: its name, and who looks at it."""
    random, seen = Random(1), set()
    for _decision in range(LONGEST):
        state = state_of(match)
        asked = phase_of(state)
        is_over = state.phase == "over"
        if asked not in seen:
            seen.add(asked)
            seat = 0 if is_over else owing(match)[-1]
            yield asked, player_at(match, seat).user
        if "dead" not in seen and False in state.alive:
            seen.add("dead")
            yield "dead", player_at(match, state.alive.index(False)).user
        if is_over:
            return
        seat = owing(match)[0]
        act(match, seat, steered(state, choices_of(match, seat), random))


@pytest.mark.parametrize("seats", range(5, 11))
def test_in_every_phase_everybody_is_in_sight_above_the_question(
    page: Page, client_page: ClientPage, seats: int
):
    match, met = at_a_table(seats), set()
    for phase, user in moments(match):
        met.add(phase)
        assert client_page.show(browser(user), match.get_absolute_url())
        for screen in PHONES:
            page.set_viewport_size(size(screen))
            look, where = page.evaluate(LOOK), (phase, screen)
            assert look["seen"] == look["of"] == 2 * seats, where
            assert [look["small"], look["touched"], look["thin"]] == [[], [], []], (where, look)
            assert look["broken"] == 0, where
            assert max(look["sideways"], look["below"]) <= 0, where
    powers = {f"power {power}" for power in TRACKS[seats] if power}
    assert met >= {"nominate", "vote", "discard", "enact", "veto", "answer-veto", "dead", *powers}
    assert "over" in met
