"""News for players of a season: organisers' announcements, and decisions about a player.

Each change stores a row per recipient in its own transaction. The outbox sends e-mails from these
rows, and notifications are made from the same rows.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.mail import has_verified_address
from accounts.models import User
from games.leagues import errors
from games.leagues.audit.recorder import Recorder, record
from games.leagues.fixtures import deadlines, letters
from games.leagues.fixtures.forfeits import GONE
from games.leagues.fixtures.reminders import STALE, SentOnce
from games.leagues.models import Announcement, Audit, Entry, Member, Notice, Season
from games.leagues.seasons import sitting_out

#: The maximum number of announcements per day: with more, readers would unsubscribe.
MOST, DAY = 3, timedelta(days=1)
#: How long rows are kept.
KEPT = timedelta(days=30)


def announce(season: Season, actor: User, *, title: str, text: str) -> Announcement:
    """Send an announcement to all players of a season, its waiting list, and applicants.

    :raises Refused: NotAllowed, WrongStage for a draft, or TooManyAnnouncements.
    """
    title = " ".join(title.split())
    with record(season, actor, "announce", about=title) as recorder:
        if season.status == Season.Status.DRAFT:
            raise errors.WrongStage
        made = Audit.objects.filter(season=season, verb="announce", at__gt=timezone.now() - DAY)
        if made.count() >= MOST:  # including undone ones
            raise errors.TooManyAnnouncements
        return publish(season, actor, title, text, recorder)


def publish(season: Season, by: User, title: str, text: str, recorder: Recorder) -> Announcement:
    """Put an announcement on a season's page, and notify its readers."""
    announcement = Announcement(season=season, title=title, text=text.strip(), by=by)
    recorder.add(announcement)
    tell(season, readers(season), Notice.Kind.ANNOUNCED, announcement=announcement)
    return announcement


def write_to(entry: Entry, actor: User, *, text: str) -> None:
    """Send a note to one player; the audit records the act without the text.

    :raises Refused: NotAllowed, NotEntered for a deleted account, or TooManyAnnouncements.
    """
    season = entry.season
    with record(season, actor, "write_note", about=entry.name):
        if entry.user_id is None:
            raise errors.NotEntered
        notes = season.notices.filter(user=entry.user_id, kind=Notice.Kind.NOTE)
        if notes.filter(due_at__gt=timezone.now() - DAY).count() >= MOST:
            raise errors.TooManyAnnouncements
        tell(season, [entry.user_id], Notice.Kind.NOTE, text=text.strip())


def readers(season: Season) -> list[int | None]:
    """Return the user keys of a season's players, waiting list, and applicants."""
    entries = season.entries.exclude(status__in=GONE).exclude(user=None)
    return list(entries.order_by("pk").values_list("user", flat=True))


def invitations_to_return(user: User) -> list[Season]:
    """Return the seasons with open registration whose organisers invited `user` to play again."""
    notices = Notice.objects.filter(user=user, kind=Notice.Kind.AGAIN)
    keys = set(notices.order_by().values_list("season", flat=True))
    if not keys:  # the usual case
        return []
    leagues = Member.objects.filter(user=user, status=Member.Status.ACTIVE).values("league")
    invited = Season.objects.filter(pk__in=keys, league__in=leagues).exclude(entries__user=user)
    waiting = invited.select_related("league").order_by("pk")
    return [season for season in waiting if season.takes_entries]


def tell(season: Season, users: Iterable[int | None], kind: str, **fields: Any) -> None:
    """Schedule an e-mail about a season to each of `users`; None stands for a deleted account."""
    fields.setdefault("due_at", timezone.now())
    Notice.objects.bulk_create(
        Notice(user_id=key, season=season, kind=kind, **fields) for key in users if key is not None
    )


class Notices(SentOnce[Notice]):
    """E-mails about seasons."""

    name = "notices"

    def due(self) -> QuerySet[Notice]:
        """Return the e-mails to send now."""
        due = Notice.objects.filter(sent_at=None, due_at__lte=timezone.now())
        return due.select_related("user", "season__league", "announcement")

    def wants(self, row: Notice) -> bool:
        """Return whether the e-mail is still current, and its recipient a member who wants it."""
        if timezone.now() - row.due_at > STALE or not is_true(row):
            return False
        reads = Q(user=row.user, status=Member.Status.ACTIVE, wants_mail=True)
        members = row.season.league.members.filter(reads)
        return members.exists() and has_verified_address(row.user)

    def message(self, row: Notice, server: Any) -> EmailMultiAlternatives:
        """Return the e-mail of a notice."""
        announcement = row.announcement
        context = {
            "season": row.season,
            "entry": row.season.entries.filter(user=row.user).first(),
            "announcement": announcement,
            "round_number": row.round_number,
            "night": deadlines.night_of(row.season, row.round_number) if row.round_number else None,
            "webhooks": row.season.league.webhooks.exclude(refused=None).order_by("pk"),
            "lines": announcement.text.splitlines() if announcement else row.text.splitlines(),
        }
        return letters.write(row.season.league, row.user, row.kind, context, server)

    def prune(self) -> None:
        """Delete old e-mails."""
        Notice.objects.filter(due_at__lt=timezone.now() - KEPT).delete()


KIND = Notices()


def is_true(row: Notice) -> bool:
    """Return whether the notice is still current, and not overruled in the meantime."""
    entries = row.season.entries.filter(user=row.user)
    if row.kind == Notice.Kind.ACCEPTED:
        return entries.exclude(status=Entry.Status.APPLIED).exists()
    if row.kind == Notice.Kind.PLACED:
        return entries.filter(status=Entry.Status.CONFIRMED).exists()
    if row.kind == Notice.Kind.REFUSED:
        return row.season.league.webhooks.exclude(refused=None).exists()
    if row.kind == Notice.Kind.LEFT_OUT:
        return row.season.is_running and entries.filter(status__in=Entry.OUTSIDE).exists()
    if row.kind == Notice.Kind.PAUSED:
        return row.season.is_paused
    if row.kind == Notice.Kind.AGAIN:
        return row.season.takes_entries and not entries.exists()
    if row.kind == Notice.Kind.ASKED:
        return any(
            (entry.season_id, number) == (row.season_id, row.round_number)
            for entry, number in sitting_out.questions_to(row.user)
        )
    lasting = (Notice.Kind.ANNOUNCED, Notice.Kind.NOTE)
    return row.kind in lasting or not entries.exists()
