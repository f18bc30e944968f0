"""Another truth of the toy that one seat can't tell from the real one."""

from random import Random

from msgspec.structs import replace

from games.engine.portable import Record
from games.engine.record import Turn
from games.engine.seats import Seat
from tests.conformance import toy


def resample(record: Record, turns: tuple[Turn, ...], seat: Seat | None, random: Random) -> Record:
    """Return the record of another truth that `seat` (None: the public) can't rule out."""
    decks = [record.setup["deck"], *record.shuffles]
    known, epoch, position = set(), 0, -1
    for turn in turns:
        for event in turn.events:
            if isinstance(event, toy.Shuffled):
                epoch, position = epoch + 1, -1
            is_own = isinstance(event, toy.Drawn) and event.seat == seat
            position += isinstance(event, toy.Drawn)
            if is_own or isinstance(event, toy.Filed):
                known.add((epoch, position))
    decks = [
        _shuffled(deck, {p for e, p in known if e == epoch}, random)
        for epoch, deck in enumerate(decks)
    ]
    roles = record.setup["roles"]
    roles = _shuffled(roles, set() if seat is None else {seat}, random)
    actions = _votes_flipped(record.actions, turns, seat, random)
    setup = {"roles": roles, "deck": decks[0]}
    return replace(record, setup=setup, shuffles=decks[1:], actions=actions)


def _shuffled(items: list[str], fixed: set[int], random: Random) -> list[str]:
    """Return `items` in another order, those at `fixed` indexes where they were."""
    loose = [index for index in range(len(items)) if index not in fixed]
    pool = [items[index] for index in loose]
    random.shuffle(pool)
    other = list(items)
    for index, item in zip(loose, pool, strict=True):
        other[index] = item
    return other


def _votes_flipped(
    actions: list[dict], turns: tuple[Turn, ...], seat: Seat | None, random: Random
) -> list[dict]:
    """Return `actions` with the votes of others that were not shown yet turned round."""
    ballot: list[int] = []
    for number, turn in enumerate(turns, start=-1):
        if any(isinstance(event, toy.Drawn) for event in turn.events):
            ballot.clear()
        elif isinstance(turn.action, toy.Vote) and turn.seat != seat:
            ballot.append(number)
    flipped = [dict(action) for action in actions]
    turned = {owner for owner in range(5) if random.random() < 0.5}
    for number in ballot:
        if flipped[number]["seat"] in turned:
            flipped[number]["dismiss"] = not flipped[number]["dismiss"]
    return flipped
