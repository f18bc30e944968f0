"""Finds due notifications every few seconds, and stores a row (a call) for each.

Only users with a device are considered, so a site without subscriptions needs one query. Calls
depend only on public facts: public decisions and seats. Nobody is called for decisions whose
players are secret.
"""

from collections.abc import Iterable
from datetime import timedelta
from itertools import groupby
from operator import attrgetter

from django.utils import timezone

from games.circles.tables import members_to_call, opened_lately
from games.gathering import announcements, bell
from games.leagues.fixtures.reminders import HOUR, WROTE
from games.leagues.models import Notice, Reminder
from games.matches.models import Match, Player
from games.matches.public import projection_of, regions, unwelcome_at
from games.push.models import Call, Device

#: How long players have to decide before they are called, because they may be at the table.
SOON = timedelta(seconds=20)
#: Older calls are not sent, because they would only confuse.
STALE = timedelta(minutes=30)
#: The minimum interval between calls of circles to one person, however often tables open.
BETWEEN_CIRCLES = timedelta(minutes=5)
#: The notices about a season that are notifications as well.
CALLED = {
    Notice.Kind.ANNOUNCED: Call.Kind.NEWS,
    Notice.Kind.ASKED: Call.Kind.ASKED,
    Notice.Kind.NOTE: Call.Kind.NOTE,
}


def plan_due() -> None:
    """Store every call that is due now; existing calls are not changed."""
    if not Device.objects.exists():
        return
    for match in _running():
        _call(Call.Kind.TURN, _players_asked(match), wait=SOON)
    _call(Call.Kind.FULL, bell.full())
    _call(Call.Kind.ARRIVED, bell.arrivals())
    _call(Call.Kind.NEEDED, bell.needed())
    _call(Call.Kind.SEATED, bell.seated())
    news = sorted(announcements.due(), key=attrgetter("kind"))
    for kind, told in groupby(news, key=attrgetter("kind")):
        _call(kind, [(one.user_id, one.marker) for one in told])
    for match in _matches_followed():
        _call(Call.Kind.AGAIN, _missing(match))
    for match in opened_lately(STALE):
        people = members_to_call(match) - _just_called(match)
        _call(Call.Kind.CIRCLE, [(user, match.code) for user in people])
    for row in _sent_reminders(HOUR):
        _call(Call.Kind.FIXTURE, [(row.user_id, str(row.fixture_id))])
    for row in _sent_reminders(WROTE):
        tag = f"{row.fixture_id} {row.due_at:%Y%m%d%H%M%S}"
        _call(Call.Kind.WROTE, [(row.user_id, tag)])
    for notice in _new_notices():
        marker = notice.announcement_id or notice.pk
        _call(CALLED[Notice.Kind(notice.kind)], [(notice.user_id, str(marker))])


def _running() -> Iterable[Match]:
    running = Match.objects.filter(status=Match.Status.RUNNING, reading_until=None)
    return running.filter(players__user__push_devices__isnull=False, paused_at=None).distinct()


def _players_asked(match: Match) -> list[tuple[int, str]]:
    """Return the users who publicly owe a decision, each with a marker for the decision."""
    projection = projection_of(match)
    if projection.game.waiting.secret_duties(projection.state) is not None:
        return []
    seats = projection.game.to_act(projection.state)
    players = match.players.filter(seat__in=seats, user__isnull=False, is_away=False, is_api=False)
    return [
        (player.user_id, f"{match.code} {projection.prompts[player.seat]}")
        for player in players
        if player.user_id is not None and player.seat is not None
    ]


def still_asked(call: Call) -> bool:
    """Return whether the decision of a call is still owed."""
    code = call.marker.partition(" ")[0]
    match = Match.objects.filter(code=code, status=Match.Status.RUNNING).first()
    return match is not None and (call.device.user_id, call.marker) in _players_asked(match)


def still_awaited(call: Call) -> bool:
    """Return whether a circle's table is still open, and its call's user can sit down there."""
    match = opened_lately(STALE).filter(code=call.marker).first()
    return match is not None and call.device.user_id in members_to_call(match)


def _just_called(match: Match) -> set[int]:
    """Return the users who were just called to a circle's other table, to be called later."""
    calls = Call.objects.filter(kind=Call.Kind.CIRCLE, due_at__gt=timezone.now() - BETWEEN_CIRCLES)
    return set(calls.exclude(marker=match.code).values_list("device__user", flat=True))


def decision_of(match: Match, user_id: int) -> str:
    """Return the name of a player's decision in the active language; empty if several are possible.

    It reveals the player's legal actions, but only to the player's own device.
    """
    projection = projection_of(match)
    seat = match.players.filter(user=user_id).values_list("seat", flat=True).first()
    if not match.is_running or seat is None or seat not in projection.game.to_act(projection.state):
        return ""
    names = {choice.__struct_config__.tag for choice in projection.choices[seat]} - {"claim"}
    label = projection.game.words.labels.get(names.pop()) if len(names) == 1 else None
    return regions.term(label) if label else ""


def _matches_followed() -> Iterable[Match]:
    """Return the finished matches whose next table is open and has players with devices to call."""
    over = Match.objects.filter(status=Match.Status.FINISHED, ended_at__gt=timezone.now() - STALE)
    again = over.filter(successor__status=Match.Status.OPEN, successor__players__user__isnull=False)
    return again.filter(players__user__push_devices__isnull=False).distinct()


def _missing(match: Match) -> list[tuple[int, str]]:
    """Return the players of `match` who may sit at the next table and don't yet."""
    successor = match.successor
    if successor is None:
        return []
    people = Player.objects.filter(user__isnull=False)
    there = {*people.filter(match=successor).values_list("user", flat=True)}
    there |= unwelcome_at(successor)
    before = people.filter(match=match).values_list("user", flat=True)
    return [(user, successor.code) for user in before if user is not None and user not in there]


def _sent_reminders(kind: str) -> Iterable[Reminder]:
    """Return the reminders of this kind that have just become due, whether e-mailed or not."""
    now = timezone.now()
    due = Reminder.objects.filter(kind=kind, due_at__range=(now - STALE, now))
    return due.filter(user__push_devices__isnull=False).distinct()


def _new_notices() -> Iterable[Notice]:
    """Return the new notices to players from organisers or their season."""
    now = timezone.now()
    due = Notice.objects.filter(kind__in=CALLED, due_at__range=(now - STALE, now))
    return due.filter(user__push_devices__isnull=False).distinct()


def _call(
    kind: str, people: Iterable[tuple[int | None, str]], *, wait: timedelta = timedelta()
) -> None:
    """Store a call for each device of each user, once per marker."""
    now, called = timezone.now(), list(people)
    devices = Device.objects.filter(user__in={user for user, _marker in called}, lost_at=None)
    rows = [
        Call(device=device, kind=kind, marker=marker, due_at=now + wait)
        for device in (devices if called else ())
        for user, marker in called
        if user == device.user_id
    ]
    Call.objects.bulk_create(rows, ignore_conflicts=True)
