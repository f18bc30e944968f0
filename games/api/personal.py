"""What this app keeps about a person: to be shown to them, and to be let go of when they go."""

from typing import Any

from django.db import transaction

from games.api.models import Token
from games.matches import live


def export(user: Any) -> dict[str, Any]:
    """Return the tokens of `user`, without what they are known by to the site."""
    tokens = Token.objects.filter(user=user).order_by("pk")
    shown = ("name", "hint", "created_at", "last_used_at", "expires_at")
    return {"api_tokens": list(tokens.values(*shown))}


def erase(user: Any) -> None:
    """Delete the tokens of `user`, and close the streams that they opened."""
    Token.objects.filter(user=user).delete()
    user_id = user.pk
    transaction.on_commit(lambda: live.announce_session_end(user_id), robust=True)
