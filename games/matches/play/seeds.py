"""Seeds of tables: the site commits to a seed before the host of a table sends anything.

People see a table's commitment before they sit down. A host opens a table and sits down in one
step, so the previous page already shows the commitment, with a nonce that identifies the seed. A
nonce is valid for only one table, which a unique column in the database enforces.
"""

import re

from django.conf import settings
from django.utils.crypto import get_random_string, salted_hmac

from games.engine.chance import commitment, new_seed
from games.matches.models import Match

_NONCE = re.compile(r"[a-z0-9]{32}")


def new_nonce() -> str:
    """Return a new nonce."""
    return get_random_string(32, "abcdefghijklmnopqrstuvwxyz0123456789")


def commitment_of(occasion: str) -> str:
    """Return the commitment to the seed identified by a nonce or another text."""
    return commitment(_seed_of(occasion))


def seed_of(nonce: str) -> bytes:
    """Return the seed for `nonce`, or a fresh seed if the nonce is invalid or used."""
    if not _NONCE.fullmatch(nonce) or _is_used(nonce):
        return new_seed()
    return _seed_of(nonce)


def next_seed(match: Match) -> bytes:
    """Return the seed of the table that follows `match`; its page shows the commitment."""
    return _seed_of(f"after {match.code}")


def next_commitment(match: Match) -> str:
    """Return the commitment to `next_seed`."""
    return commitment(next_seed(match))


def _is_used(nonce: str) -> bool:
    return Match.objects.filter(commitment=commitment_of(nonce)).exists()


def _seed_of(occasion: str) -> bytes:
    """Return 32 bytes derived from the site's secret key and the text `occasion`."""
    key = settings.SECRET_KEY
    return salted_hmac("cabinet-noir seeds", occasion, secret=key, algorithm="sha256").digest()
