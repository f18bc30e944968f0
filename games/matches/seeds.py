"""Seeds that are committed to before whoever opens a table sends a word.

Whoever sits down at a table reads its commitment first. Whoever opens one sits down in the same
moment: so the page that they open it from shows the commitment already, beside a ticket that
stands for the seed. A ticket is good for one table; the database keeps commitments apart.
"""

import re

from django.conf import settings
from django.utils.crypto import get_random_string, salted_hmac

from games.engine.chance import commitment, new_seed
from games.matches.models import Match

_TICKET = re.compile(r"[a-z0-9]{32}")


def new_ticket() -> str:
    """Return a ticket that nobody had before."""
    return get_random_string(32, "abcdefghijklmnopqrstuvwxyz0123456789")


def commitment_of(occasion: str) -> str:
    """Return the commitment to the seed of a ticket, or of another occasion."""
    return commitment(_seed_of(occasion))


def seed_of(ticket: str) -> bytes:
    """Return the seed that `ticket` stands for; a fresh one if it is none, or was used."""
    if not _TICKET.fullmatch(ticket) or _is_used(ticket):
        return new_seed()
    return _seed_of(ticket)


def next_seed(match: Match) -> bytes:
    """Return the seed of the table that follows `match`, which its page has committed to."""
    return _seed_of(f"after {match.code}")


def next_commitment(match: Match) -> str:
    """Return the commitment to `next_seed`."""
    return commitment(next_seed(match))


def _is_used(ticket: str) -> bool:
    return Match.objects.filter(commitment=commitment_of(ticket)).exists()


def _seed_of(occasion: str) -> bytes:
    """Return 32 bytes that follow from the site's secret key and the occasion."""
    key = settings.SECRET_KEY
    return salted_hmac("cabinet-noir seeds", occasion, secret=key, algorithm="sha256").digest()
