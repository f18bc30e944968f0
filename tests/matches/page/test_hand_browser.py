"""A hand on a small phone: decisions are visible, faces can be tapped, the table toggles."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import Person

pytestmark = pytest.mark.browser


def test_a_hand_decides_on_a_small_phone_and_can_show_the_table_again(browser: Browser, site: str):
    person = Person.arrive(browser, site, "Ada", viewport={"width": 375, "height": 667})
    page = person.page
    page.fill("#play-name", person.name)
    page.select_option("[name=seats_secret-hitler]", "5")
    page.click("button[name=game][value=secret-hitler]")
    expect(page.locator("#board")).to_be_visible()
    page.goto(f"{page.url}?here=hand")
    asked = set()
    for _decision in range(40):
        question = page.locator("#choices[data-owes] .ask")
        expect(question.or_(page.locator(".after-actions")).first).to_be_visible()
        if person.is_over() or asked >= {"nominate", "vote"}:
            break
        expect(question).to_be_in_viewport(ratio=1)
        expect(page.locator("#board .strips")).to_be_hidden()
        expect(page.locator("#my-letter > summary")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        asked.add(page.locator("#choices").get_attribute("data-ask"))
        person.decide()
    assert "vote" in asked
    page.locator(".hand-phrases").get_by_role("button", name="I agree.").click()
    expect(page.locator("#log .bubble.mine")).to_have_count(1)
    expect(page.locator("#marks > summary")).to_be_visible()
    page.get_by_role("link", name="Show the table here too").click()
    expect(page.locator("#board .strips")).to_be_visible()
    expect(page.locator(".tabs-bar")).to_be_visible()


def test_a_phone_in_the_room_becomes_a_hand_when_a_television_connects(browser: Browser, site: str):
    person = Person.arrive(browser, site, "Ada", viewport={"width": 390, "height": 844})
    page = person.page
    page.fill("#play-name", person.name)
    page.click("button[name=game][value=noir]")
    expect(page.locator("#board")).to_be_visible()
    page.goto(f"{page.url}?here=room")
    expect(page.locator(".tabs-bar")).to_be_visible()
    page.evaluate("document.body.dataset.stays = 'the same page'")
    show_on_television(browser, site, page)
    expect(page.locator(".tabs-bar")).to_be_hidden()
    expect(page.locator(".noir-board")).to_be_hidden()
    expect(page.get_by_role("link", name="Show the table here too")).to_be_visible()
    assert page.locator("body").get_attribute("data-stays") == "the same page"


def test_a_phone_that_followed_a_link_is_asked_and_shows_no_card_until_it_answers(
    browser: Browser, site: str
):
    person = Person.arrive(browser, site, "Ada", viewport={"width": 390, "height": 844})
    page = person.page
    page.fill("#play-name", person.name)
    page.click("button[name=game][value=secret-hitler]")
    expect(page.locator("#board")).to_be_visible()
    asked = page.locator(".hand-question")
    expect(asked).to_be_hidden()
    show_on_television(browser, site, page)
    expect(asked).to_be_visible()
    for covered in (".tray > .question", ".letter-tab"):
        lies_on_top = """(element) => {
          const box = element.getBoundingClientRect();
          const x = box.x + box.width / 2, y = box.y + box.height / 2;
          return document.elementFromPoint(x, y)?.closest(".hand-question") !== null;
        }"""
        assert page.locator(covered).first.evaluate(lies_on_top), covered
    page.get_by_role("link", name="I'm not in the room").click()
    expect(page.locator(".tabs-bar")).to_be_visible()
    expect(asked).to_have_count(0)


def show_on_television(browser: Browser, site: str, page: Page) -> None:
    """Connect a television to the table with the host's phone."""
    screen = Person.arrive(browser, site, "television").page
    screen.goto("/screen/")
    code = screen.locator(".tv-big").text_content()
    page.request.post(
        f"{page.url}screen/",
        form={"screen": code, "csrfmiddlewaretoken": _token(page)},
        headers={"Referer": page.url},
    )


def test_a_television_whose_session_ends_elsewhere_is_reloaded(browser: Browser, site: str):
    screen = Person.arrive(browser, site, "television").page
    screen.goto("/screen/")
    shown = screen.locator(".tv-big")
    expect(shown).to_be_visible()
    screen.evaluate("document.body.dataset.stays = 'the same page'")
    # It is redirected, like a browser with an ended session.
    led = {"status": 302, "headers": {"Location": "/"}}
    screen.route("**/screen/now/*", lambda route: route.fulfill(**led))
    expect(screen.locator("body")).not_to_have_attribute("data-stays", "the same page")
    screen.unroute("**/screen/now/*")
    expect(shown).to_be_visible()


def _token(page: Page) -> str:
    return page.locator("[name=csrfmiddlewaretoken]").first.input_value()
