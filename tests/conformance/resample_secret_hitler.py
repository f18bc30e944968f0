"""Another truth of a Secret Hitler match that one seat can't tell from the real one.

A seat's knowledge is derived here from the rules, not from the code under test: its own role, the
night (1.4), the players shown not to be Hitler (2.9, 4.4), its own investigations, hands and peeks,
and open cards. Everything else is dealt again: roles, tiles, and the votes that were never shown.
"""

from dataclasses import dataclass, field
from random import Random

from msgspec.structs import replace

from games.engine.portable import Record
from games.engine.record import Turn
from games.engine.seats import Seat
from games.secret_hitler import events as ev

TRIES = 60


@dataclass
class Session:
    """One draw of three: from where, by whom, and what came of it (numbers of actions)."""

    epoch: int
    start: int
    president: int
    chancellor: int
    discard: int | None = None
    passed: tuple[str, ...] = ()
    enacted: str | None = None


@dataclass
class Facts:
    """The facts that limit other possible truths."""

    seat: Seat | None
    president: int = 0
    chancellor: int = 0
    fascist: int = 0
    epoch: int = 0
    position: int = 0
    fixed: set[tuple[int, int]] = field(default_factory=set)  #: (epoch, position) the seat knows
    sessions: list[Session] = field(default_factory=list)
    parties: dict[int, str] = field(default_factory=dict)
    not_hitler: set[int] = field(default_factory=set)
    ballot: list[tuple[int, int]] = field(default_factory=list)  #: (action, seat) of this election
    unseen: list[int] = field(default_factory=list)  #: votes of others that were never shown

    def note(self, number: int, event: object) -> None:
        """Take in one event of action `number` (from 0)."""
        match event:
            case ev.Dealt(first_president=president) | ev.CandidacyPassed(president=president):
                self.president = president
            case ev.ChancellorNominated(chancellor):
                self.chancellor = chancellor
            case ev.VoteCast(seat) | ev.VoteChanged(seat):
                self.ballot.append((number, seat))
            case ev.GovernmentElected() | ev.GovernmentRejected():
                self._close_ballot(isinstance(event, ev.GovernmentElected))
            case ev.LoyaltyInvestigated(target, party) if self.president == self.seat:
                self.parties[target] = party
            case ev.PlayerExecuted(target):
                self.not_hitler.add(target)
            case _:
                self._note_tiles(number, event)

    def _note_tiles(self, number: int, event: object) -> None:
        match event:
            case ev.TilesDrawn():
                drawn = Session(self.epoch, self.position, self.president, self.chancellor)
                self.sessions.append(drawn)
                if self.president == self.seat:
                    self._fix(0, 1, 2)
                self.position += 3
            case ev.TilesPassed(_, passed):
                self.sessions[-1].discard = number
                self.sessions[-1].passed = passed
            case ev.PolicyEnacted(tile):
                self.sessions[-1].enacted = tile
                self.fascist += tile == "fascist"
            case ev.ChaosPolicyEnacted(tile):
                self._fix(0)
                self.position += 1
                self.fascist += tile == "fascist"
            case ev.PoliciesPeeked() if self.president == self.seat:
                self._fix(0, 1, 2)
            case ev.DeckShuffled():
                self.epoch += 1
                self.position = 0

    def _fix(self, *offsets: int) -> None:
        self.fixed |= {(self.epoch, self.position + offset) for offset in offsets}

    def _close_ballot(self, is_elected: bool) -> None:
        """Of a finished election only the last vote of each seat was shown (2.5)."""
        last = {seat: number for number, seat in self.ballot}
        shown = set(last.values())
        self.unseen += [n for n, seat in self.ballot if n not in shown and seat != self.seat]
        self.ballot.clear()
        if is_elected and self.fascist >= 3:
            self.not_hitler.add(self.chancellor)

    def votes_to_flip(self) -> list[int]:
        """Return the actions that were votes of others and never shown."""
        return self.unseen + [number for number, seat in self.ballot if seat != self.seat]


