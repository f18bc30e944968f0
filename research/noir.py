"""Measures the bots of Noir and prints the tables of docs/bots.md: `python -m research.noir`.

- ``sides``: how often the killer wins, for every pair of bots
- ``turns``: how long games of strong bots are, how they end, and how often a
  killer who takes the disguise swaps
- ``calibration``: the suspicions of the strong inspector, compared with the truth
- ``pace``: how long a decision takes
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from statistics import mean, median
from typing import Any

from games.engine.game import Bot
from games.engine.simulation import SimulatedGame, simulate
from games.noir import GAME
from games.noir.actions import Disguise
from games.noir.bots.belief import identities, killer_pairs
from games.noir.bots.inspector import own_cards
from research.secret_hitler import band, bin_rows

PLAYERS = 2
KINDS = ("strong", "simple", "random")


def games_of(arguments: argparse.Namespace, killer: Bot, inspector: Bot) -> list[SimulatedGame]:
    """Return the requested number of games between two bots."""
    bots = {"killer": killer, "inspector": inspector}
    return list(simulate(GAME, PLAYERS, arguments.games, arguments.seed, bots))


def sides(arguments: argparse.Namespace) -> None:
    """Print how often each kind of killer wins against each kind of inspector."""
    print(f"| killer | {' | '.join(f'{kind} inspector' for kind in KINDS)} |")
    print(f"|---|{'---|' * len(KINDS)}")
    for killer in KINDS:
        cells = []
        for inspector in KINDS:
            games = games_of(arguments, GAME.bots[killer], GAME.bots[inspector])
            wins = sum(game.outcome.winner == "killer" for game in games)
            cells.append(band(wins, len(games)))
        print(f"| {killer} | {' | '.join(cells)} |", flush=True)


def turns(arguments: argparse.Namespace) -> None:
    """Print the ends, the lengths and the mixed choices of games between strong bots."""
    games = games_of(arguments, GAME.bots["strong"], GAME.bots["strong"])
    lengths = sorted(len(game.turns) - 1 for game in games)
    print(f"{len(games)} games of {median(lengths):.0f} actions (median), 99 % of at most", end=" ")
    print(f"{lengths[int(len(lengths) * 0.99)]}, the longest of {lengths[-1]}.\n")
    print("| end | share |\n|---|---|")
    for reason, count in Counter(game.outcome.reason for game in games).most_common():
        print(f"| {reason} | {band(count, len(games))} |")
    actions = [turn.action for game in games for turn in game.turns]
    disguises = [action for action in actions if isinstance(action, Disguise)]
    swaps = sum(action.swap for action in disguises)
    print(f"\nA disguise is taken {len(disguises) / len(games):.2f} times a game,", end=" ")
    print(f"and is a swap in {band(swaps, len(disguises))}.")


def calibration(arguments: argparse.Namespace) -> None:
    """Print how often a suspect was the killer, by the odds of strong inspectors."""
    guesses: list[tuple[float, bool]] = []
    targets: list[str] = []

    def watched(view: Any, choices: Sequence[Any], random: Random) -> Any | None:
        if view.identity.inspector is not None:
            likely = identities(killer_pairs(view, own_cards(view)))
            guesses.extend((odds, name == targets[-1]) for name, odds in likely.items())
        return GAME.bots["strong"](view, choices, random)

    def watched_killer(view: Any, choices: Sequence[Any], random: Random) -> Any | None:
        action = GAME.bots["strong"](view, choices, random)
        swaps = isinstance(action, Disguise) and action.swap
        targets.append(view.disguise.killer if swaps else view.identity.killer)
        return action

    bots = {"killer": watched_killer, "inspector": watched}
    for _game in simulate(GAME, PLAYERS, arguments.games, arguments.seed, bots):
        targets.clear()
    print("| bin | judgements | believed | true | off |\n|---|---|---|---|---|")
    for cells in bin_rows(guesses):
        print(f"| {cells} |")


def pace(arguments: argparse.Namespace) -> None:
    """Print the CPU time of a decision by the strong bot, without the time for its view."""
    times: dict[str, list[float]] = {"killer": [], "inspector": []}
    bots = {side: _with_timer(GAME.bots["strong"], results) for side, results in times.items()}
    for _game in simulate(GAME, PLAYERS, arguments.games, arguments.seed, bots):
        pass
    print("| side | decisions | median ms | mean ms | 99 % below ms |\n|---|---|---|---|---|")
    for side, results in times.items():
        late = sorted(results)[int(len(results) * 0.99)]
        cells = [f"{seconds * 1000:.2f}" for seconds in (median(results), mean(results), late)]
        print(f"| {side} | {len(results)} | {' | '.join(cells)} |")


def _with_timer(bot: Bot, times: list[float]) -> Bot:
    def timed(view: Any, choices: Sequence[Any], random: Random) -> Any | None:
        started = time.process_time()
        action = bot(view, choices, random)
        times.append(time.process_time() - started)
        return action

    return timed


TABLES: dict[str, Callable[[argparse.Namespace], None]] = {
    "sides": sides,
    "turns": turns,
    "calibration": calibration,
    "pace": pace,
}


def main() -> None:
    """Print the requested table."""
    parser = argparse.ArgumentParser(prog="python -m research.noir", description=__doc__)
    parser.add_argument("table", choices=TABLES)
    parser.add_argument("--games", type=int, default=1000, help="a cell")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    TABLES[arguments.table](arguments)


if __name__ == "__main__":
    main()
