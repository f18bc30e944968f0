"""Scripts in every text that people write: stored, shown on every page, and run by no browser.

Each column that holds a text of people is filled as no form would let it be. Pages are drawn by
Django and looked at in Chromium under their own policy: nothing has run, nothing became an element,
and the policy had nothing to forbid. In the end a page that escapes nothing shows that each of the
three is noticed.
"""

import html
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import models
from django.utils import timezone
from playwright.sync_api import Page

from accounts.models import ConductDecision, User
from games.chat.models import Message, Report
from games.leagues.models import Announcement, Fixture, FixtureMessage, Sanction, Season, Team
from games.matches.play import memory
from installation.models import Page as OperatorsPage
from installation.models import PlannedStop
from tests.browser.client_page import ClientPage
from tests.doors.house import House, build, forget_who_asked
from tests.leagues.conftest import owner  # noqa: F401

pytestmark = [
    pytest.mark.browser,
    pytest.mark.sqlite,
    pytest.mark.sqlite_alone,  # columns take more than their length there: no script is cut
    pytest.mark.django_db(transaction=True),
]

PAYLOAD = (
    "{number}'\"><s class=stored><img src=x onerror=window.ran=1><svg onload=window.ran=1></svg>"
    '<a href=javascript:window.ran=1>x</a><script>window.ran=1</script></s> https://x/"onx=1'
)
LINK = 'javascript:window.ran={number}//"><s class=stored>'
#: Columns that the site writes, or that hold a word of a list; all others hold what people write.
OF_THE_SITE = {
    "accounts.User": {"password", "username", "email", "name_key", "language", "chosen_portrait"},
    "accounts.ConductDecision": {"scope"},
    "matches.Match": {"code", "game", "language", "commitment", "winner", "reason", "scope"},
    "matches.MatchEntry": {"by", "action", "events"},
    "matches.Player": {"bot", "entropy", "side", "name_key"},
    "chat.Message": {"phrase"},
    "chat.Report": {"moment"},
    "gathering.Appointment": {"key", "game", "language", "slot"},
    "gathering.QueuePlace": {"game", "language"},
    "gathering.KeptWait": {"game"},
    "history.Tally": {"game", "winner", "reason"},
    "history.Honesty": {"game", "side"},
    "history.Calibration": {"game"},
    "api.Token": {"digest", "hint"},
    "ratings.Pool": {"key", "game", "title"},
    "ratings.Rating": {"side"},
    "leagues.League": {"slug", "game", "code", "language", "timezone"},
    "leagues.Member": {"timezone"},
    "leagues.Invitation": {"token_hash"},
    "leagues.Audit": {"verb"},
    "leagues.Season": {"seed"},
    "leagues.Division": {"final"},
    "leagues.Round": {"seed"},
    "leagues.Reminder": {"kind"},
    "leagues.Calendar": {"key"},
    "leagues.Webhook": {"secret"},
    "leagues.Delivery": {"event"},
    "push.Device": {"public_key", "secret", "language", "zone"},
    "push.Call": {"marker"},
}
#: What stands on no page: there need be no row of it.
UNSEEN = {"accounts.PasswordReset", "push.Device", "leagues.Notice"}
#: What stands before a stored script, and how it begins.
PLACE = re.compile(r".{0,50}class=stored", re.DOTALL)
#: Elements and links that no template of ours has.
INJECTED = ".stored, img[src=x], [onx], a[href^='javascript:'], a[href^='data:']"


def free_texts() -> Iterator[tuple[type[models.Model], list[str]]]:
    """Yield every table of ours with the columns that hold what people write."""
    for model in apps.get_models():
        if model.__module__.split(".")[0] in {"accounts", "games", "installation"}:
            known = OF_THE_SITE.get(model._meta.label, set())
            found = [
                field.name
                for field in model._meta.concrete_fields
                if isinstance(field, models.CharField | models.TextField)
                and not field.choices
                and field.name not in known
            ]
            if found:
                yield model, found


