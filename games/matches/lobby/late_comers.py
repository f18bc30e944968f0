"""Latecomers: people who take over a bot's seat before the first vote is shown."""

from django.db import transaction

from accounts.models import User
from games.matches import errors, publish, removals
from games.matches.lobby import seats
from games.matches.play import reveal, table_votes
from games.matches.play.memory import projection_of
from games.matches.play.services import admits_late_comers, drop_redeal, lock_match


def take_bots_seat(match_id: int, user: User, seat: int) -> None:
    """Take a bot's seat for `user`, with the bot's knowledge; repeating it changes nothing.

    The bot's entropy is kept, so the deal can be verified as before. If the table is still waiting
    for readers, it waits for this player, too.

    :raises Refused: TooLate, SeatTaken, Removed, KeptApart, Restricted, or NotAllowed
        for users who already have a seat.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if not admits_late_comers(match):
            raise errors.TooLate
        removals.check(match, user)
        if match.players.filter(user=user, seat=seat).exists():
            return
        if match.players.filter(user=user).exists():
            raise errors.NotAllowed
        seats.check_company(match, user)
        seats.check_conduct(match, user)
        player = match.players.filter(seat=seat).exclude(bot="").first()
        if player is None:
            raise errors.SeatTaken
        player.name = seats.free_name(match, user.name)
        player.user, player.bot, player.is_ready = user, "", True
        reveal.hand_to(match, player)
        player.save(update_fields=["name", "user", "bot", "is_ready", "read_at"])
        drop_redeal(match)  # the new player has not agreed, and the bot is at the next table
        table_votes.restart_clocks(match, projection_of(match))
        publish.table(match_id)
