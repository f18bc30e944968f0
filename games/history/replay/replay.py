"""The type of a replay: a match for one reader, read once and rendered at many moments."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.chat.models import Message
from games.history.models import Comment
from games.history.replay.perspective import Perspective
from games.history.replay.timeline import Timeline, TimelineStep
from games.matches.models import Match
from games.matches.public import PageState


@dataclass(frozen=True)
class Replay:
    """Everything needed to render moments of a match for one reader."""

    match: Match
    timeline: Timeline
    perspective: Perspective
    page_state: PageState
    steps: tuple[TimelineStep, ...]
    messages: Sequence[Message]
    comments: Sequence[Comment]
    user_id: int | None
