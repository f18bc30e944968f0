"""Takes the pictures of the README from a running site: `make pictures` (needs Chromium)."""

import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Error, Page, sync_playwright

from tests.browsers import LAUNCH, chromium
from tests.live_site import ROOT, LiveSite

FOLDER = Path(__file__).resolve().parent / "img"
DESK = {"width": 1360, "height": 860}
PHONE = {"width": 390, "height": 860}
#: How many decisions are taken before the picture: some policies lie on the tracks by then.
DECISIONS = 14


def main() -> None:
    """Play a while with bots and take a picture of the table, on a desk and on a phone."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = LiveSite(Path(folder), DATABASE_URL=f"sqlite:///{folder}/site.sqlite3", REDIS_URL="")
        site.start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=[*LAUNCH])
            page = browser.new_page(base_url=site.url, viewport=DESK, device_scale_factor=1)
            play(page)
            picture(page, "table.png")
            page.set_viewport_size(PHONE)
            picture(page, "phone.png")
            manage(site, "demo_leagues")
            page.set_viewport_size(DESK)
            page.goto("/leagues/thursday-cabinet/1/")
            picture(page, "standings.png")
        finally:
            site.discard()


def manage(site: LiveSite, command: str) -> None:
    """Run a management command on the site's own database."""
    asked = [sys.executable, ROOT / "manage.py", command]
    subprocess.run(asked, env=site.environment, check=True)  # noqa: S603


def picture(page: Page, name: str) -> None:
    """Take a picture of the page from its top, once it has come to rest."""
    page.evaluate("for (const any of document.querySelectorAll('main, main *')) any.scrollTop = 0")
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    page.wait_for_timeout(1500)
    page.screenshot(path=FOLDER / name)


def play(page: Page) -> None:
    """Sit down with bots and decide until enough has happened and a decision is due."""
    while not plays_on(page):
        pass  # the match ended early, or without us: another one
    page.fill("#say-text", "I drew three fascist policies, believe me.")
    page.get_by_role("button", name="Send").click()


def plays_on(page: Page) -> bool:
    """Begin a match and take DECISIONS in it; return whether it is still ours to play."""
    page.goto("/")
    if page.locator("#play-name").count():
        page.fill("#play-name", "Ada")
    page.click("button[name=game][value=secret-hitler]")
    for _decision in range(DECISIONS):
        if not is_asked(page):
            return False
        decide(page)
    return is_asked(page) and page.locator("#say-text").count() > 0  # not who must be silent


def is_asked(page: Page) -> bool:
    """Wait for the next question; return whether one came."""
    try:
        page.wait_for_selector("#choices[data-owes]", timeout=8000)
    except Error:
        return False
    return True


def decide(page: Page) -> None:
    """Take the first thing on offer; vote ja."""
    question = page.locator("#choices fieldset.decision")
    asked = question.get_attribute("id")
    if page.locator("#vote-ja").count():
        page.click("#vote-ja")
    else:
        marks = question.locator("label:has(input[type=radio])")
        if marks.count():
            marks.first.click()
        question.locator("button[name=action]").first.click()
    page.wait_for_function(
        "asked => !document.querySelector(`#choices[data-owes] #${asked}`)", arg=asked
    )


if __name__ == "__main__":
    main()
