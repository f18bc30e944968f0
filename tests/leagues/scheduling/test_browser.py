"""In a real browser: the week of hours by mouse, touch and keyboard; a test of a webhook."""

import subprocess
import sys
from itertools import count
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.conftest import PASSWORD
from tests.live_site import ROOT

pytestmark = pytest.mark.browser

SET_UP = """
from tests.conftest import account
from games.leagues.membership import services as membership
membership.create_league(founder=account("{name}"), name="Chamber of {name}", game="noir")
"""
NUMBERS = count(1)


class Week(NamedTuple):
    """The page on which a user enters their hours, and the user's login."""

    url: str
    login: str


@pytest.fixture
def week(shared_site) -> Week:
    """Return the hours page of a user who has just founded a league."""
    name = f"Ada{next(NUMBERS)}"
    command = [sys.executable, "manage.py", "shell", "-c", SET_UP.format(name=name)]
    subprocess.run(command, cwd=ROOT, env=shared_site.environment, check=True)
    login = name.lower()
    return Week(f"{shared_site.url}/leagues/chamber-of-{login}/hours/", login)


def log_in(page, week: Week) -> None:
    page.goto(week.url)
    page.fill("[name=login]", week.login)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(week.url)


def marked(page) -> list[int]:
    boxes = page.locator("input[name=hours]:checked").all()
    return sorted(int(box.get_attribute("value")) for box in boxes)


def centre(page, hour: int) -> tuple[float, float]:
    box = page.locator(f"input[name=hours][value='{hour}']").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_hours_are_marked_by_mouse_headings_and_keys_and_saved(page, week):
    page.set_viewport_size({"width": 1280, "height": 1600})
    log_in(page, week)
    page.mouse.move(*centre(page, 18))
    page.mouse.down()
    page.mouse.move(*centre(page, 19), steps=4)
    page.mouse.move(*centre(page, 43), steps=4)
    page.mouse.up()
    assert marked(page) == [18, 19, 43]
    page.mouse.click(*centre(page, 18))
    assert marked(page) == [19, 43]

    page.locator("input[name=hours][value='19']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert marked(page) == [19, 20, 43, 44]
    assert page.locator(".week input[tabindex='0']").count() == 1  # one stop of the tab key
    assert page.locator(".week input:not([tabindex='-1'])").count() == 1

    page.locator("[data-hour='10'] button").click()
    assert marked(page) == sorted([19, 20, 43, 44, *(24 * day + 10 for day in range(7))])
    page.locator("[data-hour='10'] button").click()
    page.locator("[data-day='6'] button").click()  # not the night, which is folded
    assert marked(page) == [19, 20, 43, 44, *range(152, 168)]
    page.locator("[data-day='6'] button").click()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url(week.url)
    assert marked(page) == [19, 20, 43, 44]
    assert "4 hours" in page.locator("[data-count]").inner_text()


def test_the_first_zone_is_the_browser_s(browser, week):
    context = browser.new_context(timezone_id="Asia/Tokyo")
    page = context.new_page()
    log_in(page, week)
    assert page.locator("[name=zone]").input_value() == "Asia/Tokyo"


def test_on_a_touch_screen_a_tap_marks_one_hour_and_a_sideways_swipe_marks_several(browser, week):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    log_in(page, week)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    cell = page.locator("input[name=hours][value='12']")
    cell.scroll_into_view_if_needed()
    cell.tap()
    assert marked(page) == [12]
    finger = context.new_cdp_session(page)
    points = [centre(page, 24 * day + 14) for day in range(3)]
    kinds = ["touchStart", "touchMove", "touchMove"]
    for kind, (x, y) in zip(kinds, points, strict=True):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert marked(page) == [12, 14, 38, 62]


def test_without_javascript_it_is_a_table_of_checkboxes(browser, week):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    log_in(page, week)
    page.check(".week-night")
    page.check("input[name=hours][value='100']")
    page.get_by_role("button", name="Save").click()
    assert page.locator("input[name=hours][value='100']").is_checked()


ADD_WEBHOOK = """
from games.leagues.models import League
League.objects.get(slug="{slug}").webhooks.create(url="https://127.0.0.1:1/")
"""


def test_the_result_of_a_webhook_test_appears_automatically(page, week, shared_site):
    slug = week.url.split("/")[-3]
    command = [sys.executable, "manage.py", "shell", "-c", ADD_WEBHOOK.format(slug=slug)]
    subprocess.run(command, cwd=ROOT, env=shared_site.environment, check=True)
    log_in(page, week)
    page.goto(week.url.replace("/hours/", "/webhooks/"))
    page.get_by_text("Show the key").click()
    page.get_by_role("button", name="Send a test").click()
    expect(page.locator(".delivery-list")).to_contain_text("no answer")
    expect(page.locator(".delivery-list")).not_to_contain_text("on its way")