def resample(record: Record, turns: tuple[Turn, ...], seat: Seat | None, random: Random) -> Record:
    """Return the record of another truth that `seat` (None: the public) can't rule out."""
    facts = Facts(seat)
    for number, turn in enumerate(turns, start=-1):
        for event in turn.events:
            facts.note(number, event)
    actions = [dict(action) for action in record.actions]
    for number in facts.votes_to_flip():
        actions[number]["ja"] = random.random() < 0.5
    decks = [record.setup["deck"], *record.shuffles]
    decks = [_deck(facts, epoch, deck, actions, random) for epoch, deck in enumerate(decks)]
    roles = _roles(record.setup["roles"], facts, random)
    setup = record.setup | {"roles": roles, "deck": decks[0]}
    return replace(record, setup=setup, shuffles=decks[1:], actions=actions)


def _roles(roles: list[str], facts: Facts, random: Random) -> list[str]:
    """Return the roles, with those unknown to the seat dealt again."""
    open_seats = [s for s in range(len(roles)) if s not in _known_at_night(roles, facts.seat)]
    for _ in range(TRIES):
        dealt = list(roles)
        pool = [roles[s] for s in open_seats]
        random.shuffle(pool)
        for s, role in zip(open_seats, pool, strict=True):
            dealt[s] = role
        parties = ["liberal" if role == "liberal" else "fascist" for role in dealt]
        if dealt.index("hitler") not in facts.not_hitler and all(
            parties[s] == party for s, party in facts.parties.items()
        ):
            return dealt
    return list(roles)


def _known_at_night(roles: list[str], seat: Seat | None) -> set[int]:
    """Return the seats whose role `seat` knows from the beginning (1.4)."""
    if seat is None:
        return set()
    meets = roles[seat] == "fascist" or (roles[seat] == "hitler" and len(roles) <= 6)
    evil = {s for s, role in enumerate(roles) if role != "liberal"}
    return {seat} | (evil if meets else set())


def _deck(facts: Facts, epoch: int, deck: list[str], actions: list[dict], random: Random) -> list:
    """Return the tiles of one deck in another order, and fit the discards in `actions` to it."""
    sessions = [session for session in facts.sessions if session.epoch == epoch]
    fixed = {position for known, position in facts.fixed if known == epoch}
    for session in sessions:
        if session.chancellor == facts.seat and session.passed:
            fixed |= _passed_positions(session, deck)
    unknown = [position for position in range(len(deck)) if position not in fixed]
    for _ in range(TRIES):
        tiles = list(deck)
        pool = [deck[position] for position in unknown]
        random.shuffle(pool)
        for position, tile in zip(unknown, pool, strict=True):
            tiles[position] = tile
        discards = [_discard(session, facts, tiles, random) for session in sessions]
        if None not in discards:
            break
    else:
        return list(deck)
    for session, discard in zip(sessions, discards, strict=True):
        if session.discard is not None:
            actions[session.discard]["tile"] = discard
    return tiles


def _passed_positions(session: Session, deck: list[str]) -> set[int]:
    """Return where the chancellor's two lay in the deck: all but the one discarded."""
    hand = deck[session.start : session.start + 3]
    gone = next(k for k in range(3) if hand[:k] + hand[k + 1 :] == list(session.passed))
    return {session.start + k for k in range(3) if k != gone}


def _discard(session: Session, facts: Facts, tiles: list[str], random: Random) -> str | None:
    """Return what the president may have discarded of the new three; None if nothing fits."""
    hand = tiles[session.start : session.start + 3]
    fitting = [tile for tile in hand if _fits(session, facts, hand, tile)]
    return random.choice(fitting) if fitting else None


def _fits(session: Session, facts: Facts, hand: list[str], discarded: str) -> bool:
    """Return whether the seat would have seen the same had `discarded` gone from `hand`."""
    passed = list(hand)
    passed.remove(discarded)
    if session.passed and facts.seat in (session.president, session.chancellor):
        return passed == list(session.passed)
    return session.enacted is None or session.enacted in passed