def fill(model: type[models.Model], names: list[str]) -> None:
    """Write scripts into every row, each with a number of its own, for some must differ."""
    rows = list(model._default_manager.all())
    assert rows or model._meta.label in UNSEEN, f"store a {model._meta.label}, so that it is shown"
    for row in rows:
        texts = {
            name: (LINK if isinstance(model._meta.get_field(name), models.URLField) else PAYLOAD)
            for name in names
        }
        numbered = {name: text.replace("{number}", str(row.pk)) for name, text in texts.items()}
        model._default_manager.filter(pk=row.pk).update(**numbered)


def add_the_rest(house: House) -> None:
    """Store one of everything written that the house has not: reports, stops, pages, notes."""
    said, fixture = Message.objects.get(), Fixture.objects.order_by("pk").first()
    user = User.objects.get(public_id=house.values["public_id"])
    season = Season.objects.get()
    Report.objects.create(
        kind=Report.Kind.values[0], match=said.match, message=said, by=user, about=said.user
    )
    scope = Season.objects.get().league.get_absolute_url()
    ConductDecision.objects.create(user=user, kind=ConductDecision.Kind.WORD, scope=scope)
    FixtureMessage.objects.create(fixture=fixture, user=user, name="x", text="x")
    Sanction.objects.create(entry=season.entries.first(), kind=Sanction.Kind.WARNING, reason="x")
    Announcement.objects.create(season=season, title="x", text="x")
    Team.objects.create(season=season, name="x")
    for kind in OperatorsPage.Kind:
        OperatorsPage.objects.create(kind=kind, language="en", text="x")
    PlannedStop.objects.create(starts_at=timezone.now() + timedelta(hours=1), note="x")


def pages(house: House) -> Iterator[tuple[str, str, str]]:
    """Yield every page that shows a stored script to somebody: where, its text, its policy.

    A page on which all of them stand where they stood on others, as in what every page begins with,
    is left out.
    """
    known: set[str] = set()
    for door in house.doors():
        if "logout" in door.path or door.path.startswith("/api/"):
            continue
        kinds = ("administrator",) if door.path.startswith("/admin/") else ("organiser", "player")
        for kind in kinds:
            forget_who_asked()
            answer = house.ask(kind, "get", door.path)
            if answer.status_code != 200 or "html" not in answer.get("Content-Type", ""):
                continue
            text = b"".join(answer).decode()
            places = {re.sub(r"\d", "", place) for place in PLACE.findall(text)}
            if places - known and "<!doctype html" in text[:100].lower():
                known |= places
                yield f"{kind} at {door.shown}", text, answer.headers["Content-Security-Policy"]


class Viewer:
    """A browser that is shown pages one after the other, and what it said of each."""

    def __init__(self, page: Page, client_page: ClientPage) -> None:
        self.page, self.client_page, self.said = page, client_page, []
        page.on("console", lambda message: self.said.append(message.text))
        page.on("dialog", lambda dialog: (self.said.append("dialog"), dialog.dismiss()))

    def noticed(self, text: str, policy: str) -> set[str]:
        """Return what is wrong with a page: "ran", "element", "policy"."""
        self.said.clear()
        self.client_page.put(text, policy=policy)
        found = {"ran"} if self.page.evaluate("() => 'ran' in window") else set()
        if self.page.locator(INJECTED).count():
            found.add("element")
        if any("Content Security Policy" in line or line == "dialog" for line in self.said):
            found.add("policy")
        return found


def test_no_user_text_becomes_an_element_or_runs_in_a_browser(
    page: Page,
    client_page: ClientPage,
    owner,  # noqa: F811
):
    house = build(owner)
    add_the_rest(house)
    for model, names in free_texts():
        fill(model, names)
    memory.forget()
    cache.clear()
    viewer, wrong, shown = Viewer(page, client_page), {}, 0
    for where, text, policy in pages(house):
        shown += 1
        if noticed := viewer.noticed(text, policy):
            wrong[where] = noticed
    assert shown > 40, shown
    assert wrong == {}
    # Without escaping it is an element that the policy forbids to run; without both it runs.
    bare = html.unescape(text)
    assert viewer.noticed(bare, policy) == {"element", "policy"}
    assert "ran" in viewer.noticed(bare, "")
