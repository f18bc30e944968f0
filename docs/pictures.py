"""Takes the pictures of the README from a running site: `make pictures` (needs Chromium)."""

import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Error, Page, sync_playwright

from tests.browser.people import Person
from tests.browsers import LAUNCH, chromium
from tests.live_site import ROOT, LiveSite

FOLDER = Path(__file__).resolve().parent / "img"
DESK = {"width": 1360, "height": 860}
PHONE = {"width": 390, "height": 844}
#: The number of decisions before the picture: by then some policies are enacted.
DECISIONS = 10
SEATS = 7


def main() -> None:
    """Play with bots for a while, and take the pictures, on a desktop and on a phone."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = LiveSite(
            Path(folder),
            DATABASE_URL=f"sqlite:///{folder}/site.sqlite3",
            REDIS_URL="",
            READING_SECONDS="600",
        )
        site.start()
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=[*LAUNCH])
            page = browser.new_page(base_url=site.url, viewport=DESK, color_scheme="dark")
            manage(site, "demo_leagues")
            page.goto("/")
            picture(page, "home.png")
            take_the_table(page)
            page.set_viewport_size(DESK)
            page.goto("/leagues/thursday-cabinet/1/")
            picture(page, "standings.png")
        finally:
            site.discard()


def take_the_table(page: Page) -> None:
    """Take pictures of the letter, of the table on both kinds of screen, and of a replay."""
    while not plays_on(page):
        pass  # the match ended early, or without us: begin another one
    picture(page, "table.png")
    page.set_viewport_size(PHONE)
    picture(page, "phone.png")
    page.set_viewport_size(DESK)
    page.goto(page.url.rstrip("/") + "/replay/")
    picture(page, "replay.png")


def manage(site: LiveSite, command: str) -> None:
    """Run a management command on the site's own database."""
    full_command = [sys.executable, ROOT / "manage.py", command]
    subprocess.run(full_command, env=site.environment, check=True)  # noqa: S603


def picture(page: Page, name: str) -> None:
    """Take a picture of the page from its top, once its animations have ended."""
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    page.wait_for_timeout(2000)
    page.screenshot(path=FOLDER / name)


def plays_on(page: Page) -> bool:
    """Begin a match, read the letter and decide; return whether we are asked again."""
    page.goto("/")
    person = Person("Ada", page)
    if page.locator("#play-name").count():
        page.fill("#play-name", person.name)
    page.select_option("[name=seats_secret-hitler]", str(SEATS))
    page.click("button[name=game][value=secret-hitler]")
    read_the_letter(page)
    for _decision in range(DECISIONS):
        if not is_asked(page):
            return False
        person.decide()
    return is_asked(page)


def read_the_letter(page: Page) -> None:
    """Break the seal, take the picture of the phone, and confirm that the letter was read."""
    page.locator(".envelope summary").click()
    page.set_viewport_size(PHONE)
    picture(page, "reveal.png")
    page.set_viewport_size(DESK)
    page.get_by_role("button", name="I have read it").click()


def is_asked(page: Page) -> bool:
    """Wait for the next question; return whether one came."""
    try:
        page.wait_for_selector("#choices[data-owes]", timeout=15_000)
    except Error:
        return False
    return True


if __name__ == "__main__":
    main()
