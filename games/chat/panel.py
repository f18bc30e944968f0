"""The chat on the page of a match: the messages, and the input field."""

from collections.abc import Mapping

import msgspec
from django.utils.safestring import SafeString, mark_safe

from accounts import blocks
from games.chat.models import Message, Mute
from games.chat.phrases import line_of, with_mentions
from games.chat.reactions import ReadableReaction, reactions_to, tallies
from games.chat.rooms import ROOMS, is_muted, readable_by, room_for
from games.engine.regions import PlayerInfo
from games.engine.seats import Viewer
from games.engine.text import Line
from games.matches.models import Match
from games.matches.public import Fragment, PageState, Remark, frame_of, regions, shown_name

SHOWN = 200


class ReadableMessage(msgspec.Struct, frozen=True):
    """A message as shown to its readers."""

    key: str
    room: str
    name: str
    seat: int | None
    text: str
    at: str
    number: int = -1  #: the match's last log entry at that time
    phrase: str = ""  #: the code of a quick phrase
    line: Line | None = None  #: the phrase as a line, translated for each reader
    parts: tuple[str | int, ...] = ()  #: the text in parts: plain text, and mentioned seats
    author: int | None = None  #: for access checks; never rendered
    #: The reactions to the message, rendered as a separate fragment.
    reactions: tuple[ReadableReaction, ...] = ()


class TableTalk(msgspec.Struct, frozen=True):
    """The messages of a match, with the users muted by each seat, and the blocks between users.

    Readers can undo a mute in the chat while both have a seat. Blocks are not revealed to anybody.
    """

    said: tuple[ReadableMessage, ...]
    muted: Mapping[int, frozenset[int]]
    silenced: Mapping[int, frozenset[int]]  #: the muted seats
    apart: Mapping[int, frozenset[int]]  #: users separated by a block, including spectators


NOTHING = TableTalk((), {}, {}, {})
NOBODY: frozenset[int] = frozenset()


def talk_of(match: Match) -> TableTalk:
    """Read the latest messages, the same number for each room."""
    if not match.has_chat:
        return NOTHING
    newest = match.messages.order_by("-pk")
    latest = list(newest[: SHOWN + 1])
    if len(latest) > SHOWN:
        latest = [message for room in ROOMS for message in newest.filter(room=room)[:SHOWN]]
    if not latest:
        return NOTHING
    seats = _seats(match)
    reactions = reactions_to(latest)
    messages = tuple(
        _messages(message, seats, reactions.get(message.pk, ()))
        for message in sorted(latest, key=lambda m: m.pk)
    )
    people = {message.user_id for message in latest if message.user_id}
    people |= {one.user for ones in reactions.values() for one in ones}
    muted, silenced = _mutes(seats, people)
    return TableTalk(messages, muted, silenced, blocks.kept_apart_from_any(people))


def readers(talk: TableTalk) -> frozenset[int]:
    """Return the users who see `talk` differently because of blocks or their own reactions."""
    reactors = {one.user for message in talk.said for one in message.reactions}
    return frozenset(talk.apart) | reactors


def read_by(talk: TableTalk, user: int) -> TableTalk:
    """Return `talk` as shown to `user`, without messages hidden by a block.

    Their own reactions are marked.
    """
    unread = talk.apart.get(user, NOBODY)
    messages = tuple(
        msgspec.structs.replace(
            message,
            reactions=tuple(
                msgspec.structs.replace(one, is_own=one.user == user)
                for one in message.reactions
                if one.user not in unread
            ),
        )
        for message in talk.said
        if message.author not in unread
    )
    return msgspec.structs.replace(talk, said=messages)


def _seats(match: Match) -> dict[int, int]:
    """Return each user's current seat, used even for messages from before seats were drawn."""
    people = match.players.filter(user__isnull=False).values_list("user_id", "seat")
    return {user: seat for user, seat in people if seat is not None}


def _messages(
    message: Message, seats: Mapping[int, int], reactions: tuple[ReadableReaction, ...]
) -> ReadableMessage:
    at = message.said_at.strftime("%Y-%m-%dT%H:%M:%SZ")
    seat = None if message.user_id is None else seats.get(message.user_id)
    return ReadableMessage(
        message.key.hex,
        message.room,
        message.name,
        seat,
        message.text,
        at,
        message.number,
        message.phrase,
        author=message.user_id,
        reactions=reactions,
    )


