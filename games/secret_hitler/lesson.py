"""A first match of Secret Hitler: five players, about eight rounds, and every kind of event.

Seats in the order of play: a liberal, the fascist, the learner (a liberal), a liberal, Hitler. The
members of the first government contradict each other. The learner is president when the first power
comes, and is nominated as chancellor once the veto is possible. The bots know only what their own
views show.
"""

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any

from games.engine.lesson import Lesson
from games.engine.seats import Seat
from games.engine.text import gettext_noop
from games.secret_hitler import actions as ac
from games.secret_hitler.pieces import FASCIST_FOR_HITLER
from games.secret_hitler.view import View

LEARNER = Seat(2)
#: The wanted chancellors by round, in order; then the order of all others.
_WANTED = {1: (1,), 2: (4,), 4: (0, 1), 5: (1, 3), 6: (2,)}
_WANTED_LATER = (4, 1, 3, 0, 2)
#: The player that a president executes, by round.
_VICTIMS = {4: 0, 5: 3}
#: The claims about the first two governments; the first chancellor lies.
_CLAIMS = {
    (1, 0): ("liberal", "fascist", "fascist"),
    (1, 1): ("fascist", "fascist"),
    (2, 1): ("fascist", "fascist", "fascist"),
    (2, 4): ("fascist", "fascist"),
}


def play(view: View, choices: Sequence[Any], random: Random) -> Any | None:
    """Return the scripted choice of this seat."""
    del random  # the script is fixed
    claims = [choice for choice in choices if isinstance(choice, ac.Claim)]
    claim = next((one for one in claims if _is_scripted(view, one)), None)
    if claim is not None or view.seat not in view.to_act:
        return claim
    return min(ac.duties_of(choices), key=lambda duty: _rank(view, duty))


def _is_scripted(view: View, claim: ac.Claim) -> bool:
    seat = view.seat if view.seat is not None else Seat(0)
    was_said = any(other.seat == seat and other.round == claim.round for other in view.claims)
    return not was_said and claim.tiles == _CLAIMS.get((claim.round, seat))


def _rank(view: View, duty: Any) -> int:
    """Return the rank of `duty` in the script: 0 for the most wanted."""
    if isinstance(duty, ac.Nominate):
        order = (*_WANTED.get(view.round, ()), *_WANTED_LATER)
        return order.index(duty.chancellor)
    if isinstance(duty, ac.Vote):
        return int(not duty.ja)
    if isinstance(duty, ac.Discard):
        return int((duty.tile == "liberal") == (view.round == 1))
    if isinstance(duty, ac.Enact):
        return int(duty.tile == "liberal")
    if isinstance(duty, ac.AnswerVeto):
        return int(not duty.agree)
    if isinstance(duty, ac.Execute):
        victim = _VICTIMS.get(view.round)
        return 0 if duty.target == victim else 9 if duty.target == LEARNER else 1 + duty.target
    return 5


_OVER = gettext_noop(
    "All roles are revealed now. “What really happened” shows what each player knew. You know "
    "the game: play a real match next."
)
_LINES = {
    (1, "nominate"): gettext_noop(
        "Each round has a president, who names a chancellor by tapping a face. Now it is a bot's "
        "turn."
    ),
    (1, "vote"): gettext_noop(
        "Your first vote. More than half must say Ja. You know nobody yet, so vote as you like."
    ),
    (1, "discard"): gettext_noop(
        "Elected! The president sees three policies and discards one, the chancellor enacts one of "
        "the other two. Nobody else sees them."
    ),
    (2, "nominate"): gettext_noop(
        "A fascist policy. Now both claim what they held: see the slips beside their faces. "
        "Look closely: one of them is lying."
    ),
    (2, "vote"): gettext_noop(
        "The president claims that one of the three was liberal. The chancellor claims to have "
        "been passed two fascist policies. They contradict each other, so one of them is a "
        "fascist. “Record” lists it all."
    ),
    (2, "discard"): gettext_noop("You can lie, too: later you can use “Claim” yourself."),
    (3, "nominate"): gettext_noop(
        "You are president. Tap a face to name your chancellor. A lock means that the player "
        "was in the last government and can't be named. Tap it to see why."
    ),
    (3, "vote"): gettext_noop("Everybody votes on you and your chancellor. You vote, too."),
    (3, "discard"): gettext_noop(
        "Three fascist policies: it happens, because 11 of the 17 are fascist. Tap one to "
        "discard it. Will they believe you?"
    ),
    (3, "enact"): gettext_noop("Your chancellor enacts one of the two that you passed on."),
    (3, "power"): gettext_noop(
        "The third fascist policy gives the president a power: you see the next three policies. "
        "Afterwards you may tell the others, truly or not."
    ),
    (4, "nominate"): gettext_noop(
        "You can claim what you drew and what you saw with “Claim” below. From now on the "
        "fascists win immediately if Hitler is elected chancellor."
    ),
    (4, "vote"): gettext_noop(
        "Before you vote, look at the record of these two: it is on the table."
    ),
    (4, "power"): gettext_noop(
        "The fourth fascist policy: the president has somebody executed. If it is Hitler, the "
        "liberals win."
    ),
    (5, "nominate"): gettext_noop(
        "Not Hitler, or the match would be over. Dead players say nothing, and nobody learns "
        "their role."
    ),
    (5, "power"): gettext_noop("Another execution. One more fascist policy, and the fascists win."),
    (6, "vote"): gettext_noop(
        "You have been nominated as chancellor. Five fascist policies are enacted: from now on "
        "the government can veto."
    ),
    (6, "enact"): gettext_noop(
        "Tap a policy to enact it. Or tap Veto: if the president agrees, neither is enacted."
    ),
    (6, "answer-veto"): gettext_noop("The president answers your veto."),
}
_WAIT = gettext_noop("Watch what the others do: every vote and every claim tells you something.")
_LATE = gettext_noop(
    "You have seen it all: votes, claims, powers, the veto. Play on, or leave and begin a real "
    "match."
)


def coach(view: View) -> str:
    """Return the coach's current advice to the learner."""
    if view.phase == "over":
        return _OVER
    line = _LINES.get((view.round, view.phase))
    is_late = view.round > max(_CHAPTERS) and view.policies.fascist >= FASCIST_FOR_HITLER
    return line or (_LATE if is_late else _WAIT)


_CHAPTERS = {number for number, _phase in _LINES}

LESSON = Lesson(
    seed=hashlib.sha256(b"a first match 6917").digest(),
    players=5,
    seat=LEARNER,
    bot=play,
    coach=coach,
)
