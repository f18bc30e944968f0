"""Compares today's strong bots of Secret Hitler with those of an earlier commit.

    python -m research.former 83f0a92 --games 200

Liberals' wins: former against former, former against today's, today's against former fascists,
today's against today's. The goal: better fascists win more, and liberals lose nothing.
"""

import argparse
import subprocess
import sys
from types import ModuleType

from games.engine.game import Bot
from games.engine.simulation import simulate
from games.secret_hitler import GAME, actions
from research.secret_hitler import SIZES, band, liberal_share

NAME = "former"
#: the modules of a strong bot, each before those that import it
PARTS = (
    *("worlds", "facts", "sabotage", "styles", "posterior", "marginals", "prospects"),
    *("speaking", "strong"),
)


def former(commit: str) -> Bot:
    """Return the strong bot of `commit`: its own modules with today's views and rules."""
    package = ModuleType(NAME)
    sys.modules[NAME] = package
    package.__dict__["actions"] = actions
    for part in PARTS:
        module = ModuleType(f"{NAME}.{part}")
        sys.modules[module.__name__] = module
        package.__dict__[part] = module
        exec(_source(commit, part), module.__dict__)  # noqa: S102 - our own history
    bot: Bot = package.__dict__["strong"].play_strongly
    return bot


def _source(commit: str, part: str) -> str:
    """Return the text of a module at `commit`, importing the other modules of that commit."""
    command = ["git", "show", f"{commit}:games/secret_hitler/{part}.py"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for other in PARTS:
        text = text.replace(f"from games.secret_hitler.{other} ", f"from {NAME}.{other} ")
    return text.replace("from games.secret_hitler import", f"from {NAME} import")


def main() -> None:
    """Print the table for every number of players."""
    parser = argparse.ArgumentParser(prog="python -m research.former", description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--games", type=int, default=1000, help="a cell")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    arguments = parser.parse_args()
    old, new = former(arguments.commit), GAME.bots["strong"]
    pairs = ((old, old), (old, new), (new, old), (new, new))
    print(
        "| players | former both | new fascists | new liberals | new both |\n|---|---|---|---|---|"
    )
    for players in arguments.sizes:
        cells = []
        for liberal, fascist in pairs:
            bots = {"liberal": liberal, "fascist": fascist}
            games = simulate(GAME, players, arguments.games, arguments.seed, bots)
            cells.append(band(*liberal_share(games)))
        print(f"| {players} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
