"""What is kept of leagues: who runs and plays them, what was drawn, and what became of it."""

from games.leagues.models.league import Audit, Invitation, League, Member
from games.leagues.models.rounds import Bye, Chair, Dispute, Fixture, FixtureMatch, Round, Sanction
from games.leagues.models.season import Division, Entry, Season
from games.leagues.models.timing import Answer, Calendar, Proposal, Reminder, Watch
from games.leagues.models.webhooks import Delivery, Webhook

__all__ = [
    "Answer",
    "Audit",
    "Bye",
    "Calendar",
    "Chair",
    "Delivery",
    "Dispute",
    "Division",
    "Entry",
    "Fixture",
    "FixtureMatch",
    "Invitation",
    "League",
    "Member",
    "Proposal",
    "Reminder",
    "Round",
    "Sanction",
    "Season",
    "Watch",
    "Webhook",
]
