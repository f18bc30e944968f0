"""Importing a list of players: members are entered, others are invited by e-mail.

An invitation is sent to every address listed without a member's name, so an import doesn't reveal
whether an address has an account.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from games.leagues import errors, roles
from games.leagues.audit.recorder import record
from games.leagues.fixtures import letters
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Entry, Invitation, Season
from games.leagues.seasons import entries
from games.matches.public import Emails

#: The maximum number of players per list, and of lists per league and day.
MOST, LISTS = 200, 3
VALID = timedelta(days=30)
BEFORE = (Season.Status.DRAFT, Season.Status.REGISTRATION)


@dataclass(frozen=True)
class ListedPlayer:
    """A parsed line of the list; `user` is the member with the name, if any."""

    name: str
    user: int | None
    address: str = ""
    rating: float | None = None
    division: int | None = None


@transaction.atomic
def enter_all(season: Season, actor: User, players: Sequence[ListedPlayer]) -> int:
    """Enter the members among `players`, and invite the others; return the number of all.

    :raises Refused: NotAllowed, WrongStage once the season has begun, TooManyAnnouncements, or
        ChangedMeanwhile if somebody has entered or left since the list was read.
    """
    with record(season, actor, "import_players", about=len(players)) as recorder:
        if season.status not in BEFORE or len(players) > MOST:
            raise errors.WrongStage
        since = timezone.now() - timedelta(days=1)
        lists = Audit.objects.filter(league=season.league, verb="import_players", at__gt=since)
        if lists.count() >= LISTS:
            raise errors.TooManyAnnouncements
        users = User.objects.in_bulk([one.user for one in players if one.user])
        for one in players:
            if one.user is None:
                continue
            if one.user not in users or not roles.member_of(season.league, users[one.user]):
                raise errors.ChangedMeanwhile
            entry = entries.add_early(season, users[one.user], recorder)
            recorder.edit(entry, division_id=one.division, seed_rating=one.rating)
    act = lists.filter(season=season).first()
    Invitation.objects.bulk_create(
        Invitation(
            league=season.league, season=season, division_id=one.division, rating=one.rating,
            note=one.name, address=one.address, made_by=actor, token_hash=secrets.token_hex(16),
            expires_at=timezone.now() + VALID, act=act,
        )
        for one in players if one.user is None
    )  # fmt: skip
    return len(players)


def enter_invited(invitation: Invitation, user: User) -> Entry | None:
    """Enter a new member into the season of their invitation, and mark it as used.

    Return None if it invites only to the league.

    :raises Refused: as in `entries.enter`, or InvitationOver if its import was undone in the
        meantime.
    """
    season = invitation.season
    if season is None:
        return None
    with record(season, None, "enter", about=user.name) as recorder:
        act = Audit.objects.filter(invitations=invitation).first()
        if act is not None and not act.holds:
            raise errors.InvitationOver
        add = entries.add_late if season.is_running else entries.add_early
        entry = add(season, user, recorder)
        if not season.is_running:
            recorder.edit(entry, division=invitation.division, seed_rating=invitation.rating)
    invitation.delete()
    return entry


class Invitations(Emails[Invitation]):
    """E-mails that invite people to a season."""

    name = "invitations"
    due_field = "expires_at"
    order = ("expires_at", "pk")

    def due(self) -> QuerySet[Invitation]:
        """Return the invitations to send now."""
        rows = Invitation.objects.exclude(address="").filter(expires_at__gt=timezone.now())
        return rows.select_related("league", "season__league")

    def claim(self, row: Invitation) -> None:
        """Delete the address, and store the hash of the secret to be sent."""
        row.secret = secrets.token_urlsafe(24)
        fields = {"address": "", "token_hash": membership.hash_of(row.secret)}
        Invitation.objects.filter(pk=row.pk).update(**fields)

    def wants(self, row: Invitation) -> bool:
        """Return whether the season can still be entered and the import was not undone."""
        return row.season is not None and row.season.status in BEFORE and row.is_open

    def message(self, row: Invitation, server: Any) -> EmailMultiAlternatives:
        """Return the e-mail, in the league's language."""
        path = reverse("leagues:invitation", args=[row.secret])
        context = {"season": row.season, "link": f"{settings.SITE_URL}{path}"}
        with translation.override(row.league.language):
            return letters.plain("invited", context, row.address, server)

    def try_later(self, row: Invitation) -> None:
        """Do nothing: organisers can see that the invitation was not used."""

    def prune(self) -> None:
        """Delete expired invitations."""
        Invitation.objects.filter(season__isnull=False, expires_at__lt=timezone.now()).delete()


KIND = Invitations()
