"""Command line without Django: replay, simulate, verify and judge games."""

import argparse
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from games.catalog import GAMES
from games.engine import chance, judgements, portable, verification
from games.engine.game import Game
from games.engine.insight import BOTS, PEOPLE
from games.engine.portable import Record, RecordError
from games.engine.record import ReplayedTurn, replay
from games.engine.recorded_chance import SHAPE
from games.engine.seats import EVERYTHING, PUBLIC, Seat, Viewer
from games.engine.simulation import EndlessGameError, SimulatedGame, simulate

AnyGame = Game[Any, Any, Any, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 1 for a bad record, 2 for bad usage."""
    parser = command_line()
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except argparse.ArgumentTypeError as error:
        parser.error(str(error))
    except (RecordError, EndlessGameError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            # The reader of our output is gone; the interpreter's final flush would report an error.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        else:
            complain(_sentence_of(error))
        return 1


def _sentence_of(error: Exception) -> str:
    """Return the error as a sentence; a file's error begins with the file's name."""
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def command_line() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = argparse.ArgumentParser(prog="python -m games", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    replay = commands.add_parser("replay", help="print what a viewer sees of a recorded game")
    replay.add_argument("record", metavar="RECORD.json", help="- reads one record per line")
    replay.add_argument("--viewer", type=viewer_named, default=EVERYTHING, help="all, public, SEAT")
    extent = replay.add_mutually_exclusive_group()
    extent.add_argument("--at", type=whole, metavar="N", help="after N actions (default: all)")
    extent.add_argument("--frames", action="store_true", help="every view from the start")
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
    verify.add_argument("record", metavar="RECORD.json", help="- reads one record per line")
    verify.set_defaults(run=run_verify)
    insight = commands.add_parser("insight", help="print what could be known at every moment")
    insight.add_argument("record", metavar="RECORD.json", help="- reads one record per line")
    insight.add_argument("--viewer", type=viewer_named, default=PUBLIC, help="public, SEAT, all")
    insight.add_argument(
        "--model", choices=(PEOPLE, BOTS), default=PEOPLE, help="how players are expected to play"
    )
    insight.set_defaults(run=run_insight)
    return parser


def run_replay(options: argparse.Namespace) -> int:
    """Print a viewer's view of one record, or of one record per line."""
    if options.record != "-":
        views = views_of(contents(options.record), options)
        say(b"\n".join(msgspec.json.encode(view) for view in views))
        return 0
    return answer_lines(lambda line: _at_once(views_of(line, options), options))


def _at_once(views: list[dict[str, Any]], options: argparse.Namespace) -> Any:
    return views if options.frames else views[0]


def answer_lines(answer: Callable[[bytes], Any]) -> int:
    """Print an answer to every line of standard input; return 1 if one failed."""
    has_failure = False
    for line in lines():
        try:
            answer_ = answer(line)
        except RecordError as error:
            has_failure, answer_ = True, {"error": str(error)}
        say(msgspec.json.encode(answer_))
    return int(has_failure)


def run_insight(options: argparse.Namespace) -> int:
    """Print the available knowledge at every moment of one record, or of one record per line."""
    if options.record == "-":
        return answer_lines(lambda line: insight_of(line, options))
    say(msgspec.json.encode(insight_of(contents(options.record), options)))
    return 0


def insight_of(data: bytes, options: argparse.Namespace) -> dict[str, Any]:
    """Return the viewer's available knowledge at every moment of the record in `data`.

    :raises RecordError: if the record is bad or lacks the seat, or the game offers no insight.
    """
    game, record = portable.read(data, GAMES)
    turns = portable.turns_of(game, record)
    check_seat(record, options.viewer)
    if game.knowledge.insight is None:
        text = "nobody has worked out what could be known in this game"
        raise RecordError(0, record.game, SHAPE, text)
    return judgements.report(
        game, game.knowledge.insight, record.players, turns, options.viewer, options.model
    )


def check_seat(record: Record, viewer: Viewer) -> None:
    """Check that the viewer's seat exists in `record`.

    :raises RecordError: if there is no such seat.
    """
    seat = viewer.seat
    if seat is not None and not 0 <= seat < len(record.players):
        raise RecordError(0, f"--viewer {seat}", SHAPE, "there is no such seat")


def views_of(data: bytes, options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the requested views of the record in `data`, after checking the whole record.

    :raises RecordError: if the record is bad, or has no such seat or action.
    """
    game, record = portable.read(data, GAMES)
    states = list(replay(game, portable.turns_of(game, record)))
    check_seat(record, options.viewer)
    if options.at is not None and not 0 <= options.at < len(states):
        text = f"the record has {len(states) - 1} actions"
        raise RecordError(options.at, f"--at {options.at}", SHAPE, text)
    if not options.frames:
        states = [states[-1 if options.at is None else options.at]]
    return [view_of(game, frame, options.viewer) for frame in states]


def view_of(game: AnyGame, frame: ReplayedTurn, viewer: Viewer) -> dict[str, Any]:
    """Return the view of one frame for `viewer`, as plain JSON."""
    view = msgspec.to_builtins(game.view(frame.state, viewer))
    return {"game": game.key, "actions": frame.number, **view}


def run_simulate(options: argparse.Namespace) -> int:
    """Play games between bots, and print the games or their totals."""
    game = GAMES[options.game]
    if options.players not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        raise argparse.ArgumentTypeError(f"{game.key} takes from {low} to {high} players")
    if options.games < 1:
        raise argparse.ArgumentTypeError("--games must be 1 or more")
    names = bot_names(game, options.bots)
    bots = {side: game.bots[name] for side, name in names.items()}
    games = simulate(game, options.players, options.games, options.seed, bots)
    if not options.records:
        say(msgspec.json.encode(totals(game, games)))
        return 0
    for one in games:
        say(portable.write(record_of(game, one)), flush=False)
    sys.stdout.buffer.flush()
    return 0


def bot_names(game: AnyGame, text: str) -> dict[str, str]:
    """Return the name of each side's bot, from `name` or `side=name,side=name`.

    :raises ArgumentTypeError: if a side or a name is unknown, or a side is named twice.
    """
    if "=" not in text:
        sides = [(side, text) for side in game.sides.names]
    else:
        sides = [(side, name) for side, _, name in (one.partition("=") for one in text.split(","))]
    known = game.sides.names
    names = dict.fromkeys(known, "simple") | dict(sides)
    if len(dict(sides)) != len(sides) or set(names) != set(known):
        raise argparse.ArgumentTypeError(f"--bots takes each side once: {', '.join(known)}")
    if unknown := set(names.values()) - set(game.bots):
        words = ", ".join(game.bots)
        raise argparse.ArgumentTypeError(f"--bots knows {words}, not {', '.join(unknown)}")
    return names


def totals(game: AnyGame, simulated: Iterable[SimulatedGame]) -> dict[str, Any]:
    """Return the totals of all games: winners and reasons, lengths and speed."""
    began = time.perf_counter()
    wins = Counter(dict.fromkeys(game.sides.names, 0))
    reasons: Counter[str] = Counter()
    actions = events = 0
    for one in simulated:
        wins[one.outcome.winner or "draw"] += 1
        reasons[one.outcome.reason] += 1
        actions += len(one.turns) - 1
        events += sum(len(turn.events) for turn in one.turns)
    seconds, games = time.perf_counter() - began, wins.total()
    return {
        "games": games,
        "wins": dict(sorted(wins.items())),
        "reasons": dict(sorted(reasons.items())),
        "actions_mean": round(actions / games, 2),
        "games_per_s": round(games / seconds, 1),
        "actions_per_s": round(actions / seconds),
        "events_per_s": round(events / seconds),
    }


def record_of(game: AnyGame, one: SimulatedGame) -> Record:
    """Return the record of a simulated game; its bots are named by numbers."""
    return portable.record_of(
        game,
        [f"Bot {number}" for number in range(1, len(one.entropy) + 1)],
        game.start.options(),
        one.turns,
        result=one.outcome,
        seed=one.seed.hex(),
        entropy=one.entropy,
        commitment=chance.commitment(one.seed),
    )


def run_verify(options: argparse.Namespace) -> int:
    """Print whether the seed of one record, or of one per line, produces the record's draws."""
    if options.record != "-":
        return int(not verify_draws(contents(options.record)))
    is_wrong = False
    for number, line in enumerate(lines(), start=1):
        try:
            is_wrong |= not verify_draws(line, f"record {number}: ")
        except RecordError as error:
            is_wrong = True
            say(f"record {number}: {error}".encode())
    return int(is_wrong)


def verify_draws(data: bytes, prefix: str = "") -> bool:
    """Print one line per draw of the record in `data`; return whether the seed gives them all.

    :raises RecordError: if the record is bad, or can't be verified.
    """
    game, record = portable.read(data, GAMES)
    turns = portable.turns_of(game, record)
    checks = verification.checks(
        game, portable.options_of(game, record), turns, **portable.proof_of(record)
    )
    for check in checks:
        line = f"{prefix}{check.label}: {'OK' if check.is_ok else 'differs'}"
        if not check.is_ok:
            line += f": expected {plain(check.expected)}, found {plain(check.actual)}"
        say(line.encode())
    return all(check.is_ok for check in checks)


def plain(value: Any) -> str:
    """Return `value` as JSON."""
    return msgspec.json.encode(value).decode()


def contents(path: str) -> bytes:
    """Return the bytes of the file at `path`, at most one more than the largest record has."""
    with open(path, "rb") as file:  # noqa: PTH123 - also reads /dev/stdin and named pipes
        return file.read(portable.LARGEST_RECORD + 1)


def lines() -> Iterator[bytes]:
    """Yield the non-empty lines of standard input; lines too long for a record are cut."""
    limit = portable.LARGEST_RECORD + 1
    while line := sys.stdin.buffer.readline(limit):
        rest = line
        while len(rest) == limit and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(limit)
        if line.strip():
            yield line


def viewer_named(text: str) -> Viewer:
    """Return the viewer that `all`, `public` or a seat's number names."""
    viewer = {"all": EVERYTHING, "public": PUBLIC}.get(text)
    return viewer or Viewer(Seat(whole(text)))


def whole(text: str) -> int:
    """Return the whole number in `text`, which must be plain digits."""
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
