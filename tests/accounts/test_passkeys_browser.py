"""Passkeys in a real browser with a virtual authenticator, under the strict policy."""

import re

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

pytestmark = pytest.mark.browser

PASSWORD = "correct horse 9"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def open_with_authenticator(browser: Browser, site: str) -> tuple[Page, list[str]]:
    """Open a page with an authenticator, and return it with the errors of account pages."""
    # A passkey belongs to a host name, not to an IP address.
    context = browser.new_context(base_url=site.replace("127.0.0.1", "localhost"))
    page = context.new_page()
    complaints: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type == "error" and "/account/" in page.url:
            complaints.append(message.text)

    page.on("console", listen)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    session = context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return page, complaints


def submit(page: Page) -> None:
    page.locator("main form button[type=submit]").first.click()


def sign_up(page: Page, name: str) -> None:
    page.goto("/account/signup/")
    page.fill("[name=username]", name)
    page.fill("[name=email]", f"{name}@example.org")
    page.fill("[name=password1]", PASSWORD)
    page.fill("[name=password2]", PASSWORD)
    submit(page)
    expect(page.locator(".menu-name")).to_have_text(name)


def add_passkey(page: Page, *, passwordless: bool) -> None:
    page.goto("/account/2fa/webauthn/add/")
    page.fill("[name=password]", PASSWORD)
    submit(page)
    page.set_checked("[name=passwordless]", passwordless)
    page.click("#mfa_webauthn_add")
    page.wait_for_url(re.compile("recovery-codes"))


def log_out(page: Page) -> None:
    page.goto("/account/logout/")
    submit(page)
    expect(page.locator(".menu-name")).to_have_count(0)


def log_in_page_of(
    name: str, browser: Browser, site: str, *, passwordless: bool
) -> tuple[Page, list[str]]:
    """Return the login page of somebody who has a passkey, and the errors of the browser."""
    page, complaints = open_with_authenticator(browser, site)
    sign_up(page, name)
    add_passkey(page, passwordless=passwordless)
    log_out(page)
    page.goto("/account/login/")
    return page, complaints


def test_a_passkey_replaces_the_password(browser: Browser, site: str):
    page, complaints = log_in_page_of("nadia", browser, site, passwordless=True)
    page.context.clear_cookies()
    page.goto("/account/login/")
    for _attempt in range(6):  # as somebody else might, to lock her out
        page.fill("[name=login]", "nadia")
        page.fill("[name=password]", "wrong")
        submit(page)
    expect(page.locator("main")).to_contain_text("Too many failed login attempts")
    page.click("#passkey_login")
    expect(page.locator(".menu-name")).to_have_text("nadia")
    assert complaints == []


def test_a_passkey_is_the_second_step(browser: Browser, site: str):
    page, complaints = log_in_page_of("oskar", browser, site, passwordless=False)
    page.fill("[name=login]", "oskar")
    page.fill("[name=password]", PASSWORD)
    submit(page)
    page.click("#mfa_webauthn_authenticate")
    expect(page.locator(".menu-name")).to_have_text("oskar")
    assert complaints == []


def test_an_unknown_passkey_is_reported(browser: Browser, site: str):
    page, _complaints = open_with_authenticator(browser, site)
    page.goto("/account/login/")
    page.click("#passkey_login")
    expect(page.locator("[data-passkeys-trouble]")).to_be_visible()


def test_no_press_is_lost_while_the_scripts_load(browser: Browser, site: str):
    page, _complaints = open_with_authenticator(browser, site)
    page.route("**/passkeys*.js", lambda route: route.abort())
    page.goto("/account/login/")
    expect(page.locator("#passkey_login")).to_be_disabled()
