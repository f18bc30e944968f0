"""Measures which evidence exposes the fascists when all bots are strong.

    python -m research.gains --games 100

For each kind of public evidence it prints the increase of the logarithm of the public's odds for
the true deal of the roles, in nats per game; a negative number means that it misled.
"""

import argparse
from collections import Counter
from math import log

from games.engine.seats import EVERYTHING
from games.engine.simulation import SimulatedGame, simulate
from games.secret_hitler import GAME
from games.secret_hitler.bots.strong.assignments import NUMBERS, assignments_of
from games.secret_hitler.bots.strong.evidence import RoundEvidence, evidence_of
from games.secret_hitler.bots.strong.opponent_model import BOTS
from games.secret_hitler.bots.strong.posterior import fold

KINDS = ("votes", "sessions", "powers")


def gains(game: SimulatedGame) -> dict[str, float]:
    """Return the information, in nats, that each kind of evidence gave the public in one game."""
    state = GAME.start.empty
    for turn in game.turns:
        state = GAME.apply(state, turn.events)
    truth = assignments_of(len(state.roles)).roles.index(
        tuple(NUMBERS[role] for role in state.roles)
    )
    rounds = evidence_of(GAME.view(state, EVERYTHING), None)[:-1]
    figures: dict[str, float] = dict.fromkeys(KINDS, 0.0)
    prior = log_odds(len(state.roles), (), truth)
    for number, facts in enumerate(rounds):
        for kind, step in zip(KINDS, steps(facts), strict=True):
            after = log_odds(len(state.roles), (*rounds[:number], step), truth)
            figures[kind] += after - prior
            prior = after
    return figures


def steps(facts: RoundEvidence) -> tuple[RoundEvidence, RoundEvidence, RoundEvidence]:
    """Return a round as known after its votes, after its session, and in full."""
    with_votes = facts._replace(enacted=None, vetoed=False, chaos=None, power=None)
    return with_votes, facts._replace(power=None), facts


def log_odds(players: int, rounds: tuple[RoundEvidence, ...], truth: int) -> float:
    """Return the logarithm of the public's odds for the true deal."""
    belief = fold((None,) * players, rounds, BOTS)
    return log(belief.weights[truth] / sum(belief.weights))


def main() -> None:
    """Print the gains for every number of players."""
    parser = argparse.ArgumentParser(prog="python -m research.gains", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="a cell")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", type=int, nargs="+", default=[5, 7, 10])
    arguments = parser.parse_args()
    print(f"| players | unknown at first | {' | '.join(KINDS)} |\n|---|---|---|---|---|")
    for players in arguments.sizes:
        total: Counter[str] = Counter()
        bots = dict.fromkeys(GAME.sides.names, GAME.bots["strong"])
        for game in simulate(GAME, players, arguments.games, arguments.seed, bots):
            total.update(gains(game))
        cells = [f"{total[kind] / arguments.games:+.2f}" for kind in KINDS]
        unknown = log(len(assignments_of(players).masks))
        print(f"| {players} | {unknown:.2f} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
