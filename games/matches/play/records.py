"""The portable record of a stored match, and the verification of its randomness."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import msgspec
from msgspec.structs import replace

from games.engine import portable, verification
from games.engine.chance import SeededChance
from games.engine.game import DECK, Outcome
from games.engine.record import replay
from games.engine.seats import seats_of
from games.matches import errors
from games.matches.models import Match
from games.matches.play.memory import turns_of


def record_of(match: Match) -> bytes:
    """Return the portable record of `match` as JSON.

    :raises NotOver: while it is being played, because a record contains every secret.
    """
    if not match.is_over:
        raise errors.NotOver
    players = list(match.players.order_by("seat"))
    began = match.started_at and match.started_at.replace(microsecond=0)
    played_at = match.played_at or began
    seats, entropy = seats_of(len(players)), [player.entropy for player in players]
    record = portable.record_of(
        match.rules,
        [player.name for player in players],
        msgspec.convert(match.options, match.rules.start.options),
        turns_of(match),
        result=Outcome(
            match.winner or None, match.reason, tuple(s for s in seats if players[s].won)
        ),
        seed=bytes(match.seed).hex() or None,
        entropy=entropy if match.commitment or any(entropy) else None,
        commitment=match.commitment or None,
        played_at=played_at.isoformat().replace("+00:00", "Z") if played_at else None,
    )
    return portable.write(record)


def checks_of(match: Match) -> Sequence[verification.Check]:
    """Return each random draw of `match`, recomputed from its seed, with the dealt result.

    :raises NotOver: while it is being played.
    """
    if not match.is_over:
        raise errors.NotOver
    if not (match.seed and match.commitment):
        return ()  # an imported match, whose randomness can't be verified
    return verification.checks(
        match.rules,
        msgspec.convert(match.options, match.rules.start.options),
        turns_of(match),
        seed=bytes(match.seed),
        entropy=list(match.players.order_by("seat").values_list("entropy", flat=True)),
        commitment=match.commitment,
    )


class CheckedShuffle(msgspec.Struct, frozen=True):
    """A labelled random draw that anybody can repeat: its input, and the location of its result.

    `items` is the order before a shuffle. `limit` is the exclusive upper bound of a number (0 for a
    shuffle). The result is in the record: in the set-up's `field`, or at `index` in the list of
    shuffles (or of draws, if the label is not a deck's).
    """

    label: str
    items: tuple[str, ...] = ()
    limit: int = 0
    field: str = ""
    index: int = -1


class Witness:
    """A source of randomness that records every draw."""

    def __init__(self, source: SeededChance) -> None:
        self._source = source
        self.draws: list[CheckedShuffle] = []

    def below(self, label: str, limit: int) -> int:
        """Return the source's number, and record the limit."""
        self.draws.append(CheckedShuffle(label, limit=limit))
        return self._source.below(label, limit)

    def shuffle(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """Return the source's order, and record the order before."""
        self.draws.append(
            CheckedShuffle(label, items=tuple(msgspec.to_builtins(item) for item in items))
        )
        return self._source.shuffle(label, items)


def draws_of(match: Match) -> Sequence[CheckedShuffle]:
    """Return every random draw of a finished `match`, for readers who want to repeat it.

    :raises NotOver: while it is being played.
    """
    if not match.is_over:
        raise errors.NotOver
    if not (match.seed and match.commitment):
        return ()
    game, turns = match.rules, turns_of(match)
    entropy = list(match.players.order_by("seat").values_list("entropy", flat=True))
    witness = Witness(SeededChance(bytes(match.seed), entropy))
    game.start.deal(len(entropy), msgspec.convert(match.options, game.start.options), witness)
    field_of = {label: field for field, label in game.records.draws.items()}
    draws = [replace(draw, field=field_of.get(draw.label, "")) for draw in witness.draws]
    witness.draws.clear()
    before = game.start.empty
    for frame in replay(game, turns):
        turn = frame.turn
        if turn.seat is not None and any(game.records.chance_of(e) for e in turn.events):
            game.decide(before, turn.seat, turn.action, witness)
        before = frame.state
    return (*draws, *_number(witness.draws))


def _number(draws: Sequence[CheckedShuffle]) -> Iterator[CheckedShuffle]:
    """Yield `draws` with their indexes in the record's list of shuffles, or of other draws."""
    places = {True: count(), False: count()}
    for draw in draws:
        yield replace(draw, index=next(places[draw.label.partition("/")[0] == DECK]))
