"""Players made of code: each sees a view and its choices, and nothing else."""

from collections.abc import Mapping, Sequence
from random import Random

from games.engine.game import Bot
from games.noir import actions as ask
from games.noir.actions import Action
from games.noir.view import View

_LEFT_OUT = (ask.Deduce, ask.OfferDraw, ask.AcceptDraw, ask.Resign)


def play_at_random(view: View, choices: Sequence[Action], random: Random) -> Action | None:
    """Return a kind of turn at random, and one of that kind.

    Never resign, offer or accept, nor deduce: 1 guess in 300 would be right.
    """
    del view
    turns = [action for action in choices if not isinstance(action, _LEFT_OUT)]
    if not turns:
        return None
    kind = random.choice(sorted({type(action).__name__ for action in turns}))
    return random.choice([action for action in turns if type(action).__name__ == kind])


BOTS: Mapping[str, Bot] = {
    "random": play_at_random,
    "simple": play_at_random,
    "strong": play_at_random,
}
