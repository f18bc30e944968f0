"""Headless: replay, simulate and verify games from the command line; no Django, no database."""

import argparse
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from games.catalog import GAMES
from games.engine import chance, portable, verification
from games.engine.game import Game
from games.engine.portable import Record, RecordError
from games.engine.record import Frame, frames
from games.engine.seats import EVERYTHING, PUBLIC, Seat, Viewer
from games.engine.simulation import EndlessGameError, Simulated, simulate

AnyGame = Game[Any, Any, Any, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 1 for a bad record, 2 for bad usage."""
    parser = command_line()
    asked = parser.parse_args(arguments)
    try:
        return int(asked.run(asked))
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))
    except (RecordError, EndlessGameError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read our output has left; the interpreter's own flush would complain.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        else:
            complain(str(error))
        return 1


def command_line() -> argparse.ArgumentParser:
    """Return the parser of all three commands."""
    parser = argparse.ArgumentParser(prog="python -m games", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    replay = commands.add_parser("replay", help="print what a viewer sees of a recorded game")
    replay.add_argument("record", metavar="RECORD.json", help="- reads one record a line")
    replay.add_argument("--viewer", type=viewer_named, default=EVERYTHING, help="all, public, SEAT")
    extent = replay.add_mutually_exclusive_group()
    extent.add_argument("--at", type=whole, metavar="N", help="after N actions (default: all)")
    extent.add_argument("--frames", action="store_true", help="every view from the start on")
    replay.set_defaults(run=run_replay)
    simulation = commands.add_parser("simulate", help="play games between bots")
    simulation.add_argument("game", metavar="GAME", choices=sorted(GAMES), help=", ".join(GAMES))
    simulation.add_argument("--players", type=whole, metavar="N", required=True)
    simulation.add_argument("--games", type=whole, metavar="N", required=True)
    simulation.add_argument("--seed", type=whole, metavar="N", required=True)
    simulation.add_argument("--bots", default="simple", metavar="NAME|SIDE=NAME,...")
    simulation.add_argument("--records", action="store_true", help="print the games themselves")
    simulation.set_defaults(run=run_simulate)
    verify = commands.add_parser("verify", help="check a record's chance against its seed")
    verify.add_argument("record", metavar="RECORD.json", help="- reads one record a line")
    verify.set_defaults(run=run_verify)
    return parser


def run_replay(asked: argparse.Namespace) -> int:
    """Print what a viewer sees of one record, or of one a line."""
    if asked.record != "-":
        views = viewed(contents(asked.record), asked)
        say(b"\n".join(msgspec.json.encode(view) for view in views))
        return 0
    failed = False
    for line in lines():
        try:
            views = viewed(line, asked)
            say(msgspec.json.encode(views if asked.frames else views[0]))
        except RecordError as error:
            failed = True
            say(msgspec.json.encode({"error": str(error)}))
    return int(failed)


def viewed(data: bytes, asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the views asked for of the record in `data`, which is checked as a whole first.

    :raises RecordError: if the record is bad, or has no such seat or so many actions.
    """
    game, record = portable.read(data, GAMES)
    shown = list(frames(game, portable.turns_of(game, record)))
    seat = asked.viewer.seat
    if seat is not None and not 0 <= seat < len(record.players):
        raise RecordError(0, f"--viewer {seat}", portable.SHAPE, "there is no such seat")
    if asked.at is not None and not 0 <= asked.at < len(shown):
        text = f"the record has {len(shown) - 1} actions"
        raise RecordError(asked.at, f"--at {asked.at}", portable.SHAPE, text)
    if not asked.frames:
        shown = [shown[-1 if asked.at is None else asked.at]]
    return [view_of(game, frame, asked.viewer) for frame in shown]


def view_of(game: AnyGame, frame: Frame, viewer: Viewer) -> dict[str, Any]:
    """Return what `viewer` sees of one frame, as plain JSON."""
    view = msgspec.to_builtins(game.view(frame.state, viewer))
    return {"game": game.key, "actions": frame.number, **view}


def run_simulate(asked: argparse.Namespace) -> int:
    """Print the games that bots played, or the sum of them."""
    game = GAMES[asked.game]
    if asked.players not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        raise argparse.ArgumentTypeError(f"{game.key} takes from {low} to {high} players")
    if asked.games < 1:
        raise argparse.ArgumentTypeError("--games must be 1 or more")
    names = bot_names(game, asked.bots)
    bots = {side: game.bots[name] for side, name in names.items()}
    played = simulate(game, asked.players, asked.games, asked.seed, bots)
    if not asked.records:
        say(msgspec.json.encode(summed(game, played)))
        return 0
    for one in played:
        say(portable.write(recorded(game, one)), flush=False)
    sys.stdout.buffer.flush()
    return 0


def bot_names(game: AnyGame, text: str) -> dict[str, str]:
    """Return the name of each side's bot, from `name` or `side=name,side=name`.

    :raises ArgumentTypeError: if a side or a name is unknown, or a side is named twice.
    """
    if "=" not in text:
        named = [(side, text) for side in game.sides]
    else:
        named = [(side, name) for side, _, name in (one.partition("=") for one in text.split(","))]
    chosen = dict.fromkeys(game.sides, "simple") | dict(named)
    if len(dict(named)) != len(named) or set(chosen) != set(game.sides):
        raise argparse.ArgumentTypeError(f"--bots takes each side once: {', '.join(game.sides)}")
    if unknown := set(chosen.values()) - set(game.bots):
        known = ", ".join(game.bots)
        raise argparse.ArgumentTypeError(f"--bots knows {known}, not {', '.join(unknown)}")
    return chosen


def summed(game: AnyGame, played: Iterable[Simulated]) -> dict[str, Any]:
    """Return the figures of all games: who won and why, how long and how fast they were."""
    started = time.perf_counter()
    wins = Counter(dict.fromkeys(game.sides, 0))
    reasons: Counter[str] = Counter()
    actions = events = 0
    for one in played:
        wins[one.outcome.winner or "draw"] += 1
        reasons[one.outcome.reason] += 1
        actions += len(one.turns) - 1
        events += sum(len(turn.events) for turn in one.turns)
    seconds, games = time.perf_counter() - started, wins.total()
    return {
        "games": games,
        "wins": dict(sorted(wins.items())),
        "reasons": dict(sorted(reasons.items())),
        "actions_mean": round(actions / games, 2),
        "games_per_s": round(games / seconds, 1),
        "actions_per_s": round(actions / seconds),
        "events_per_s": round(events / seconds),
    }


def recorded(game: AnyGame, one: Simulated) -> Record:
    """Return the record of a simulated game; bots have numbers for names."""
    return portable.record_of(
        game,
        [f"Bot {number}" for number in range(1, len(one.entropy) + 1)],
        game.options(),
        one.turns,
        result=one.outcome,
        seed=one.seed.hex(),
        entropy=one.entropy,
        commitment=chance.commitment(one.seed),
    )


def run_verify(asked: argparse.Namespace) -> int:
    """Print which draws of one record, or of one a line, its seed gives, and which differ."""
    if asked.record != "-":
        return int(not verified(contents(asked.record)))
    failed = False
    for number, line in enumerate(lines(), start=1):
        try:
            failed |= not verified(line, f"record {number}: ")
        except RecordError as error:
            failed = True
            say(f"record {number}: {error}".encode())
    return int(failed)


def verified(data: bytes, prefix: str = "") -> bool:
    """Print one line per draw of the record in `data`; return whether all are as the seed gives.

    :raises RecordError: if the record is bad, or holds nothing to verify it by.
    """
    game, record = portable.read(data, GAMES)
    turns = portable.turns_of(game, record)
    found = verification.checks(
        game, portable.options_of(game, record), turns, **portable.proof_of(record)
    )
    for check in found:
        line = f"{prefix}{check.label}: {'OK' if check.is_ok else 'differs'}"
        if not check.is_ok:
            line += f": expected {plain(check.expected)}, found {plain(check.found)}"
        say(line.encode())
    return all(check.is_ok for check in found)


def plain(value: Any) -> str:
    """Return `value` as JSON."""
    return msgspec.json.encode(value).decode()


def contents(path: str) -> bytes:
    """Return the bytes of the file at `path`, no more of them than a record may have."""
    with open(path, "rb") as file:  # noqa: PTH123 - also reads /dev/stdin and named pipes
        return file.read(portable.LARGEST_RECORD + 1)


def lines() -> Iterator[bytes]:
    """Yield the lines of standard input that are not empty; one too long for a record is cut."""
    limit = portable.LARGEST_RECORD + 1
    while line := sys.stdin.buffer.readline(limit):
        rest = line
        while len(rest) == limit and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(limit)
        if line.strip():
            yield line


def viewer_named(text: str) -> Viewer:
    """Return the viewer that `all`, `public` or a seat's number names."""
    named = {"all": EVERYTHING, "public": PUBLIC}.get(text)
    return named or Viewer(Seat(whole(text)))


def whole(text: str) -> int:
    """Return the whole number that `text` spells in plain digits."""
    if not re.fullmatch(r"-?[0-9]{1,18}", text):
        raise argparse.ArgumentTypeError(f"not a whole number: {text!r}")
    return int(text)


def say(line: bytes, *, flush: bool = True) -> None:
    """Write a line to standard output, in UTF-8 whatever the locale."""
    sys.stdout.buffer.write(line + b"\n")
    if flush:
        sys.stdout.buffer.flush()


def complain(text: str) -> None:
    """Write a line to standard error, in UTF-8 whatever the locale."""
    sys.stderr.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stderr.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())
