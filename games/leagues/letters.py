"""What mail about fixtures says: in the member's language, in their time, with a way to stop it."""

from typing import Any

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from games.leagues import fixtures, hours
from games.leagues.models import Chair, Fixture, Member, Reminder, Round

SALT = "games.leagues.letters"


def letter(row: Reminder, server: Any = None) -> EmailMessage:
    """Return the mail of a reminder, to be sent by `server`.

    The first line of its template is the subject.
    """
    fixture, user = row.fixture, row.user
    league = fixture.round.division.season.league
    member = Member.objects.get(league=league, user=user)
    stop = f"{settings.SITE_URL}{reverse('leagues:mail-stop', args=[token_of(member)])}"
    with (
        translation.override(user.language or league.language),
        timezone.override(hours.zone_of(member.timezone)),
    ):
        context = {**_context(fixture, user), "member": member, "stop": stop}
        text = render_to_string(f"leagues/mail/{row.kind}.txt", context).strip()
    subject, _line, body = text.partition("\n")
    headers = {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return EmailMessage(
        subject.strip(), body.lstrip("\n") + "\n", None, [user.email], headers=headers,
        connection=server,
    )  # fmt: skip


def _context(fixture: Fixture, user: Any) -> dict[str, Any]:
    game = fixtures.open_game(fixture)
    season = fixture.round.division.season
    mine = Fixture.objects.filter(round=fixture.round_id, chairs__in=_chairs(user))
    coming = fixture.proposals.filter(starts_at__gt=timezone.now())
    return {
        "site": settings.SITE_URL,
        "user": user,
        "league": season.league,
        "season": season,
        "round": fixture.round,
        "fixture": fixture,
        "others": [name for pk, name in names_of(fixture) if pk != user.pk],
        "mine": list(mine.order_by("number").distinct()),
        "proposals": list(coming) if fixture.starts_at is None else [],
        "match": game.match if game else None,
    }


def _chairs(user: Any) -> Any:
    return Chair.objects.filter(fixtures.plays(user), fixture__round__status=Round.Status.PUBLISHED)


def names_of(fixture: Fixture) -> list[tuple[int | None, str]]:
    """Return the accounts and names of who is to play, by seat; chairs may have been read."""
    chairs = sorted(fixture.chairs.all(), key=lambda chair: chair.seat)
    return [
        (chair.user_id_playing, chair.substitute.name if chair.substitute else chair.entry.name)
        for chair in chairs
    ]


def token_of(member: Member) -> str:
    """Return what lets somebody stop this mail without logging in."""
    return signing.dumps(member.pk, salt=SALT)


def member_of(token: str) -> Member | None:
    """Return whose mail the token stops; None for one that is not ours."""
    try:
        pk = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return Member.objects.select_related("league", "user").filter(pk=pk).first()
