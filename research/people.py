"""Measures possible knowledge about people, at tables of simulated people and at mixed tables.

- ``python -m research.people calibration``: the beliefs of both models, compared with the truth
- ``python -m research.people evidence``: how reliable each kind of evidence is
- ``python -m research.people pace``: the time to compute the insight into a whole match

At the start of each vote, the public and every living liberal judge each player whose party they
do not know.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import log
from random import Random
from typing import Any, NamedTuple

from games.engine.insight import Insight
from games.engine.record import replay
from games.engine.required import required
from games.engine.seats import PUBLIC, Viewer, seats_of
from games.engine.simulation import SimulatedGame, play
from games.secret_hitler import GAME
from games.secret_hitler.bots.strong.evidence import RoundEvidence, evidence_of
from games.secret_hitler.bots.strong.marginals import fascist_odds
from games.secret_hitler.bots.strong.opponent_model import BOTS
from games.secret_hitler.bots.strong.posterior import fold
from games.secret_hitler.insight.people_model import SHIPPED, belief_of
from research.company import person, table_of
from research.fitting import fit
from research.secret_hitler import AGENTS, DRAWN, SIZES, bin_rows, play_seats

MODELS = {"bots": None, "people": SHIPPED}
COMPANY = ("people", "strong", *DRAWN)


class JudgedView(NamedTuple):
    """A view at the start of a vote, and the true members of the fascist party."""

    view: Any
    truth: tuple[bool, ...]


def games_of(company: str, players: int, games: int, seed: int) -> Iterator[SimulatedGame]:
    """Yield games of one kind of company."""
    for index in range(games):
        text = f"{seed} {company} {players} {index}"
        random = Random(text)
        if company != "people":
            agents = [random.choice(DRAWN.get(company, (company,))) for _ in range(players)]
            yield play_seats(agents, text, AGENTS)
            continue
        table = table_of(random)
        bots = {str(seat): person(table, random) for seat in range(players)}
        game = replace(GAME, sides=replace(GAME.sides, of=lambda _state, seat: str(seat)))
        entropy = tuple(f"{text} seat {seat}" for seat in range(players))
        yield play(game, text.encode().ljust(32)[-32:], entropy, bots, Random(text))


def judged_views(game: SimulatedGame) -> Iterator[JudgedView]:
    """Yield the views at every vote."""
    roles = game.turns[0].events[0].roles
    truth = tuple(role != "liberal" for role in roles)
    liberals = [seat for seat in seats_of(len(roles)) if not truth[seat]]
    for frame in replay(GAME, game.turns):
        view = GAME.view(frame.state, PUBLIC)
        if view.phase == "vote" and not any(view.votes_cast):
            yield JudgedView(view, truth)
            for seat in liberals:
                if view.alive[seat]:
                    yield JudgedView(GAME.view(frame.state, Viewer(seat)), truth)


def calibration(arguments: argparse.Namespace) -> None:
    """Print how often seats were fascist, by their odds, company, viewer and model."""
    print("| company | eyes | model | bin | judgements | believed | true | off |")
    print("|---|---|---|---|---|---|---|---|")
    for company in arguments.company:
        guesses: dict[tuple[str, str], list[tuple[float, bool]]] = {}
        for players in arguments.sizes:
            for game in games_of(company, players, arguments.games, arguments.seed):
                for one in judged_views(game):
                    for model in MODELS:
                        eyes = "table" if one.view.seat is None else "seat"
                        guesses.setdefault((eyes, model), []).extend(_odds(one, model))
        for (eyes, model), pairs in sorted(guesses.items()):
            for cells in bin_rows(pairs):
                print(f"| {company} | {eyes} | {model} | {cells} |", flush=True)


def _odds(one: JudgedView, model: str) -> Iterator[tuple[float, bool]]:
    """Yield the belief about each seat that the viewer does not know, and the truth."""
    view = one.view
    odds = fascist_odds(belief_of(view, MODELS[model], public=view.seat is None))
    for seat, truth in enumerate(one.truth):
        if view.parties[seat] is None:
            yield odds[seat], truth


# What misleads


def evidence(arguments: argparse.Namespace) -> None:
    """Print by how much the bots' model should have trusted each kind of public evidence.

    A logistic regression of fascist seats on the amounts by which votes, sessions and powers, each
    on its own, move the logarithm of the odds. 1 means that the evidence has the right weight, less
    that it has too much.
    """
    print("| company | votes | sessions | powers |\n|---|---|---|---|")
    for company in arguments.company:
        rows: list[Sequence[float]] = []
        truths: list[bool] = []
        for players in arguments.sizes:
            for game in games_of(company, players, arguments.games, arguments.seed):
                for one in judged_views(game):
                    if one.view.seat is None:
                        rows += _moves(one.view)
                        truths += one.truth
        weights = fit(rows, truths)
        print(f"| {company} | {' | '.join(f'{w:.2f}' for w in weights[1:])} |", flush=True)


KINDS: tuple[Callable[[RoundEvidence], RoundEvidence], ...] = (
    lambda one: one._replace(enacted=None, vetoed=False, chaos=None, power=None),
    lambda one: one._replace(votes=None, power=None),
    lambda one: one._replace(votes=None, enacted=None, vetoed=False, chaos=None),
)


def _moves(view: Any) -> list[Sequence[float]]:
    """Return for every seat 1, and the change of its odds by each kind of evidence."""
    rounds = evidence_of(view, None)
    nothing = (None,) * view.players
    start = _logits(fold(nothing, (), BOTS))
    shifts = [_logits(fold(nothing, tuple(map(kind, rounds)), BOTS)) for kind in KINDS]
    return [(1.0, *(ends[seat] - start[seat] for ends in shifts)) for seat in range(view.players)]


def _logits(belief: Any) -> list[float]:
    odds = (min(max(share, 1e-4), 1 - 1e-4) for share in fascist_odds(belief))
    return [log(share / (1.0 - share)) for share in odds]


# Pace


def pace(arguments: argparse.Namespace) -> None:
    """Print the CPU time of the insight into whole matches, for the public and for a seat."""
    print("| players | model | table, s | seat, s |\n|---|---|---|---|")
    insight = required(GAME.knowledge.insight)
    for players in arguments.sizes:
        games = [list(replay(GAME, game.turns))[:-1] for game in _strong(players, arguments)]
        for model, prior in MODELS.items():
            cells = [
                f"{_took(games, viewer, partial(_read, insight, prior)):.2f}"
                for viewer in (PUBLIC, Viewer(seats_of(1)[0]))
            ]
            print(f"| {players} | {model} | {' | '.join(cells)} |", flush=True)


def _strong(players: int, arguments: argparse.Namespace) -> Iterator[SimulatedGame]:
    return games_of("strong", players, min(arguments.games, 3), arguments.seed)


def _read(insight: Insight, prior: Any, view: Any) -> Any:
    return insight.read(view, prior)


def _took(games: Sequence[Any], viewer: Viewer, reading: Callable[[Any], Any]) -> float:
    started = time.process_time()
    for moments in games:
        for frame in moments:
            reading(GAME.view(frame.state, viewer))
    return (time.process_time() - started) / len(games)


TABLES = {"calibration": calibration, "evidence": evidence, "pace": pace}


def main() -> None:
    """Print the requested table."""
    parser = argparse.ArgumentParser(prog="python -m research.people", description=__doc__)
    parser.add_argument("table", choices=TABLES)
    parser.add_argument("--games", type=int, default=60, help="a cell")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--company", nargs="+", choices=COMPANY, default=list(COMPANY))
    arguments = parser.parse_args()
    TABLES[arguments.table](arguments)


if __name__ == "__main__":
    main()
