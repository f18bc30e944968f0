"""Two worlds that one viewer cannot tell apart, compared byte for byte: `make secrets`.

    python -m tests.secrets                        small: 4,000 comparisons
    python -m tests.secrets --comparisons 100000   large

For every game (the tests' third one included), every number of players and every viewer, a random
match is broken off somewhere, and other truths are made that fit all that this viewer knows. At
every moment all must give the same view, log, choices, refusals and table, and now and then the
same page, drawn in every language. Every so often they are told to a whole site, and everything
that anybody can ask for must be the same: pages, hands and televisions, replays with their frames,
embeds and pictures, the analysis, the rooms of the talk, refusals, cards, exports, letters,
notifications, API, streams, what a live socket is sent and answers while the match goes on, and
what the site logs; asked by seats, by who is dead or has left, by an organiser, by staff and by
strangers of all kinds. The control is an observer that leaks. In the end the whole
site is asked again with a leak in one of its parts after the other: each has to be caught.

What is real is looked at once and held against several other truths. A comparison is one answer of
another truth; truths that turned out to be the real one are not counted.
"""

import argparse
import os
import sys
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.db import connection  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from tests.conformance.cases import CASES  # noqa: E402
from tests.secrets import leaks, two_worlds  # noqa: E402
from tests.secrets.comparison import Comparison, is_out, random_truths, truths  # noqa: E402

#: The number of comparisons from which on leaks are tried in every game, not only in one.
LARGE = 50_000
#: At least this share of the comparisons is answered by the whole site.
SHARE_OF_SITE = 0.15
#: The number of matches in which a leak of the site must be noticed.
MATCHES = 6


def sites() -> dict[str, two_worlds.ObservedMatch]:
    """Return a site with a running match of every game, in a database of its own."""
    setup_test_environment()
    # A run that was killed leaves its database behind.
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    two_worlds.install_third_game()
    return {game: two_worlds.ObservedMatch(game, 1) for game in two_worlds.SIZES}


def compare(
    comparison: Comparison, sites: dict[str, two_worlds.ObservedMatch], most: int, seed: int
) -> int:
    """Make `most` comparisons, and return the number of truths."""
    count = 0
    for truths_of_game in random_truths(seed):
        comparison.compare(truths_of_game)
        count += len(truths_of_game.others)
        of_site = sum(
            at_site for name, at_site in comparison.made.items() if name.startswith("site, ")
        )
        is_due = of_site <= comparison.made.total() * SHARE_OF_SITE or is_out(truths_of_game)
        if (
            is_due
            and truths_of_game.others
            and truths_of_game.players == two_worlds.SIZES.get(truths_of_game.case.game.key)
        ):
            comparison.differing += comparison.ask_site(
                sites[truths_of_game.case.game.key], truths_of_game
            )
        if comparison.made.total() >= most:
            return count
    return count


def missed_leaks(
    comparison: Comparison, sites: dict[str, two_worlds.ObservedMatch], seed: int
) -> list[str]:
    """Put each leak into the site in turn; return those that were not noticed."""
    names = []
    for name, leak in leaks.LEAKS.items():
        for game, site in sites.items():
            tries = (
                truth._replace(others=truth.others[:1])
                for number in range(MATCHES)
                for truth in truths(CASES[game], two_worlds.SIZES[game], seed + number)
            )
            before = comparison.made.copy()
            with leak(site):
                if not any(comparison.ask_site(site, truth) for truth in tries):
                    names.append(f"{name}, {game}")
            comparison.made = before
    return names


def main() -> int:
    """Make the requested comparisons, print statistics, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--comparisons", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    comparison, sites_ = Comparison(), sites()
    began, cpu = time.monotonic(), time.process_time()
    others = compare(comparison, sites_, arguments.comparisons, arguments.seed)
    took, cpu, counts = time.monotonic() - began, time.process_time() - cpu, comparison.made
    print(f"seed {arguments.seed}: {others} other truths in {took:.0f} s, {cpu:.0f} s of CPU")
    for name, count in sorted(counts.items()):
        print(f"   {name:24}{count:>10,} comparisons")
    print(f"   {'in all':24}{counts.total():>10,}, differing: {len(comparison.differing)}")
    print(f"   {'a second of CPU':24}{counts.total() / cpu:>10,.0f}")
    print(
        f"   control: {comparison.caught} of {comparison.controls} leaking views caught"
        "\n   (the others' secrets were the same in both truths)",
        flush=True,
    )
    if arguments.comparisons < LARGE:
        sites_ = {"noir": sites_["noir"]}
    missed_names = missed_leaks(comparison, sites_, arguments.seed)
    count = len(leaks.LEAKS) * len(sites_)
    says = f"   {count - len(missed_names)} of {count} leaks of the site caught"
    print(says, *missed_names, sep="\n   MISSED: ")
    for one in comparison.differing[:20]:
        print(f"   WRONG: {one}")
    connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)
    return int(
        bool(comparison.differing or missed_names) or comparison.caught * 4 < comparison.controls
    )


if __name__ == "__main__":
    sys.exit(main())
