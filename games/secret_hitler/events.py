"""The events: complete facts, including every result of chance and every secret."""

import msgspec

from games.engine.seats import Seat
from games.secret_hitler.actions import Claim, Decision
from games.secret_hitler.pieces import HeldPhase, Party, Power, Reason, Role, Tile


class _Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """The common base of all events."""


class Dealt(_Event, frozen=True, tag="dealt", omit_defaults=True):
    """Roles were dealt, the deck shuffled (top first), the first candidate drawn (1.1 to 1.5).

    The log mentions the notebook only at a table that has one.
    """

    roles: tuple[Role, ...]
    deck: tuple[Tile, ...]
    first_president: Seat
    notebook: bool = False


class CandidacyPassed(_Event, frozen=True, tag="candidacy-passed"):
    """A new round began, with the next candidate, or the one named by a special election."""

    president: Seat
    called: bool = False


class ChancellorNominated(_Event, frozen=True, tag="chancellor-nominated"):
    """The presidential candidate named a chancellor candidate."""

    chancellor: Seat


class DrawnByLot(_Event, frozen=True, tag="drawn-by-lot"):
    """The clock drew the `action` that follows, because the seat did not choose in time (3.4)."""

    seat: Seat
    action: Decision


class VoteCast(_Event, frozen=True, tag="vote-cast"):
    """A player voted for the first time in this election."""

    seat: Seat
    ja: bool


class VoteChanged(_Event, frozen=True, tag="vote-changed"):
    """A player voted again before the last vote was in; nobody else learns of it."""

    seat: Seat
    ja: bool


class GovernmentElected(_Event, frozen=True, tag="government-elected"):
    """The votes were shown (None: dead players), more than half of them ja."""

    votes: tuple[bool | None, ...]


class GovernmentRejected(_Event, frozen=True, tag="government-rejected"):
    """The votes were shown (None: dead players), not more than half of them ja."""

    votes: tuple[bool | None, ...]


class ProvedNotHitler(_Event, frozen=True, tag="proved-not-hitler"):
    """The table learned for certain that a player is not Hitler (2.9, 4.4)."""

    seat: Seat


class TilesDrawn(_Event, frozen=True, tag="tiles-drawn"):
    """The president drew the top three tiles."""

    tiles: tuple[Tile, ...]


class TilesPassed(_Event, frozen=True, tag="tiles-passed"):
    """The president discarded one tile and passed the other two to the chancellor."""

    discarded: Tile
    passed: tuple[Tile, ...]


class VetoProposed(_Event, frozen=True, tag="veto-proposed"):
    """The chancellor proposed to enact neither tile."""


class VetoRefused(_Event, frozen=True, tag="veto-refused"):
    """The president refused the veto: the chancellor must enact."""


class VetoAgreed(_Event, frozen=True, tag="veto-agreed"):
    """The president agreed: both tiles went to the discards, and the session was over."""


class PolicyEnacted(_Event, frozen=True, tag="policy-enacted"):
    """The chancellor enacted one tile and discarded the other."""

    tile: Tile
    discarded: Tile


class TrackerAdvanced(_Event, frozen=True, tag="tracker-advanced"):
    """The election tracker advanced one step, to `tracker`."""

    tracker: int


class ChaosPolicyEnacted(_Event, frozen=True, tag="chaos-policy-enacted"):
    """The top tile of the deck was enacted by chaos (2.7)."""

    tile: Tile


class DeckShuffled(_Event, frozen=True, tag="deck-shuffled"):
    """The rest of the deck and the discards became a new deck, top first (3.8)."""

    deck: tuple[Tile, ...]


class PowerGranted(_Event, frozen=True, tag="power-granted"):
    """The enacted policy gave the president a power, to be used now (4.1)."""

    power: Power


class LoyaltyInvestigated(_Event, frozen=True, tag="loyalty-investigated"):
    """The president saw the target's party membership."""

    target: Seat
    party: Party


class SpecialElectionCalled(_Event, frozen=True, tag="special-election-called"):
    """The president chose the next presidential candidate."""

    target: Seat


class PoliciesPeeked(_Event, frozen=True, tag="policies-peeked"):
    """The president saw the top three tiles and put them back."""

    tiles: tuple[Tile, ...]


class PlayerExecuted(_Event, frozen=True, tag="player-executed"):
    """The president had the target executed."""

    target: Seat


class ClaimMade(_Event, frozen=True, tag="claim-made"):
    """A player said in public what only they saw."""

    seat: Seat
    claim: Claim


class MatchEnded(_Event, frozen=True, tag="match-ended"):
    """A side won, and every secret was revealed (6.1, 6.2)."""

    winner: Party
    reason: Reason


class Held(_Event, frozen=True, tag="held"):
    """The end of a stage: pages show the table in this state for a while. It is never logged."""

    phase: HeldPhase


Event = (
    Dealt
    | CandidacyPassed
    | ChancellorNominated
    | DrawnByLot
    | VoteCast
    | VoteChanged
    | GovernmentElected
    | GovernmentRejected
    | ProvedNotHitler
    | TilesDrawn
    | TilesPassed
    | VetoProposed
    | VetoRefused
    | VetoAgreed
    | PolicyEnacted
    | TrackerAdvanced
    | ChaosPolicyEnacted
    | DeckShuffled
    | PowerGranted
    | LoyaltyInvestigated
    | SpecialElectionCalled
    | PoliciesPeeked
    | PlayerExecuted
    | ClaimMade
    | MatchEnded
)
