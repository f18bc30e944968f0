"""The notebook: exactly the possibilities left by the public record and one's own cards (7.2).

The possible killers are tracked as weighted pairs (identity, disguise), at most 600. Each clue
removes some pairs, and each disguise changes some. The inspector's identity never changes, so its
clues only remove names.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import permutations

import msgspec

from games.noir.pieces import Side
from games.noir.state import Clue

Pair = tuple[str, str]  #: the killer's identity, the disguise


class SuspectNote(msgspec.Struct, frozen=True):
    """Whether a suspect may be the opponent's identity, disguise, or a card of the hand."""

    suspect: str
    identity: bool
    disguise: bool = False
    hand: bool = False


class Notebook(msgspec.Struct, frozen=True):
    """Everything a player can know about the opponent, and the least that the opponent knows."""

    about: Side  #: the opponent's side
    notes: tuple[SuspectNote, ...]  #: of all 25, in alphabetical order
    pairs: tuple[Pair, ...]  #: each (identity, disguise) that the killer may have now
    exposed: tuple[str, ...]  #: the suspects that one's own identity could be, by the public record


@lru_cache(maxsize=512)
def weigh_pairs(
    suspects: tuple[str, ...], clues: tuple[Clue, ...], cards: frozenset[str]
) -> Mapping[Pair, float]:
    """Return the weight of every pair that the killer may have now.

    `cards` are known to be elsewhere. If a disguise may be a swap or a bluff, each gets half the
    weight. The weights do not add up to 1.
    """
    pairs = dict.fromkeys(permutations((s for s in suspects if s not in cards), 2), 1.0)
    for clue in clues:
        if clue.side == "killer":
            pairs = turn_over(pairs, clue.suspects) if clue.says == "swap" else _struck(pairs, clue)
    return pairs


def _struck(pairs: dict[Pair, float], clue: Clue) -> dict[Pair, float]:
    """Return the pairs whose identity fits `clue`."""
    named = frozenset(clue.suspects)
    if clue.says == "among":
        return {pair: weight for pair, weight in pairs.items() if pair[0] in named}
    return {pair: weight for pair, weight in pairs.items() if pair[0] not in named}


def turn_over(pairs: Mapping[Pair, float], dead: Collection[str]) -> dict[Pair, float]:
    """Return the pairs after a swap or a bluff.

    With a dead disguise only a bluff is possible (4.5).
    """
    after: dict[Pair, float] = {}
    for (identity, disguise), weight in pairs.items():
        if disguise in dead:
            after[identity, disguise] = after.get((identity, disguise), 0.0) + weight
            continue
        for pair in ((identity, disguise), (disguise, identity)):
            after[pair] = after.get(pair, 0.0) + weight / 2
    return after


def possible_inspectors(
    suspects: Iterable[str], clues: Iterable[Clue], cards: frozenset[str]
) -> tuple[str, ...]:
    """Return the possible inspectors; `cards` are known to be elsewhere."""
    names = [suspect for suspect in suspects if suspect not in cards]
    for clue in clues:
        if clue.side == "inspector":
            fits = clue.says == "among"
            names = [name for name in names if (name in clue.suspects) == fits]
    return tuple(names)


class PublicEvidence(msgspec.Struct, frozen=True):
    """The public facts that are evidence of identities."""

    suspects: tuple[str, ...]  #: all 25, in alphabetical order
    clues: tuple[Clue, ...]
    shown: tuple[str, ...]  #: cards that are face up
    removed: tuple[str, ...]  #: suspects out of the game
    hand_size: int


def killers_notebook(record: PublicEvidence, own: Sequence[str | None]) -> Notebook:
    """Return a notebook on the inspector for a killer with the cards `own`."""
    cards = frozenset((*record.shown, *(card for card in own if card)))
    inspectors = possible_inspectors(record.suspects, record.clues, cards)
    notes = (
        SuspectNote(
            suspect,
            identity=suspect in inspectors,
            hand=suspect not in cards and _may_be_held(record, suspect, inspectors),
        )
        for suspect in record.suspects
    )
    return Notebook("inspector", tuple(notes), pairs=(), exposed=exposed_killers(record))


def _may_be_held(record: PublicEvidence, suspect: str, inspectors: Sequence[str]) -> bool:
    """Return whether an unseen card may be in the hand: another suspect must be the inspector."""
    is_on_grid = suspect not in record.removed
    return record.hand_size > 0 and is_on_grid and any(name != suspect for name in inspectors)


def inspectors_notebook(record: PublicEvidence, own: Sequence[str]) -> Notebook:
    """Return a notebook on the killer for an inspector who has, or had, the cards `own`."""
    pairs = weigh_pairs(record.suspects, record.clues, frozenset((*record.shown, *own)))
    identities = {identity for identity, _ in pairs}
    disguises = {disguise for _, disguise in pairs}
    notes = (
        SuspectNote(suspect, identity=suspect in identities, disguise=suspect in disguises)
        for suspect in record.suspects
    )
    impossible = exposed_inspectors(record)
    return Notebook("killer", tuple(notes), pairs=tuple(sorted(pairs)), exposed=impossible)


def exposed_killers(record: PublicEvidence) -> tuple[str, ...]:
    """Return the possible killers by the public record only."""
    cards = frozenset(record.shown)
    pairs = weigh_pairs(record.suspects, record.clues, cards)
    inspectors = possible_inspectors(record.suspects, record.clues, cards)
    return tuple(sorted({p[0] for p in pairs if any(name not in p for name in inspectors)}))


def exposed_inspectors(record: PublicEvidence) -> tuple[str, ...]:
    """Return the possible inspectors by the public record only."""
    cards = frozenset(record.shown)
    pairs = weigh_pairs(record.suspects, record.clues, cards)
    inspectors = possible_inspectors(record.suspects, record.clues, cards)
    return tuple(name for name in inspectors if any(name not in pair for pair in pairs))
