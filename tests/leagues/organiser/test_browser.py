"""A whole season of an organiser in real browsers: found, draft, publish, correct, close."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import PHONE, Person
from tests.browser.test_noir import move, mover
from tests.conftest import PASSWORD

pytestmark = pytest.mark.browser

#: The referee looks for results every few seconds; on a busy machine that takes longer.
PATIENCE = 60_000


def arrive(browser: Browser, site: str, name: str, **options: object) -> Person:
    """Sign a user up; the site is shared, so no other test may use this name."""
    person = Person.arrive(browser, site, name, **options)
    page = person.page
    page.goto("/account/signup/")
    page.fill("[name=username]", name)
    page.fill("[name=email]", f"{name.lower()}@example.org")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    page.locator("main button[type=submit], main form button").first.click()
    expect(page.locator(".menu-name")).to_have_text(name)
    return person


def press(person: Person, name: str) -> None:
    """Press the button with this name."""
    person.page.get_by_role("button", name=name, exact=True).first.click()


def follow(person: Person, name: str) -> None:
    """Follow the link with this name."""
    person.page.get_by_role("link", name=name, exact=True).first.click()


def step(person: Person, name: str) -> None:
    """Follow a link to a step, and take it."""
    follow(person, name)
    expect(person.page.locator(".card.step")).to_be_visible()
    press(person, name)


def found(owner: Person) -> str:
    """Create a league on its page; return its URL."""
    page = owner.page
    page.goto("/leagues/new/")
    page.locator("label.option", has_text="Noir").click()
    page.get_by_label("Name of the league").fill("Fog and Gaslight")
    page.locator("label.option", has_text="By invitation only").click()
    page.locator("summary", has_text="Settings").click()
    expect(page.get_by_label("Time zone")).to_have_value(
        page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    )
    page.get_by_label("Rules of the league").fill("Be on time.")
    press(owner, "Create the league")
    expect(page.get_by_text("What to do next")).to_be_visible()
    return page.url


def invite(owner: Person, console: str) -> str:
    """Create an invitation and return its link."""
    owner.page.goto(console)
    owner.page.get_by_role("link", name="Invite people").click()
    press(owner, "Create a link")
    return owner.page.locator("#invitation-link").input_value()


def prepare(owner: Person, console: str) -> str:
    """Prepare a round robin that opens immediately, and return the URL of its console."""
    page = owner.page
    page.goto(console)
    page.get_by_role("link", name="Prepare a season").click()
    page.locator("label.option", has_text="Everybody plays everybody once").click()
    page.locator("summary", has_text="At the table").click()
    page.get_by_label("Pace").select_option("untimed")
    press(owner, "Prepare the season")
    expect(page.get_by_text("The season has been prepared.")).to_be_visible()
    expect(page.get_by_role("button", name="Open registration")).to_have_count(0)  # it is open
    return page.url


def enter(player: Person, link: str) -> None:
    """Follow the invitation and join, which also enters the open season."""
    player.page.goto(link)
    assert link.rstrip("/").rsplit("/", 1)[1] not in player.page.url
    press(player, "Join")
    joined = player.page.get_by_text(
        "You are now a member of this league and have entered Season 1."
    )
    expect(joined).to_be_visible()
    expect(player.page.get_by_text("You have entered").first).to_be_visible()


def sit(player: Person, address: str) -> None:
    """Go to the table of a fixture, and press "I am here"."""
    player.page.goto(address)
    door = player.page.get_by_role("link", name="Go to the table").first
    opening = player.page.get_by_role("button", name="Open the table now")
    expect(door.or_(opening).first).to_be_visible()
    if opening.count():
        opening.click()
    else:
        door.click()
    player.page.get_by_role("button", name="I am here").click()


def resign(ada: Person, ben: Person) -> None:
    """Play a game until the killer can resign, and resign."""
    for person in (ada, ben):
        expect(person.page.locator("#board")).to_be_visible()
    killer = mover(ada, ben)
    killer.page.wait_for_timeout(1000)  # presses right after "I am here" are ignored
    move(killer, "murder")
    move(mover(ada, ben), "choose-identity")
    expect(killer.page.locator(".endings")).to_be_visible()
    killer.page.locator(".endings > summary").click()
    killer.page.get_by_role("button", name="Resign").click()
    for person in (ada, ben):
        expect(person.page.locator("#status")).to_have_text("The inspector wins")


def wait_for(person: Person, address: str, text: str) -> None:
    """Reload a page until it contains a text: results arrive automatically."""
    page = person.page
    for _second in range(PATIENCE // 1000):
        page.goto(address)
        if page.get_by_text(text, exact=True).count():
            return
        page.wait_for_timeout(1000)
    raise AssertionError(f"{address} never said {text!r}")


def test_an_organiser_runs_a_season_from_founding_the_league_to_the_final_table(
    browser: Browser, site: str
):
    olga = arrive(browser, site, "Ottilie")
    ada = arrive(browser, site, "Adaeze")
    ben = arrive(browser, site, "Bengt", viewport=PHONE, has_touch=True, is_mobile=True)
    console = found(olga)
    link = invite(olga, console)
    season = prepare(olga, console)
    for player in (ada, ben):
        enter(player, link)

    page = olga.page
    page.goto(season)
    follow(olga, "Begin the season")
    expect(page.locator(".seeded")).to_contain_text("Adaeze")
    press(olga, "Begin the season")
    page.get_by_role("link", name="View the draft of round 1").click()
    expect(page.locator(".draft-table")).to_contain_text("Bengt")
    expect(page.get_by_text("Round robin by the Berger tables")).to_be_visible()
    for seat in (0, 1):
        page.locator(".swap-pick").nth(seat).click()
    press(olga, "Swap the players")
    expect(page.get_by_text("The players have been swapped.")).to_be_visible()
    step(olga, "Publish")
    expect(page.get_by_text("Round 1 is public.")).to_be_visible()

    page.get_by_role("link", name="Round 1").first.click()
    page.get_by_role("link", name="Manage").click()
    fixture = page.url
    for state in ("Go to the table", "finished"):
        for player in (ada, ben):
            sit(player, fixture)
        resign(ada, ben)
        wait_for(olga, fixture, state)

    page.goto(fixture)
    page.get_by_role("link", name="Correct").first.click()
    page.locator("label.option", has_text="killer").click()
    page.get_by_label("Reason").fill("The killer's connection broke.")
    press(olga, "Correct the game")
    expect(page.get_by_text("Corrected by an arbiter.")).to_be_visible()

    page.goto(season)
    expect(page.get_by_text("Everything has been played.")).to_be_visible()
    step(olga, "Close the season")
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
    rows = page.locator(".standings tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("2")
    page.goto(f"{console.removesuffix('run/')}audit/")
    expect(page.get_by_text("The killer's connection broke.")).to_be_visible()
    expect(page.locator("main")).to_contain_text("closed the season")
