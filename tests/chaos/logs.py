"""Compares acknowledgements with the log, in the database of a trial."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import django

django.setup()

from games.matches import models  # noqa: E402
from games.matches.play import memory  # noqa: E402

if TYPE_CHECKING:
    from tests.chaos.crowd import PlayedMatch, SentDecision


def wrong_with(match_played: "PlayedMatch") -> Iterator[str]:
    """Yield everything that is wrong in the log of a match."""
    match = models.Match.objects.filter(code=match_played.code).first()
    if match is None:
        yield "LOST: there is no such table"
        return
    entries = list(match.entries.order_by("number"))
    if [entry.number for entry in entries] != list(range(match.length + 1)):  # 0 is the deal
        yield f"{len(entries)} entries, and {match.length} actions counted"
    yield from _refolding(match)
    by_seat: dict[int, list[str]] = defaultdict(list)
    for entry in entries:
        if entry.by == "player" and entry.action and entry.seat is not None:
            by_seat[entry.seat].append(entry.action)
    names = {player.name: player.dealt_seat for player in match.players.all()}
    for number, person in enumerate(match_played.people):
        name = "Hosting" if number == 0 else f"Guest {number}"
        if name not in names:
            yield f"LOST: nobody is called {name}"
        elif not is_whole(person.ledger.sent, by_seat[seat := names[name]]):
            yield f"seat {seat}: LOST or DOUBLED: told {person.ledger.sent}, stored {by_seat[seat]}"


def is_whole(decisions: "Sequence[SentDecision]", actions: Sequence[str]) -> bool:
    """Return whether a log has all acknowledged actions, once and in order, and no unsent one.

    A decision without an answer may be there or not. One of the answers to a prompt is there: the
    acknowledged one. Two equal ones may be one and its repeat; of two different ones the first was
    lost, or the question would not have been asked again.
    """
    questions = [list(group) for _prompt, group in groupby(decisions, key=lambda one: one.prompt)]
    positions = {0}  # the number of stored actions explained so far
    for question in questions:
        told = {normal(one.action) for one in question if one.is_acknowledged}
        if len(told) > 1:
            return False
        possible = told or {normal(one.action) for one in question}
        nexts = {
            at + 1 for at in positions if at < len(actions) and normal(actions[at]) in possible
        }
        positions = nexts if told else nexts | positions
    return len(actions) in positions


def normal(action: str) -> str:
    """Return an action in the format of the log."""
    return json.dumps(json.loads(action), sort_keys=True)


def _refolding(match: models.Match) -> Iterator[str]:
    memory.forget()
    try:
        projection = memory.projection_of(match)
    except Exception as error:
        yield f"does not refold: {error!r}"
    else:
        if projection.length != match.length:
            yield f"refolds to {projection.length} of {match.length}"
