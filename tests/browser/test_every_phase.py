"""On phones and low desks everybody is in sight in every phase, with 5 to 10 long names."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.matches.models import Match
from games.secret_hitler import actions as take
from games.secret_hitler.pieces import TRACKS
from games.secret_hitler.state import State
from tests.browser.client_page import ClientPage
from tests.browser.look import LOOK, NARROW, PHONES, SCREENS, size
from tests.browser.selection import LANGUAGES
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
#: Decisions that a match has at most, and matches until each phase was met.
LONGEST, MATCHES = 500, 5
#: The smallest tables, the first with other powers, and the largest; the others for `make prove`.
SEATS = [5, 7, 10, *(pytest.param(seats, marks=pytest.mark.prove) for seats in (6, 8, 9))]

#: Names as people have them.
USUAL = (
    "Bartholomäus",
    "Giulia Bianchi",
    "Maximiliane",
    "徳川家康",
    "Wilhelmina",
    "Jo",
    "Ann-Sophie",
)
#: What of a headline is cut: a name by dots, or its end by the height.
CUT = """() => [...document.querySelectorAll(".baize .next :is(h2, .who)")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4)
  .map((one) => one.textContent.trim())"""

#: What follows a name and stands on the next line.
PARTED = """() => [...document.querySelectorAll(".baize .next h2 > .who")].filter((one) => {
  const range = document.createRange(), after = one.nextSibling;
  if (!after?.textContent.trim()) return false;
  range.setStart(after, 0);
  range.setEnd(after, 1);
  return range.getBoundingClientRect().top > one.getBoundingClientRect().bottom - 2;
}).map((one) => one.parentElement.textContent.trim())"""


def at_a_table(people: Sequence[User]) -> Match:
    """Return a match of these people that has begun; they have read their letters."""
    match = running(*people, count=len(people))
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


def phases_of(seats: int) -> set[str]:
    """Return the names of all that is asked at a table of so many, and of what comes after."""
    powers = {f"power {power}" for power in TRACKS[seats] if power}
    return powers | {"nominate", "vote", "discard", "enact", "veto", "answer-veto", "dead", "over"}


def every_moment(names: Sequence[str]) -> Iterator[tuple[str, Match, User]]:
    """Play matches until each phase was met: its name, the match, and who looks at it.

    One is nearly always enough; a deal may end it before the fifth fascist policy.
    """
    people, seen, wanted = [*map(person, names)], set[str](), phases_of(len(names))
    for _match in range(MATCHES):
        match = at_a_table(people)
        for phase, user in moments(match, seen):
            yield phase, match, user
        if seen >= wanted:
            return
    raise AssertionError(f"not met: {wanted - seen}")


def moments(match: Match, seen: set[str]) -> Iterator[tuple[str, User]]:
    """Play a match through, and stop at each phase that is not `seen` yet."""
    random = Random(1)
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


@pytest.mark.parametrize("seats", SEATS)
def test_in_every_phase_everybody_is_in_sight_above_the_question(
    page: Page, client_page: ClientPage, seats: int
):
    for phase, match, user in every_moment(NAMES[:seats]):
        assert client_page.show(browser(user), match.get_absolute_url())
        for screen in SCREENS:
            page.set_viewport_size(size(screen))
            look, where = page.evaluate(LOOK), (phase, screen)
            assert look["seen"] == look["of"] == 2 * seats, where
            assert look["small"] == [], (where, look)
            assert screen not in PHONES or look["touched"] == look["thin"] == [], (where, look)
            assert look["broken"] == 0, where
            assert max(look["sideways"], look["below"]) <= 0, where


@pytest.mark.letters
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_headline_shows_names_of_usual_length_in_full(
    page: Page, client_page: ClientPage, language: str
):
    for phase, match, user in every_moment(USUAL):
        assert client_page.show(browser(user), match.get_absolute_url(), language)
        for screen in PHONES:
            page.set_viewport_size(size(screen))
            assert page.evaluate(CUT) == [], (phase, screen)
            # In Japanese that is a particle, and no line begins with one.
            assert language != "ja" or page.evaluate(PARTED) == [], (phase, screen)


#: The answers that the button for claims lies over.
COVERED = """() => {
  const claim = document.querySelector("#claims-box > summary").getBoundingClientRect();
  return [...document.querySelectorAll("#choices .question :is(button, label, h2)")]
    .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([, box]) => box.right > claim.left + 1 && box.left < claim.right - 1
      && box.bottom > claim.top + 1 && box.top < claim.bottom - 1).map(([words]) => words);
}"""


def moments_to_claim(match: Match, wanted: set[str]) -> Iterator[tuple[str, User]]:
    """Play, and stop in each `wanted` phase at somebody who is asked and may claim as well."""
    random = Random(1)
    while wanted and (phase := state_of(match).phase) != "over":
        for seat in owing(match) if phase in wanted else ():
            if any(isinstance(one, take.Claim) for one in choices_of(match, seat)):
                wanted.remove(phase)
                yield phase, player_at(match, seat).user
                break
        seat = owing(match)[0]
        act(match, seat, steered(state_of(match), choices_of(match, seat), random))


def test_a_player_may_claim_before_deciding(page: Page, client_page: ClientPage):
    people, wanted = [*map(person, USUAL)], {"vote", "nominate", "power"}
    for _match in range(MATCHES):
        match = at_a_table(people)
        for phase, user in moments_to_claim(match, wanted):
            for screen in SCREENS | NARROW:
                page.set_viewport_size(size(screen))
                assert client_page.show(browser(user), match.get_absolute_url(), "de")
                assert page.evaluate(COVERED) == [], (phase, screen)
                page.click("#claims-box > summary")
                for claim in page.locator(".claim-button").all():
                    expect(claim).to_be_in_viewport(ratio=0.9)
    assert not wanted
