"""Messages between the players of a fixture, and their readers.

Players and organisers can read them, unless one has blocked the other. People in the same running
match can't write to each other here, because the match's chat rules apply to them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from accounts import blocks
from accounts.models import ConductDecision, User
from accounts.requests import Visitor
from games.chat import reports
from games.chat.models import Mute
from games.chat.services import clean
from games.leagues import errors, roles
from games.leagues.fixtures import fixtures, reminders
from games.leagues.models import Fixture, FixtureMessage, Member
from games.matches.models import Match, Player
from games.matches.public import Refused, limits, shown_name
from games.matches.public import errors as match_errors

#: The rate limit for one person's messages, and the maximum number of messages per fixture.
RATE, MOST = limits.RateLimit(10, 600), 200


@dataclass(frozen=True)
class ReadMessage:
    """A message, as shown to one reader."""

    message: FixtureMessage
    name: str
    is_own: bool
    is_organiser: bool


@dataclass(frozen=True)
class FixtureTalk:
    """A fixture's messages, as shown to one reader, with the reason if they cannot write."""

    messages: Sequence[ReadMessage]
    closed: Refused | None


def talk_of(fixture: Fixture, user: Visitor) -> FixtureTalk | None:
    """Return the messages that `user` may read; None if they may not read any."""
    playing = (one.user_id_playing for one in fixtures.seated(fixture))
    players = {key for key in playing if key is not None}
    if not user.is_authenticated or not _may_read(fixture, user, players):
        return None
    written = list(FixtureMessage.objects.filter(fixture=fixture))
    unread = _unread_by(user) if written else set()
    messages = [
        ReadMessage(
            message=one,
            name=shown_name(one.name),
            is_own=one.user_id == user.pk,
            is_organiser=one.user_id not in players,
        )
        for one in written
        if one.user_id not in unread
    ]
    return FixtureTalk(messages, _why_closed(fixture, user, players))


def _unread_by(user: User) -> set[int]:
    """Return the users whose messages are hidden from `user`."""
    mutes = Mute.objects.filter(by=user).values_list("user", flat=True)
    return {*blocks.kept_apart_from(user), *mutes}


def _may_read(fixture: Fixture, user: User, players: set[int]) -> bool:
    if fixture.round.is_draft:
        return False
    if user.pk in players:
        return True
    return roles.may(user, fixture.round.division.season.league, "schedule")


def _why_closed(fixture: Fixture, user: User, players: set[int]) -> Refused | None:
    """Return the reason why `user` cannot write now, or None if they can."""
    if fixture.is_settled or not fixtures.is_playable(fixture):
        return errors.MessagesClosed()
    own, others = (
        Player.objects.filter(user__in=users).values("match")
        for users in ({user}, players - {user.pk})
    )
    together = Q(pk__in=own) & Q(pk__in=others)
    running = Match.objects.filter(status=Match.Status.RUNNING)
    if running.filter(Q(pk__in=fixture.games.values("match")) | together).exists():
        return errors.PlayedNow()
    return None


def write(fixture_id: int, user: User, text: str) -> None:
    """Write a message on a fixture, and schedule e-mails to the other players who may read it.

    :raises Refused: NoSuchFixture, NotYourMessages, MessagesClosed, PlayedNow, FixtureFull,
        Restricted, or for the text NothingSaid or TooLong.
    """
    words = clean(text)
    with transaction.atomic():
        fixture = fixtures.lock_fixture(fixture_id)
        players = set(reminders.users_of(fixture))
        if not _may_read(fixture, user, players):
            raise errors.NotYourMessages
        reason = _why_closed(fixture, user, players)
        if reason is not None:
            raise reason
        full = FixtureMessage.objects.filter(fixture=fixture).count() >= MOST
        if full or limits.seconds_to_wait(RATE, "fixture messages", f"person {user.pk}") > 0:
            raise errors.FixtureFull
        scope = fixture.round.division.season.league.get_absolute_url()
        if ConductDecision.objects.in_force(user, ConductDecision.Kind.MUTE, scope=scope):
            raise match_errors.Restricted
        FixtureMessage.objects.create(fixture=fixture, user=user, name=user.name, text=words)
        readers = _to_tell(fixture, user, players)
        reminders.arm(fixture, reminders.WROTE, readers, again=reminders.SAME_TALK)


def report(fixture_id: int, user: User, key: int) -> None:
    """Report a message that `user` can read, other than their own, to the moderators.

    :raises Refused: NoSuchFixture, NotYourMessages, NoSuchMessage, or FixtureFull.
    """
    fixture = fixtures.visible_to(user, fixture_id)
    talk = talk_of(fixture, user)
    if talk is None:
        raise errors.NotYourMessages
    messages = {one.message.pk: one for one in talk.messages}
    remark = messages.get(key)
    if remark is None or remark.is_own:
        raise errors.NoSuchMessage
    upto = [one for one in talk.messages if one.message.pk <= key][-reports.KEPT :]
    reports.report_words(
        user, remark.message.user,
        name=remark.name,
        text=remark.message.text,
        address=f"{fixture.get_absolute_url()}#message-{key}",
        moment="\n".join(f"{one.name}: {one.message.text}" for one in upto),
    )  # fmt: skip


def _to_tell(fixture: Fixture, user: User, players: set[int]) -> set[int]:
    """Return the players to be e-mailed about a message: those who may read it."""
    mute = Mute.objects.filter(user=user).values_list("by", flat=True)
    apart = {user.pk, *blocks.kept_apart_from(user), *mute}
    members = fixture.round.division.season.league.members.filter(status=Member.Status.ACTIVE)
    return set(members.filter(user__in=players - apart).values_list("user", flat=True))
