"""Seeded leaks: each of them must turn the look-alike test red."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from games.engine.game import IllegalAction
from games.engine.seats import Viewer
from games.engine.text import Line
from tests.conformance.case import Case
from tests.conformance.cases import CASES
from tests.conformance.lookalike import OBSERVERS, Moment, Observer, differences, pairs, see_view

MATCHES = 6

Secret = Callable[[Any], Any]
SECRETS = [(case, name) for case in CASES.values() for name in case.secrets]


def comment(fragment: bytes, secret: Any) -> bytes:
    return b"%s<!-- %s -->" % (fragment, str(secret).encode())


def order(fragment: bytes, secret: Any) -> bytes:
    items = sorted([b"<li>a</li>", b"<li>b</li>"], reverse=hash_of(secret) % 2 == 1)
    return fragment + b"".join(items)


def element_id(fragment: bytes, secret: Any) -> bytes:
    return b'<p id="seat-%d">%s</p>' % (hash_of(secret), fragment)


def size(fragment: bytes, secret: Any) -> bytes:
    return fragment + b" " * hash_of(secret)


def attribute(fragment: bytes, secret: Any) -> bytes:
    return b"<p data-next='%s'>%s</p>" % (str(secret).encode(), fragment)


def hash_of(secret: Any) -> int:
    """Return a small number that depends on a secret, the same in every run."""
    return sum(str(secret).encode()) % 61


def leaky(leak: Callable[[bytes, Any], bytes], secret: Secret) -> Observer:
    """Return an observer that renders the view, and lets `secret` slip out by `leak`."""

    def see(moment: Moment, viewer: Viewer) -> bytes:
        return leak(see_view(moment, viewer), secret(moment.state))

    return see


def is_red(case: Case, observers: dict[str, Observer], game: Any = None) -> bool:
    """Return whether the harness finds a difference in some matches."""
    count = case.game.seats[0]
    return any(
        any(differences(game or case.game, pair, observers))
        for seed in range(MATCHES)
        for pair in pairs(case, count, seed)
    )


LEAKS = (comment, element_id, size, attribute)


@pytest.mark.parametrize(
    ("of", "secret", "leak"),
    [
        pytest.param(
            case, name, leak, id=f"{case.game.key}: {name}, {leak.__name__}",
            marks=() if number % len(LEAKS) == place else pytest.mark.prove,  # each push, in turn
        )
        for number, (case, name) in enumerate(SECRETS)
        for place, leak in enumerate(LEAKS)
    ],
)  # fmt: skip
def test_a_fragment_that_leaks_a_secret_is_detected(of: Case, secret: str, leak: Any):
    assert is_red(of, {"fragment": leaky(leak, of.secrets[secret])})


def test_an_order_that_leaks_a_secret_is_detected(case: Case):
    secrets = case.secrets.values()
    assert any(is_red(case, {"fragment": leaky(order, secret)}) for secret in secrets)


def test_the_same_fragment_without_a_leak_passes(case: Case):
    assert not is_red(case, {"fragment": leaky(comment, lambda _state: "nothing")})


def mutant(case: Case, part: str) -> Any:
    """Return the game with one of its functions made to leak its first secret."""
    game, secret = case.game, next(iter(case.secrets.values()))

    def view(state: Any, viewer: Viewer) -> Any:
        return (game.view(state, viewer), secret(state))

    def describe(state: Any, event: Any, viewer: Viewer) -> Line | None:
        line = game.describe(state, event, viewer)
        known = secret(state) if state != game.start.empty else 0
        return line and msgspec.structs.replace(line, numbers={"leak": hash_of(known)})

    def choices(state: Any, seat: Any) -> Any:
        found = tuple(game.choices(state, seat))
        return found[::-1] if hash_of(secret(state)) % 2 else found

    def refusal(state: Any, seat: Any, action: Any) -> IllegalAction:
        refused = game.refusal(state, seat, action)
        return IllegalAction(refused.clause, f"{refused.text} {secret(state)}")

    def muted_seats(state: Any) -> tuple[Any, ...]:
        return (*game.talk.muted_seats(state), hash_of(secret(state)))

    leaks = {
        "view": view,
        "describe": describe,
        "choices": choices,
        "refusal": refusal,
        "talk": replace(game.talk, muted_seats=muted_seats),
    }
    return replace(game, **{part: leaks[part]})


@pytest.mark.parametrize("part", ["view", "describe", "choices", "refusal", "talk"])
def test_a_game_that_leaks_through_one_of_its_functions_is_detected(case: Case, part: str):
    assert is_red(case, OBSERVERS, mutant(case, part))
