"""Notifications in a real browser: the page asks for them, the worker shows what it is sent."""

import json
import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browsers import whole_chromium

pytestmark = [pytest.mark.browser, pytest.mark.notifications]

#: A browser under test has no push service: one that gives real keys, and stays in the page.
SUBSCRIBES = """
const kept = () => JSON.parse(localStorage.getItem("subscription"));
const as = (found) => found && { ...found, toJSON: () => found, unsubscribe: async () => {
  localStorage.removeItem("subscription"); return true; },
  options: { applicationServerKey: Uint8Array.from(found.siteKey).buffer } };
PushManager.prototype.getSubscription = async () => as(kept());
PushManager.prototype.subscribe = async (wanted) => {
  if (wanted.applicationServerKey.length !== 65) throw new Error("no key of the site");
  if (kept()) throw new Error("another key than before");
  const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  const text = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=/g, "");
  const keys = { p256dh: text(raw), auth: text(crypto.getRandomValues(new Uint8Array(16))) };
  const endpoint = `https://push.example/${crypto.randomUUID()}`;
  localStorage.setItem("subscription", JSON.stringify({ endpoint, keys, siteKey: [...wanted.applicationServerKey] }));
  return as(kept());
};
"""  # noqa: E501

SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  const shown = await worker.getNotifications();
  return shown.map(({ title, body, tag, silent }) => ({ title, body, tag, isSilent: !!silent }));
}"""

SHOWN_AT_LAST = f"""async () => {{
  const end = Date.now() + 15000;
  let shown = [];
  while (!shown.length && Date.now() < end) {{
    await new Promise((resolve) => setTimeout(resolve, 50));
    shown = await ({SHOWN})();
  }}
  return shown;
}}"""


@pytest.fixture(scope="module")
def browser(browser_type, browser_type_launch_args):
    """Launch a Chromium that shows notifications: the one without windows does not."""
    where = {"executable_path": whole_chromium()}
    with browser_type.launch(**{**browser_type_launch_args, **where}) as launched:
        yield launched


def test_a_guest_gets_notifications_unless_the_page_is_visible(browser: Browser, site: str):
    context = browser.new_context(base_url=site)
    context.grant_permissions(["notifications"], origin=site)
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.add_init_script(SUBSCRIBES)
    page.goto("/open/?game=secret-hitler&friends")
    page.fill("#open-name", "Pauline")
    page.click("form.open-form button.big")
    expect(page.locator("#waiting")).to_be_visible()
    table = re.sub(r"^https?://[^/]+", "", page.url)

    page.goto("/account/notifications/")
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_role("heading", name="Quiet hours")).to_be_visible()
    page.get_by_label("Quiet from").select_option("0")
    page.get_by_label("until").select_option("0")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()

    found = []
    tools = context.new_cdp_session(page)
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda e: found.extend(e["registrations"]))
    tools.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    for _moment in range(400):  # the registration is told when the browser gets to it
        if not found:
            page.wait_for_timeout(50)
    news = {"title": "It is your turn.", "body": "Secret Hitler, table KRMPTZ", "path": table}

    def push() -> None:
        registration = found[-1]["registrationId"]
        tools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": site, "registrationId": registration, "data": json.dumps(news)},
        )

    push()
    # A promise is true at once to `wait_for_function`, so the waiting is done in here.
    shown = page.evaluate(SHOWN_AT_LAST)
    told = {"title": news["title"], "body": news["body"], "tag": table}
    assert shown == [told | {"isSilent": False}]
    news["body"] = "the next question"
    push()  # the same table again replaces what was said of it
    page.wait_for_function(f"async () => (await ({SHOWN})())[0].body === 'the next question'")
    assert len(page.evaluate(SHOWN)) == 1
    page.evaluate(f"async () => {{ {CLOSES} }}")

    # Who looks at the table is not disturbed; that nothing is shown would cost the subscription.
    page.goto(table)
    expect(page.locator("#waiting")).to_be_visible()
    push()
    assert page.evaluate(SHOWN_AT_LAST) == [told | {"body": news["body"], "isSilent": True}]
    page.evaluate(f"async () => {{ {CLOSES} }}")

    # A site with another secret key has another key: its page shows that nobody is notified.
    page.goto("/account/notifications/")
    page.evaluate(KNOWS_AN_OLDER_KEY)
    page.reload()
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_text("1 of your devices is notified.")).to_be_visible()
    expect(page.get_by_label("Quiet from")).to_have_value("0")

    page.get_by_role("button", name="Turn off on this device").click()
    expect(page.get_by_role("button", name="Notify me on this device")).to_be_visible()
    expect(page.get_by_role("heading", name="Quiet hours")).to_have_count(0)
    context.close()


def test_a_device_without_its_subscription_tells_the_site_once_a_day(browser: Browser, site: str):
    context = browser.new_context(base_url=site)
    context.grant_permissions(["notifications"], origin=site)
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.add_init_script(SUBSCRIBES)
    page.add_init_script(COUNTS_WHAT_IS_KEPT)
    page.goto("/open/?game=secret-hitler&friends")
    page.fill("#open-name", "Paul")
    page.click("form.open-form button.big")
    expect(page.locator("#waiting")).to_be_visible()
    page.goto("/account/notifications/")
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.get_by_text("1 of your devices is notified.")).to_be_visible()
    # The page has looked once, and kept what the site answered.
    page.wait_for_function("() => window.timesKept === 2")
    before = page.evaluate("JSON.parse(localStorage.push).endpoint")

    told, errors = [], []
    page.on("request", lambda sent: sent.method == "POST" and told.append(sent.post_data_json))
    page.on("console", lambda said: said.type == "error" and errors.append(said.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    # The browser has dropped it: it subscribes again, and the site knows the device by that.
    page.evaluate(ON_ANOTHER_DAY)
    page.goto("/leagues/")
    page.wait_for_function("(old) => JSON.parse(localStorage.push).endpoint !== old", arg=before)
    now = page.evaluate("JSON.parse(localStorage.push).endpoint")
    assert [(one["instead_of"], one["endpoint"]) for one in told] == [(before, now)]
    page.goto("/account/notifications/")
    expect(page.get_by_role("button", name="Turn off on this device")).to_be_visible()
    expect(page.get_by_text("1 of your devices is notified.")).to_be_visible()
    assert len(told) == 1  # not again that day

    # On another day nobody may notify any more.
    page.evaluate(ON_ANOTHER_DAY)
    page.add_init_script(FORBIDS)
    page.goto("/leagues/")
    page.wait_for_function("() => !localStorage.getItem('push')")
    assert told[1:] == [{"endpoint": now, "is_lost": True}]
    page.goto("/")
    expect(page.get_by_text("One of your devices can no longer be notified.")).to_be_visible()
    assert errors == []
    context.close()


#: Counts how often a page has kept that it looked.
COUNTS_WHAT_IS_KEPT = """
  const keep = Storage.prototype.setItem;
  window.timesKept = 0;
  Storage.prototype.setItem = function (key, value) {
    keep.call(this, key, value);
    if (key === "push" && value.includes("looked")) window.timesKept += 1;
  };
"""
ON_ANOTHER_DAY = """() => {
  localStorage.removeItem("subscription");
  const kept = JSON.parse(localStorage.push);
  localStorage.setItem("push", JSON.stringify({ ...kept, looked: "before" }));
}"""
#: The permission is taken back.
FORBIDS = "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });"
KNOWS_AN_OLDER_KEY = """() => {
  const known = JSON.parse(localStorage.getItem("subscription"));
  localStorage.setItem("subscription", JSON.stringify({ ...known, siteKey: [4, 2] }));
}"""
CLOSES = """
  const worker = await navigator.serviceWorker.ready;
  for (const one of await worker.getNotifications()) one.close();
"""
