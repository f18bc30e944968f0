"""Tables of simulated people: bots with human faults, which differ from table to table.

Nothing here was fitted to real matches. Each table has random degrees of care, of its fascists'
boldness and readiness to blame, and of thought in votes; every seat deviates from its table.
The ranges are wide on purpose: results that are true in all of them may be true of people.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.engine.game import Bot
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from games.secret_hitler.bots.strong.claiming import subject_of_claim
from games.secret_hitler.pieces import Tile


@dataclass(frozen=True)
class TableHabits:
    """The shared habits of the people at one table, as odds."""

    slips: float  #: to name another hand than intended, or to discard another tile
    nerve: float  #: of a fascist to spoil a government that could enact a liberal policy
    blame: float  #: of a fascist to say that the other officer lies
    thought: float  #: of a vote to follow from events, and not from habit
    silence: float  #: of a seat never to say what it saw


def table_of(random: Random) -> TableHabits:
    """Return a random table."""
    return TableHabits(
        slips=random.choice((0.005, 0.02, 0.05, 0.12)),
        nerve=random.uniform(0.2, 0.8),
        blame=random.uniform(0.1, 0.7),
        thought=random.uniform(0.3, 0.95),
        silence=random.choice((0.0, 0.0, 0.05, 0.25)),
    )


CONTRARY = 0.03


@dataclass(frozen=True)
class SimulatedPerson:
    """A person at a table: a bot of this site with habits."""

    reasons: Bot  #: votes, nominates and uses powers, when they act with reason
    slips: float
    nerve: float
    blame: float
    thought: float
    ja: float  #: how often they vote ja by habit
    tests: float  #: how often a liberal discards a liberal tile to test the chancellor
    is_silent: bool
    is_contrary: bool  #: a liberal who plays like a fascist, for fun or by mistake

    def __call__(self, view: Any, choices: Sequence[Any], random: Random) -> Any | None:
        """Return the action of this person."""
        subject = None if self.is_silent else subject_of_claim(view, choices)
        if subject is not None:
            return _claim(self, view, subject, random)
        if view.seat not in view.to_act:
            return None
        duties = [choice for choice in choices if not isinstance(choice, ac.Claim)]
        return _decide(self, view, duties, random)


def person(table: TableHabits, random: Random) -> SimulatedPerson:
    """Return a random person at `table`."""
    return SimulatedPerson(
        reasons=GAME.bots[random.choice(("simple", "strong"))],
        slips=min(table.slips * random.expovariate(1.0), 0.5),
        nerve=min(table.nerve * random.lognormvariate(0.0, 0.4), 0.95),
        blame=min(table.blame * random.lognormvariate(0.0, 0.4), 0.95),
        thought=min(table.thought * random.lognormvariate(0.0, 0.2), 1.0),
        ja=random.uniform(0.3, 0.95),
        tests=random.choice((0.0, 0.0, 0.4)),
        is_silent=random.random() < table.silence,
        is_contrary=random.random() < CONTRARY,
    )


# Decisions


def _decide(self: SimulatedPerson, view: Any, duties: Sequence[Any], random: Random) -> Any:
    phase = view.phase
    if phase == "vote":
        return _vote(self, view, duties, random)
    if phase == "discard":
        return ac.Discard(_unwanted_tile(self, view, random))
    if phase == "enact" and len(set(view.hand)) == 2:
        spoils = random.random() < _spoiling(self, view, 1, presides=False)
        return ac.Enact("fascist" if spoils else "liberal")
    if phase == "nominate" and random.random() > self.thought:
        return random.choice(duties)
    return self.reasons(view, duties, random)


def _vote(self: SimulatedPerson, view: Any, duties: Sequence[Any], random: Random) -> Any:
    """Vote with reason or by habit; a fascist sometimes votes for a government with an ally."""
    officers = (view.president, view.chancellor)
    if random.random() < self.thought or view.seat in officers:
        return self.reasons(view, duties, random)
    allied = any(view.parties[s] == "fascist" for s in officers if s is not None)
    if view.roles[view.seat] != "liberal" and random.random() < 0.5:
        return ac.Vote(ja=allied)
    return ac.Vote(ja=random.random() < self.ja)


def _unwanted_tile(self: SimulatedPerson, view: Any, random: Random) -> Tile:
    hand: Sequence[Tile] = view.hand
    held = hand.count("liberal")
    if held in (0, 3):
        return hand[0]
    buries = random.random() < _spoiling(self, view, held, presides=True)
    return "liberal" if buries else "fascist"


def _spoiling(self: SimulatedPerson, view: Any, held: int, *, presides: bool) -> float:
    """Return the probability of discarding a liberal tile: lower before much is at stake."""
    policies, role = view.policies, _role_played(self, view)
    if role == "liberal":
        return self.tests if presides and held == 2 else self.slips / 2
    if policies.liberal == 4 or policies.fascist == 5:
        return 1.0 - self.slips
    share = self.nerve * (1.0 if role == "fascist" else 0.4) * (0.5 if held == 2 else 1.0)
    return min(share * (0.7 if policies.liberal + policies.fascist < 2 else 1.2), 0.95)


def _role_played(self: SimulatedPerson, view: Any) -> str:
    """Return the role that this person plays, which may differ from their own."""
    role = view.roles[view.seat]
    return "fascist" if role == "liberal" and self.is_contrary else role


# Claims


def _claim(self: SimulatedPerson, view: Any, subject: ac.Claim, random: Random) -> ac.Claim:
    story = view.rounds[subject.round - 1]
    if subject.about == "investigation":
        return ac.Claim(subject.about, subject.round, party=_report(self, view, story, random))
    if subject.about == "peek":
        return ac.Claim(subject.about, subject.round, tiles=story.peeked)
    presides = subject.about == "president-hand"
    size = 3 if presides else 2
    round_ = _story(self, view, story, presides, random)
    if random.random() < self.slips:
        round_ = random.randrange(size + 1)
    liberal: tuple[Tile, ...] = ("liberal",)
    fascist: tuple[Tile, ...] = ("fascist",)
    tiles = liberal * round_ + fascist * (size - round_)
    return ac.Claim(subject.about, subject.round, tiles=tiles)


def _report(self: SimulatedPerson, view: Any, round_: Any, random: Random) -> Any:
    if _role_played(self, view) == "liberal":
        return round_.party
    accuses = 0.1 if round_.party == "fascist" else 0.3 + self.blame / 2
    return "fascist" if random.random() < accuses else "liberal"


def _story(self: SimulatedPerson, view: Any, played: Any, presides: bool, random: Random) -> int:
    """Return the number of liberal tiles that this person claims to have seen."""
    liberals: int = (played.drawn if presides else played.passed).count("liberal")
    if _role_played(self, view) == "liberal":
        return liberals
    if not presides or played.enacted is None:
        return 0 if played.enacted == "fascist" else liberals
    handed: int = played.passed.count("liberal")
    if played.enacted == "liberal":
        return handed if random.random() < 0.6 else liberals
    ally = played.chancellor is not None and view.parties[played.chancellor] == "fascist"
    return int(random.random() < self.blame * (0.3 if ally else 1.0))
