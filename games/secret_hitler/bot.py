"""Bots: a view and its choices in, one of the choices out, and nothing else to go by."""

from collections.abc import Sequence
from itertools import takewhile
from random import Random

from games.secret_hitler.actions import Action, Claim
from games.secret_hitler.view import View


def play_at_random(
    view: View,  # noqa: ARG001
    choices: Sequence[Action],
    random: Random,
) -> Action | None:
    """Return any duty, each as likely as the others; let invitations pass."""
    duties = tuple(takewhile(lambda choice: not isinstance(choice, Claim), choices))
    return random.choice(duties) if duties else None


BOTS = {"random": play_at_random}
