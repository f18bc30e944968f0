"""Deleting an account: the person goes, the matches of others stay."""

from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts import personal_data
from accounts.models import User


@transaction.atomic
def delete_account(user: User) -> None:
    """Erase `user` wherever an app keeps something of them, end their sessions, and go."""
    personal_data.erase(user)
    for session in UserSession.objects.filter(user=user):
        session.end()
    user.delete()
