"""Personal data of this app: exported on request, erased with the account."""

from typing import Any

from accounts.models import User
from games.api.models import Token
from games.matches.public import publish


def export(user: User) -> dict[str, Any]:
    """Return the tokens of `user`, without their hashes."""
    tokens = Token.objects.filter(user=user).order_by("pk")
    fields = ("name", "hint", "scopes", "created_at", "last_used_at", "expires_at")
    return {"api_tokens": list(tokens.values(*fields))}


def erase(user: User) -> None:
    """Delete the tokens of `user`, and close their streams."""
    Token.objects.filter(user=user).delete()
    user_id = user.pk
    publish.session_end(user_id)
