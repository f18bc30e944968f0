"""Bets of executed players on who is Hitler and who is a fascist.

Fascists know the answers, so only liberals bet.
"""

from games.engine.game import Bets
from games.engine.seats import Seat
from games.engine.text import gettext_noop
from games.secret_hitler.state import State


def _is_open(state: State, seat: Seat) -> bool:
    return state.roles[seat] == "liberal"


def _is_right(state: State, about: str, seat: Seat) -> bool:
    role = state.roles[seat]  # Hitler is one of the fascists, too (1.2)
    return role == "hitler" if about == "hitler" else role != "liberal"


BETS = Bets(
    questions={
        "hitler": gettext_noop("Who is Hitler?"),
        "fascist": gettext_noop("Who is a fascist?"),
    },
    is_open=_is_open,
    is_right=_is_right,
)
