"""The stages of a turn: pages show its question for a moment before they show the answer."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.curtain import Stage
from games.noir import events as fact
from games.noir.events import Event

#: Seconds for which pages show the question, and the answer to it.
QUESTION_SECONDS = 1.5
ANSWER_SECONDS = 1.5


class Asked(NamedTuple):
    """A turn without its result: the events before it, the action, and the suspects named."""

    shown: Sequence[Event]
    kind: str
    suspects: tuple[str, ...]
    is_right: bool


def beat(events: Sequence[Event]) -> float:
    """Return the seconds for which pages show `events`; no clock runs in the meantime."""
    return sum(stage.seconds for stage in stages(events))


def stages(events: Sequence[Event]) -> Sequence[Stage]:
    """Return the question that a murder, an arrest or a deduction asks, and the answer.

    The question, its length and its time are the same for both answers. After a murder that does
    not end the match, play continues in place of an answer.
    """
    asked = _question(events)
    if asked is None:
        return ()
    shown, kind, suspects, is_right = asked
    held = [
        (*shown, fact.Held(phase, kind, suspects))
        for phase in ("question", "confirmed" if is_right else "refuted")
    ]
    question = Stage(held[0], QUESTION_SECONDS)
    if not (kind or is_right):
        return (question,)
    return (question, Stage(held[1], ANSWER_SECONDS))


def _question(events: Sequence[Event]) -> Asked | None:
    """Return the question that `events` answer.

    The murder in the set-up asks nothing, because no inspector exists yet. No question is
    asked about an innocent suspect, who is known not to be the inspector.
    """
    kinds = {type(event) for event in events}
    for count, event in enumerate(events, 1):
        if isinstance(event, fact.Arrested):
            return Asked((), "arrest", (event.suspect,), event.hit)
        if isinstance(event, fact.Deduced):
            return Asked((), "deduce", event.suspects, event.right)
        if isinstance(event, fact.Murdered) and not kinds & {fact.EvidenceDrawn, fact.Canvassed}:
            is_right = any(getattr(one, "reason", "") == "inspector-murdered" for one in events)
            return Asked(events[:count], "", (), is_right)
    return None