Unread = dict[int, frozenset[int]]


def _mutes(seats: Mapping[int, int], people: set[int]) -> tuple[Unread, Unread]:
    """Return the users muted by each seat, and their seats."""
    muted: Unread = {}
    silenced: Unread = {}
    rows = Mute.objects.filter(by__in=seats, user__in={*seats, *people})
    for by, user in rows.values_list("by", "user"):
        muted[seats[by]] = muted.get(seats[by], NOBODY) | {user}
        if user in seats:
            silenced[seats[by]] = silenced.get(seats[by], NOBODY) | {seats[user]}
    return muted, silenced


def remarks(page_state: PageState, talk: TableTalk, viewer: Viewer) -> tuple[Remark, ...]:
    """Return the messages for `viewer`, without muted ones, with their positions in the log.

    Each message is followed by the counts of its reactions.
    """
    if not talk.said:
        return ()
    rooms = readable_by(page_state.match, viewer)
    muted = _muted_by(talk, viewer)
    players = _bare_players(page_state)
    pieces: list[Remark] = []
    for message in talk.said:
        if message.room not in rooms or message.author in muted:
            continue
        words = regions.fragment(
            "chat/_message.jinja",
            message=_in_words(message, len(players)),
            code=page_state.table.code,
            language=page_state.table.language,
            players=players,
            me=viewer.seat,
        )
        pieces.append(Remark(f"said-{message.key}", message.number, words))
        pieces.append(Remark(f"tallies-{message.key}", message.number, _tallies(message, muted)))
    return tuple(pieces)


def draw_message(match: Match, message: Message) -> SafeString:
    """Render `message` for a separate page as at the table, but without its menu."""
    players = _bare_players(frame_of(match))
    readable = _in_words(_messages(message, _seats(match), ()), len(players))
    html = regions.fragment(
        "chat/_message.jinja",
        message=readable,
        code="",
        language=match.language,
        players=players,
        me=None,
    )
    # The template escapes users' input.
    return mark_safe(regions.draw(match.game, html))  # noqa: S308


def _tallies(message: ReadableMessage, muted: frozenset[int]) -> Fragment:
    """Return the counts of reactions to a message, separately because only these change."""
    reactions = [one for one in message.reactions if one.user not in muted]
    own = {one.kind for one in reactions if one.is_own}
    counts = tallies([one.kind for one in reactions], own)
    return regions.fragment("chat/_tallies.jinja", key=message.key, tallies=counts)


def _seat(viewer: Viewer) -> int:
    """Return the viewer's seat; -1 for none."""
    return -1 if viewer.seat is None else viewer.seat


def _muted_by(talk: TableTalk, viewer: Viewer) -> frozenset[int]:
    return talk.muted.get(_seat(viewer), NOBODY)


def _bare_players(page_state: PageState) -> tuple[PlayerInfo, ...]:
    """Return the players without changing fields, so that presence does not cause rerendering."""
    return tuple(
        PlayerInfo(
            name=player.name,
            seat=player.seat,
            portrait=player.portrait,
            is_bot=player.is_bot,
            is_api=player.is_api,
        )
        for player in regions.named(page_state.faces)
    )


def _in_words(message: ReadableMessage, players: int) -> ReadableMessage:
    """Return a message prepared for rendering at a table with this number of players."""
    return msgspec.structs.replace(
        message,
        author=None,
        reactions=(),
        name=shown_name(message.name),
        line=line_of(message.phrase, players) if message.phrase else None,
        parts=with_mentions(message.text, players),
    )


def say_panel(page_state: PageState, talk: TableTalk, viewer: Viewer) -> Fragment | None:
    """Return the input field, or the reason why `viewer` cannot write; None without chat."""
    if not page_state.table.has_chat:
        return None
    players = _bare_players(page_state)
    silenced = talk.silenced.get(_seat(viewer), NOBODY)
    return regions.fragment(
        "chat/_say.jinja",
        code=page_state.table.code,
        players=players,
        room=room_for(page_state.match, viewer),
        is_muted=is_muted(page_state.match, viewer),
        me=viewer.seat,
        has_phrases=page_state.projection is not None,
        silenced=tuple(one for one in players if one.seat in silenced),
    )
