"""Plays games between strong bots and prints the weights with which they value positions.

- ``python -m research.weights noir --games 600``: for noir
- ``python -m research.weights secret-hitler --games 700``: for secret_hitler

Weights change how the bots play, and so the games: each round uses the weights that the previous
round printed. More rounds are not always better; measure them with ``research.noir``. Bots
sometimes make deliberate mistakes, so that positions occur that they would otherwise avoid.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from games.engine.game import Bot
from games.engine.seats import PUBLIC, Viewer
from games.engine.simulation import SimulatedGame, simulate
from games.noir import GAME as NOIR
from games.noir import pieces
from games.noir.actions import AcceptDraw, Deduce, OfferDraw, Resign
from games.noir.bots import inspector, win_probability
from games.secret_hitler import GAME as SECRET_HITLER
from games.secret_hitler.bots.strong import win_probability as judged
from games.secret_hitler.bots.strong.assignments import NUMBERS
from games.secret_hitler.bots.strong.posterior import belief_of
from research.fitting import Row, fit

ERRS = 0.15  #: the frequency of deliberate mistakes


#: the inspector's opponents: weights learned only against strong killers fail against others
KILLERS = ("strong", "strong", "strong", "simple", "random")


def noir(arguments: argparse.Namespace) -> None:
    """Print the weights of the inspector's chance to win."""
    inspector = _erring(NOIR.bots["strong"])
    for number in range(arguments.rounds):
        games: list[SimulatedGame] = []
        for place, name in enumerate(KILLERS):
            seed = arguments.seed + len(KILLERS) * number + place
            bots = {"killer": NOIR.bots[name], "inspector": inspector}
            games += simulate(NOIR, 2, arguments.games // len(KILLERS), seed, bots)
        wins = sum(game.outcome.winner == "inspector" for game in games)
        print(f"round {number + 1}: inspectors win {wins} of {len(games)}", flush=True)
        rows: list[Row] = []
        outcomes: list[bool] = []
        for game in games:
            rows_of_game = list(_noir_rows(game))
            rows += rows_of_game
            outcomes += [game.outcome.winner == "inspector"] * len(rows_of_game)
        win_probability.WEIGHTS = tuple(round(weight, 2) for weight in fit(rows, outcomes))
        print(win_probability.WEIGHTS, flush=True)


def _noir_rows(game: SimulatedGame) -> Iterator[Row]:
    """Yield the features of every position at the end of the inspector's turns."""
    state = NOIR.start.empty
    for turn in game.turns:
        state = NOIR.apply(state, turn.events)
        view = NOIR.view(state, Viewer(pieces.INSPECTOR))
        if turn.seat == pieces.INSPECTOR and view.identity.inspector and state.outcome is None:
            yield win_probability.features(inspector.position_of(view))


def secret_hitler(arguments: argparse.Namespace) -> None:
    """Print the weights of the fascists' chance to win, by number of players."""
    for players in arguments.sizes:
        bots = dict.fromkeys(SECRET_HITLER.sides.names, SECRET_HITLER.bots["strong"])
        rows: list[Row] = []
        wins: list[bool] = []
        for game in simulate(SECRET_HITLER, players, arguments.games, arguments.seed, bots):
            rounds = list(_rounds(game))
            rows += rounds
            wins += [game.outcome.winner == "fascist"] * len(rounds)
        print(f"{players}: {tuple(round(weight, 2) for weight in fit(rows, wins))}", flush=True)


def _rounds(game: SimulatedGame) -> Iterator[Row]:
    """Yield the features of every position at the start of a round after a policy."""
    state, policies = SECRET_HITLER.start.empty, 0
    roles = tuple(NUMBERS[role] for role in game.turns[0].events[0].roles)
    for turn in game.turns:
        state = SECRET_HITLER.apply(state, turn.events)
        if SECRET_HITLER.outcome(state) is not None:
            return
        view = SECRET_HITLER.view(state, PUBLIC)
        enacted = view.policies.liberal + view.policies.fascist
        if enacted > policies and view.phase == "nominate" and view.president is not None:
            policies = enacted
            belief = belief_of(view, public=True)
            yield judged.features(judged.RoundStart(roles, view.alive, view.president, belief))


def _erring(bot: Bot) -> Bot:
    """Return `bot` with occasional random turns, other than deductions, draws and resignations."""

    def erring(view: Any, choices: Sequence[Any], random: Random) -> Any | None:
        final = (Deduce, OfferDraw, AcceptDraw, Resign)
        turns = [choice for choice in choices if not isinstance(choice, final)]
        if turns and random.random() < ERRS:
            kind = random.choice(sorted({type(turn).__name__ for turn in turns}))
            return random.choice([turn for turn in turns if type(turn).__name__ == kind])
        return bot(view, choices, random)

    return erring


WEIGHTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "noir": noir,
    "secret-hitler": secret_hitler,
}


def main() -> None:
    """Print the requested weights."""
    parser = argparse.ArgumentParser(prog="python -m research.weights", description=__doc__)
    parser.add_argument("game", choices=WEIGHTS)
    parser.add_argument("--games", type=int, default=600, help="a round")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(range(5, 11)))
    parser.add_argument("--seed", type=int, default=100)
    arguments = parser.parse_args()
    WEIGHTS[arguments.game](arguments)


if __name__ == "__main__":
    main()
