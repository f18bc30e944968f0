"""Renders one moment of a match for one viewer, with the same templates as live pages."""

from datetime import datetime
from html import unescape
from typing import Any

import msgspec
from django.db.models import Prefetch
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts import blocks
from accounts.requests import Visitor
from games.chat.models import Message, Mute, Reaction
from games.chat.phrases import line_of
from games.chat.reactions import ReactionCount, tallies
from games.chat.rooms import ROOMS, TABLE, rooms_of
from games.history.insight.analysis import decisions_at
from games.history.insight.judgement_table import judgement_table_at
from games.history.replay.comments import readable_by
from games.history.replay.perspective import Perspective
from games.history.replay.replay import Replay
from games.history.replay.timeline import (
    Timeline,
    TimelineStep,
    index_of_entry,
    steps_of_chapter,
    track_of,
)
from games.matches.drawing.page_states import frame_of
from games.matches.drawing.regions import draw_apart, draw_own, say, story_of
from games.matches.drawing.regions import word as word
from games.matches.models import Match
from games.matches.page.fragments import address, draw
from games.matches.public import shown_name

#: The format of times for times.js.
STAMP = "%Y-%m-%dT%H:%M:%SZ"


class ReplayMessage(msgspec.Struct, frozen=True):
    """A chat message of the match; `language` is empty for phrases, shown in the reader's."""

    name: str
    room: str
    text: str
    language: str
    at: str
    tallies: tuple[ReactionCount, ...]


class PinnedComment(msgspec.Struct, frozen=True):
    """A comment for its readers."""

    key: int
    name: str
    text: str
    language: str
    is_own: bool


def open_replay(
    match: Match, timeline: Timeline, perspective: Perspective, user: Visitor
) -> Replay:
    """Return the replay of `match` from `perspective`, for `user`."""
    rooms = (TABLE,) if match.is_running else ROOMS
    messages = match.messages.filter(room__in=rooms).order_by("pk")
    reactions = Reaction.objects.order_by("pk")
    if user.is_authenticated:
        mutes = Mute.objects.filter(by=user.pk).values_list("user", flat=True)
        unread = blocks.kept_apart_from(user).union(mutes)
        messages = messages.exclude(user__in=unread)
        reactions = reactions.exclude(user__in=unread)
    messages = messages.prefetch_related(Prefetch("reactions", reactions))
    return Replay(
        match=match,
        timeline=timeline,
        perspective=perspective,
        page_state=frame_of(match),
        steps=track_of(timeline, perspective),
        messages=list(messages) if match.has_chat else [],
        comments=list(readable_by(match, user)),
        user_id=user.pk,
    )


def frame(replay: Replay, index: int) -> str:
    """Render the moment of the step at `index` as one element."""
    step, game = replay.steps[index], replay.timeline.game
    state = replay.timeline.truth_for(step.entry, replay.perspective)
    viewer = replay.perspective.viewer
    board, record = draw_apart(game, game.view(state, viewer), replay.page_state.faces)
    return draw(
        "history/replay/_frame.jinja",
        replay.page_state,
        step=step,
        index=index,
        total=len(replay.steps),
        is_last=index == len(replay.steps) - 1,
        stays_closed=replay.perspective.stays_closed and replay.match.is_over,
        me=viewer.seat,
        chapter=[
            line for past in steps_of_chapter(replay.steps, index)[:-1] for line in past.lines
        ],
        board=board,
        record=record,
        private=private(replay, state),
        knows=game.knowledge.deductions(state, viewer),
        statements=game.knowledge.claims(state, viewer),
        judged=judgement_table_at(replay, step.entry),
        decisions=decisions_at(replay, step.entry),
        said=_messages_at(replay, index, state),
        pinned=_comments_at(replay, index),
    )


def private(replay: Replay, state: Any) -> str:
    """Render the seat's own pieces: its dossier and its question."""
    game, seat = replay.timeline.game, replay.perspective.viewer.seat
    if seat is None or game.outcome(state) is not None:
        return ""
    return draw_own(game, state, replay.page_state.faces, seat, game.choices(state, seat))


def _messages_at(replay: Replay, index: int, state: Any) -> list[ReplayMessage]:
    """Return the messages sent before the table's next change, if this viewer may read them."""
    is_last = index == len(replay.steps) - 1
    until = None if is_last else replay.steps[index + 1].at
    viewer = replay.perspective.viewer
    is_eliminated = viewer.seat in replay.timeline.game.talk.eliminated(state)
    rooms = ROOMS if is_last else rooms_of(viewer, is_eliminated=is_eliminated)
    return [
        ReplayMessage(
            shown_name(message.name),
            message.room,
            _words_of(replay, message),
            "" if message.phrase else replay.match.language,
            message.said_at.strftime(STAMP),
            _tallies_by(message, until, replay.user_id),
        )
        for message in replay.messages
        if message.room in rooms and (until is None or message.said_at < until)
    ]


def _tallies_by(
    message: Message, until: datetime | None, reader: int | None
) -> tuple[ReactionCount, ...]:
    """Return the counts of reactions to a message before `until`, with the reader's own marked."""
    reactions = [one for one in message.reactions.all() if until is None or one.at < until]
    return tallies(
        [one.kind for one in reactions], [one.kind for one in reactions if one.user_id == reader]
    )


def _words_of(replay: Replay, message: Message) -> str:
    """Return a message's text; a quick phrase in the reader's language."""
    faces = replay.page_state.faces
    line = line_of(message.phrase, len(faces)) if message.phrase else None
    return say(line, faces) if line else message.text


def _comments_at(replay: Replay, index: int) -> list[PinnedComment]:
    """Return the comments on this moment, and on hidden entries before the next."""
    return [
        PinnedComment(
            comment.pk,
            replay.page_state.faces[comment.seat].name,
            comment.text,
            replay.match.language,
            comment.user_id == replay.user_id,
        )
        for comment in replay.comments
        if index_of_entry(replay.steps, comment.number) == index
    ]


def kinds(replay: Replay) -> list[tuple[str, str]]:
    """Return the kinds of moments to jump to, with their labels."""
    kinds = dict.fromkeys(kind for step in replay.steps for kind in step.kinds)
    # The clock's kind exists for every game.
    every = {"clock": pgettext("moment", "timed-out moves")}
    return [(kind, every.get(kind) or word(replay.timeline.game, kind, "kind/")) for kind in kinds]


def perspective_name(replay: Replay, name: str) -> str:
    """Return the label of the perspective called `name`."""
    names = {
        "public": _("The table"),
        "spectator": _("A spectator"),
        "all": _("Everything revealed"),
    }
    return names[name] if name in names else replay.page_state.faces[int(name)].name


def address_of(match: Match, perspective: str, number: int) -> str:
    """Return the URL of a step from this perspective."""
    name = "step" if match.is_running else "at"
    return f"{address('history:replay', match.code)}?{name}={number}&eyes={perspective}"


def plain(replay: Replay, step: TimelineStep) -> str:
    """Return the news of this viewer at `step`, without markup, for titles and pictures."""
    faces, is_end = replay.page_state.faces, "end" in step.kinds
    told = story_of(replay.match.story[:1], faces) if is_end else ()
    text = " ".join(told or [say(line, faces) for line in step.lines[:2]])
    return unescape(strip_tags(text)).replace("。 ", "。")  # no space between Japanese sentences
