"""Sounds, keeping the screen awake, and a television, in a real browser."""

import re

import pytest
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.browser

WATCHED = """
window.played = []; window.locks = 0;
document.addEventListener("sound-played", (event) => window.played.push(event.detail));
navigator.wakeLock.request = async () => {
  window.locks += 1;
  return Object.assign(new EventTarget(), { release() {} });
};
"""

KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const found = [];
  for (const name of await caches.keys()) {
    const kept = await (await caches.open(name)).keys();
    found.push(...kept.map(({ url }) => url.replace(location.origin, "")));
  }
  return found;
}"""


def test_a_phone_signals_a_turn_and_a_television_shows_its_table(browser: Browser, site: str):
    phone = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    phone.add_init_script(WATCHED)
    phone.set_default_timeout(20_000)
    phone.goto(f"{site}/open/?game=secret-hitler")
    phone.fill("#open-name", "Gerda")
    phone.check("[name=fills_with_bots]")
    phone.click("form.open-form button.big")
    expect(phone.get_by_role("button", name="Start")).to_be_visible()

    television = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    television.add_init_script(WATCHED)
    television.goto(f"{site}/screen/")
    code = television.locator(".tv-big").text_content()
    phone.click("text=Show on a television")
    phone.focus("#screen-code")
    phone.keyboard.insert_text(f" {code}")  # as people paste it
    phone.click("text=Show this table there")
    said = phone.locator("#messages")
    expect(said).to_have_text("The television shows this table.")
    expect(said).to_be_focused()
    expect(television.locator(".tv-waiting")).to_contain_text("Gerda")
    expect(television.locator(".qr")).to_be_visible()

    # No sound is played before the user turns sounds on.
    phone.get_by_role("button", name="Start").click()
    expect(phone.locator(".hand-bar")).to_be_visible()  # it is in the television's room
    phone.wait_for_function("window.locks > 0")
    assert phone.evaluate("window.played") == []
    phone.locator("summary:has(use[href$='#sliders'])").click()
    phone.click("[data-signal=sound]")
    assert phone.evaluate("window.played") == ["bell"]
    expect(phone.locator("[data-signal=sound]")).to_have_attribute("aria-pressed", "true")

    expect(television.locator("#clocks .clock").first).to_have_text(re.compile(r"\d:\d\d"))
    board = television.locator("#board")
    expect(television.locator(".chair")).to_have_count(5)
    assert television.evaluate("window.locks") > 0
    assert board.evaluate("document.documentElement.scrollHeight") <= 1080
    size = "parseFloat(getComputedStyle(document.querySelector('.person-name')).fontSize)"
    assert television.evaluate(size) >= 22
    television.keyboard.press("Tab")
    assert television.evaluate("document.activeElement === document.body")
    for chair in television.locator(".chair").all():
        box = chair.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 1080

    # The service worker caches the offline pages and static files, but no page of a match.
    kept = phone.evaluate(KEPT)
    assert kept[:2] == ["/offline/?lang=en", "/offline/?lang=en&unsent"]
    assert all(address.startswith("/static/") for address in kept[2:])
    phone.context.set_offline(True)
    phone.goto(f"{site}/leagues/")
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
    again = phone.get_by_role("link", name="Try again")
    assert again.evaluate("(link) => link.getBoundingClientRect().height") >= 44
