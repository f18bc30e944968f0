"""Measures the bots of Secret Hitler: `python -m research.secret_hitler`.

Prints the requested table of docs/bots.md:

- ``protocol``: seats drawn among agents, as in arXiv 2005.07156
- ``selfish``: liberals of each kind against selfish fascists
- ``mirror``: strong against strong, compared with people
- ``simple``: strong against simple
- ``calibration``: the beliefs of strong liberals, compared with the truth
- ``pace``: how long a decision takes

See also gains.py, and former.py for a comparison with an earlier commit.
"""

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from statistics import mean, median
from typing import Any

from games.engine.game import Bot
from games.engine.simulation import SimulatedGame, play, simulate
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from games.secret_hitler.bots.strong import posterior
from games.secret_hitler.bots.strong.marginals import fascist_odds
from games.secret_hitler.bots.strong.posterior import belief_of

SIZES = range(5, 11)
PEOPLE = dict(zip(SIZES, (0.46, 0.57, 0.48, 0.54, 0.42, 0.46), strict=True))
BINS = 5


# The paper's agents, which make no claims


def play_as_random(view: Any, choices: Sequence[Any], random: Random) -> Any | None:
    """Return a random duty; among tiles, each one in hand is equally likely."""
    duties = _duties(view, choices)
    if duties and isinstance(duties[0], ac.Discard):
        return ac.Discard(random.choice(view.hand))
    if duties and isinstance(duties[0], ac.Enact):
        options = [ac.Enact(tile) for tile in view.hand]
        return random.choice([*options, *(d for d in duties if isinstance(d, ac.ProposeVeto))])
    return random.choice(duties) if duties else None


def play_selfishly(view: Any, choices: Sequence[Any], random: Random) -> Any | None:
    """Return the tile that one's own party wants (Algorithm 1), else any duty."""
    duties = _duties(view, choices)
    own = view.parties[view.seat]
    for kind, is_liberal in ((ac.Discard, False), (ac.Enact, True)):
        tiles = [duty for duty in duties if isinstance(duty, kind)]
        if tiles:
            return next((duty for duty in tiles if (duty.tile == own) is is_liberal), tiles[0])
    return random.choice(duties) if duties else None


def _duties(view: Any, choices: Sequence[Any]) -> list[Any]:
    if view.seat not in view.to_act:
        return []
    return [choice for choice in choices if not isinstance(choice, ac.Claim)]


AGENTS: dict[str, Bot] = {**GAME.bots, "random": play_as_random, "selfish": play_selfishly}


# Games


def play_seats(agents: Sequence[str], seed: str, bots: dict[str, Bot]) -> SimulatedGame:
    """Return one game of `agents`, by seat, dealt and played from `seed`."""
    game = replace(GAME, sides=replace(GAME.sides, of=lambda _state, seat: str(seat)))
    by_seat = {str(seat): bots[name] for seat, name in enumerate(agents)}
    entropy = tuple(f"{seed} seat {seat}" for seat in range(len(agents)))
    text = f"cabinet-noir bench {seed}"
    return play(game, text.encode().ljust(32)[-32:], entropy, by_seat, Random(text))


def between(players: int, games: int, seed: int, sides: dict[str, str]) -> Iterator[SimulatedGame]:
    """Yield games between two kinds of agents, named by side."""
    bots = {side: AGENTS[name] for side, name in sides.items()}
    yield from simulate(GAME, players, games, seed, bots)


def liberal_share(games: Iterator[SimulatedGame]) -> tuple[int, int]:
    """Return the number of games that the liberals won, and the number of games."""
    winners = Counter(game.outcome.winner for game in games)
    return winners["liberal"], winners.total()


