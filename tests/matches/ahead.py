"""Matches played in memory: rows are written only once, which saves most of the time."""

from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.engine.record import Turn
from games.matches.models import Match, MatchEntry, Player
from games.matches.play import memory, moves, services
from games.matches.play.memory import MatchPosition
from games.matches.play.moves import PlannedMove


def entry_of(match: Match, number: int, turn: Turn) -> MatchEntry:
    """Return a turn as an entry of the log of `match`, not stored yet."""
    encode = services.encode
    action = "" if turn.action is None else encode(turn.action)
    named = {"number": number, "seat": turn.seat, "by": turn.by, "at": turn.at}
    return MatchEntry(match=match, action=action, events=encode(turn.events), **named)


class Ahead:
    """A match whose actions are planned by the site's own functions, and written together."""

    def __init__(self, match: Match) -> None:
        self.position: MatchPosition = memory.position_of(Match.objects.get(pk=match.pk))
        self._planned: list[PlannedMove] = []

    @property
    def state(self) -> Any:
        """Return the state, with all secrets."""
        return self.position.projection.state

    @property
    def is_running(self) -> bool:
        """Return whether the match is running."""
        return self.position.match.is_running

    def take(self, seat: int, action: Any) -> None:
        """Take `action` for the person on `seat`; write rare moves immediately."""
        turn = moves.turn_of(self.position, seat, action, by="player")
        move = moves.plan(self.position, turn, timezone.now())
        self.position = move.after
        self._planned.append(move)
        if move.is_rare:
            self.position = memory.position_of(self.write())

    def write(self) -> Match:
        """Write the planned moves, the last one as the site does; return the match as stored."""
        pk = self.position.match.pk
        if self._planned:
            *earlier, last = self._planned
            self._planned = []
            with transaction.atomic():
                MatchEntry.objects.bulk_create(
                    entry_of(move.before.match, move.after.match.length, move.step.turn)
                    for move in earlier
                )
                before = last.before.match
                Match.objects.filter(pk=pk).update(length=before.length, due_at=before.due_at)
                moves.update(Player, moves.TIMED, last.before.players)
                services.write_planned(last)
        return Match.objects.get(pk=pk)


def any_duty(position: MatchPosition, random: Random) -> tuple[int, Any]:
    """Return a seat that owes a decision, and a random action; all kinds are equally likely."""
    known = position.projection
    seat = random.choice(list(known.game.to_act(known.state)))
    choices = list(known.choices[seat])
    named = {type(choice).__name__: choice for choice in random.sample(choices, k=len(choices))}
    duties = [
        action for name, action in named.items() if name not in {"Claim", "Resign", "OfferDraw"}
    ]
    return seat, random.choice(duties or list(named.values()))
