"""The waiting room in a real browser."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import DESK, PHONE
from tests.browser.test_place_kept import window_of
from tests.live_site import LiveSite
from tests.matches.visitor import Visitor

pytestmark = pytest.mark.browser

OPEN = ".waiting-chair > .menu[open]"


def test_the_host_chooses_which_bot_sits_down(page: Page, site: str):
    page.set_default_timeout(20_000)
    page.goto(f"{site}/open/")
    page.fill("[name=name]", "Nora")
    page.click("main form .button.big")
    bots = page.locator(".bot-kind")
    page.click("button[hx-post$='/bot/']:not([name])")
    expect(bots).to_have_text(["bot"])
    for kind in ("simple", "random"):
        menu = page.locator(".waiting-tray > .menu")
        if menu.get_attribute("open") is None:
            menu.locator("summary").click()
        page.click(f"button[value={kind}]")
        expect(bots.last).to_have_text(f"{kind} bot")
    expect(bots).to_have_text(["bot", "simple bot", "random bot"])


@pytest.fixture
def table(shared_site: LiveSite) -> tuple[list[Visitor], str]:
    """Return the host and three guests of a waiting table, and its path."""
    people = [Visitor(shared_site.url) for _person in range(4)]
    path = people[0].open_table("Hanna", has_chat="on")
    for guest, name in zip(people[1:], ("Gus", "Gil", "Gwen"), strict=True):
        guest.get(path)
        guest.post(f"{path}sit/", name=name)
    return people, path


def menu_of(page: Page, name: str) -> None:
    """Open the host's menu for the player called `name`."""
    page.locator(".waiting-chair", has_text=name).locator("summary").click()
    expect(page.locator(OPEN)).to_be_visible()


def posts_of(page: Page) -> list[str]:
    """Return a list that collects each form that the page sends."""
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    return sent


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_menu_disappears_with_its_player_and_never_becomes_another_s(
    browser: Browser, shared_site: LiveSite, table: tuple[list[Visitor], str], size: dict[str, int]
):
    people, path = table
    page = window_of(browser, shared_site, people[0], size)
    page.goto(path)
    menu_of(page, "Gil")
    people[1].post(f"{path}leave/")
    expect(page.locator(".waiting-chair", has_text="Gus")).to_have_count(0)
    expect(page.locator(OPEN)).to_contain_text("Remove Gil")
    people[2].post(f"{path}leave/")
    expect(page.locator(".waiting-chair", has_text="Gil")).to_have_count(0)
    expect(page.locator(OPEN)).to_have_count(0)


def test_removing_a_player_by_keyboard_and_pressing_again_removes_nobody_else(
    browser: Browser, shared_site: LiveSite, table: tuple[list[Visitor], str]
):
    people, path = table
    page = window_of(browser, shared_site, people[0])
    page.goto(path)
    menu_of(page, "Gus")
    page.locator(OPEN).get_by_role("button", name="Remove: behaviour").focus()
    sent = posts_of(page)
    page.keyboard.press("Enter")
    expect(page.locator(".waiting-chair", has_text="Gus")).to_have_count(0)
    expect(page.locator(".waiting-ring")).to_be_focused()
    page.keyboard.press("Enter")
    assert len(sent) == 1
    expect(page.locator(".waiting-chair:not(.free) > .waiting-name")).to_have_text(
        ["Hanna", "Gil", "Gwen"]
    )
    expect(page.locator(".waiting-ring")).to_be_focused()
    page.keyboard.press("Tab")  # the focus continues from there
    expect(page.locator(".waiting-chair", has_text="Gil").locator("summary")).to_be_focused()


def test_filling_the_table_by_keyboard_and_pressing_again_does_not_leave_it(
    browser: Browser, shared_site: LiveSite, table: tuple[list[Visitor], str]
):
    people, path = table
    page = window_of(browser, shared_site, people[0])
    page.goto(path)
    page.get_by_role("button", name="Add a bot").focus()
    sent = posts_of(page)
    page.keyboard.press("Enter")
    expect(page.locator("#waiting-tray")).to_be_focused()
    page.keyboard.press("Enter")
    assert len(sent) == 1
    expect(page.locator(".waiting-chair:not(.free) > .waiting-name")).to_have_count(5)
    expect(page.locator(".bot-kind")).to_have_count(1)
    expect(page.locator("#waiting-tray")).to_be_focused()
    page.keyboard.press("Tab")  # the focus continues from there
    expect(page.get_by_role("button", name="Leave")).to_be_focused()


def test_a_room_without_a_board_has_no_tab_stop_for_its_marks(
    browser: Browser, shared_site: LiveSite, table: tuple[list[Visitor], str]
):
    people, path = table
    page = window_of(browser, shared_site, people[0])
    page.goto(path)
    page.locator(".masthead [popovertarget=rule-now]").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#share")).to_be_focused()


def test_strangers_read_messages_on_a_phone_and_the_last_one_is_beside_a_face(
    browser: Browser, shared_site: LiveSite, table: tuple[list[Visitor], str]
):
    people, path = table
    page = window_of(browser, shared_site, people[1], PHONE)
    page.goto(f"{shared_site.url}{path}")
    for name, word in (("Gil", "Good evening."), ("Gil", "Who is the fourth?")):
        people[2].post(f"{path}say/", text=word, room="table")
        expect(page.locator(".waiting-chair", has_text=name)).to_have_attribute("data-word", word)
    expect(page.locator(".tab-badge")).to_have_text("2")
    expect(page.locator(".table-talk")).to_be_hidden()
    page.check("#tab-talk", force=True)
    expect(page.locator(".table-talk .bubble")).to_have_count(2)
    expect(page.locator(".table-play")).to_be_hidden()
    expect(page.locator(".tab-badge")).to_be_hidden()
    page.fill("#say-text", "It is me.")
    page.locator("#say-text").press("Enter")
    expect(page.locator(".table-talk .bubble")).to_have_count(3)
    page.check("#tab-primer", force=True)
    expect(page.locator(".waiting-meanwhile")).to_be_visible()
    expect(page.locator(".table-talk")).to_be_hidden()


def test_a_visitor_chooses_a_portrait_before_sitting_down(
    browser: Browser, shared_site: LiveSite, table: tuple[list[Visitor], str]
):
    _people, path = table
    page = window_of(browser, shared_site, Visitor(shared_site.url), PHONE)
    page.goto(f"{shared_site.url}{path}")
    page.click("#sit-faces > summary")
    choice = page.locator("#sit-faces [name=portrait]").nth(2)
    code = choice.get_attribute("value")
    choice.check(force=True)
    page.fill("#sit-name", "Gerda")
    page.click("#sit > .button")
    expect(page.locator(".waiting-chair", has_text="Gerda").locator("use").first).to_have_attribute(
        "href", f"#face-{code}"
    )
