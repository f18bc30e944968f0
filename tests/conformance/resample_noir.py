"""Another truth of a Noir match that one seat can't tell from the real one.

Cards that the seat has not seen change places, and the killer's swaps are guessed again, step by
step: what comes of a step is kept if the same moves are legal and this seat saw what it saw.
"""

from random import Random
from typing import Any

from msgspec.structs import replace

from games.engine import portable
from games.engine.portable import Record, RecordError
from games.engine.record import Turn
from games.engine.seats import Seat
from games.noir import GAME
from games.noir import events as ev
from games.noir.pieces import INSPECTOR, KILLER

STEPS = 40  #: guesses, each a small step from the last that was possible
KILLERS_CARDS = (0, 1)  #: where in the deck


def resample(record: Record, turns: tuple[Turn, ...], seat: Seat | None, random: Random) -> Record:
    """Return the record of another truth that `seat` (None: the public) can't rule out."""
    seen = [_seen(event, seat) for turn in turns for event in turn.events]
    unseen = _unseen_positions(record.setup["evidence"], turns, seat)
    for _ in range(STEPS if unseen else 0):
        other = _guess(record, unseen, seat, random)
        try:
            guessed = portable.turns_of(GAME, other)
        except RecordError:
            continue
        if [_seen(event, seat) for turn in guessed for event in turn.events] == seen:
            record = other
    return record


def _guess(record: Record, unseen: list[int], seat: Seat | None, random: Random) -> Record:
    """Return `record` with two unseen cards exchanged, and sometimes a swap turned round."""
    cards = list(record.setup["evidence"])
    chosen = [a["suspect"] for a in record.actions if a["action"] == "choose-identity"]
    identities = {*KILLERS_CARDS, *map(cards.index, chosen)} & set(unseen)
    one = random.choice(sorted(identities) if identities and random.random() < 0.7 else unseen)
    other = random.choice(unseen)
    cards[one], cards[other] = cards[other], cards[one]
    renamed = dict(zip(record.setup["evidence"], cards, strict=True))
    actions = []
    for action in record.actions:
        if action["action"] == "choose-identity" and seat != INSPECTOR:
            action = action | {"suspect": renamed[action["suspect"]]}
        if action["action"] == "disguise" and seat != KILLER and random.random() < 0.2:
            action = action | {"swap": not action["swap"]}
        actions.append(action)
    return replace(record, setup=record.setup | {"evidence": cards}, actions=actions)


def _unseen_positions(cards: list[str], turns: tuple[Turn, ...], seat: Seat | None) -> list[int]:
    """Return where in the deck the cards lie that nobody showed this seat."""
    events = [event for turn in turns for event in turn.events]
    shown = {e.suspect for e in events if isinstance(e, ev.EvidenceDiscarded | ev.Investigated)}
    if seat == INSPECTOR:
        shown |= {event.suspect for event in events if isinstance(event, ev.EvidenceDrawn)}
    own = KILLERS_CARDS if seat == KILLER else ()
    return [at for at, card in enumerate(cards) if at not in own and card not in shown]


def _seen(event: Any, seat: Seat | None) -> Any:
    """Return what `seat` sees of an event; of hidden ones only that they happened."""
    hidden: tuple[type, ...] = ()
    if seat != KILLER:
        hidden += (ev.KillerDrew, ev.Disguised)
    if seat != INSPECTOR:
        hidden += (ev.EvidenceDrawn, ev.IdentityChosen)
    return type(event) if isinstance(event, (*hidden, ev.EvidenceShuffled)) else event
