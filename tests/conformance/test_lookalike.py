"""No viewer can tell the truth from another that fits all they know, before the end."""

from collections import Counter

from tests.conformance.case import SEEDS, Case
from tests.conformance.lookalike import OBSERVERS, Pair, differences, moments, pairs

MATCHES = max(SEEDS // 16, 4)  #: per game and number of players, each through every viewer's eyes


def test_another_truth_looks_the_same_to_viewers_who_cannot_tell(case: Case, count: int):
    differing: Counter[str] = Counter()
    total = 0
    for seed in range(MATCHES):
        for pair in pairs(case, count, seed):
            found = list(differences(case.game, pair, OBSERVERS))
            assert not found, (seed, pair.viewer, found)
            differing.update(secrets_that_differ(case, pair))
            total += 1
    for secret in case.secrets:
        assert differing[secret] > total / 12, f"{secret} differs too rarely for a leak to show"


def secrets_that_differ(case: Case, pair: Pair) -> set[str]:
    """Return which of the game's secrets are others in the other truth, at any moment."""
    return {
        name
        for real, other in zip(
            moments(case.game, pair.real), moments(case.game, pair.other), strict=True
        )
        for name, secret in case.secrets.items()
        if secret(real.state) != secret(other.state)
    }
