"""The decisions of a fascist who knows every role, by the table's resulting beliefs.

Every choice, claims included, is tried on the public's posterior and valued by `win_probability`.
Better choices are drawn more often, but not always: a fixed habit would identify a fascist.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import exp
from random import Random
from typing import Any, TypeVar

from games.engine.seats import Seat
from games.secret_hitler.actions import Claim, Execute, Investigate
from games.secret_hitler.bots.strong import fascist_model, marginals, posterior, win_probability
from games.secret_hitler.bots.strong.assignments import FASCIST, HITLER, LIBERAL, NUMBERS
from games.secret_hitler.bots.strong.evaluation import next_president
from games.secret_hitler.bots.strong.evidence import RoundEvidence, evidence_of
from games.secret_hitler.bots.strong.opponent_model import BOTS
from games.secret_hitler.bots.strong.posterior import Belief
from games.secret_hitler.bots.strong.win_probability import RoundStart
from games.secret_hitler.pieces import FASCIST_FOR_HITLER, HAND, TRACKER_FOR_CHAOS, Party, Tile
from games.secret_hitler.view import View

_Key = TypeVar("_Key", int, Party)

#: by number of players: differences in the chance to win that the draw nearly ignores; larger
#: where fascists would otherwise win more often than among people
_HEAT = {5: 0.06, 6: 0.02, 7: 0.065, 8: 0.02, 9: 0.06, 10: 0.02}
_TILES: tuple[Tile, ...] = ("liberal", "fascist")
_REPORTS: tuple[Party, ...] = ("fascist", "liberal")
_SHOT = 0.02  #: the chance left when the table is about to execute Hitler


def scheme_of(view: View, seat: Seat) -> "Scheme | None":
    """Return the computation for `seat`; None unless it is a fascist who knows every role."""
    role = view.roles[seat]
    if role == "fascist" or (role == "hitler" and "fascist" in view.roles):
        return Scheme(view, seat, tuple(NUMBERS[role or "liberal"] for role in view.roles))
    return None


def drawn_by_worth(worths: Mapping[_Key, float], heat: float, random: Random) -> _Key:
    """Return a random key; a higher worth is likelier, and more so with a lower `heat`."""
    odds = odds_by_worth(worths, heat)
    return random.choices(list(odds), list(odds.values()))[0]


def odds_by_worth(worths: Mapping[_Key, float], heat: float) -> dict[_Key, float]:
    """Return the relative odds of each key; those of the best are 1."""
    best = max(worths.values())
    return {key: exp((worths[key] - best) / heat) for key in sorted(worths)}


@dataclass(frozen=True)
class Scheme:
    """A view whose seat knows every role; counts are of liberal tiles."""

    view: View
    me: Seat
    roles: tuple[int, ...]

    @cached_property
    def _facts(self) -> tuple[RoundEvidence, ...]:
        return evidence_of(self.view, None)

    def draw(self, worths: Mapping[_Key, float], random: Random) -> _Key:
        """Return a random choice; the better ones are drawn more often."""
        return drawn_by_worth(worths, _HEAT[self.view.players], random)

    def odds(self, worths: Mapping[_Key, float]) -> dict[_Key, float]:
        """Return the probability of drawing each choice."""
        odds = odds_by_worth(worths, _HEAT[self.view.players])
        return {key: share / sum(odds.values()) for key, share in odds.items()}

    # The election

    def gain(self, president: Seat, chancellor: Seat) -> float:
        """Return the gain in the chance to win by this government, compared with none."""
        return self.electing(president, chancellor) - self.rejecting()

    def electing(self, president: Seat, chancellor: Seat) -> float:
        """Return the chance after electing the government, by its possible sessions."""
        counts = self.view.policies.liberal, self.view.policies.fascist
        if counts[1] >= FASCIST_FOR_HITLER and self.roles[chancellor] == HITLER:
            return 1.0
        role, drawn = (
            self.roles[president],
            marginals.draw_odds(self._belief_after(self._facts[:-1])),
        )
        buried = [fascist_model.bury(role, held, *counts) for held in range(HAND)]
        none = drawn[0] + drawn[1] * buried[1]
        one = drawn[1] * (1.0 - buried[1]) + drawn[2] * buried[2]
        betrayed = one * fascist_model.betray(self.roles[chancellor], *counts)
        total = (1.0 - none - betrayed) * self._enacting(1, 1, 1) + none * self._enacting(0, 0, 0)
        return total + betrayed * self._enacting(1, 1, 0) if betrayed else total

    def rejecting(self) -> float:
        """Return the chance after rejecting it: with the next government, or after chaos."""
        if self.view.tracker + 1 < TRACKER_FOR_CHAOS:
            return self._value(self._facts[:-1])
        odds = marginals.top_odds(self._belief_after(self._facts[:-1]))
        liberal, fascist = (
            self._value(self._with_last(elected=False, chaos=tile)) for tile in _TILES
        )
        return odds * liberal + (1.0 - odds) * fascist

    # The legislative session

    def passing(self, held: int) -> dict[int, float]:
        """Return the chance to win for each number of the `held` liberal tiles that is passed."""
        return {passed: self._passing(held, passed) for passed in (held - 1, held)}

    def _passing(self, held: int, passed: int) -> float:
        """Return the chance to win after passing `passed`, if Hitler plays for trust."""
        options = [enacted for enacted in (0, 1) if enacted <= passed < enacted + 2]
        worths = [self._enacting(held, passed, enacted) for enacted in options]
        ally = self.view.chancellor is not None and self.roles[self.view.chancellor] == FASCIST
        return max(worths) if ally else worths[-1]

    def enacting(self) -> dict[int, float]:
        """Return the chance to win for each of two different tiles: 1 is liberal."""
        return {enacted: self._enacting(1, 1, enacted) for enacted in (0, 1)}

    def _enacting(self, held: int, passed: int, enacted: int) -> float:
        """Return the chance to win with the best claims."""
        facts = self._facts[-1]
        tile = "liberal" if enacted else "fascist"
        return max(
            self._after(len(self._facts) - 1, elected=True, enacted=tile, said=said, told=told)
            for said, told in self._stories(facts, held, passed, enacted)
        )

    # Claims

    def telling(self, claim: Claim) -> dict[int, float] | None:
        """Return the chance to win for each number of liberal tiles that is claimed.

        It is None if no policy was enacted.
        """
        number = claim.round - 1
        facts, round_ = self._facts[number], self.view.rounds[number]
        if facts.enacted is None or facts.chancellor is None:
            return None
        presiding = self.me == facts.president
        passed = (round_.passed or ()).count("liberal")
        held = (round_.drawn or ()).count("liberal") if presiding else passed
        worths: dict[int, float] = {}
        for story in self._stories(facts, held, passed, int(facts.enacted == "liberal")):
            own, told = self._as_heard(facts, story)
            worth = self._after(number, said=own, told=told)
            mine = own if presiding else told
            worths[mine] = max(worths.get(mine, 0.0), worth)
        return worths

    def _as_heard(self, facts: RoundEvidence, story: tuple[int, int]) -> tuple[int, int]:
        """Return `story` with the existing claim of the other officer."""
        said, told = story
        if self.me == facts.president:
            return said, told if facts.told is None else facts.told
        return said if facts.said is None else facts.said, told

    def _stories(
        self, facts: RoundEvidence, held: int, passed: int, enacted: int
    ) -> list[tuple[int, int]]:
        """Return the possible claims of president and chancellor; liberals tell the truth.

        Nobody admits to having discarded a liberal tile.
        """
        president, chancellor = self.roles[facts.president], self._role_of(facts.chancellor)
        hands = [1, max(held, 2) if passed == 2 else 2] if enacted else [0, 1]
        said = [held] if president == LIBERAL else hands
        claims = [passed] if chancellor == LIBERAL else [1, 2] if enacted else [0]
        return list(product(said, claims))

    def _role_of(self, seat: Seat | None) -> int:
        return LIBERAL if seat is None else self.roles[seat]

    def reporting(self, claim: Claim) -> dict[Party, float]:
        """Return the chance to win for each report on an investigation."""
        return {party: self._after(claim.round - 1, report=party) for party in _REPORTS}

    # Executive action

    def worth(self, choice: Execute | Investigate) -> float:
        """Return the chance to win after this use of a power."""
        if isinstance(choice, Execute):
            return self._executing(choice.target)
        return max(self._investigating(choice.target, party) for party in _REPORTS)

    def _executing(self, target: Seat) -> float:
        if self.roles[target] == HITLER:
            return 0.0
        facts = self._with_last(power="execute", target=target)
        return self._value(facts, self._without(target))

    def _investigating(self, target: Seat, report: Party) -> float:
        return self._value(self._with_last(power="investigate", target=target, report=report))

    # The table's beliefs

    def _after(self, number: int, **changes: Any) -> float:
        """Return the chance to win if round `number` (from 0) has these facts."""
        facts = self._facts[: number + 1]
        facts = (*facts[:-1], facts[-1]._replace(**changes))
        if self._executes_next(number, facts[-1]):
            return self._after_execution(facts)
        return self._value(facts)

    def _with_last(self, **changes: Any) -> tuple[RoundEvidence, ...]:
        return (*self._facts[:-1], self._facts[-1]._replace(**changes))

    def _executes_next(self, number: int, facts: RoundEvidence) -> bool:
        """Return whether the president of the current round will execute a player."""
        if number < len(self._facts) - 1 or facts.enacted != "fascist" or facts.power:
            return False
        enacted = self.view.policies.fascist + (self.view.phase != "power")
        return enacted <= len(self.view.track) and self.view.track[enacted - 1] == "execute"

    def _after_execution(self, facts: tuple[RoundEvidence, ...]) -> float:
        """Return the chance after the president has executed the best target of its side."""
        belief, president = self._belief_after(facts), facts[-1].president
        others = [s for s, alive in enumerate(self.view.alive) if alive and s != president]
        if self.roles[president] == LIBERAL:
            odds = marginals.hitler_odds(marginals.as_if_liberal(belief, president))
            victim = max(others, key=lambda seat: odds[seat])
        else:
            doubts = marginals.fascist_odds(belief)
            liberals = [seat for seat in others if self.roles[seat] == LIBERAL]
            victim = min(liberals, key=lambda seat: doubts[seat])
        if self.roles[victim] == HITLER:
            return _SHOT
        return self._value(facts, self._without(victim))

    def _without(self, victim: int) -> tuple[bool, ...]:
        return tuple(alive and seat != victim for seat, alive in enumerate(self.view.alive))

    def _value(
        self, facts: tuple[RoundEvidence, ...], alive: tuple[bool, ...] | None = None
    ) -> float:
        alive = alive or self.view.alive
        position = RoundStart(
            self.roles, alive, next_president(self.view, alive), self._belief_after(facts)
        )
        return win_probability.fascist_chance(position)

    def _belief_after(self, facts: tuple[RoundEvidence, ...]) -> Belief:
        """Return the table's belief after these rounds."""
        nothing = (None,) * self.view.players
        belief = posterior.fold(nothing, facts, BOTS)
        return posterior.left_open(belief, nothing, nothing, self.view.not_hitler)
