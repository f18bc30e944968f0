"""References of the audit to rounds and fixtures: numbers, from which pages make text."""

from games.leagues.models import Fixture, Round


def of_round(round_: Round) -> str:
    """Return the place of a round in its season: the tier of its division, and its number."""
    return f"{round_.division.tier}/{round_.number}"


def of_fixture(fixture: Fixture) -> str:
    """Return the place of a fixture: its division's tier, its round, and its own number."""
    return f"{of_round(fixture.round)}/{fixture.number}"
