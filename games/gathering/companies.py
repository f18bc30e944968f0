"""Divides people into companies for tables: balanced, and without pairs who are kept apart."""

from collections.abc import Mapping, Sequence

#: The users who are kept apart from each user.
Apart = Mapping[int, frozenset[int]]


def sizes(people: int, seats: int, least: int) -> list[int]:
    """Return the sizes of the tables for `people`, of `least` to `seats` each, largest first.

    As many people as possible get a seat; sizes differ by one at most.
    """
    tables = -(-people // seats)
    while tables and people // tables < least:
        tables -= 1
    if not tables:
        return []
    share, more = divmod(min(people, tables * seats), tables)
    return [share + (number < more) for number in range(tables)]


def divide(users: Sequence[int], seats: int, least: int, apart: Apart) -> list[list[int]]:
    """Return the companies of `users`; the first in the list have a seat first.

    Nobody sits with somebody from whom they are kept apart. Companies that get too small for that
    reason are closed, and users without a company are left out.
    """
    wanted = sizes(len(users), seats, least)
    companies: list[list[int]] = [[] for _size in wanted]
    for user in users:
        fits = [
            number
            for number, company in enumerate(companies)
            if len(company) < seats and not apart.get(user, frozenset()).intersection(company)
        ]
        if fits:  # the emptiest, compared with its intended size
            best = min(fits, key=lambda number: (len(companies[number]) - wanted[number], number))
            companies[best].append(user)
    return [company for company in companies if len(company) >= least]
