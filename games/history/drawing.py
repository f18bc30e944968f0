"""One moment of a match, drawn for one pair of eyes with the same templates as live."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from typing import Any

import msgspec
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.chat.models import Message, Mute
from games.engine.game import Game, Line, Term
from games.engine.seats import Viewer
from games.history.comments import readable_by
from games.history.eyes import Eyes
from games.history.judging import judged_at
from games.history.models import Comment
from games.history.moments import Reel, Step, index_of_entry, so_far, track
from games.history.weighing import decisions_at
from games.matches.fragments import draw, folder, say, term
from games.matches.models import Match
from games.matches.scenes import Scene, frame_of

TABLE = Message.Room.TABLE


class Said(msgspec.Struct, frozen=True):
    """Something that was said at the table or in the gallery."""

    name: str
    room: str
    text: str
    time: str


class Pinned(msgspec.Struct, frozen=True):
    """A comment as readers get it."""

    key: int
    name: str
    text: str
    is_own: bool


@dataclass(frozen=True)
class Screening:
    """A match on the way to be drawn for somebody: read once, drawn at many moments."""

    match: Match
    reel: Reel
    eyes: Eyes
    scene: Scene
    steps: tuple[Step, ...]
    messages: Sequence[Message]
    comments: Sequence[Comment]
    user_id: int | None


def screening(match: Match, reel: Reel, eyes: Eyes, user: Any) -> Screening:
    """Read what is needed to draw `match` through `eyes`, for `user` to look at."""
    rooms = [TABLE] if match.is_running else [TABLE, Message.Room.GALLERY]
    muted = Mute.objects.filter(by=user.pk).values("user") if user.is_authenticated else []
    messages = match.messages.filter(room__in=rooms).exclude(user__in=muted).order_by("pk")
    return Screening(
        match=match,
        reel=reel,
        eyes=eyes,
        scene=frame_of(match),
        steps=track(reel, eyes),
        messages=list(messages) if match.has_chat else [],
        comments=list(readable_by(match, user)),
        user_id=user.pk,
    )


def frame(shown: Screening, index: int) -> str:
    """Render the moment of the step at `index`, as one element."""
    step, game = shown.steps[index], shown.reel.game
    state = shown.reel.shown(step.entry, shown.eyes)
    viewer = shown.eyes.viewer
    return draw(
        "history/_frame.html",
        shown.scene,
        step=step,
        index=index,
        total=len(shown.steps),
        is_last=index == len(shown.steps) - 1,
        stays_closed=shown.eyes.stays_closed and shown.match.is_over,
        me=viewer.seat,
        chapter=[line for past in so_far(shown.steps, index)[:-1] for line in past.lines],
        board=board(shown, state),
        private=private(shown, state),
        knows=game.knows(state, viewer),
        statements=game.statements(state, viewer),
        judged=judged_at(shown, step.entry),
        decisions=decisions_at(shown, step.entry),
        said=_said(shown, index, state),
        pinned=_pinned(shown, index),
    )


def board(shown: Screening, state: Any) -> str:
    """Render the table with what these eyes know of it."""
    view = shown.reel.game.view(state, shown.eyes.viewer)
    template = f"{folder(shown.scene)}/_board.html"
    return draw(template, shown.scene, view=view, me=None, choices=(), prompt=0)


def private(shown: Screening, state: Any) -> str:
    """Render what the seat had before it: its dossier and the question it was asked."""
    game, seat = shown.reel.game, shown.eyes.viewer.seat
    if seat is None or game.outcome(state) is not None:
        return ""
    return draw(
        f"{folder(shown.scene)}/_choices.html",
        shown.scene,
        view=game.view(state, Viewer(seat)),
        me=seat,
        choices=game.choices(state, seat),
        prompt=0,
    )


def _said(shown: Screening, index: int, state: Any) -> list[Said]:
    """Return what was said until the table changed again, as far as these eyes could read it."""
    is_last = index == len(shown.steps) - 1
    until = None if is_last else shown.steps[index + 1].at
    seat = shown.eyes.viewer.seat
    reads_gallery = seat is None or is_last or seat in shown.reel.game.gone(state)
    return [
        Said(message.name, message.room, message.text, message.said_at.strftime("%H:%M"))
        for message in shown.messages
        if (until is None or message.said_at < until) and (reads_gallery or message.room == TABLE)
    ]


def _pinned(shown: Screening, index: int) -> list[Pinned]:
    """Return the comments on this moment, or on one that these eyes were not told of."""
    return [
        Pinned(
            comment.pk,
            shown.scene.faces[comment.seat].name,
            comment.text,
            comment.user_id == shown.user_id,
        )
        for comment in shown.comments
        if index_of_entry(shown.steps, comment.number) == index
    ]


def word(game: Game[Any, Any, Any, Any], name: str, prefix: str = "") -> str:
    """Return what the game calls `name` in the reader's language, or the name spelt out."""
    found = game.words.get(f"{prefix}{name}") or game.words.get(name)
    return term(found or Term(name.replace("-", " ").replace("_", " ")))


def kinds(shown: Screening) -> list[tuple[str, str]]:
    """Return the kinds of moments to jump to, with what they are called."""
    found = dict.fromkeys(kind for step in shown.steps for kind in step.kinds)
    # The clock's are of every game.
    every = {"clock": pgettext("moment", "decisions of the clock")}
    return [(kind, every.get(kind) or word(shown.reel.game, kind, "kind/")) for kind in found]


def eyes_name(shown: Screening, name: str) -> str:
    """Return what the eyes called `name` are called on the page."""
    known = {
        "public": _("The table's"),
        "spectator": _("A spectator's"),
        "all": _("All-seeing"),
    }
    return known[name] if name in known else shown.scene.faces[int(name)].name


def plain(shown: Screening, step: Step) -> str:
    """Return what these eyes learned at `step`, without marks, for titles and pictures."""
    return unescape(strip_tags(" ".join(say(line, shown.scene.faces) for line in step.lines[:2])))


def say_line(shown: Screening, line: Line) -> SafeString:
    """Return `line` in the reader's language, with the players' names set off."""
    return say(line, shown.scene.faces)
