"""The portable record of a stored match, and the checks of its chance."""

from collections.abc import Sequence

import msgspec

from games.engine import portable, verification
from games.engine.game import Outcome
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
