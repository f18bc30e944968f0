"""Offers next to the question move no seat and are not covered."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from games.matches.models import Match
from tests.browser.accessibility.test_small_screens import a_murder, a_nomination, a_vote, a_wait
from tests.browser.client_page import ClientPage
from tests.browser.selection import spread

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREENS = [(320, 640), (375, 667), (390, 844), (1024, 768), (1280, 720)]
SEATS = """() => [...document.querySelectorAll(".chair .portrait, .suspect")].flatMap((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y, width, height];
})"""
#: The words and buttons of what is asked that another part of the tray lies over, at a corner.
COVERED = """() => [...document.querySelectorAll(".asked > *")]
  .filter((one) => one.checkVisibility()).flatMap((one) => {
    one.scrollIntoView({ block: "nearest" });
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const corners = [[left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3], [right - 3, bottom - 3]];
    const found = corners.map(([x, y]) => document.elementFromPoint(x, y));
    return found.every((it) => it?.closest(".asked")) ? [] : [one.textContent];
  })"""  # noqa: E501


@pytest.mark.parametrize(
    ("moment", "language"), spread([a_wait, a_vote, a_nomination, a_murder], ["ja", "de"])
)
def test_an_offer_moves_nothing_and_is_fully_readable(
    page: Page, client_page: ClientPage, moment, language: str
):
    client, match = moment()
    Match.objects.filter(pk=match.pk).update(pace=Match.Pace.UNTIMED)  # else its clock decides
    absent = match.players.exclude(user_id=client.session["_auth_user_id"]).order_by("seat")[:3]
    found = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        match.players.update(gone_at=None)
        client_page.show(client, match.get_absolute_url(), language)
        before = page.evaluate(SEATS)
        gone = timezone.now() - timedelta(minutes=5)
        match.players.filter(pk__in=[player.pk for player in absent]).update(gone_at=gone)
        client_page.show(client, match.get_absolute_url(), language)
        assert page.locator(".asked").count() == len(absent)
        moved = [abs(a - b) for a, b in zip(page.evaluate(SEATS), before, strict=True)]
        covered = page.evaluate(COVERED)
        if max(moved) > 2 or covered:
            found.append((width, max(moved), covered))
    assert not found, found


@pytest.mark.parametrize("moment", [a_wait, a_vote, a_nomination])
def test_a_pause_moves_nothing(page: Page, client_page: ClientPage, moment):
    client, match = moment()
    Match.objects.filter(pk=match.pk).update(pace=Match.Pace.RELAXED)
    found = []
    for width, height in SCREENS[1:]:  # on the narrowest one's own clock has a line, and stops
        page.set_viewport_size({"width": width, "height": height})
        Match.objects.filter(pk=match.pk).update(paused_at=None)
        client_page.show(client, match.get_absolute_url(), "de")
        before = page.evaluate(SEATS)
        Match.objects.filter(pk=match.pk).update(paused_at=timezone.now())
        client_page.show(client, match.get_absolute_url(), "de")
        moved = max(abs(a - b) for a, b in zip(page.evaluate(SEATS), before, strict=True))
        if moved > 2:
            found.append((width, moved))
    assert not found, found
