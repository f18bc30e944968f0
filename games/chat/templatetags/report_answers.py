"""The number of unread answers to a user's reports."""

from django import template

from accounts.models import User
from games.chat import reports

register = template.Library()


@register.filter
def unread_answers(user: User) -> int:
    """Return the number of unseen outcomes of reports by `user`."""
    return reports.unread_of(user)
