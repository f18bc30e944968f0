"""Shares with their bands, as docs/bots.md has them."""

import pytest

from research.secret_hitler import band


@pytest.mark.parametrize(
    ("won", "of", "written"),
    [
        (546, 1000, ".546 [0.515, 0.577]"),
        (0, 20, ".000 [0.000, 0.161]"),
        (20, 20, "1.000 [0.839, 1.000]"),
        (0, 1, ".000 [0.000, 0.793]"),
        (0, 0, "-"),
    ],
)
def test_a_share_is_written_as_a_share_even_if_all_or_none_were_won(won, of, written):
    assert band(won, of) == written
