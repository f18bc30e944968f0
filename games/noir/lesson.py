"""A first match of Noir: the learner is the inspector, and the killer follows a script.

Gudrun is the killer, in the middle of the grid. The killer murders, then bluffs with the disguise,
then murders more neighbours, none of them a possible inspector: the learner chooses among four
cards.
"""

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any

from games.engine.lesson import Lesson
from games.engine.text import gettext_noop
from games.noir import actions as ask
from games.noir.bots.bot import play_simply
from games.noir.pieces import INSPECTOR
from games.noir.view import View

#: In this order; none of them is among the learner's first cards.
VICTIMS = ("Sunniva", "Wanjiru", "Joaquim", "Urszula", "Yasemin", "Oksana", "Nikhil")
#: The number of the killer's turn that is a bluff with the disguise.
BLUFFS = (2, 4)


def play(view: View, choices: Sequence[Any], random: Random) -> Any | None:
    """Return the killer's scripted turn."""
    if view.seat not in view.to_act:
        return None
    bluff = ask.Disguise(swap=False)
    if view.phase == "killer" and view.round in BLUFFS and bluff in choices:
        return bluff
    victims = [ask.Murder(name) for name in VICTIMS]
    murder = next((one for one in victims if one in choices), None)
    return murder or play_simply(view, choices, random)


_OVER = gettext_noop(
    "All cards are face up now. “What really happened” shows what each side knew. Play a real "
    "match next."
)
_LINES = {
    "set-up-murder": gettext_noop(
        "You are the inspector. One of these 25 is the killer, who begins with a murder."
    ),
    "choose-identity": gettext_noop(
        "The killer stands beside the victim. Choose who you are: from nearby you can arrest "
        "sooner, from far away you live longer."
    ),
    "killer": gettext_noop(
        "The killer's turn. Each victim stood beside the killer: remember who is beside all of "
        "them."
    ),
}
_TURNS = (
    gettext_noop(
        "Your turn. Begin with Investigate: lay a card on its suspect, and the killer must say "
        "whether they stand beside it."
    ),
    gettext_noop(
        "The killer took a disguise: a swap, or a bluff to make you think so. The earlier "
        "answer may now be about somebody else. Ask again."
    ),
    gettext_noop(
        "Are you beside a suspect you believe is the killer? Arrest them. A miss costs nothing."
        " Too far away? Shift a row or a column."
    ),
    gettext_noop(
        "“My letter” has a notebook of who could still be the killer. Deduce only if you are "
        "sure of both cards: a wrong pair loses."
    ),
)


def coach(view: View) -> str:
    """Return the coach's current advice to the learner."""
    if view.phase == "over":
        return _OVER
    if view.phase == "inspector":
        return _TURNS[min(view.round, len(_TURNS)) - 1]
    return _LINES[view.phase]


LESSON = Lesson(
    seed=hashlib.sha256(b"a first match 135").digest(),
    players=2,
    seat=INSPECTOR,
    bot=play,
    coach=coach,
)
