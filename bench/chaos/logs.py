"""Compares what people were told with the log, in the database of a trial."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import django

django.setup()

from games.matches import models  # noqa: E402
from games.matches.play import moves, projections  # noqa: E402

if TYPE_CHECKING:
    from bench.chaos.crowd import PlayedMatch, SentDecision


def wrong_with(played: "PlayedMatch") -> Iterator[str]:
    """Yield everything that is wrong in the log of a match."""
    match = models.Match.objects.get(code=played.code)
    entries = list(match.entries.order_by("number"))
    if [entry.number for entry in entries] != list(range(match.length + 1)):  # 0 is the deal
        yield f"{len(entries)} entries, and {match.length} actions counted"
    yield from _refolding(match)
    by_seat: dict[int, list[str]] = defaultdict(list)
    for entry in entries:
        if entry.by == "player" and entry.action and entry.seat is not None:
            by_seat[entry.seat].append(entry.action)
    names = {player.name: player.dealt_seat for player in match.players.all()}
    for number, person in enumerate(played.people):
        seat = names["Hosting" if number == 0 else f"Guest {number}"]
        if not is_whole(person.ledger.sent, by_seat[seat]):
            yield f"seat {seat}: LOST or DOUBLED: told {person.ledger.sent}, stored {by_seat[seat]}"


def is_whole(sent: "Sequence[SentDecision]", stored: Sequence[str]) -> bool:
    """Return whether a log has all acknowledged actions, once and in order, and no unsent one.

    A decision without an answer may be there or not; the next answer to the same prompt decides
    which.
    """
    questions = [list(group) for _prompt, group in groupby(sent, key=lambda one: one.prompt)]
    reached = {0}  # how many stored actions are explained so far
    for asked in questions:
        known = {normal(one.action) for one in asked}
        taken = {at + 1 for at in reached if at < len(stored) and normal(stored[at]) in known}
        must = any(one.is_acknowledged for one in asked)
        reached = taken if must else taken | reached
    return len(stored) in reached


def normal(action: str) -> str:
    """Return an action as the log writes it."""
    return json.dumps(json.loads(action), sort_keys=True)


def _refolding(match: models.Match) -> Iterator[str]:
    moves.forget()
    try:
        found = projections.projection_of(match)
    except Exception as error:
        yield f"does not refold: {error!r}"
    else:
        if found.length != match.length:
            yield f"refolds to {found.length} of {match.length}"
