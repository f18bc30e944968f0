"""Founding a league from what somebody typed step by step: once, however often they click."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from games.leagues import membership
from games.leagues.models import League

#: Two leagues of one name and founder so soon after each other are a double click.
DOUBLE_CLICK = timedelta(seconds=30)


@transaction.atomic
def found_once(*, founder: Any, name: str, **fields: Any) -> League:
    """Found a league, or return the one that this founder has just founded under this name.

    :raises NeedsAccount: for guests.
    """
    if founder.is_authenticated:
        get_user_model().objects.select_for_update().get(pk=founder.pk)
        since = timezone.now() - DOUBLE_CLICK
        known = League.objects.filter(founder=founder, name=name, founded_at__gte=since).first()
        if known is not None:
            return known
    return membership.found(founder=founder, name=name, **fields)
