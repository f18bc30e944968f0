"""Two worlds that one viewer cannot tell apart, compared byte for byte: `make secrets`.

    python -m bench.secrets                        small: 4,000 comparisons
    python -m bench.secrets --comparisons 100000   large

For every game (the tests' third one included), every number of players and every viewer, a random
match is broken off somewhere, and other truths are made that fit all that this viewer knows. At
every moment all must give the same view, log, choices, refusals and table, and now and then the
same page, drawn in every language. Every so often they are told to a whole site, and everything
that anybody can ask for must be the same: pages, refusals, cards, exports, letters, notifications,
API, streams, and what the site logs; asked by seats, by who is dead or has left, by an organiser,
by staff and by strangers of all kinds. The control is an observer that leaks. In the end the whole
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

from bench.secrets import leaks, two_worlds  # noqa: E402
from bench.secrets.comparison import Comparison, is_out, random_truths, truths  # noqa: E402
from tests.conformance.cases import CASES  # noqa: E402

#: From so many comparisons on the site's leaks are tried in every game, not only in one.
LARGE = 50_000
#: At least this share of the comparisons is answered by the whole site.
SHARE_OF_SITE = 0.15
#: In how many matches a leak of the site must be noticed.
MATCHES = 6


def sites() -> dict[str, two_worlds.ObservedMatch]:
    """Return a site with a running match of every game, in a database of its own."""
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0)
    two_worlds.install_third_game()
    return {game: two_worlds.ObservedMatch(game, 1) for game in two_worlds.SIZES}


def compare(
    found: Comparison, sites: dict[str, two_worlds.ObservedMatch], wanted: int, seed: int
) -> int:
    """Make so many comparisons, and return the number of truths."""
    told = 0
    for known in random_truths(seed):
        found.compare(known)
        told += len(known.others)
        of_site = sum(made for name, made in found.made.items() if name.startswith("site, "))
        is_due = of_site <= found.made.total() * SHARE_OF_SITE or is_out(known)
        if is_due and known.others and known.players == two_worlds.SIZES.get(known.case.game.key):
            found.differing += found.ask_site(sites[known.case.game.key], known)
        if found.made.total() >= wanted:
            return told
    return told


def missed_leaks(
    found: Comparison, known: dict[str, two_worlds.ObservedMatch], seed: int
) -> list[str]:
    """Put each leak into the site in turn; return those that were not noticed."""
    missed = []
    for name, leak in leaks.LEAKS.items():
        for game, site in known.items():
            tries = (
                told._replace(others=told.others[:1])
                for number in range(MATCHES)
                for told in truths(CASES[game], two_worlds.SIZES[game], seed + number)
            )
            before = found.made.copy()
            with leak(site):
                if not any(found.ask_site(site, told) for told in tries):
                    missed.append(f"{name}, {game}")
            found.made = before
    return missed


def main() -> int:
    """Make the requested comparisons, print figures, and return the exit code."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--comparisons", type=int, default=4_000)
    asked.add_argument("--seed", type=int, default=int(time.time()))
    wanted = asked.parse_args()
    found, known = Comparison(), sites()
    began, worked = time.monotonic(), time.process_time()
    told = compare(found, known, wanted.comparisons, wanted.seed)
    took, worked, made = time.monotonic() - began, time.process_time() - worked, found.made
    print(f"seed {wanted.seed}: {told} other truths in {took:.0f} s, {worked:.0f} s of CPU")
    for name, count in sorted(made.items()):
        print(f"   {name:24}{count:>10,} comparisons")
    print(f"   {'in all':24}{made.total():>10,}, differing: {len(found.differing)}")
    print(f"   {'a second of CPU':24}{made.total() / worked:>10,.0f}")
    print(
        f"   control: {found.caught} of {found.controls} leaking views caught (the others' secrets"
    )
    print("   were the same in both truths)", flush=True)
    if wanted.comparisons < LARGE:
        known = {"noir": known["noir"]}
    missed = missed_leaks(found, known, wanted.seed)
    count = len(leaks.LEAKS) * len(known)
    says = f"   {count - len(missed)} of {count} leaks of the site caught"
    print(says, *missed, sep="\n   MISSED: ")
    for one in found.differing[:20]:
        print(f"   WRONG: {one}")
    connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)
    return int(bool(found.differing or missed) or found.caught * 4 < found.controls)


if __name__ == "__main__":
    sys.exit(main())
