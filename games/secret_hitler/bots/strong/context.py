"""The knowledge and computations of a strong bot for a decision, or for its explanation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TypeVar

from games.engine.seats import Seat
from games.secret_hitler.bots.strong import marginals, posterior
from games.secret_hitler.bots.strong.assignments import LIBERAL, NUMBERS
from games.secret_hitler.bots.strong.evaluation import Evaluation
from games.secret_hitler.bots.strong.fascist_policy import Scheme, scheme_of
from games.secret_hitler.bots.strong.posterior import Belief
from games.secret_hitler.pieces import FASCIST_FOR_HITLER, FASCIST_TO_WIN, LIBERAL_TO_WIN
from games.secret_hitler.view import View

_Choice = TypeVar("_Choice")


@dataclass(frozen=True)
class BotContext:
    """A view, and values that are computed from it on demand; `random` breaks ties."""

    view: View
    me: Seat
    random: Random

    @cached_property
    def role(self) -> int:
        """Return the seat's role as a number."""
        return NUMBERS[self.view.roles[self.me] or "liberal"]

    @cached_property
    def fascist(self) -> bool:
        """Return whether this seat plays for the fascists."""
        return self.role != LIBERAL

    @cached_property
    def belief(self) -> Belief:
        """Return the seat's posterior; for a fascist, that of a liberal in this seat."""
        if not self.fascist:
            return posterior.belief_of(self.view)
        return marginals.as_if_liberal(self.public, self.me)

    @cached_property
    def public(self) -> Belief:
        """Return the posterior of the public."""
        return posterior.belief_of(self.view, public=True)

    @cached_property
    def scheme(self) -> Scheme | None:
        """Return the computation of a fascist who knows every role."""
        return scheme_of(self.view, self.me)

    @cached_property
    def evaluation(self) -> Evaluation:
        """Return the liberals' chances by `belief`."""
        return Evaluation(self.view, self.belief)

    @cached_property
    def doubts(self) -> list[float]:
        """Return the probability by `belief` that each seat is fascist."""
        return marginals.fascist_odds(self.belief)

    def is_ally(self, seat: Seat | None) -> bool:
        """Return whether a fascist knows that `seat` is an ally."""
        return seat is not None and self.fascist and self.view.parties[seat] == "fascist"

    def is_hitler(self, seat: Seat | None) -> bool:
        """Return whether `seat` is known to be Hitler."""
        return seat is not None and self.view.roles[seat] == "hitler"

    def is_late(self) -> bool:
        """Return whether Hitler's election would end the match."""
        return self.view.policies.fascist >= FASCIST_FOR_HITLER

    def is_close(self) -> bool:
        """Return whether the next policy may end the match."""
        policies = self.view.policies
        return policies.liberal >= LIBERAL_TO_WIN - 1 or policies.fascist >= FASCIST_TO_WIN - 1

    def chance(self, odds: float) -> bool:
        """Return true with the probability `odds`."""
        return self.random.random() < odds

    def best(self, choices: Sequence[_Choice], worth: Callable[[_Choice], float]) -> _Choice:
        """Return the choice with the highest worth, at random among equals."""
        return max(choices, key=lambda choice: (round(worth(choice), 9), self.random.random()))
