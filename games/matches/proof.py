"""The portable record of a stored match, and the checks of its chance."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from games.engine import portable, verification
from games.engine.chance import SeededChance
from games.engine.game import Outcome
from games.engine.record import frames
from games.engine.seats import seats_of
from games.matches import refusals
from games.matches.folds import turns_of
from games.matches.models import Match


def record_of(match: Match) -> bytes:
    """Return the portable record of `match` as JSON.

    :raises NotOver: while it is being played, for a record holds every secret.
    """
    if not match.is_over:
        raise refusals.NotOver
    players = list(match.players.order_by("seat"))
    played_at = match.played_at or match.started_at
    seats = seats_of(len(players))
    record = portable.record_of(
        match.rules,
        [player.name for player in players],
        msgspec.convert(match.options, match.rules.options),
        turns_of(match),
        result=Outcome(
            match.winner or None, match.reason, tuple(s for s in seats if players[s].won)
        ),
        seed=bytes(match.seed).hex() or None,
        entropy=[player.entropy for player in players] if match.commitment else None,
        commitment=match.commitment or None,
        played_at=played_at.strftime("%Y-%m-%dT%H:%M:%SZ") if played_at else None,
    )
    return portable.write(record)


def checks_of(match: Match) -> Sequence[verification.Check]:
    """Return every draw of `match` made again from its seed, beside what was dealt.

    :raises NotOver: while it is being played.
    """
    if not match.is_over:
        raise refusals.NotOver
    if not (match.seed and match.commitment):
        return ()  # played elsewhere, with chance that left no proof
    return verification.checks(
        match.rules,
        msgspec.convert(match.options, match.rules.options),
        turns_of(match),
        seed=bytes(match.seed),
        entropy=list(match.players.order_by("seat").values_list("entropy", flat=True)),
        commitment=match.commitment,
    )


class Draw(msgspec.Struct, frozen=True):
    """One labelled draw as anybody can make it again: what went in, and where it went.

    `items` is the order before a shuffle, `limit` what a number was drawn below (0: a shuffle).
    The outcome stands in the record: in the set-up's `field`, or as the shuffle of that `index`.
    """

    label: str
    items: tuple[str, ...] = ()
    limit: int = 0
    field: str = ""
    index: int = -1


class Witness:
    """Chance that notes every draw that is asked of it."""

    def __init__(self, source: SeededChance) -> None:
        self._source = source
        self.draws: list[Draw] = []

    def below(self, label: str, limit: int) -> int:
        """Return the source's number, and note what it was drawn below."""
        self.draws.append(Draw(label, limit=limit))
        return self._source.below(label, limit)

    def shuffle(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """Return the source's order, and note the one before."""
        self.draws.append(Draw(label, items=tuple(msgspec.to_builtins(item) for item in items)))
        return self._source.shuffle(label, items)


def draws_of(match: Match) -> Sequence[Draw]:
    """Return every draw of a finished `match`, for whoever wants to make it again.

    :raises NotOver: while it is being played.
    """
    if not match.is_over:
        raise refusals.NotOver
    if not (match.seed and match.commitment):
        return ()
    game, turns = match.rules, turns_of(match)
    entropy = list(match.players.order_by("seat").values_list("entropy", flat=True))
    witness = Witness(SeededChance(bytes(match.seed), entropy))
    game.deal(len(entropy), msgspec.convert(match.options, game.options), witness)
    field_of = {label: field for field, label in game.draws.items()}
    dealt = [replace(draw, field=field_of.get(draw.label, "")) for draw in witness.draws]
    witness.draws.clear()
    before = game.empty
    for frame in frames(game, turns):
        turn = frame.turn
        if turn.seat is not None and any(game.reshuffle(e) is not None for e in turn.events):
            game.decide(before, turn.seat, turn.action, witness)
        before = frame.state
    again = [replace(draw, index=index) for index, draw in enumerate(witness.draws)]
    return (*dealt, *again)
