"""Nightfall in the conformance tests: the invariants of its states, and its secrets."""

from tests.conformance.case import Case
from tests.third_game import GAME
from tests.third_game.resample import is_conserved, resample
from tests.third_game.rules import secret_duties

CASE = Case(
    game=GAME,
    conserved=is_conserved,
    resample=resample,
    secrets={
        "who is a wolf": lambda state: state.roles.index("wolf"),
        "who is the seer": lambda state: state.roles.index("seer"),
        "who owes something at night": lambda state: secret_duties(state) and GAME.to_act(state),
    },
)
