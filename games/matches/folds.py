"""The cached fold: a match's truth, and what each viewer has been told of it.

A fold is never changed, only followed by a newer one, so threads share it without locks and a
transaction that is rolled back leaves nothing behind.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from games.catalog import GAMES
from games.engine.game import Game, Line
from games.engine.record import Turn, told
from games.engine.seats import EVERYTHING, PUBLIC, Viewer, seats_of
from games.matches.models import Entry, Match

KEPT_FOLDS = 256


@dataclass(frozen=True, slots=True)
class Fold:
    """A match after `length` actions (-1: nothing was dealt yet).

    `lines` and `versions` are indexed by seat, the public's last. A version counts the entries
    that told its viewer anything: unlike the log's own numbers, it does not betray that there
    was an entry (a changed vote) which this viewer knows nothing of. `prompts` holds the version
    at which each seat's present question was opened.
    """

    game: Game[Any, Any, Any, Any]
    length: int
    state: Any
    lines: tuple[tuple[Line, ...], ...]
    versions: tuple[int, ...]
    prompts: tuple[int, ...]
    choices: tuple[Sequence[Any], ...]

    def version(self, viewer: Viewer) -> int:
        """Return how many entries have told `viewer` something."""
        return self.versions[-1 if viewer.seat is None else viewer.seat]

    def log(self, viewer: Viewer) -> tuple[Line, ...]:
        """Return all that `viewer` has been told."""
        return self.lines[-1 if viewer.seat is None else viewer.seat]

    def private(self, viewer: Viewer) -> frozenset[int]:
        """Return the places in `viewer`'s log of the lines that the public was not told."""
        public = {id(line) for line in self.log(PUBLIC)}
        return frozenset(
            place for place, line in enumerate(self.log(viewer)) if id(line) not in public
        )


def begin(game: Game[Any, Any, Any, Any], players: int) -> Fold:
    """Return the fold of a match of `players` before anything was dealt."""
    return Fold(
        game, -1, game.empty, ((),) * (players + 1), (0,) * (players + 1), (0,) * players,
        ((),) * players,
    )  # fmt: skip


def follow(fold: Fold, turn: Turn) -> Fold:
    """Return the fold after one more `turn`."""
    game, before = fold.game, fold.state
    state = game.apply(before, turn.events)
    seats = seats_of(len(fold.prompts))
    public = told(game, before, turn, PUBLIC)
    news = [_shared(told(game, before, turn, Viewer(seat)), public) for seat in seats]
    news.append(public)
    versions = tuple(
        version + bool(lines) for version, lines in zip(fold.versions, news, strict=True)
    )
    choices = tuple(game.choices(state, seat) for seat in seats)
    prompts = tuple(
        versions[seat]
        if turn.seat == seat or choices[seat] != fold.choices[seat]
        else fold.prompts[seat]
        for seat in seats
    )
    return Fold(
        game,
        fold.length + 1,
        state,
        tuple(old + new for old, new in zip(fold.lines, news, strict=True)),
        versions,
        prompts,
        choices,
    )


def _shared(lines: tuple[Line, ...], public: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return `lines` with the public's own in place of equal ones: most are the same for all."""
    if lines == public:
        return public
    return tuple(next((known for known in public if known == line), line) for line in lines)


@cache
def codec(key: str) -> tuple[msgspec.json.Decoder[Any], msgspec.json.Decoder[Any]]:
    """Return the decoders of a game's actions and of its lists of events."""
    game = GAMES[key]
    return msgspec.json.Decoder(game.actions), msgspec.json.Decoder(tuple[game.events, ...])


def turn_of(game: Game[Any, Any, Any, Any], entry: Entry) -> Turn:
    """Read a stored `entry`."""
    actions, events = codec(game.key)
    return Turn(
        events=events.decode(entry.events),
        seat=entry.seat,
        action=actions.decode(entry.action) if entry.action else None,
        by=entry.by,
        at=entry.at.isoformat() if entry.at else None,
    )


_kept: OrderedDict[int, Fold] = OrderedDict()


def keep(match_id: int, fold: Fold) -> None:
    """Remember `fold` of a match that was dealt, unless a newer one is known."""
    known = _kept.get(match_id)
    if fold.length >= 0 and (known is None or known.length < fold.length):
        _kept[match_id] = fold
        _kept.move_to_end(match_id)
        while len(_kept) > KEPT_FOLDS:
            _kept.popitem(last=False)


def forget() -> None:
    """Drop every remembered fold, as a new process would start."""
    _kept.clear()


def fold_of(match: Match) -> Fold:
    """Return the fold of all entries that `match.length` counts, reading only what is new."""
    fold = _kept.get(match.pk)
    if fold is None or fold.length > match.length:
        fold = begin(match.rules, match.players.count())
    if fold.length < match.length:
        newer = match.entries.filter(number__gt=fold.length, number__lte=match.length)
        for entry in newer.order_by("number"):
            fold = follow(fold, turn_of(fold.game, entry))
        keep(match.pk, fold)
    return fold


def turns_of(match: Match) -> list[Turn]:
    """Return the whole stored log of `match`, the deal first."""
    return [turn_of(match.rules, entry) for entry in match.entries.order_by("number")]


def whole_log(match: Match) -> tuple[Line, ...]:
    """Return everything that happened, secrets included: for matches that are over."""
    game, state, lines = match.rules, match.rules.empty, []
    for turn in turns_of(match):
        lines += told(game, state, turn, EVERYTHING)
        state = game.apply(state, turn.events)
    return tuple(lines)
