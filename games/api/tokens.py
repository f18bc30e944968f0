"""Services for tokens: create, look up by hash, revoke."""

import hashlib
import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.api import errors
from games.api.models import Scope, Token
from games.matches.public import publish

#: The prefix of every token, so that scanners for leaked secrets recognise it.
MARK = "cn_"
#: The number of a token's characters stored to identify it; some 220 bits remain unknown.
HINT = 9
#: The maximum number of tokens per person, including expired ones.
MOST = 10
#: The available lifetimes of a token, in days.
LIVES = (7, 30, 90, 365)
#: The precision of `last_used_at`: a write for each request would be too much.
USED = timedelta(minutes=1)
#: The maximum length of a header that can contain a token.
LONGEST = 100


def make(
    *, user: User, name: str, days: int, scopes: Sequence[str] = (Scope.PLAY,)
) -> tuple[Token, str]:
    """Store a new token and return it with its secret, which is shown only now.

    :raises TooManyTokens: if the user has reached the limit.
    """
    secret = MARK + secrets.token_urlsafe(32)
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=user.pk)
        if Token.objects.filter(user=user).count() >= MOST:
            raise errors.TooManyTokens
        token = Token.objects.create(
            user=user,
            name=name,
            scopes=" ".join(scopes),
            digest=digest_of(secret),
            hint=secret[:HINT],
            expires_at=timezone.now() + timedelta(days=days),
        )
    return token, secret


def revoke(*, user: User, pk: int) -> bool:
    """Delete the user's token and close its streams; return whether it existed."""
    with transaction.atomic():
        deleted, _per_model = Token.objects.filter(user=user, pk=pk).delete()
        publish.session_end(user.pk)
    return bool(deleted)


def bearer(header: str) -> Token:
    """Return the token in an Authorization header, and record its use.

    :raises NoToken: if it is missing or invalid, or its owner may not log in.
    """
    scheme, _space, secret = header.partition(" ")
    secret = secret.strip()
    if scheme.lower() != "bearer" or not secret.startswith(MARK) or len(secret) > LONGEST:
        raise errors.NoToken
    token = _valid().select_related("user").filter(digest=digest_of(secret)).first()
    if token is None:
        raise errors.NoToken
    _note_use(token)
    return token


def is_valid(pk: int) -> bool:
    """Return whether the token is still valid."""
    return _valid().filter(pk=pk).exists()


def digest_of(secret: str) -> str:
    """Return the hash of a secret, as stored."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _valid() -> QuerySet[Token]:
    return Token.objects.filter(expires_at__gt=timezone.now(), user__is_active=True)


def _note_use(token: Token) -> None:
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at >= USED:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
