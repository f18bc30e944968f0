"""The waiting room in a real browser."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


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
