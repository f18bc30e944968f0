"""Automatic reports about people who repeatedly leave their matches."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from games.chat.models import LONGEST, Report
from games.matches.models import Match, Player

#: How many times within which period; a single time may be a lost connection.
TIMES, WITHIN = 3, timedelta(days=14)


def report_leavers() -> int:
    """Report people who have recently left several matches, once each; return their number.

    Leaving means that a bot finished the match for them, because they left or repeatedly ran out of
    time. Tables of leagues have separate rules.
    """
    since = timezone.now() - WITHIN
    no_league = Q(match__is_reserved=False) | Q(match__kept_seats__isnull=False)
    left = Player.objects.filter(
        no_league, is_away=True, user__isnull=False, ended_at__gt=since,
        match__status=Match.Status.FINISHED,
    )  # fmt: skip
    often = left.values("user").annotate(times=Count("pk")).filter(times__gte=TIMES)
    with transaction.atomic(), translation.override(settings.LANGUAGE_CODE):
        # Another process that does the same waits, and then finds the reports made.
        people = User.objects.select_for_update(no_key=True).order_by("pk")
        users = list(people.filter(pk__in=[row["user"] for row in often]))
        told = Report.objects.filter(by=None, kind=Report.Kind.DEED, reported_at__gt=since)
        known = set(told.values_list("about", flat=True))
        reports = [
            _report(user, list(left.filter(user=user).order_by("ended_at")))
            for user in users
            if user.pk not in known
        ]
        Report.objects.bulk_create(reports)
    return len(reports)


def _report(user: User, players: list[Player]) -> Report:
    codes = ", ".join(Match.objects.filter(players__in=players).values_list("code", flat=True))
    text = _("Left %(count)d matches within two weeks: %(codes)s")
    return Report(
        kind=Report.Kind.DEED,
        about=user,
        name=user.name[:32],
        text=(text % {"count": len(players), "codes": codes})[:LONGEST],
    )
