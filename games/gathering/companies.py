"""Divides people into groups ("companies") for tables: balanced, without pairs kept apart."""

from collections.abc import Mapping, Sequence

#: The users who are kept apart from each user.
Apart = Mapping[int, frozenset[int]]


def sizes(people: int, seats: int, least: int) -> list[int]:
    """Return the sizes of the tables for `people`, of `least` to `seats` each, largest first.

    As many people as possible get a seat; sizes differ by at most one.
    """
    tables = -(-people // seats)
    while tables and people // tables < least:
        tables -= 1
    if not tables:
        return []
    share, more = divmod(min(people, tables * seats), tables)
    return [share + (number < more) for number in range(tables)]


def divide(users: Sequence[int], seats: int, least: int, apart: Apart) -> list[list[int]]:
    """Divide `users` into companies; those first in the list have priority for a seat.

    No pair that is kept apart shares a company. Companies that become too small because of this are
    dissolved, and users without a company are left out.
    """
    wanted = sizes(len(users), seats, least)
    companies: list[list[int]] = [[] for _size in wanted]
    for user in users:
        fits = [
            number
            for number, company in enumerate(companies)
            if len(company) < seats and not apart.get(user, frozenset()).intersection(company)
        ]
        if fits:  # the one with the most free places relative to its intended size
            best = min(fits, key=lambda number: (len(companies[number]) - wanted[number], number))
            companies[best].append(user)
    return [company for company in companies if len(company) >= least]
