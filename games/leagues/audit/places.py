"""How the audit names rounds and fixtures: by numbers, which pages put into words."""

from games.leagues.models import Fixture, Round

#: Acts by which an arbiter decides about a fixture.
RULINGS = frozenset({
    "correct_game", "annul_game", "forfeit_fixture", "void_fixture", "reopen_fixture",
    "note_absence", "decide_dispute",
})  # fmt: skip


def of_round(round_: Round) -> str:
    """Return where a round stands in its season: the tier of its division, and its number."""
    return f"{round_.division.tier}/{round_.number}"


def of_fixture(fixture: Fixture) -> str:
    """Return where a fixture stands: its division's tier, its round, and its own number."""
    return f"{of_round(fixture.round)}/{fixture.number}"
