"""Sends calls: encrypts each for its device and posts it to the push service, at most once."""

import json
from collections.abc import Mapping
from datetime import timedelta
from email.header import Header
from typing import NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext

from accounts.writing import form_of
from games.circles.models import Circle
from games.engine.required import required
from games.gathering import announcements as announcements_of_dates
from games.gathering.models import Appointment
from games.leagues.models import Announcement, Fixture, Notice
from games.leagues.seasons import announcements
from games.leagues.webhooks import signed_http
from games.matches.models import Match
from games.matches.public import MessageKind
from games.push import calls, devices, encryption, vapid
from games.push.models import Call, Device

#: How many seconds a push service keeps a message for an unreachable device.
KEPT = 1800
#: HTTP statuses for a device that no longer exists, or that has an old key of the site.
GONE = (401, 403, 404, 410)
SWEPT_AFTER = timedelta(days=7)


class PostedCall(NamedTuple):
    """A call, ready to be posted."""

    device: int
    url: str
    body: bytes
    headers: Mapping[str, str]


class Calls(MessageKind[Call, PostedCall]):
    """Notifications by Web Push, not sent twice or with stale news."""

    name = "push"
    lane = "device"
    together = 4

    def due(self) -> QuerySet[Call]:
        """Return the calls to send now, except to closed accounts."""
        due = Call.objects.filter(sent_at=None, due_at__lte=timezone.now())
        due = due.filter(device__user__is_active=True, device__lost_at=None)
        return due.select_related("device__user")

    def claim(self, row: Call) -> None:
        """Mark the call as sent."""
        Call.objects.filter(pk=row.pk).update(sent_at=timezone.now())

    def parcel(self, row: Call, session: None) -> PostedCall | None:
        """Return the message; None in quiet hours, or if its news is no longer current.

        A browser that is logged out gets no message, and is deleted.
        """
        now = timezone.now()
        if not devices.is_logged_in(row.device):
            row.device.delete()
            return None
        if now - row.due_at > calls.STALE or devices.is_quiet(row.device, now):
            return None
        if row.kind == Call.Kind.TURN and not calls.still_asked(row):
            return None
        if row.kind == Call.Kind.CIRCLE and not calls.still_awaited(row):
            return None
        with translation.override(row.device.language):
            text = message(row)
        return None if text is None else _to_post(row.device, text)

    def send(self, parcel: PostedCall) -> int | None:
        """Post the message and return the status of the response; None without a response."""
        return signed_http.post(parcel.url, parcel.body, parcel.headers)

    def note(self, parcel: PostedCall, answer: int | None) -> None:
        """Record that a device can no longer be reached; the front page shows this to its owner."""
        if answer in GONE:
            Device.objects.filter(pk=parcel.device).update(lost_at=timezone.now())

    def prune(self) -> None:
        """Delete old calls."""
        Call.objects.filter(due_at__lt=timezone.now() - SWEPT_AFTER).delete()


KIND = Calls()


def message(call: Call) -> dict[str, str] | None:
    """Return the text and link of a notification, which never mention roles."""
    says = call.get_kind_display()
    if call.kind in {Call.Kind.FIXTURE, Call.Kind.WROTE}:
        fixture = Fixture.objects.filter(pk=int(call.marker.partition(" ")[0])).first()
        if fixture is None:
            return None
        season = fixture.round.division.season
        return {"title": says, "body": season.league.name, "path": fixture.get_absolute_url()}
    if call.kind == Call.Kind.NEWS:
        return _news(says, Announcement.objects.filter(pk=int(call.marker)).first())
    if call.kind in {Call.Kind.ASKED, Call.Kind.NOTE}:
        return _notice(says, Notice.objects.filter(pk=int(call.marker)).first())
    if call.kind in announcements_of_dates.Kind.values:
        return _appointment(says, call)
    code = call.marker.partition(" ")[0]
    match = Match.objects.filter(code=code).first()
    if match is None:
        return None
    body = gettext("%(game)s, table %(code)s") % {"game": gettext(match.rules.name), "code": code}
    if call.kind == Call.Kind.CIRCLE:
        circle = Circle.objects.filter(public_id=required(match.group)).first()
        body = f"{circle}\n{body}" if circle else body
    if call.kind == Call.Kind.TURN and (decision := calls.decision_of(match, call.device.user_id)):
        body = f"{decision}\n{body}"
    return {"title": says, "body": body, "path": reverse("matches:match", args=[code])}


def _appointment(says: str, call: Call) -> dict[str, str] | None:
    """Return the notification about an appointment, with its time in the device's time zone."""
    appointment = Appointment.objects.filter(key=call.marker.partition(" ")[0]).first()
    if appointment is None:
        return None
    body = appointment.name or gettext(appointment.game_name)
    if appointment.starts_at is not None:
        local = appointment.starts_at.astimezone(ZoneInfo(call.device.zone))
        body = f"{body}, {date_format(local, form_of('moment'))}"
    return {"title": says, "body": body, "path": appointment.get_absolute_url()}


def _news(says: str, announcement: Announcement | None) -> dict[str, str] | None:
    """Return the notification of an announcement, unless the announcement was withdrawn."""
    if announcement is None:
        return None
    season = announcement.season
    body = f"{season.league.name}: {announcement.title}"
    return {"title": says, "body": body, "path": season.get_absolute_url()}


def _notice(says: str, notice: Notice | None) -> dict[str, str] | None:
    """Return the notification of a question or a note, or None if the question was answered."""
    if notice is None or not announcements.is_true(notice):
        return None
    season = notice.season
    if notice.kind == Notice.Kind.NOTE:
        body = f"{season.league.name}: {notice.text}"
        return {"title": says, "body": body, "path": season.get_absolute_url()}
    path = reverse("leagues:attendance", args=[season.league.slug, season.number])
    return {"title": says, "body": season.league.name, "path": path}


def _to_post(device: Device, text: Mapping[str, str]) -> PostedCall:
    """Return the message in the device's format: encrypted for a browser, otherwise plain text."""
    if device.is_plain:
        return _plain(device, text)
    body = encryption.encrypt(json.dumps(text).encode(), device.public_key, device.secret)
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(KEPT),
        "Urgency": "high",
        "Authorization": vapid.authorization(device.endpoint),
    }
    return PostedCall(device.pk, device.endpoint, body, headers)


def _plain(device: Device, text: Mapping[str, str]) -> PostedCall:
    """Return a message in the format of Gotify if the URL ends in `message`, otherwise of ntfy."""
    url = f"{settings.SITE_URL}{text['path']}"
    if urlsplit(device.endpoint).path.endswith("/message"):
        click = {"client::notification": {"click": {"url": url}}}
        shown = {"title": text["title"], "message": text["body"], "extras": click}
        headers = {"Content-Type": "application/json"}
        return PostedCall(device.pk, device.endpoint, json.dumps(shown).encode(), headers)
    headers = {"Title": Header(text["title"], "utf-8").encode(), "Click": url}
    return PostedCall(device.pk, device.endpoint, text["body"].encode(), headers)
