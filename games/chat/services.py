"""Services of the chat that write: messages and mutes."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import ConductDecision, User
from accounts.names import INVISIBLE, MOST_MARKS
from accounts.requests import Visitor
from games.chat import phrases
from games.chat.models import LONGEST, Message, Mute
from games.chat.rooms import NotYourRoom, may_write
from games.matches.models import Match
from games.matches.public import as_shown, errors, lock_match, publish, viewer_of

#: The maximum number of messages per person within this many seconds.
BURST, WITHIN = 8, 10
#: Joins two emoji into one, as in a family; otherwise it is an invisible character.
JOINERS = "\u200d"
_EMOJI = "\u2600-\u27bf\U0001f300-\U0001faff"
_STRAY = re.compile(f"(?<![{_EMOJI}\ufe0f])\u200d|\u200d(?![{_EMOJI}])")

NothingSaid = errors.refusal("NothingSaid", _("Write something first."), status=422)
TooLong = errors.refusal("TooLong", _("That is too long: 500 characters at most."), status=422)
TooManyMessages = errors.refusal(
    "TooManyMessages",
    _("Please wait: you have written too many messages in a short time."),
    status=429,
)


def say(match_id: int, user: Visitor, room: str, text: str) -> None:
    """Say `text` in a room of the match.

    :raises Refused: Silent, NotYourRoom, Restricted, NothingSaid, TooLong, TooManyMessages and
        others.
    """
    _store(match_id, user, room, lambda _match: {"text": clean(text)})


def say_phrase(match_id: int, user: Visitor, room: str, name: str, seats: Sequence[str]) -> None:
    """Say the quick phrase called `name` about the players on `seats`, once seats are drawn.

    :raises Refused: as in `say`, or NoSuchPhrase.
    """
    _store(match_id, user, room, lambda match: _phrase(match, name, seats))


def _phrase(match: Match, name: str, seats: Sequence[str]) -> dict[str, str]:
    if match.is_open:
        raise phrases.NoSuchPhrase
    code = phrases.code_of(name, seats, match.players.count())
    places = zip(phrases.places_of(name), code.split(":")[1:], strict=True)
    numbers = {place: int(seat) + 1 for place, seat in places}
    return {"phrase": code, "text": phrases.PHRASES[name].format(**numbers)}


def _store(
    match_id: int, user: Visitor, room: str, words_of: Callable[[Match], dict[str, str]]
) -> None:
    with transaction.atomic():
        match = as_shown(lock_match(match_id))
        words = words_of(match)
        viewer = viewer_of(match, user)
        may_write(match, viewer, user, room)
        if not user.is_authenticated:
            raise NotYourRoom
        if ConductDecision.objects.in_force(user, ConductDecision.Kind.MUTE, scope=match.scope):
            raise errors.Restricted
        since = timezone.now() - timedelta(seconds=WITHIN)
        if Message.objects.filter(user=user, said_at__gt=since).count() >= BURST:
            raise TooManyMessages
        player = match.players.filter(user=user).first()
        Message.objects.create(
            match=match,
            room=room,
            user=user,
            name=player.name if player else user.name,
            seat=viewer.seat,
            number=-1 if match.is_open else match.length,
            **words,
        )
        publish.talk(match_id)


def clean(text: str) -> str:
    """Return `text` without control characters, including those that change text direction.

    Zero-width joiners are kept between emoji. Stacks of combining marks are shortened.

    :raises Refused: NothingSaid or TooLong.
    """
    printable = "".join(
        c if c in JOINERS or unicodedata.category(c) not in {"Cc", "Cf", "Cs"} else " "
        for c in _STRAY.sub(" ", text)
    )
    words = " ".join(_without_piles(printable).split())
    if not INVISIBLE.sub("", words).strip():
        raise NothingSaid
    if len(words) > LONGEST:
        raise TooLong
    return words


def _without_piles(text: str) -> str:
    """Return `text` with few combining marks per letter, as in names: more overlap other lines."""
    kept, marks = "", 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        if marks <= MOST_MARKS:
            kept += character
    return kept


def mute(match_id: int, user: User, who: str, *, muted: bool) -> None:
    """Mute or unmute the player called `who`, independent of seats, without notifying anybody.

    :raises Refused: NotSeated, or NoSuchSeat for a bot, an unknown name, or oneself.
    """
    with transaction.atomic():
        match = Match.objects.get(pk=match_id)
        if not match.players.filter(user=user).exists():
            raise errors.NotSeated
        player = match.players.filter(name=who, user__isnull=False).exclude(user=user).first()
        if player is None:
            raise errors.NoSuchSeat
        if muted:
            Mute.objects.get_or_create(by=user, user=player.user)
        else:
            Mute.objects.filter(by=user, user=player.user).delete()
        publish.talk(match_id)