def band(wins: int, of: int) -> str:
    """Return a share with its 95 % band (Wilson)."""
    if not of:
        return "-"
    share, z = wins / of, 1.96
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * ((share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5)
    low, high = max(0.0, middle - half), min(1.0, middle + half)  # no -0.000
    return f"{share:.3f} [{low:.3f}, {high:.3f}]".removeprefix("0")


# Tables


def protocol(arguments: argparse.Namespace) -> None:
    """Print the share of games won by each agent, with an agent drawn for every seat."""
    wins: Counter[tuple[str, str]] = Counter()
    sat: Counter[tuple[str, str]] = Counter()
    for index in range(arguments.games):
        random = Random(f"{arguments.seed} {index}")
        agents = [random.choice(arguments.agents) for _ in range(random.choice(SIZES))]
        game = play_seats(agents, f"{arguments.seed} {index}", AGENTS)
        roles = game.turns[0].events[0].roles
        for seat, name in enumerate(agents):
            for key in ((name, "all"), (name, roles[seat])):
                sat[key] += 1
                wins[key] += seat in game.outcome.seats
    print("| agent | all | liberal | fascist | Hitler |\n|---|---|---|---|---|")
    for name in arguments.agents:
        cells = [
            band(wins[name, role], sat[name, role])
            for role in ("all", "liberal", "fascist", "hitler")
        ]
        print(f"| {name} | {' | '.join(cells)} |")


def selfish(arguments: argparse.Namespace) -> None:
    """Print how often liberals of each kind beat selfish fascists."""
    names = ("strong", "simple", "selfish", "random")
    print(f"| players | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for players in arguments.sizes:
        cells = [
            band(*liberal_share(between(players, arguments.games, arguments.seed, sides)))
            for sides in ({"liberal": name, "fascist": "selfish"} for name in names)
        ]
        print(f"| {players} | {' | '.join(cells)} |", flush=True)


def mirror(arguments: argparse.Namespace) -> None:
    """Print how often liberals win among strong bots, compared with people, and the reasons."""
    reasons = ("five-liberal-policies", "hitler-executed", "six-fascist-policies", "hitler-elected")
    print(f"| players | people | liberals | {' | '.join(reasons)} |\n|---|---|---|---|---|---|---|")
    for players in arguments.sizes:
        strong = dict.fromkeys(GAME.sides.names, "strong")
        games = list(between(players, arguments.games, arguments.seed, strong))
        cells = [f".{PEOPLE[players] * 100:.0f}", band(*liberal_share(iter(games)))]
        why = Counter(game.outcome.reason for game in games)
        cells += [f"{why[reason] / len(games):.2f}" for reason in reasons]
        print(f"| {players} | {' | '.join(cells)} |", flush=True)


def simple(arguments: argparse.Namespace) -> None:
    """Print how often the liberals win when strong and simple bots meet."""
    print("| players | strong against simple | simple against strong | simple against simple |")
    print("|---|---|---|---|")
    for players in arguments.sizes:
        cells = [
            band(*liberal_share(between(players, arguments.games, arguments.seed, sides)))
            for sides in (
                {"liberal": "strong", "fascist": "simple"},
                {"liberal": "simple", "fascist": "strong"},
                {"liberal": "simple", "fascist": "simple"},
            )
        ]
        print(f"| {players} | {' | '.join(cells)} |", flush=True)


#: the tables of the strong liberals that are measured: each seat's agent is drawn from several, or
#: the liberals are strong and the fascists all of one kind
DRAWN = {"protocol": ("random", "selfish", "strong"), "simple and strong": ("simple", "strong")}
#: tables of strong bots where the clock draws a tenth of all decisions, marked as such or not
BY_CLOCK = {"strong and the clock": True, "the clock unsaid": False}
COMPANY = ("strong", *DRAWN, *BY_CLOCK, "simple", "selfish")


def calibration(arguments: argparse.Namespace) -> None:
    """Print how often seats were fascist, by the odds of strong liberals, in five bins."""
    print("| company | bin | judgements | believed | true | off |\n|---|---|---|---|---|---|")
    for company in arguments.company:
        guesses: list[tuple[float, bool]] = []
        for players in arguments.sizes:
            for game in _watched_games(company, players, arguments, _watching(guesses)):
                _settle(guesses, game.turns[0].events[0].roles)
        _print_bins(company, guesses)


def _watched_games(
    company: str, players: int, arguments: argparse.Namespace, watched: Bot
) -> Iterator[SimulatedGame]:
    """Yield games with `watched` in place of the strong liberals."""
    if company in BY_CLOCK:
        game = _with_a_clock(said=BY_CLOCK[company], seed=arguments.seed)
        yield from simulate(
            game, players, arguments.games, arguments.seed, dict.fromkeys(GAME.sides.names, watched)
        )
        return
    if company not in DRAWN:
        bots = {"liberal": watched, "fascist": AGENTS[company]}
        yield from simulate(GAME, players, arguments.games, arguments.seed, bots)
        return
    for index in range(arguments.games):
        seed = f"{arguments.seed} {company} {players} {index}"
        random = Random(seed)
        agents = [random.choice(DRAWN[company]) for _ in range(players)]
        yield play_seats(agents, seed, {**AGENTS, "strong": watched})


_LATE = 0.1  #: the share of decisions of absent players


def _with_a_clock(*, said: bool, seed: int) -> Any:
    """Return the game with random decisions by the clock now and then, marked if `said`."""
    random = Random(seed)

    def decide(state: Any, seat: Any, action: Any, chance: Any) -> Sequence[Any]:
        if isinstance(action, ac.Claim) or random.random() >= _LATE:
            return GAME.decide(state, seat, action, chance)
        choice: Any = GAME.bots["random"](None, GAME.choices(state, seat), random)
        return GAME.play(state, seat, choice, chance, by="clock" if said else "player")

    return replace(GAME, decide=decide)


def _watching(guesses: list[Any]) -> Bot:
    """Return a strong bot that records its beliefs whenever a liberal votes."""

    def watched(view: Any, choices: Sequence[Any], random: Random) -> Any | None:
        liberal = view.roles[view.seat] == "liberal"
        if liberal and view.phase == "vote" and view.seat in view.to_act:
            odds = fascist_odds(belief_of(view))
            guesses.extend((o, seat) for seat, o in enumerate(odds) if seat != view.seat)
        return GAME.bots["strong"](view, choices, random)

    return watched


def _settle(guesses: list[Any], roles: Sequence[str]) -> None:
    """Replace the seats in a game's judgements with the truth about them."""
    for place in range(len(guesses) - 1, -1, -1):
        odds, seat = guesses[place]
        if isinstance(seat, bool):
            return
        guesses[place] = (odds, roles[seat] != "liberal")


def _print_bins(company: str, guesses: Sequence[tuple[float, bool]]) -> None:
    for cells in bin_rows(guesses):
        print(f"| {company} | {cells} |", flush=True)


def bin_rows(guesses: Sequence[tuple[float, bool]]) -> Iterator[str]:
    """Yield a row for each bin of odds: the number of judgements, the mean belief, the truth."""
    bins: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for odds, truth in guesses:
        bins[min(int(odds * BINS), BINS - 1)].append((odds, truth))
    for number in range(BINS):
        bin_ = bins[number]
        belief = sum(odds for odds, _ in bin_) / max(len(bin_), 1)
        true = sum(truth for _, truth in bin_) / max(len(bin_), 1)
        span = f"{number / BINS:.1f} to {(number + 1) / BINS:.1f}"
        off = abs(belief - true)
        yield f"{span} | {len(bin_)} | {belief:.3f} | {true:.3f} | {off:.3f}"


def pace(arguments: argparse.Namespace) -> None:
    """Print the CPU time of a decision by the strong bot, without the time for its view.

    Also print the time of a posterior computed from scratch at the last vote of every game.
    """
    print("| players | decisions | median ms | mean ms | 99 % below ms | from scratch, mean ms |")
    print("|---|---|---|---|---|---|")
    for players in arguments.sizes:
        times: list[float] = []
        folds: list[float] = []
        votes: list[Any] = []
        bots = dict.fromkeys(GAME.sides.names, _with_timer(GAME.bots["strong"], times, votes))
        for _game in simulate(GAME, players, arguments.games, arguments.seed, bots):
            posterior.fold.cache_clear()
            started = time.process_time()
            posterior.belief_of(votes[-1])
            folds.append(time.process_time() - started)
        late = sorted(times)[int(len(times) * 0.99)]
        row = (median(times), mean(times), late, mean(folds))
        cells = [f"{seconds * 1000:.2f}" for seconds in row]
        print(f"| {players} | {len(times)} | {' | '.join(cells)} |", flush=True)


def _with_timer(bot: Bot, times: list[float], votes: list[Any]) -> Bot:
    """Return `bot` with a record of its times, and of the views with which liberals vote."""

    def timed(view: Any, choices: Sequence[Any], random: Random) -> Any | None:
        started = time.process_time()
        action = bot(view, choices, random)
        if action is not None:
            times.append(time.process_time() - started)
        if view.phase == "vote" and view.roles[view.seat] == "liberal":
            votes.append(view)
        return action

    return timed


TABLES: dict[str, Callable[[argparse.Namespace], None]] = {
    "protocol": protocol,
    "selfish": selfish,
    "mirror": mirror,
    "simple": simple,
    "calibration": calibration,
    "pace": pace,
}


def main() -> None:
    """Print the requested table."""
    parser = argparse.ArgumentParser(prog="python -m research.secret_hitler", description=__doc__)
    parser.add_argument("table", choices=TABLES)
    parser.add_argument("--games", type=int, default=1000, help="a cell")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--agents", nargs="+", default=["random", "selfish", "strong"])
    parser.add_argument("--company", nargs="+", choices=COMPANY, default=list(COMPANY))
    arguments = parser.parse_args()
    TABLES[arguments.table](arguments)


if __name__ == "__main__":
    main()
