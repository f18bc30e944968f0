"""Creates a league from the wizard's form, once, however often the user clicks."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from accounts.requests import Visitor
from games.leagues.membership import services as membership
from games.leagues.models import League

#: Two leagues with the same name and founder within this time are a double click.
DOUBLE_CLICK = timedelta(seconds=30)


@transaction.atomic
def create_once(*, founder: Visitor, name: str, **fields: Any) -> League:
    """Create a league, or return the one that this founder just created with this name.

    :raises NeedsAccount: for guests.
    """
    if founder.is_authenticated:
        get_user_model().objects.select_for_update().get(pk=founder.pk)
        since = timezone.now() - DOUBLE_CLICK
        league = League.objects.filter(founder=founder, name=name, founded_at__gte=since).first()
        if league is not None:
            return league
    return membership.create_league(founder=founder, name=name, **fields)
