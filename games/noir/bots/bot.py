"""The bots: each sees only its view and its choices."""

from collections.abc import Mapping, Sequence
from random import Random

from games.engine.game import Bot, looks_at_nothing
from games.noir import actions as ask
from games.noir.actions import Action
from games.noir.bots import inspector, killer
from games.noir.view import View

LONG_GAME = 60  #: turns after which a draw is accepted, and a guess is better than nothing
TALK = (ask.OfferDraw, ask.AcceptDraw, ask.Resign)


@looks_at_nothing
def play_at_random(view: View, choices: Sequence[Action], random: Random) -> Action | None:
    """Return a random turn of a random kind.

    Never resign, offer or accept a draw, or deduce: only 1 guess in 300 would be right.
    """
    del view
    left_out = (ask.Deduce, *TALK)
    turns = [action for action in choices if not isinstance(action, left_out)]
    if not turns:
        return None
    kind = random.choice(sorted({type(action).__name__ for action in turns}))
    return random.choice([action for action in turns if type(action).__name__ == kind])


def play_simply(view: View, choices: Sequence[Action], random: Random) -> Action | None:
    """Return the turn with the best immediate effect, regardless of what it reveals."""
    return _play(view, choices, random, killer.simple_scores, inspector.simple_scores)


def play_strongly(view: View, choices: Sequence[Action], random: Random) -> Action | None:
    """Return the turn with the best chance to win after it, given all available knowledge."""
    return _play(view, choices, random, killer.strong_scores, inspector.strong_scores)


def _play(
    view: View,
    choices: Sequence[Action],
    random: Random,
    score_killer: killer.Scores,
    score_inspector: killer.Scores,
) -> Action | None:
    """Return a turn with the best score; out of turn, the answer to a draw offer, or None."""
    turns = [action for action in choices if not isinstance(action, TALK)]
    if ask.AcceptDraw() in choices and view.turn >= LONG_GAME:
        return ask.AcceptDraw()
    if not turns:
        return None
    is_inspector = any(isinstance(turn, ask.ChooseIdentity | ask.Arrest) for turn in turns)
    scores = (score_inspector if is_inspector else score_killer)(view, turns, random)
    return max(turns, key=lambda turn: scores.get(turn, float("-inf")))


BOTS: Mapping[str, Bot] = {
    "random": play_at_random,
    "simple": play_simply,
    "strong": play_strongly,
}
