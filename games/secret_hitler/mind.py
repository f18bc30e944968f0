"""What a strong bot has in mind when it decides, or when its decision is explained."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TypeVar

from games.engine.seats import Seat
from games.secret_hitler import marginals, posterior
from games.secret_hitler.pieces import FASCIST_FOR_HITLER, FASCIST_TO_WIN, LIBERAL_TO_WIN
from games.secret_hitler.posterior import Belief
from games.secret_hitler.prospects import Prospects
from games.secret_hitler.scheming import Scheme, scheme_of
from games.secret_hitler.view import View
from games.secret_hitler.worlds import LIBERAL, NUMBERS

_Choice = TypeVar("_Choice")


@dataclass(frozen=True)
class Mind:
    """A view, and what is worked out from it when it is needed; `random` breaks ties."""

    view: View
    me: Seat
    random: Random

    @cached_property
    def role(self) -> int:
        """Return the own role, as a number."""
        return NUMBERS[self.view.roles[self.me] or "liberal"]

    @cached_property
    def fascist(self) -> bool:
        """Tell whether this seat plays for the fascists."""
        return self.role != LIBERAL

    @cached_property
    def belief(self) -> Belief:
        """Return the own posterior; for a fascist, that of a liberal in this seat."""
        if not self.fascist:
            return posterior.belief_of(self.view)
        return marginals.as_if_liberal(self.public, self.me)

    @cached_property
    def public(self) -> Belief:
        """Return what everybody knows makes likely."""
        return posterior.belief_of(self.view, public=True)

    @cached_property
    def scheme(self) -> Scheme | None:
        """Return what a fascist who knows every role reckons with."""
        return scheme_of(self.view, self.me)

    @cached_property
    def prospects(self) -> Prospects:
        """Return what governments promise the liberals by `belief`."""
        return Prospects(self.view, self.belief, self.me)

    @cached_property
    def doubts(self) -> list[float]:
        """Return by seat how likely it is to be fascist by `belief`."""
        return marginals.fascist_odds(self.belief)

    def is_ally(self, seat: Seat | None) -> bool:
        """Tell whether a fascist knows `seat` for one of their own."""
        return seat is not None and self.fascist and self.view.parties[seat] == "fascist"

    def is_hitler(self, seat: Seat | None) -> bool:
        """Tell whether `seat` is known to be Hitler."""
        return seat is not None and self.view.roles[seat] == "hitler"

    def is_late(self) -> bool:
        """Tell whether Hitler's election would end the match."""
        return self.view.policies.fascist >= FASCIST_FOR_HITLER

    def is_close(self) -> bool:
        """Tell whether the next policy may end the match."""
        policies = self.view.policies
        return policies.liberal >= LIBERAL_TO_WIN - 1 or policies.fascist >= FASCIST_TO_WIN - 1

    def chance(self, odds: float) -> bool:
        """Return true as often as `odds`."""
        return self.random.random() < odds

    def best(self, choices: Sequence[_Choice], worth: Callable[[_Choice], float]) -> _Choice:
        """Return the choice of most worth; ties fall at random."""
        return max(choices, key=lambda choice: (round(worth(choice), 9), self.random.random()))
